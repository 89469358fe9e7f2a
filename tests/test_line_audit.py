"""Ten thousand proved claims of LineEngine, each checked by a search that knows only the rules."""

from __future__ import annotations

import pytest

from noughts.analysis import DRAW, WIN, Limit, RankedMove, plies_to_end, score_for_child
from noughts.native.line import LineEngine, fixed_depth
from noughts.rules.line_game import LinePosition
from tests.line_positions import random_play

Size = tuple[int, int, int]


def assert_is_true(position: LinePosition, claim: RankedMove) -> None:
    """What is said about a move holds after it: the value, and the distance where it is called exact."""
    after = position.play(claim.move)
    score = score_for_child(claim.score)
    if after.outcome is not None:
        assert claim.score == (DRAW if after.outcome.winner is None else WIN - 1)
        return
    plies = plies_to_end(score)
    if plies is None:
        assert fixed_depth(after, len(after.legal_moves()), DRAW - 1, DRAW + 1) == DRAW
    elif score > 0:
        assert fixed_depth(after, plies, score - 1, score) >= score
        assert not claim.exact or plies < 3 or fixed_depth(after, plies - 2, score + 1, score + 2) <= score + 1
    else:
        assert fixed_depth(after, plies, score, score + 1) <= score
        assert not claim.exact or plies < 3 or fixed_depth(after, plies - 2, score - 2, score - 1) >= score - 1


@pytest.mark.parametrize(
    ("size", "count"), [((4, 4, 3), 900), ((4, 4, 4), 2000), ((5, 4, 4), 2000), ((5, 5, 4), 2000), ((6, 4, 4), 2000)]
)
def test_solved_positions_are_what_they_are_called(size: Size, count: int) -> None:
    with LineEngine(hash_mb=4) as engine:
        for _, position in random_play(size, 100_000, seed=41, most_empty=9):
            found = engine.analyze(position)
            assert found.solved
            for claim in found.moves:
                assert_is_true(position, claim)
            count -= len(found.moves)
            if count <= 0:
                break


@pytest.mark.parametrize(("size", "count"), [((6, 6, 4), 400), ((7, 7, 5), 500), ((9, 9, 5), 200)])
def test_wins_and_losses_among_many_empty_cells_are_what_they_are_called(size: Size, count: int) -> None:
    with LineEngine(hash_mb=4) as engine:
        for _, position in random_play(size, 100_000, seed=42, near=True):
            for claim in engine.analyze(position, Limit(depth=4, nodes=5000), lines=3).moves:
                plies = plies_to_end(claim.score)
                if plies is not None and plies <= 5:
                    assert_is_true(position, claim)
                    count -= 1
            if count <= 0:
                break
