"""The two sides, moves, and how games end."""

from __future__ import annotations

import enum
from typing import TypeAlias

Move: TypeAlias = int
"""The number of the cell that a mark goes to."""


class Mark(enum.StrEnum):
    """One of the two sides."""

    X = "X"
    O = "O"

    @property
    def other(self) -> Mark:
        return Mark.O if self is Mark.X else Mark.X

    __hash__ = str.__hash__  # Enum's own is written in Python and would slow every table of positions


class Outcome(enum.StrEnum):
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

    __hash__ = str.__hash__


class Termination(enum.StrEnum):
    """What ended a game."""

    LINE = "line"
    FULL = "full"
    """Nobody can move, and nobody has won."""
    COUNT = "count"
    """All boards are closed, and one side has more of them."""
    RESIGNATION = "resignation"
    TIME = "time"
    AGREEMENT = "agreement"
