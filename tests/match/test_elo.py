"""Elo, its error and SPRT against numbers that others computed, against the formulas, and against chance itself."""

from __future__ import annotations

import math
import random
from itertools import accumulate

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noughts.match.elo import Tally, elo_of, score_of, standing_of
from noughts.match.sprt import Sprt, log_likelihood_ratio

Pairs = tuple[int, int, int, int, int]


@pytest.mark.parametrize(
    ("pairs", "elo", "error", "superior"),
    [
        ((1, 11, 47, 25, 16), 77.71, 33.03, 1.0),
        ((1, 15, 25, 33, 26), 123.02, 40.58, 1.0),
        ((1, 24, 42, 25, 8), 26.11, 31.23, 0.9504),
        ((2, 23, 32, 35, 8), 41.89, 33.28, 0.9938),
    ],
)
def test_elo_error_and_los_are_those_that_fastchess_prints(
    pairs: Pairs, elo: float, error: float, superior: float
) -> None:
    """Printed by fastchess, as published in the development log of the chess engine eschec (August 2025)."""
    result = standing_of(Tally(pairs=pairs))
    assert result.elo == pytest.approx(elo, abs=0.006)
    assert (result.high - result.low) / 2 == pytest.approx(error, abs=0.006)
    assert result.superior == pytest.approx(superior, abs=0.00006)


@pytest.mark.parametrize(
    ("counts", "bounds", "llr"),
    [
        ((21184, 40708, 21404), (0.5, 2.5), -1.57),
        ((57030, 106593, 57433), (0, 2), -2.59),
        ((223, 9863, 20279 + 1000, 10037, 246), (0.5, 2.5), -3.07),
        ((871, 26175, 55003 + 980, 26678, 821), (0, 2), -4.98),
    ],
)
def test_the_log_likelihood_ratio_is_the_published_one(
    counts: tuple[int, ...], bounds: tuple[float, float], llr: float
) -> None:
    """The logistic examples of fastchess's app/tests/sprt_test.cpp: trinomial (L, D, W), then pentanomial."""
    assert log_likelihood_ratio(counts, *bounds) == pytest.approx(llr, abs=0.006)


@pytest.mark.parametrize(
    ("counts", "bounds"),
    [((40, 130, 300, 140, 50), (0, 5)), ((400, 900, 430), (-3, 3)), ((10, 200, 900, 260, 15), (0, 10))],
)
def test_the_log_likelihood_ratio_agrees_with_the_normal_approximation(
    counts: tuple[int, ...], bounds: tuple[float, float]
) -> None:
    """LLR = N (s1 - s0) (2 s - s0 - s1) / (2 var): M. Van den Bergh's GSPRT paper, for small differences."""
    values = [step / (len(counts) - 1) for step in range(len(counts))]
    total = sum(counts)
    mean = sum(value * count for value, count in zip(values, counts, strict=True)) / total
    variance = sum(count * (value - mean) ** 2 for value, count in zip(values, counts, strict=True)) / total
    s0, s1 = (1 / (1 + 10 ** (-elo / 400)) for elo in bounds)
    by_hand = total * (s1 - s0) * (2 * mean - s0 - s1) / (2 * variance)
    assert log_likelihood_ratio(counts, *bounds) == pytest.approx(by_hand, rel=0.03, abs=0.01)


def test_the_likeliest_distribution_is_found_by_trying_all() -> None:
    """Trinomial by brute force: with the mean given, one free number is left."""
    losses, draws, wins = 30, 50, 45

    def best_log_likelihood(mean: float) -> float:
        best = -math.inf
        for step in range(1, 20_000):
            draw = step / 20_000
            win = mean - draw / 2
            lose = 1 - win - draw
            if win > 0 and lose > 0:
                best = max(best, losses * math.log(lose) + draws * math.log(draw) + wins * math.log(win))
        return best

    expected = best_log_likelihood(score_of(50)) - best_log_likelihood(score_of(-10))
    assert log_likelihood_ratio((losses, draws, wins), -10, 50) == pytest.approx(expected, abs=0.001)


def test_the_bounds_are_those_of_wald() -> None:
    sprt = Sprt(0, 5)
    assert [sprt.lower, sprt.upper] == pytest.approx([-2.944439, 2.944439])
    assert Sprt(0, 5, alpha=0.1, beta=0.01).upper == pytest.approx(math.log(0.99 / 0.1))
    with pytest.raises(ValueError, match="smaller"):
        Sprt(5, 5)


