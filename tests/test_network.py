"""The network of Ultimate: both of its implementations, and what happens to weights that are not as they should be."""

from __future__ import annotations

from contextlib import nullcontext
from importlib.resources import files

import pytest

from noughts import packed
from noughts.chances import PHASES
from noughts.errors import EngineError, NoughtsError
from noughts.evaluation import can_win
from noughts.native.ultimate import NativeEvaluation, native_evaluation
from noughts.network import WEIGHTS as PACKING
from noughts.network import Network, network, network_weights
from noughts.rules.position import Position
from noughts.rules.ultimate import UltimatePosition, ultimate
from noughts.search.alphabeta import alphabeta
from tests.random_games import random_game, random_positions

WEIGHTS = [*network_weights(count_rule=False), *network_weights(count_rule=True)]


def estimate(position: Position) -> int:
    assert isinstance(position, UltimatePosition)
    return network(count_rule=position.count_rule).estimate(position)


def test_python_and_all_loops_of_the_core_give_equal_integers() -> None:
    evaluation = native_evaluation()
    for seed in range(60):
        for _, position in random_game(seed, count_rule=seed % 2 == 1):
            if position.outcome is None:
                expected = estimate(position)
                assert [evaluation.estimate(position, loops=loops) for loops in range(3)] == [expected] * 3


def test_an_estimate_does_not_depend_on_colours() -> None:
    for position in random_positions(300, seed=5):
        swapped = position._replace(to_move=position.to_move.other)
        assert native_evaluation().estimate(swapped) == native_evaluation().estimate(position)


def test_the_stones_of_closed_boards_do_not_matter() -> None:
    line, other_line = 0b000_000_111, 0b111_000_000
    one, other = (ultimate()._replace(mine=cells, mine_won=1, closed=1) for cells in (line, other_line))
    assert estimate(one) == estimate(other) == native_evaluation().estimate(one) == native_evaluation().estimate(other)


def test_who_cannot_win_any_more_is_not_ahead() -> None:
    seen = 0
    for seed in range(300):
        for _, position in random_game(seed, count_rule=False):
            if position.outcome is None and not can_win(False, position.theirs, position.mine_won, position.theirs_won):
                seen += 1
                assert native_evaluation().estimate(position) <= 0
    assert seen > 100


@pytest.mark.parametrize(("depth", "count"), [(1, 60), (2, 30), (3, 8)])
def test_both_searches_find_the_same_value_at_a_fixed_depth(depth: int, count: int) -> None:
    for position in random_positions(count, seed=depth, least_ply=3):
        expected = alphabeta(position, depth=depth, trace=None, estimate=estimate)
        assert native_evaluation().fixed_depth(position, depth, with_table=False) == expected
        assert native_evaluation().fixed_depth(position, depth, with_table=True) == expected


def test_the_files_say_how_they_were_made_and_are_small() -> None:
    total = 0
    for name in ("ultimate", "ultimate-count"):
        content = files("noughts").joinpath("data", f"{name}-network.bin").read_bytes()
        total += len(content)
        assert b"python -m training." in content.partition(b"\n")[0]
    assert total < 2_000_000


PACKED = PACKING.pack(WEIGHTS[:1000], "a test")


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        (b"", "is of another kind"),
        (b"\x89PNG\r\n\x1a\n", "is of another kind"),
        (PACKED[:-1], "is damaged"),
        (PACKED[:-7] + b"?" + PACKED[-6:], "is damaged"),
        (PACKED.replace(b"noughts-network 3", b"noughts-network 2"), "is of another version"),
    ],
)
def test_a_file_that_is_not_as_it_should_be_is_refused(content: bytes, complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        PACKING.unpack(content)


def test_packed_weights_come_back() -> None:
    assert list(PACKING.unpack(PACKED)) == WEIGHTS[:1000]


def test_a_missing_file_is_a_clear_error(monkeypatch: pytest.MonkeyPatch, tmp_path: object) -> None:
    monkeypatch.setattr(packed, "files", lambda package: tmp_path)
    with pytest.raises(NoughtsError, match=r"no ultimate-network\.bin"):
        network_weights.__wrapped__(count_rule=False)


def test_too_few_or_too_many_weights_are_refused() -> None:
    for weights in ([], WEIGHTS[:-1], [*WEIGHTS, 0]):
        with pytest.raises(EngineError):
            NativeEvaluation(weights)


@pytest.mark.parametrize("number", [1 << 30, -(1 << 30), 1 << 15, 32767, -32768, 21])
def test_weights_whose_sums_might_overflow_are_refused(number: int) -> None:
    with pytest.raises(EngineError):
        NativeEvaluation([number] * len(WEIGHTS))


def test_a_head_whose_first_sums_might_overflow_is_refused() -> None:
    first_weight = len(WEIGHTS) // 2 - PHASES * 1620 + 17  # behind the shift and the biases of the first head
    for count, fits in ((2, True), (64, False)):
        weights = list(WEIGHTS)
        weights[first_weight : first_weight + 64] = [32767] * count + [0] * (64 - count)
        with nullcontext() if fits else pytest.raises(EngineError):
            NativeEvaluation(weights)


def test_a_network_of_nothing_but_zeros_finds_everything_even() -> None:
    nothing = NativeEvaluation([0] * len(WEIGHTS))
    assert {nothing.estimate(position) for position in random_positions(50, seed=1)} == {0}
    half = len(WEIGHTS) // 2
    assert Network([0] * half).estimate(ultimate()) == 0
