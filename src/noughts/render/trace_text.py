"""A search told line by line while it runs, as people print it to debug their minimax."""

from __future__ import annotations

from collections.abc import Callable

from noughts.analysis import INFINITY, WIN, Score, is_proved_loss, is_proved_win
from noughts.rules.mark import Mark, Move
from noughts.rules.position import Position

PLAYER, OPPONENT = Mark.X, Mark.O


class TraceText:
    """A Trace that writes: X is the player, O the opponent, and all scores are for X: 10, 0, -10.

    Where quicker wins score higher, a win is worth 10 less its plies from the root.
    """

    def __init__(
        self,
        write: Callable[[str], object],
        *,
        marks: str = "XO",
        windows: bool = False,
        numbers: bool = False,
        returns: bool = False,
    ) -> None:
        """`returns`: also what inner nodes return."""
        self._write = write
        self._marks = {Mark.X: marks[0], Mark.O: marks[1], None: " "}
        self._windows = windows
        self._numbers = numbers
        self._returns = returns
        self._visited = 0
        self._path: list[tuple[Move | None, Position, list[tuple[Move, Score]]]] = []

    def enter(self, move: Move | None, position: Position, alpha: Score, beta: Score) -> None:
        if move is not None:
            mover = "player" if position.to_move is OPPONENT else "opponent"
            self._write(f"adding {mover} @ {position.row_and_column(move)}\n\n")
        self._visited += 1
        self._write(f"Invoking minimax @ depth = {len(self._path)}\n")
        if self._numbers:
            self._write(f"**Board {self._visited}**\n")
        columns, rows = (position.columns, position.rows)
        for row in range(rows):
            cells = (position.mark_at(position.move_at(row, column)) for column in range(columns))
            self._write("".join(map(self._marks.__getitem__, cells)) + "\n")
        if self._windows:
            low, high = (alpha, beta) if position.to_move is PLAYER else (-beta, -alpha)
            self._write(f"window: ({_shown(low)}, {_shown(high)})\n")
        self._path.append((move, position, []))

    def cut(self, skipped: int) -> None:
        self._write(f"cut: {skipped} moves skipped\n")

    def leave(self, score: Score) -> None:
        move, position, tried = self._path.pop()
        for_x = score if position.to_move is PLAYER else -score
        if position.outcome is not None:
            winner = {PLAYER: "player wins", OPPONENT: "opponent wins", None: "draw"}[position.outcome.winner]
            self._write(f"{winner}, returning score: {_shown(for_x)}\n")
        elif not tried:
            self._write(f"estimate, returning score: {_shown(for_x)}\n")
        elif self._returns:
            self._write(f"returning score: {_shown(for_x)}\n")
        if move is not None:
            self._path[-1][2].append((move, -score))
            return
        self._write(f"final score: {_shown(for_x)}\n")
        if tried:
            choice = next(child for child, worth in tried if worth == score)
            row, column = position.row_and_column(choice)
            self._write(f"final choice: (row: {row}, column: {column})\n")


def _shown(score: Score) -> str:
    """A score or a bound of a window, for X."""
    if abs(score) == INFINITY:
        return "inf" if score > 0 else "-inf"
    if is_proved_win(score):
        return str(10 - (WIN - score))
    return str((WIN + score) - 10) if is_proved_loss(score) else str(score)
