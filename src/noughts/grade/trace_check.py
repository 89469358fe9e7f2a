"""A debug trace of somebody's minimax beside the reference: the first line where they part, and why."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from noughts.analysis import Score
from noughts.render.trace_text import TraceText
from noughts.rules.mark import Move
from noughts.rules.position import Position
from noughts.search.choices import plain
from noughts.search.minimax import minimax
from noughts.search.trace import Together

_BOARD_ROW = re.compile(r"[XO0xo ._*-]{1,3}")
_ANNOTATION = re.compile(r"\*\*Board\b")


@dataclass(frozen=True, slots=True)
class Departure:
    """Where a trace leaves the reference."""

    line: int
    """Of their file, from 1; the line after the last one when it ends too early."""
    theirs: str | None
    """None at the end of their file."""
    expected: str | None
    """None when the reference is at its end."""
    position: Position
    """The board that the reference is looking at."""
    why: str


class _DepartureError(Exception):
    def __init__(self, departure: Departure) -> None:
        super().__init__()
        self.departure = departure


class _Watch:
    """A trace that knows which board is being looked at."""

    def __init__(self, root: Position) -> None:
        self.path: list[Position] = []
        self.position = root

    def enter(self, move: Move | None, position: Position, alpha: Score, beta: Score) -> None:
        self.path.append(position)
        self.position = position

    def cut(self, skipped: int) -> None: ...

    def leave(self, score: Score) -> None:
        self.position = self.path.pop()


class _Comparison:
    """Gets the reference piece by piece and holds each line against the next of theirs."""

    def __init__(self, lines: Iterable[str], watch: _Watch) -> None:
        self._theirs = _significant(lines)
        self._watch = watch
        self.compared = 0
        self._last_line = 0
        self._begun = ""

    def write(self, text: str) -> None:
        *lines, self._begun = (self._begun + text).split("\n")
        for line in lines:
            if normal := _normal(line):
                self._compare(line, normal)

    def _compare(self, expected: str, normal: str) -> None:
        number, theirs = next(self._theirs, (self._last_line + 1, None))
        if theirs is None or _normal(theirs) != normal:
            raise _DepartureError(
                Departure(number, theirs, expected.rstrip(), self._watch.position, why(expected, theirs))
            )
        self._last_line = number
        self.compared += 1

    def expect_the_end(self) -> None:
        rest = next(self._theirs, None)
        if rest is not None:
            reason = "The search is over, but the trace goes on."
            raise _DepartureError(Departure(rest[0], rest[1], None, self._watch.position, reason))


def check_trace(lines: Iterable[str], position: Position) -> Departure | int:
    """The first departure, or how many lines agree when there is none."""
    watch = _Watch(position)
    comparison = _Comparison(lines, watch)
    try:
        minimax(position, scoring=plain, trace=Together(watch, TraceText(comparison.write)))
        comparison.expect_the_end()
    except _DepartureError as departed:
        return departed.departure
    return comparison.compared


def _significant(lines: Iterable[str]) -> Iterator[tuple[int, str]]:
    """Numbered, without blank lines and without the names of boards that people add."""
    for number, line in enumerate(lines, start=1):
        text = line.rstrip("\r\n")
        if _normal(text) and not _ANNOTATION.search(text):
            yield number, text


def _normal(line: str) -> str:
    """What counts of a line: the marks of a board, else the words without case and spacing."""
    if _BOARD_ROW.fullmatch(line.rstrip()):
        return line.upper().translate(str.maketrans("0._*-", "O    ")).rstrip()
    return re.sub(r"\s+", "", line).lower()


def why(expected: str, theirs: str | None) -> str:
    """What the expected line stands for, as far as it explains the difference."""
    if theirs is None:
        return "The trace ends here, but the search goes on."
    got = theirs.strip().lower()
    if expected.startswith("adding"):
        return _why_a_move(expected, got)
    if expected.startswith("Invoking"):
        return "Every move leads to a call of minimax, one deeper than the call that made the move."
    if "returning score" in expected:
        if "returning score" in got and got.split(",")[0] == expected.split(",")[0]:
            return "A win of the player (X) counts 10, a win of the opponent (O) -10, a draw 0, whoever moves."
        over = "the board is full" if expected.startswith("draw") else "three in a row"
        return f"This board is finished ({over}): minimax returns its score and tries no move."
    if expected.startswith("final score"):
        return "All moves are tried. X takes the highest score, O the lowest."
    if expected.startswith("final choice"):
        return "The choice is the first of the moves with the best score."
    return "The board must have the move just made and nothing else: a cell that was tried is emptied before the next."


def _why_a_move(expected: str, got: str) -> str:
    if not got.startswith("adding"):
        if "returning score" in got:
            return "This board is not finished: nobody has three in a row, and a cell is empty."
        return "Another empty cell is left to be tried here."
    if expected.split()[1] != got.split()[1]:
        return "It is the other side's turn: X is the player, O the opponent, and they alternate."
    return "The empty cells are tried in reading order: row by row, from the left."
