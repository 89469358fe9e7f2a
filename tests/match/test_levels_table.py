"""The page about the levels of Ultimate tells of the levels that there are, and each beats the one below."""

from __future__ import annotations

import re
from pathlib import Path

from noughts.players.levels import SEARCHES

PAGE = Path(__file__).parents[2] / "docs" / "levels-ultimate.md"
ROW = re.compile(r"^\| (\d+) \| (\d+) % \| ([\d,]+) \| (\d+) \| (\d+) \| (\d+) \| (\d+) \| ([\d.]+) % \|", re.MULTILINE)


def test_the_measured_levels_are_those_of_the_code() -> None:
    rows = ROW.findall(PAGE.read_text(encoding="utf-8"))
    assert [int(row[0]) for row in rows] == list(range(2, 11))
    for row, (careless, limit) in zip(rows, SEARCHES["ultimate"][1:], strict=False):
        assert int(row[1]) == round(100 * careless)
        assert int(row[2].replace(",", "")) == limit.nodes


def test_each_level_scores_60_to_75_percent_against_the_one_below() -> None:
    for level, _, _, below, wins, draws, losses, score in ROW.findall(PAGE.read_text(encoding="utf-8"))[:8]:
        share = 100 * (int(wins) + int(draws) / 2) / (int(wins) + int(draws) + int(losses))
        assert abs(share - float(score)) < 0.06
        assert 60 <= share <= 75, level
        assert int(below) == int(level) - 1
