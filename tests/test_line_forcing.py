"""Wins by fours: every one that a plain search of fours finds, the engine finds and proves."""

from __future__ import annotations

import pytest

from noughts.analysis import Limit, is_proved_win
from noughts.native.line import LineEngine
from noughts.rules.line_game import Grid
from tests.line_positions import random_play

PLIES = 15


def completions(grid: Grid, own: int, other: int) -> set[int]:
    """The cells that complete a line, as masks."""
    return {line & ~own for line in grid.lines if not line & other and (line & ~own).bit_count() == 1}


def wins_by_fours(grid: Grid, own: int, other: int, plies: int) -> bool:
    """Whether the side with `own` cells, which is to move, wins by nothing but fours in so many plies."""
    if completions(grid, own, other):
        return plies >= 1
    urgent = completions(grid, other, own)
    if plies < 3 or len(urgent) > 1:
        return False
    pairs = [line & ~own for line in grid.lines if not line & other and (line & ~own).bit_count() == 2]
    for cell in {part for pair in pairs for part in (pair & -pair, pair & pair - 1)}:
        if urgent and cell not in urgent:
            continue
        made = completions(grid, own | cell, other)
        if len(made) > 1 or wins_by_fours(grid, own | cell, other | made.pop(), plies - 2):
            return True
    return False


@pytest.mark.parametrize(("size", "count"), [((9, 9, 5), 250), ((15, 15, 5), 80), ((7, 7, 4), 150)])
def test_every_win_by_fours_is_found_and_proved(size: tuple[int, int, int], count: int) -> None:
    found = 0
    with LineEngine(hash_mb=4) as engine:
        for _, position in random_play(size, count, seed=61, near=True):
            if wins_by_fours(position.grid, position.mine, position.theirs, PLIES):
                best = engine.analyze(position, Limit(nodes=100_000), lines=1).best
                assert best is not None
                assert is_proved_win(best.score)
                found += 1
    assert found > count // 20