def test_no_games_decide_nothing() -> None:
    assert Sprt(0, 5).decision(Tally()) is None
    nothing = standing_of(Tally())
    assert (nothing.elo, nothing.low, nothing.high, nothing.superior) == (0, -math.inf, math.inf, 0.5)


def test_a_hundred_wins_in_a_row_decide() -> None:
    assert Sprt(0, 50).decision(Tally(pairs=(0, 0, 0, 0, 50))) == "H1"
    assert Sprt(0, 50).decision(Tally(pairs=(50, 0, 0, 0, 0))) == "H0"


EVEN_PAIRS = (0.03, 0.15, 0.64, 0.15, 0.03)


def shifted(elo: float) -> list[float]:
    """Pair results of draw-heavy games whose mean is that of this Elo: some pairs won half a point more."""
    shift = 4 * (score_of(elo) - 0.5) / 2  # a step of half a point in two games is a quarter of the score
    low, half, even, more, high = EVEN_PAIRS
    return [low, half - shift, even, more + shift, high]


def run_sprt(sprt: Sprt, elo: float, chance: random.Random) -> str:
    """Play pairs of chance until the test ends; it looks after every 100 pairs."""
    weights = list(accumulate(shifted(elo)))
    counts = [0, 0, 0, 0, 0]
    while True:
        for result in chance.choices(range(5), cum_weights=weights, k=100):
            counts[result] += 1
        tally = Tally(pairs=(counts[0], counts[1], counts[2], counts[3], counts[4]))
        if (decision := sprt.decision(tally)) is not None:
            return decision


def test_the_simulated_pairs_have_the_elo_that_they_claim() -> None:
    for elo in (-5, 0, 5):
        mean = sum(share * step / 4 for step, share in enumerate(shifted(elo)))
        assert elo_of(mean) == pytest.approx(elo, abs=0.01)


@pytest.mark.parametrize(("elo", "wrong"), [(0, "H1"), (5, "H0")])
def test_sprt_errs_as_often_as_it_says(elo: float, wrong: str) -> None:
    """At (0, 5) with 5% errors: 300 tests go wrong 15 times; three standard deviations more would be 26."""
    chance = random.Random(6)
    errors = sum(run_sprt(Sprt(0, 5), elo, chance) == wrong for _ in range(300))
    assert 4 <= errors <= 26


def test_the_interval_holds_the_truth_as_often_as_it_says() -> None:
    chance = random.Random(7)
    weights = list(accumulate(shifted(20)))
    hits = 0
    for _ in range(400):
        results = chance.choices(range(5), cum_weights=weights, k=100)
        counts = [results.count(step) for step in range(5)]
        found = standing_of(Tally(pairs=(counts[0], counts[1], counts[2], counts[3], counts[4])))
        hits += found.low <= 20 <= found.high
    assert 366 <= hits <= 393  # 380, give or take three standard deviations


def test_results_without_spread_keep_an_honest_error() -> None:
    """What is lost more often than the bound says would have been seen in 95 of 100 matches, whatever their length."""
    for pairs in (1, 6, 30):
        won = standing_of(Tally(pairs=(0, 0, 0, 0, pairs)))
        assert (won.elo, won.high) == (math.inf, math.inf)
        assert score_of(won.low) ** pairs == pytest.approx(0.05)
    assert standing_of(Tally(12, 0, 0, (0, 0, 0, 0, 6))).low == pytest.approx(75.5, abs=0.5), "12-0 says something"
    assert standing_of(Tally(pairs=(0, 0, 0, 0, 1))).superior == 0.75


counts = st.integers(0, 500)


@given(st.tuples(counts, counts, counts, counts, counts))
def test_the_other_player_stands_the_other_way_round(pairs: Pairs) -> None:
    mine, theirs = (standing_of(Tally(pairs=each)) for each in (pairs, Tally(pairs=pairs).reversed().pairs))
    for one, other in ((mine.elo, theirs.elo), (mine.low, theirs.high), (mine.high, theirs.low)):
        assert one == pytest.approx(-other, abs=1e-6)
    assert mine.superior == pytest.approx(1 - theirs.superior)
    assert mine.low <= mine.elo <= mine.high


@given(st.tuples(counts, counts, counts, counts, counts))
def test_exchanging_players_and_hypotheses_turns_the_ratio_round(pairs: Pairs) -> None:
    ratio = log_likelihood_ratio(pairs, -3, 8)
    assert log_likelihood_ratio(pairs[::-1], -8, 3) == pytest.approx(-ratio, abs=1e-6)
