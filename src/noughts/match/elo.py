"""What a score in games says about strength, and how sure that is.

The two games of a pair share an opening, so they are not independent: the spread of pairs, not of games, is the error
(M. Van den Bergh, "Comments on normalized Elo", 2020, who calls the five results of a pair pentanomial).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import NormalDist

from noughts.match.pairs import Pair

NORMAL = NormalDist()
TWO_SIDED_95 = NORMAL.inv_cdf(0.975)
"""Standard deviations that hold 95% of a normal distribution."""
NEVER_SEEN_95 = 3.0
"""What never happened in n trials happens with 95% confidence in less than 3/n of them ("rule of three")."""


def elo_of(score: float) -> float:
    """The difference in Elo that makes one expect such a score, infinite for 0 and 1.

    >>> round(elo_of(0.75))
    191
    """
    if score <= 0:
        return -math.inf
    return math.inf if score >= 1 else -400 * math.log10(1 / score - 1)


def score_of(elo: float) -> float:
    """The score per game that one expects of such a difference.

    >>> round(score_of(100), 2)
    0.64
    """
    return 1 / (1 + 10 ** (-elo / 400))


@dataclass(frozen=True)
class Tally:
    """The games of one player against another, counted."""

    wins: int = 0
    draws: int = 0
    losses: int = 0
    pairs: tuple[int, int, int, int, int] = (0, 0, 0, 0, 0)
    """Pairs of games in which it got 0, 1/2, 1, 1 1/2 and 2 points."""

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses

    @staticmethod
    def of_points(games: Iterable[float], pairs: Iterable[float]) -> Tally:
        """Count what each game and what each pair of games gave, in points."""
        points, sums = list(games), list(pairs)
        return Tally(
            points.count(1.0),
            points.count(0.5),
            points.count(0.0),
            (sums.count(0.0), sums.count(0.5), sums.count(1.0), sums.count(1.5), sums.count(2.0)),
        )

    def reversed(self) -> Tally:
        """The same games for the other player."""
        a, b, c, d, e = self.pairs
        return Tally(self.losses, self.draws, self.wins, (e, d, c, b, a))


@dataclass(frozen=True)
class Standing:
    """What a tally says about strength."""

    wins: int
    draws: int
    losses: int
    score: float
    """Points per game, 0 to 1; over complete pairs where there are any."""
    elo: float
    low: float
    high: float
    """Where Elo lies with 95% confidence."""
    superior: float
    """The likelihood of superiority (LOS): how sure it is that the player is the stronger one."""

    def __str__(self) -> str:
        return (
            f"+{self.wins} ={self.draws} -{self.losses}  {100 * self.score:.1f}%  "
            f"Elo {self.elo:+.0f} [{self.low:+.0f}, {self.high:+.0f}]"
        )


def standing(pairs: Sequence[Pair]) -> Standing:
    """What some pairs say about the first player."""
    if not pairs:
        raise ValueError("no games, no standing")
    points = [pair.points() for pair in pairs]
    return standing_of(Tally.of_points([point for pair in points for point in pair], map(sum, points)))


def standing_of(tally: Tally) -> Standing:
    """Weigh complete pairs; only where there is none yet, single games."""
    counts: Sequence[int] = tally.pairs if sum(tally.pairs) else (tally.losses, tally.draws, tally.wins)
    total = sum(counts)
    if total == 0:
        return Standing(0, 0, 0, 0.5, 0.0, -math.inf, math.inf, 0.5)
    score, variance = mean_and_variance(counts)
    error = math.sqrt(variance / total)
    low, high = score - TWO_SIDED_95 * error, score + TWO_SIDED_95 * error
    if error == 0:
        low, high = score - NEVER_SEEN_95 / total * score, score + NEVER_SEEN_95 / total * (1 - score)
    superior = NORMAL.cdf((score - 0.5) / error) if error else _always_alike(score, total)
    return Standing(tally.wins, tally.draws, tally.losses, score, elo_of(score), elo_of(low), elo_of(high), superior)


def _always_alike(score: float, times: int) -> float:
    """The likelihood of superiority when every result was the same: Laplace's rule, as for a coin."""
    doubt = 0.5 ** (times + 1)
    return 0.5 if score == 0.5 else 1 - doubt if score > 0.5 else doubt


def mean_and_variance(counts: Sequence[float]) -> tuple[float, float]:
    """Of results that are worth 0 to 1 in equal steps, seen so many times each."""
    values = [step / (len(counts) - 1) for step in range(len(counts))]
    total = sum(counts)
    mean = sum(count * value for count, value in zip(counts, values, strict=True)) / total
    return mean, sum(count * (value - mean) ** 2 for count, value in zip(counts, values, strict=True)) / total
