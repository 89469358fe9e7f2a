"""The estimate of Ultimate that the searches in Python use."""

from __future__ import annotations

from noughts.evaluation import estimate
from tests.random_games import random_positions


def test_an_estimate_does_not_depend_on_colours_and_symmetries() -> None:
    for position in random_positions(300, seed=5):
        score = estimate(position)
        assert estimate(position._replace(to_move=position.to_move.other)) == score
        assert {estimate(image) for image in position.images()} == {score}
