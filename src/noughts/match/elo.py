"""What a score in games says about strength, and how sure that is."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from noughts.match.pairs import Pair

TWO_SIDED_95 = 1.959964
"""Standard deviations that hold 95% of a normal distribution."""


def elo_of(score: float) -> float:
    """The difference in Elo that makes one expect such a score, infinite for 0 and 1.

    >>> round(elo_of(0.75))
    191
    """
    if score <= 0:
        return -math.inf
    return math.inf if score >= 1 else -400 * math.log10(1 / score - 1)


@dataclass(frozen=True)
class Standing:
    """The result of some pairs for the first player."""

    wins: int
    draws: int
    losses: int
    score: float
    """Points per game, 0 to 1."""
    elo: float
    low: float
    high: float
    """Where Elo lies with 95% confidence; the two games of a pair are not taken for independent of each other."""

    def __str__(self) -> str:
        return (
            f"+{self.wins} ={self.draws} -{self.losses}  {100 * self.score:.1f}%  "
            f"Elo {self.elo:+.0f} [{self.low:+.0f}, {self.high:+.0f}]"
        )


def standing(pairs: Sequence[Pair]) -> Standing:
    """Count the games and weigh the pairs: the spread of pairs, not of games, is the error."""
    if not pairs:
        raise ValueError("no games, no standing")
    points = [point for pair in pairs for point in pair.points()]
    by_pair = [sum(pair.points()) / 2 for pair in pairs]
    score = sum(by_pair) / len(by_pair)
    variance = sum((value - score) ** 2 for value in by_pair) / max(1, len(by_pair) - 1)
    error = TWO_SIDED_95 * math.sqrt(variance / len(by_pair))
    return Standing(
        points.count(1.0),
        points.count(0.5),
        points.count(0.0),
        score,
        elo_of(score),
        elo_of(score - error),
        elo_of(score + error),
    )
