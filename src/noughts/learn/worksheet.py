"""Worksheets: exercises of lessons 2 to 4 to be printed, with an answer key on pages of its own."""

from __future__ import annotations

from html import escape
from importlib.resources import files

from noughts.learn.drawing import exercise_svg, key_text
from noughts.learn.exercises import Exercise
from noughts.learn.kinds import KINDS, make_exercise
from noughts.render.svg_theme import style_sheet

LARGEST_SHEET = 99_999_999
SHEET = {"leaves": 1, "inner": 2, "cuts": 2, "window": 2, "order": 1}
"""How many exercises of each kind."""
_BLANKS = {"window": "alpha = ________   beta = ________", "order": "________   ________   ________"}


def worksheet_exercises(seed: int) -> list[Exercise]:
    """The exercises of a sheet: no two sheets with different numbers share one's number."""
    return [make_exercise(kind, seed * most + place) for kind, most in SHEET.items() for place in range(most)]


def worksheet_style() -> str:
    """The style sheet of worksheets, their pictures included."""
    return f"{style_sheet('light')}\n{(files('noughts.learn') / 'worksheet.css').read_text(encoding='utf-8')}"


def worksheet_file(seed: int) -> str:
    """A sheet as a file that needs nothing else, not even an icon."""
    return worksheet_html(seed, f'<link rel="icon" href="data:,">\n<style>{worksheet_style()}</style>')


def worksheet_html(seed: int, style: str) -> str:
    """The page; `style` is what its head says about its looks."""
    exercises = worksheet_exercises(seed)
    asked = "\n".join(_section(place, exercise) for place, exercise in enumerate(exercises, start=1))
    key = "\n".join(_answers(place, exercise) for place, exercise in enumerate(exercises, start=1))
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Minimax and alpha-beta: worksheet {seed}</title>
{style}
</head>
<body class="worksheet">
<main>
<header><h1>Minimax and alpha-beta</h1><p>Worksheet {seed}</p><p class="name">Name</p></header>
<p class="rules">Values are for X: +10 where X wins, −10 where O wins, 0 for a draw. X takes the highest, O the lowest.
Moves are tried from left to right. A cell is called by its column, a to c, and its row, 1 to 3, from the top left.</p>
{asked}
<section class="key">
<h1>Answers to worksheet {seed}</h1>
{key}
</section>
</main>
</body>
</html>
"""


def _section(place: int, exercise: Exercise) -> str:
    title = KINDS[exercise.kind].title
    blanks = f'\n<p class="blanks">{_BLANKS[exercise.kind]}</p>' if exercise.kind in _BLANKS else ""
    drawn = exercise_svg(exercise, solved=False, styled=False)
    return f"<section>\n<h2>{place}. {title}</h2>\n<p>{escape(exercise.task)}</p>\n{drawn}{blanks}\n</section>"


def _answers(place: int, exercise: Exercise) -> str:
    drawn = exercise_svg(exercise, solved=True, styled=False)
    words = f"\n<p>{escape(key_text(exercise))}</p>" if exercise.kind in _BLANKS else ""
    return f"<article>\n<h2>{place}. {KINDS[exercise.kind].title}</h2>\n{drawn}{words}\n</article>"
