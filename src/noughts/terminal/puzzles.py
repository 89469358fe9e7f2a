"""Puzzles as lines of text: a board, a question, and an answer to every move."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TextIO

from noughts.errors import NotationError, NoughtsError
from noughts.explain.puzzle_play import hint, judge, lead_words, solution_words, task_words
from noughts.explain.puzzles import Puzzle
from noughts.notation import format_move, parse_move
from noughts.render.canvas import style_for
from noughts.render.text import board_text
from noughts.rules.mark import Move
from noughts.rules.position import after
from noughts.terminal.line_menu import Dialog, EndOfInputError, LeaveError, brief
from noughts.terminal.puzzle_progress import PuzzleProgress, write_progress
from noughts.words import count

HELP = "a cell like b2, or hint (the second one shows the cell), answer, next, board, help, quit"
LONGEST_REFUTATION = 5
"""Plies of it that are shown."""


class NextError(Exception):
    """The player wants another puzzle."""


class PuzzleMode:
    """Asks one puzzle after the other."""

    def __init__(self, source: TextIO, target: TextIO, progress: PuzzleProgress, path: Path) -> None:
        self._dialog = Dialog(source, target)
        self._style = style_for(target)
        self._progress = progress
        self._path = path
        self._played: tuple[Move, ...] = ()
        self._hints = 0
        self._clean = True

    def run(self, puzzles: Iterable[tuple[Puzzle, datetime.date | None]]) -> None:
        """Ask these puzzles; those of a day come with it."""
        try:
            for puzzle, day in puzzles:
                try:
                    self._ask(puzzle, day)
                except NextError:
                    continue
        except (EndOfInputError, LeaveError):
            pass

    def _ask(self, puzzle: Puzzle, day: datetime.date | None) -> None:
        self._played, self._hints, self._clean = (), 0, True
        title = f"Puzzle of the day, {day.isoformat()}" if day else f"Puzzle {puzzle.id}"
        self._dialog.say("", f"{title} ({puzzle.game}, {puzzle.difficulty})")
        self._show(puzzle)
        self._dialog.say(f"{task_words(puzzle)}. {lead_words(puzzle)}")
        while True:
            text = self._dialog.ask(f"{puzzle.position.to_move}: ").strip()
            try:
                if self._obey(puzzle, text):
                    break
            except NoughtsError as error:
                self._dialog.say(f"{brief(error)}.")
        self._count(puzzle, day)

    def _obey(self, puzzle: Puzzle, text: str) -> bool:
        """Do what was asked for; whether the puzzle is solved with it."""
        commands: dict[str, Callable[[], None]] = {
            "hint": lambda: self._hint(puzzle),
            "answer": lambda: self._answer(puzzle),
            "next": self._next,
            "board": lambda: self._show(puzzle),
            "help": lambda: self._dialog.say(HELP),
        }
        if text.lower() in commands:
            commands[text.lower()]()
            return False
        position = after(puzzle.position, self._played)
        try:
            move = parse_move(text, position)
        except NotationError as error:
            raise NotationError(f"{error} (help says what else there is)") from None
        verdict = judge(puzzle, self._played, move)
        if verdict.kept:
            self._played += (move, *verdict.answer)
            self._hints = 0
            self._show(puzzle)
            self._dialog.say(f"Solved. {verdict.words}" if verdict.solved else verdict.words)
            return verdict.solved
        self._clean = False
        self._show(puzzle, (move, *verdict.answer[:LONGEST_REFUTATION]))
        self._dialog.say(f"{verdict.words} Take it back and try again.")
        return False

    def _show(self, puzzle: Puzzle, refutation: tuple[Move, ...] = ()) -> None:
        line = self._played + refutation
        board = board_text(after(puzzle.position, line), last_move=line[-1] if line else None, style=self._style)
        self._dialog.say("", board, "")
        if refutation:
            self._dialog.say(" ".join(format_move(move, puzzle.position) for move in refutation))

    def _hint(self, puzzle: Puzzle) -> None:
        self._hints += 1
        self._clean = self._clean and self._hints < 2
        self._dialog.say(hint(puzzle, self._played, self._hints).words)

    def _answer(self, puzzle: Puzzle) -> None:
        line = " ".join(format_move(move, puzzle.position) for move in puzzle.solution)
        self._progress.row = 0
        self._dialog.say(solution_words(puzzle), f"The line: {line}")
        self._next()

    def _next(self) -> None:
        raise NextError

    def _count(self, puzzle: Puzzle, day: datetime.date | None) -> None:
        today = datetime.date.today()
        self._progress.count(puzzle.id, today, clean=self._clean, day=day)
        days = self._progress.days_in_a_row(today)
        self._dialog.say(
            f"{count(len(self._progress.solved), 'puzzle')} solved, {self._progress.row} in a row without a mistake "
            f"(best {self._progress.best}), puzzle of the day: {count(days, 'day')} in a row."
        )
        try:
            write_progress(self._path, self._progress)
        except NoughtsError as error:
            self._dialog.say(f"{brief(error)}.")
