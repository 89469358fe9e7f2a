"""The native core computes what the readable Python says."""

from __future__ import annotations

import pytest

from noughts.native import ultimate as engine
from noughts.native.ultimate import native_evaluation
from noughts.rules.mark import Mark
from noughts.rules.position import perft
from noughts.rules.ultimate import FULL, UltimatePosition, ultimate
from tests.random_games import random_game, random_positions


@pytest.mark.parametrize("batch", range(4))
def test_both_rules_count_the_same_moves_in_every_position_of_complete_games(batch: int) -> None:
    for seed in range(batch * 250, batch * 250 + 250):
        start = ultimate(count_rule=seed % 2 == 1)
        for moves, position in random_game(seed, count_rule=start.count_rule):
            assert engine.perft(start, 2, after=moves) == perft(position, 2), moves


def test_perft_from_the_start_is_known() -> None:
    assert [engine.perft(ultimate(), depth) for depth in range(7)] == [1, 81, 720, 6336, 55080, 473256, 4020960]


def essence(position: UltimatePosition) -> tuple[object, ...]:
    """What decides how a game goes on: the stones of closed boards do not."""
    boards = tuple(
        (position.boards_won(Mark.X) >> board & 1, position.boards_won(Mark.O) >> board & 1)
        if position.closed >> board & 1
        else (position.cells_of(Mark.X) >> 9 * board & FULL, position.cells_of(Mark.O) >> 9 * board & FULL, "open")
        for board in range(9)
    )
    return boards, position.target, position.to_move, position.count_rule


def test_keys_are_kept_up_to_date_and_differ_exactly_where_positions_do() -> None:
    by_key: dict[int, tuple[object, ...]] = {}
    for seed in range(400):
        start = ultimate(count_rule=seed % 2 == 1)
        for moves, position in random_game(seed, count_rule=start.count_rule):
            kept, computed = engine.keys(start, after=moves)
            assert kept == computed != 0
            assert by_key.setdefault(kept, essence(position)) == essence(position)
    assert len(by_key) == len(set(by_key.values()))


def test_no_two_keys_meet_among_all_positions_of_four_plies() -> None:
    seen: dict[int, tuple[object, ...]] = {}
    frontier = [ultimate()]
    for _ in range(4):
        frontier = [position.play(move) for position in frontier for move in position.legal_moves()]
        for position in frontier:
            key = engine.keys(position)[0]
            assert seen.setdefault(key, essence(position)) == essence(position)


@pytest.mark.parametrize("depth", [5, 6, 7])
def test_the_table_changes_no_value(depth: int) -> None:
    for position in random_positions(12, seed=depth, least_ply=4):
        evaluation = native_evaluation()
        plain = evaluation.fixed_depth(position, depth, with_table=False)
        assert evaluation.fixed_depth(position, depth, with_table=True) == plain
