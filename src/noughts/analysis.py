"""Scores, limits, and what an analysis of a position says."""

from __future__ import annotations

import math
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Protocol, TypeAlias

from noughts.rules.mark import Mark, Move, Outcome
from noughts.rules.position import Position

Score: TypeAlias = int
"""How good a position is for the side to move.

    WIN - n     a win in n plies         proved
    -ESTIMATE ... ESTIMATE               an estimate, or 0 for a draw
    -(WIN - n)  a loss in n plies        proved
"""

WIN = 30_000
DRAW = 0
INFINITY = WIN + 1
"""Beyond every score."""
ESTIMATE = 29_000
"""Estimates stay within plus and minus this; beyond it a score is proved."""


def win_in(plies: int) -> Score:
    return WIN - plies


def loss_in(plies: int) -> Score:
    return plies - WIN


def is_proved_win(score: Score) -> bool:
    return score > ESTIMATE


def is_proved_loss(score: Score) -> bool:
    return score < -ESTIMATE


def value_of(score: Score) -> int:
    """1 for a proved win, -1 for a proved loss, 0 for everything else: among exact scores a draw."""
    return is_proved_win(score) - is_proved_loss(score)


def plies_to_end(score: Score) -> int | None:
    """The distance that a proved win or loss carries, None for everything else."""
    return WIN - abs(score) if abs(score) > ESTIMATE else None


def score_for_parent(score: Score) -> Score:
    """The score of a move, from the score of the position that it leads to."""
    if is_proved_win(score):
        return 1 - score
    return -1 - score if is_proved_loss(score) else -score


def score_for_child(score: Score) -> Score:
    """The score of the position that a move leads to, from the score of the move."""
    if is_proved_win(score):
        return -1 - score
    return 1 - score if is_proved_loss(score) else -score


def final_score(outcome: Outcome, to_move: Mark) -> Score:
    """The score of a finished game for the side that would be to move."""
    if outcome is Outcome.DRAW:
        return DRAW
    return WIN if outcome.winner is to_move else -WIN


@dataclass(frozen=True, slots=True)
class Limit:
    """When to stop thinking; what is None does not limit."""

    depth: int | None = None
    """Plies to look ahead."""
    nodes: int | None = None
    """Positions to visit."""
    seconds: float | None = None
    """Time to take."""

    def __post_init__(self) -> None:
        for name, least in (("depth", 1), ("nodes", 1)):
            value = getattr(self, name)
            if value is not None and value < least:
                raise ValueError(f"{name} is at least {least}, got {value}")
        if self.seconds is not None and not (math.isfinite(self.seconds) and self.seconds > 0):
            raise ValueError(f"seconds are positive and finite, got {self.seconds}")


NO_LIMIT = Limit()
EVERY_MOVE = 1_000
"""More lines than any position has moves."""


@dataclass(frozen=True, slots=True)
class RankedMove:
    """One move, what it is worth, and how the game is expected to go on."""

    move: Move
    score: Score
    """For the side that makes the move."""
    line: tuple[Move, ...]
    """The expected continuation; begins with the move itself."""
    exact: bool = False
    """Whether the score is exact: a proved draw, or a proved win or loss in just so many plies.

    Otherwise it is an estimate, or a proved win or loss that may be over sooner."""


@dataclass(frozen=True, slots=True)
class Analysis:
    """What an analyzer found out about a position."""

    moves: tuple[RankedMove, ...]
    """Best first."""
    depth: int
    """How many plies ahead it looked."""
    nodes: int
    """How many positions it visited."""
    seconds: float
    solved: bool
    """Whether the score of every legal move is exact."""
    table_per_mille: int | None = None
    """How full the table of positions is, in thousandths; None where there is none, or it does not say."""

    @property
    def best(self) -> RankedMove | None:
        """None exactly when the game is over."""
        return self.moves[0] if self.moves else None

    def top(self, lines: int | None) -> Analysis:
        """With so many moves alone; None keeps all of them where they are exact, else the best one."""
        if lines is None:
            lines = len(self.moves) if self.solved else 1
        if lines < 1 and self.moves:
            raise ValueError(f"at least one line is needed, got {lines}")
        return self if lines >= len(self.moves) else replace(self, moves=self.moves[:lines])

    def best_moves(self) -> Sequence[Move]:
        """All moves with the best score."""
        return [ranked.move for ranked in self.moves if ranked.score == self.moves[0].score]


Progress: TypeAlias = Callable[[Analysis], None]
"""Told what is known so far, from time to time."""


class Analyzer(Protocol):
    """Says what is true about a position."""

    def analyze(
        self,
        position: Position,
        limit: Limit = NO_LIMIT,
        *,
        lines: int | None = None,
        progress: Progress | None = None,
        stop: threading.Event | None = None,
    ) -> Analysis:
        """Rank moves within the limit; a limit without any bound may take as long as it takes.

        `lines` says how many moves to rank (all when larger); None ranks every move where all are exact and the best
        one otherwise. `stop` belongs to this run: once it is set, also before the start, the analysis returns at once
        with at least one legal move.
        """

    def clear(self) -> None:
        """Forget what was learned from earlier analyses."""

    def close(self) -> None:
        """Give back what it holds; it is not used any more."""
