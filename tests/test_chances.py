"""What a score promises."""

from __future__ import annotations

import pytest

from noughts.analysis import ESTIMATE, WIN
from noughts.chances import LINE_PHASES, LINE_SCALES, PHASES, SCALES, winning_chance
from noughts.notation import start_position
from noughts.rules.ultimate import UltimatePosition
from tests.random_games import random_positions

POSITIONS = random_positions(40, seed=3)


@pytest.mark.parametrize("position", POSITIONS[:8], ids=str)
def test_a_chance_grows_with_the_score_and_is_that_of_the_other_side_turned_around(position: UltimatePosition) -> None:
    scores = range(-2000, 2001, 50)
    chances = [winning_chance(score, position) for score in scores]
    assert chances == sorted(set(chances))
    for chance, other in zip(chances, reversed(chances), strict=True):
        assert chance + other == pytest.approx(1)


def test_only_proved_scores_are_certain() -> None:
    for position in POSITIONS:
        assert winning_chance(WIN - 20, position) == 1
        assert winning_chance(20 - WIN, position) == 0
        assert 0 < winning_chance(-2000, position) < winning_chance(2000, position) < 1
        assert 0 <= winning_chance(-ESTIMATE, position) < winning_chance(ESTIMATE, position) <= 1


def test_every_phase_of_both_rules_has_a_scale() -> None:
    assert {len(scales) for scales in SCALES.values()} == {PHASES}


def test_the_fuller_the_board_of_a_line_game_the_less_a_score_promises() -> None:
    assert len(LINE_SCALES) == len(LINE_PHASES) + 1
    large, small, full = (start_position("15,15,5"), start_position("8,8,5"), start_position("7,7,5"))
    promised = [winning_chance(200, position) for position in (large, small, full)]
    assert promised == sorted(promised, reverse=True)
    assert promised[0] > 0.7
    assert 0.5 < promised[2] < 0.6
    assert winning_chance(WIN - 9, full) == 1
