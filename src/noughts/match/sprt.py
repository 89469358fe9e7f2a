"""A sequential probability ratio test: play on until one of two hypotheses about Elo is far likelier than the other.

A. Wald, "Sequential Tests of Statistical Hypotheses", 1945, gives the test and its bounds. The likelihoods are those
of the generalised test (M. Van den Bergh, "A Practical Introduction to the GSPRT"): the frequencies of results that
make the played games most likely, among all with the mean that the hypothesis claims.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from noughts.match.elo import Tally, score_of

Decision = Literal["H0", "H1"]

_UNSEEN = 1e-3
"""What a result counts that was never seen: nothing is impossible."""


@dataclass(frozen=True)
class Sprt:
    """H0: the first player is elo0 stronger; H1: elo1. Errors of both kinds stay below alpha and beta."""

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        if not self.elo0 < self.elo1:
            raise ValueError(f"the first Elo is the smaller one, got {self.elo0} and {self.elo1}")

    @property
    def lower(self) -> float:
        """At this log-likelihood ratio H0 is accepted."""
        return math.log(self.beta / (1 - self.alpha))

    @property
    def upper(self) -> float:
        """At this log-likelihood ratio H1 is accepted."""
        return math.log((1 - self.beta) / self.alpha)

    def llr(self, tally: Tally) -> float:
        """The log-likelihood ratio of complete pairs."""
        return log_likelihood_ratio(tally.pairs, self.elo0, self.elo1)

    def decision(self, tally: Tally) -> Decision | None:
        llr = self.llr(tally)
        if llr >= self.upper:
            return "H1"
        return "H0" if llr <= self.lower else None


def log_likelihood_ratio(counts: Sequence[float], elo0: float, elo1: float) -> float:
    """How much likelier elo1 makes these results than elo0.

    Five counts are pairs of games by points (pentanomial), three are losses, draws and wins of single games
    (trinomial).

    >>> round(log_likelihood_ratio((21184, 40708, 21404), 0.5, 2.5), 2)
    -1.57
    """
    total = sum(counts)
    if total == 0:
        return 0.0
    seen = [count or _UNSEEN for count in counts]
    shares = [count / sum(seen) for count in seen]
    values = [step / (len(counts) - 1) for step in range(len(counts))]
    likeliest = [_likeliest(shares, values, score_of(elo)) for elo in (elo0, elo1)]
    ratios = (share * math.log(under1 / under0) for share, under0, under1 in zip(shares, *likeliest, strict=True))
    return float(total * sum(ratios))


def _likeliest(shares: Sequence[float], values: Sequence[float], mean: float) -> list[float]:
    """The distribution with this mean under which the shares are likeliest: share / (1 + tilt * (value - mean)).

    The tilt is where the mean comes out right; it falls all the way, so halving the interval finds it.
    """
    low, high = -1 / (values[-1] - mean), 1 / (mean - values[0])
    for _ in range(60):
        tilt = (low + high) / 2
        if sum(s * (v - mean) / (1 + tilt * (v - mean)) for s, v in zip(shares, values, strict=True)) > 0:
            low = tilt
        else:
            high = tilt
    return [share / (1 + tilt * (value - mean)) for share, value in zip(shares, values, strict=True)]
