"""Line games in the native core: the same rules, estimates and fixed-depth values as in readable Python."""

from __future__ import annotations

import pytest

from noughts.analysis import final_score, score_for_parent
from noughts.errors import IllegalPositionError
from noughts.evaluation import estimate
from noughts.native import line as native
from noughts.rules.line_game import LinePosition, line_game
from noughts.rules.position import perft
from noughts.search.alphabeta import alphabeta
from tests.line_positions import SIZES, random_play

Size = tuple[int, int, int]


@pytest.mark.parametrize("size", SIZES)
def test_both_rules_count_the_same_moves_after_every_move_of_random_games(size: Size) -> None:
    start = line_game(*size)
    depth = 2 if start.grid.cells < 150 else 1
    for moves, position in random_play(size, 30, seed=1):
        assert native.perft(start, depth, after=moves) == perft(position, depth), moves
        for move in position.legal_moves()[:5]:
            assert native.perft(start, 1, after=[*moves, move]) == perft(position.play(move), 1)


@pytest.mark.parametrize(
    ("size", "expected"),
    [
        ((3, 3, 3), [9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872]),
        ((4, 4, 3), [16, 240, 3360, 43680, 524160]),
        ((5, 4, 4), [20, 380, 6840, 116280, 1860480]),
    ],
)
def test_perft_from_the_start_is_known(size: Size, expected: list[int]) -> None:
    assert [native.perft(line_game(*size), depth) for depth in range(1, len(expected) + 1)] == expected
    assert [perft(line_game(*size), depth) for depth in range(1, 5)] == expected[:4]


@pytest.mark.parametrize("size", SIZES)
def test_keys_are_kept_up_to_date(size: Size) -> None:
    start = line_game(*size)
    for moves, position in random_play(size, 20, seed=2):
        kept, computed = native.keys(start, after=moves)
        assert kept == computed == native.keys(position)[0]


@pytest.mark.parametrize("size", [(3, 3, 3), (4, 4, 4), (5, 4, 4), (9, 9, 5)])
def test_keys_of_few_marks_are_equal_exactly_for_images(size: Size) -> None:
    by_key: dict[int, tuple[int, int]] = {}
    for _, position in random_play(size, 400, seed=3):
        if (position.mine | position.theirs).bit_count() <= 10:
            least = position.canonical()
            assert by_key.setdefault(native.keys(position)[0], (least.mine, least.theirs)) == (least.mine, least.theirs)
            assert len({native.keys(image)[0] for image in position.images()}) == 1
    assert len(set(by_key.values())) == len(by_key)


@pytest.mark.parametrize("size", SIZES)
def test_both_evaluations_give_equal_integers(size: Size) -> None:
    for _, position in random_play(size, 40, seed=4):
        assert native.estimate(position) == estimate(position)


@pytest.mark.parametrize("size", SIZES)
def test_first_sight_is_the_estimate_after_each_move_or_the_end_of_the_game(size: Size) -> None:
    for _, position in random_play(size, 10, seed=8):
        expected = {}
        for move in position.legal_moves():
            after = position.play(move)
            outcome = after.outcome
            score = estimate(after) if outcome is None else final_score(outcome, after.to_move)
            expected[move] = score_for_parent(score)
        assert native.first_sight(position) == expected


@pytest.mark.parametrize(("size", "depth"), [((3, 3, 3), 5), ((4, 4, 3), 3), ((5, 4, 4), 3), ((7, 7, 5), 2)])
def test_a_fixed_depth_is_worth_the_same_in_both_searches(size: Size, depth: int) -> None:
    for _, position in random_play(size, 25, seed=5):
        assert native.fixed_depth(position, depth) == alphabeta(position, depth=depth, estimate=estimate)


@pytest.mark.parametrize("size", [(5, 5, 4), (6, 5, 4), (9, 9, 5)])
def test_images_of_a_position_get_equal_scores_at_a_fixed_depth(size: Size) -> None:
    for _, position in random_play(size, 10, seed=6):
        assert len({native.fixed_depth(image, 3) for image in position.images()}) == 1


def test_nonsense_positions_are_refused() -> None:
    start = line_game(4, 4, 3)
    shared, both_won = start._replace(mine=1, theirs=1), start._replace(mine=0b111, theirs=0b111_0000)
    outside, unfair = start._replace(theirs=1 << 16), start._replace(mine=0b11)
    won_already = start._replace(mine=0b111, theirs=0b1011_0000)
    for position in (shared, both_won, outside, unfair, won_already):
        with pytest.raises(IllegalPositionError):
            native.perft(position, 1)
    for moves in ([0, 0], [16], [0, 4, 1, 5, 2, 3]):
        with pytest.raises(IllegalPositionError):
            native.perft(start, 1, after=moves)
    with pytest.raises(ValueError, match="depth is at least 0"):
        native.perft(start, -1)


def test_a_game_that_is_over_has_no_estimate() -> None:
    over = LinePosition(line_game(3, 3, 3).grid, 0b11000, 0b111, line_game(3, 3, 3).to_move.other, None)
    with pytest.raises(IllegalPositionError):
        native.estimate(over)
