"""Many games at once, beside the rules in Python."""

from __future__ import annotations

import numpy as np
import pytest

from noughts import Batch
from noughts.rules.mark import Mark
from noughts.rules.ultimate import ultimate


@pytest.mark.parametrize("count_rule", [False, True])
def test_a_batch_plays_by_the_rules_in_every_position_of_its_games(count_rule: bool) -> None:
    batch = Batch(100, count_rule=count_rule)
    positions = [ultimate(count_rule=count_rule)] * len(batch)
    results = {None: 0, Mark.X: 1, Mark.O: -1}
    for ply in range(82):
        legal, cells, targets = batch.legal(), batch.cells(), batch.targets()
        for game, position in enumerate(positions):
            assert np.flatnonzero(legal[game]).tolist() == list(position.legal_moves())
            assert np.flatnonzero(cells[game] == 1).tolist() == [m for m in range(81) if position.mine >> m & 1]
            assert np.flatnonzero(cells[game] == -1).tolist() == [m for m in range(81) if position.theirs >> m & 1]
            assert targets[game] == position.target
        winners = [position.outcome.winner if position.outcome else None for position in positions]
        assert batch.results().tolist() == [results[winner] for winner in winners]
        assert batch.over().tolist() == [position.outcome is not None for position in positions]
        moves = batch.random_moves(seed=ply)
        batch.play(moves)
        positions = [
            position if position.outcome else position.play(int(move))
            for position, move in zip(positions, moves, strict=True)
        ]
    assert batch.over().all()


def test_random_games_come_out_as_known() -> None:
    batch = Batch(20_000)
    for ply in range(81):
        batch.play(batch.random_moves(seed=ply))
    assert abs((batch.results() == 1).mean() - 0.411) < 0.02
    assert abs((batch.results() == -1).mean() - 0.366) < 0.02


def test_one_move_that_is_not_allowed_is_named_and_none_is_played() -> None:
    batch = Batch(3)
    batch.play([40, 40, 40])
    before = batch.cells()
    for wrong in (40, 0, 81, -1, 300, 1 << 40):
        with pytest.raises(ValueError, match=f"move {wrong} is not allowed in game 1"):
            batch.play([36, wrong, 36])
        assert (batch.cells() == before).all()


@pytest.mark.parametrize("moves", [[], [1], [1, 2, 3], [[1, 2]], [1.0, 2.0], None])
def test_moves_of_another_shape_are_refused(moves: object) -> None:
    with pytest.raises(ValueError, match="2 moves are needed"):
        Batch(2).play(moves)  # type: ignore[arg-type]


def test_games_begin_anew_where_asked() -> None:
    batch = Batch(4)
    batch.play([0, 1, 2, 3])
    batch.restart([True, False, False, True])
    assert batch.legal().sum(1).tolist() == [81, 9, 9, 81]


def test_a_copy_goes_its_own_way() -> None:
    batch = Batch(2)
    twin = batch.copy()
    twin.play([40, 41])
    assert batch.legal().all()
    assert twin.targets().tolist() == [4, 5]


def test_a_batch_without_games_is_refused() -> None:
    with pytest.raises(ValueError, match="at least one game"):
        Batch(0)
