"""The page about the levels tells of the levels that there are, and what it says of them was played."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path

import pytest

from noughts.players.sight import temperatures

PAGE = (Path(__file__).parents[2] / "docs" / "levels-measured.md").read_text(encoding="utf-8")
GAMES = ["ultimate", "ultimate-count", "5,5,4", "7,7,5", "15,15,5"]
STEP, STEP_ELO = (64.0, 73.0), (100, 170)
"""What a level scores against the one below in percent, and what that is in Elo."""


def rows(game: str) -> list[list[str]]:
    """The cells of a table, level 1 first."""
    table = PAGE.partition(f"<!-- {game}: begin -->")[2].partition(f"<!-- {game}: end -->")[0]
    return [[cell.strip() for cell in line.split("|")[1:-1]] for line in table.splitlines() if re.match(r"\| \d", line)]


@pytest.mark.parametrize("game", GAMES)
def test_the_measured_levels_are_those_of_the_code(game: str) -> None:
    measured = rows(game)
    assert [int(row[0]) for row in measured] == list(range(1, 11))
    assert [float(row[2]) for row in measured[1:-1]] == list(temperatures(game))


@pytest.mark.parametrize("game", GAMES)
def test_each_level_is_a_step_above_the_one_below_and_gives_away_less(game: str) -> None:
    for level, _, _, below, wins, draws, losses, score, elo, _ in rows(game)[1:]:
        share = 100 * (int(wins) + int(draws) / 2) / (int(wins) + int(draws) + int(losses))
        assert abs(share - float(score.removesuffix(" %"))) < 0.06
        assert int(below) == int(level) - 1
        low, high = map(float, re.findall(r"[-+](?:\d+|inf)", elo)[1:])
        assert STEP[0] <= share <= STEP[1]
        assert low <= STEP_ELO[1]
        assert high >= STEP_ELO[0]
    lost = [float(row[-1].removesuffix(" %")) for row in rows(game)]
    assert all(above < below for below, above in pairwise(lost))
