"""A debug trace of somebody's minimax beside the reference: the first line where they part, and why.

Boards, depths, order and scores are compared, not words. Whether quicker wins score higher, in which order moves are
tried, and whether inner nodes say what they return is found out by trying.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from noughts.analysis import Score
from noughts.grade.trace_lines import Line, lines_that_count, read_line
from noughts.render.trace_text import TraceText
from noughts.rules.mark import Mark, Move
from noughts.rules.position import Position
from noughts.search.choices import Order, Scoring, centre_first, plain, quicker_wins, reading_order
from noughts.search.minimax import minimax
from noughts.search.trace import TraceGroup

SCORINGS: dict[str, Scoring] = {"plain": plain, "quicker": quicker_wins}
ORDERS: dict[str, Order] = {"reading": reading_order, "centre": centre_first}
OPTIONAL = ("depth", "move", "returns")
"""Kinds of lines that nobody has to print."""
MUCH_LONGER = 4
"""A less usual reading counts when it fits so many times longer."""


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
        self.position = root
        self._path: list[Position] = []

    def enter(self, move: Move | None, position: Position, alpha: Score, beta: Score) -> None:
        self._path.append(position)
        self.position = position

    def cut(self, skipped: int) -> None: ...

    def leave(self, score: Score) -> None:
        self.position = self._path.pop()


class _Comparison:
    """Gets the reference piece by piece and holds each line against the next of theirs."""

    def __init__(self, theirs: Iterator[Line], printed: set[str], watch: _Watch, *, returns: bool) -> None:
        self._theirs = theirs
        self._printed = printed
        self._watch = watch
        self._returns = returns
        self._last_line = 0
        self._begun = ""
        self.compared = 0

    def write(self, text: str) -> None:
        *lines, self._begun = (self._begun + text).split("\n")
        for line in map(read_line, lines):
            if line is not None:
                self._compare(line)

    def _compare(self, expected: Line) -> None:
        kind = expected.kind
        if (kind in OPTIONAL and kind not in self._printed) or (kind == "returns" and not self._returns):
            return
        theirs = self._next()
        if theirs is None or not theirs.fits(expected):
            number, text = (self._last_line + 1, None) if theirs is None else (theirs.number, theirs.text)
            position = self._watch.position
            raise _DepartureError(
                Departure(number, text, expected.text.rstrip(), position, why(expected, theirs, position))
            )
        self._last_line = theirs.number
        self.compared += 1

    def _next(self) -> Line | None:
        """Their next line that says anything."""
        return next((line for line in self._theirs if line.kind != "other"), None)

    def expect_the_end(self) -> None:
        rest = next(self._theirs, None)
        if rest is not None:
            reason = "The search is over, but the trace goes on."
            raise _DepartureError(Departure(rest.number, rest.text, None, self._watch.position, reason))


def check_trace(file: Path, position: Position, scores: str | None = None, order: str | None = None) -> Departure | int:
    """The first departure, or how many lines agree when there is none; several readings are tried."""
    with file.open(encoding="utf-8", errors="replace") as lines:
        printed = {str(line.kind) for line in lines_that_count(lines)}
    scorings = [scores] if scores else list(SCORINGS)
    orders = [order] if order else list(ORDERS)
    returns = [True, False] if "returns" in printed else [False]
    longest: Departure | None = None
    for chosen_scores, chosen_order, chosen_returns in itertools.product(scorings, orders, returns):
        with file.open(encoding="utf-8", errors="replace") as lines:
            watch = _Watch(position)
            comparison = _Comparison(lines_that_count(lines), printed, watch, returns=chosen_returns)
            trace = TraceGroup(watch, TraceText(comparison.write, returns=True))
            try:
                minimax(position, scoring=SCORINGS[chosen_scores], order=ORDERS[chosen_order], trace=trace)
                comparison.expect_the_end()
                return comparison.compared
            except _DepartureError as departed:
                found = departed.departure
        if longest is None or found.line > MUCH_LONGER * longest.line:
            longest = found
    assert longest is not None
    return longest


def why(expected: Line, theirs: Line | None, position: Position) -> str:
    """What the expected line stands for, as far as it explains the difference."""
    if theirs is None:
        return "The trace ends here, but the search goes on."
    if expected.kind == "move":
        return _why_a_move(expected, theirs)
    if expected.kind == "depth":
        return "Every move leads to a call of minimax, one deeper than the call that made the move."
    if expected.kind == "result":
        if theirs.kind in ("result", "returns") and theirs.values[:-1] in (expected.values[:-1], ()):
            return "A win of the player (X) counts 10, a win of the opponent (O) -10, a draw 0, whoever moves."
        over = "the board is full" if expected.values[0] == "draw" else "three in a row"
        return f"This board is finished ({over}): minimax returns its score and tries no move."
    if expected.kind == "returns":
        return _why_a_return(expected, position)
    if expected.kind == "final score":
        return "X takes the highest score of all moves, O the lowest; `noughts trace --returns` shows the scores."
    if expected.kind == "choice":
        return "The choice is the first of the moves with the best score."
    return "The board must have the move just made and nothing else: a cell that was tried is emptied before the next."


def _why_a_return(expected: Line, position: Position) -> str:
    best = "highest" if position.to_move is Mark.X else "lowest"
    return (
        f"This is the first board whose returned score is wrong: {position.to_move} moves here and takes the {best} "
        f"score of its moves, which is {expected.values[0]}."
    )


def _why_a_move(expected: Line, theirs: Line) -> str:
    if theirs.kind != "move":
        if theirs.kind == "result":
            return "This board is not finished: nobody has three in a row, and a cell is empty."
        return "Another empty cell is left to be tried here."
    if theirs.values[0] not in (None, expected.values[0]):
        return "It is the other side's turn: X is the player, O the opponent, and they alternate."
    return "The empty cells are tried in reading order: row by row, from the left."
