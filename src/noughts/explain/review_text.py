"""A review for a terminal: a plot of the winning chance, a table of the moves, and the turning points."""

from __future__ import annotations

import textwrap

from noughts.explain.review import ONLY_MOVE, THRESHOLDS, Review, ReviewedMove, for_x
from noughts.explain.review_json import error_words
from noughts.notation import format_move
from noughts.render.canvas import PLAIN, Ink, TextStyle
from noughts.rules.mark import Mark
from noughts.words import printable

BLOCKS = " ▁▂▃▄▅▆▇█"
ASCII = " ..::##"
PLOT_ROWS = 6
LINE_PLIES = 6
"""How much of a better line stands in the table."""
WIDTH = 100


def review_text(review: Review, style: TextStyle = PLAIN) -> str:
    """All of it, from top to bottom."""
    parts = [players_words(review)]
    if review.moves:
        plot = chance_plot([move.chance for move in review.moves], style)
        parts += ["Winning chance of X after each move\n" + "\n".join(plot), "\n".join(_table(review, style))]
    if review.turning_points:
        parts.append("Turning points\n" + "\n".join(map(_turning_point, review.turning_points)))
    return "\n\n".join(parts)


def chance_plot(
    chances: list[float], style: TextStyle = PLAIN, rows: int = PLOT_ROWS, width: int | None = None, at: int = 0
) -> list[str]:
    """A column of blocks for each chance in percent, the highest row first; with `at` a sign below that column.

    >>> print("\\n".join(chance_plot([50, 100, 0, 25], TextStyle(unicode=True), 2)))
    100 │ █
      0 │██ ▄
    """
    blocks = BLOCKS if style.unicode else ASCII
    steps, columns = len(blocks) - 1, min(width or len(chances), len(chances))
    shown = [chances[column * len(chances) // columns] for column in range(columns)]
    heights = [round(chance / 100 * rows * steps) for chance in shown]
    labels = {rows // 2 - 1: "50", rows - 1: "0", 0: "100"}
    lines = []
    for row in range(rows):
        below = (rows - 1 - row) * steps
        drawn = "".join(blocks[max(0, min(steps, height - below))] for height in heights).rstrip()
        lines.append(f"{labels.get(row, ''):>3} {'│' if style.unicode else '|'}{style.paint(drawn, Ink.X)}")
    if at:
        lines.append(" " * (5 + (at - 1) * columns // len(chances)) + ("▲" if style.unicode else "^"))
    return lines


def players_words(review: Review) -> str:
    """A line for each side: how well it played, and how often it went wrong."""
    lines = []
    for mark in Mark:
        accuracy = review.accuracy[mark]
        told = "no moves" if accuracy is None else f"accuracy {accuracy:.0f} %, {error_words(review, mark)}"
        name = " ".join(printable(review.record.tags.get(mark, "")).split())
        lines.append(f"{mark}  {f'{name}: ' if name else ''}{told}")
    return "\n".join(lines)


def _table(review: Review, style: TextStyle) -> list[str]:
    position = review.record.start
    rows = [("move", "", "judgement", "X's chance", "better line")]
    inks = [Ink.STRONG]
    for move in review.moves:
        better = move.best.line[:LINE_PLIES] if move.judgement in THRESHOLDS else ()
        line = " ".join(format_move(expected, position) for expected in better)
        word = "only move" if move.sign == ONLY_MOVE else str(move.judgement)
        rows.append((_numbered(move), move.sign, word, f"{move.chance:.0f} %", line))
        inks.append(Ink.GOOD if move.sign == ONLY_MOVE else Ink.BAD if move.judgement in THRESHOLDS else Ink.PLAIN)
    widths = [max(len(row[column]) for row in rows) for column in range(5)]
    texts = ["  ".join(f"{text:{width}}" for text, width in zip(row, widths, strict=True)).rstrip() for row in rows]
    return [style.paint(text, ink) for text, ink in zip(texts, inks, strict=True)]


def _numbered(move: ReviewedMove) -> str:
    """Like "7. X e5", the number counting the moves of both sides as one."""
    return f"{(move.ply + 1) // 2:>2}. {move.mark} {format_move(move.played.move, move.position)}"


def move_judged(move: ReviewedMove) -> str:
    """What a move is called, what it did to the chance of its side, and why."""
    before, after = (for_x(chance, move.mark) for chance in (move.chance_before, move.chance))
    word = "The only move" if move.sign == ONLY_MOVE else move.judgement.capitalize()
    fell = f" falls from {before:.0f} % to" if move.judgement in THRESHOLDS else ""
    return f"{word}: {move.mark}'s chance{fell} {after:.0f} %. {move.reason}"


def _turning_point(move: ReviewedMove) -> str:
    told = f"{_numbered(move).strip()}{move.sign}  {move_judged(move)}"
    return textwrap.fill(told, WIDTH, initial_indent="  ", subsequent_indent="     ")
