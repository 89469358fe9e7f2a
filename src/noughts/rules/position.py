"""What every game has in common: marks, moves, outcomes and the Position protocol."""

from __future__ import annotations

import enum
from collections.abc import Sequence
from typing import Protocol, Self, TypeAlias

Move: TypeAlias = int


class Mark(enum.Enum):
    """One of the two sides."""

    X = "X"
    O = "O"

    @property
    def other(self) -> Mark:
        return Mark.O if self is Mark.X else Mark.X

    def __str__(self) -> str:
        return self.value

    # Members are singletons; Enum's own hash is written in Python and would slow every table of positions.
    __hash__ = object.__hash__


class Outcome(enum.Enum):
    """How a finished game ended."""

    X_WINS = "X wins"
    O_WINS = "O wins"
    DRAW = "draw"

    @property
    def winner(self) -> Mark | None:
        """The side that won, None for a draw."""
        return {Outcome.X_WINS: Mark.X, Outcome.O_WINS: Mark.O}.get(self)

    @staticmethod
    def won_by(mark: Mark) -> Outcome:
        return Outcome.X_WINS if mark is Mark.X else Outcome.O_WINS

    def __str__(self) -> str:
        return self.value

    __hash__ = object.__hash__


class Position(Protocol):
    """A state of a game: immutable, hashable, equal by value."""

    @property
    def to_move(self) -> Mark:
        """The side that moves next (in a finished game: that would move next)."""

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, None while it goes on."""

    def legal_moves(self) -> Sequence[Move]:
        """The moves in ascending order; empty exactly when the game is over."""

    def play(self, move: Move) -> Self:
        """The position after the move; IllegalMoveError when the rules forbid it."""

    def mark_at(self, cell: Move) -> Mark | None:
        """The mark on a cell, which is numbered like the move that goes there."""

    def images(self) -> tuple[Self, ...]:
        """What the symmetries of the board make of this position, itself first."""

    def canonical(self) -> Self:
        """The one image that stands for all of them."""

    def __hash__(self) -> int: ...


def perft(position: Position, depth: int) -> int:
    """How many positions lie exactly `depth` plies ahead, counted once for each way to get there."""
    if depth < 0:
        raise ValueError(f"depth is at least 0, got {depth}")
    if depth == 0:
        return 1
    moves = position.legal_moves()
    if depth == 1:
        return len(moves)
    return sum(perft(position.play(move), depth - 1) for move in moves)
