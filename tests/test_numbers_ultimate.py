"""The numbers of Ultimate, from the readable rules and from the native core."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

import pytest

from noughts.native import ultimate as engine
from noughts.notation import start_position
from noughts.rules.mark import Mark, Outcome
from noughts.rules.position import Position, perft
from noughts.rules.ultimate import UltimatePosition, ultimate
from noughts.search.alphabeta import alphabeta
from tests.playing import random_game

PERFT = [1, 81, 720, 6_336, 55_080, 473_256, 4_020_960, 33_782_544, 281_067_408]

MIDDLE_GAMES = json.loads((Path(__file__).parent / "data" / "ultimate_perft.json").read_text())

ENDING = [
    *(2, 20, 25, 68, 48, 30, 32, 52, 71, 77, 51, 58, 42, 55, 10, 9, 3, 35, 78, 57, 29, 21, 27, 0, 8, 80, 76, 43, 69),
    *(62, 72, 6, 54, 1, 16, 67, 36, 4, 44, 75, 33, 56, 19, 14, 45, 7, 70, 31, 37, 17, 79, 61, 34, 38, 24, 40, 39, 28),
]
"""58 moves; X is to move and wins."""


def after(moves: Iterable[int]) -> UltimatePosition:
    position = ultimate()
    for move in moves:
        position = position.play(move)
    return position


@pytest.mark.parametrize("depth", range(6))
def test_perft_by_the_readable_rules(depth: int) -> None:
    assert perft(ultimate(), depth) == PERFT[depth]


@pytest.mark.parametrize("depth", range(9))
def test_perft_by_the_native_core(depth: int) -> None:
    assert engine.perft(ultimate(), depth) == PERFT[depth]
    assert depth > 7 or engine.perft(ultimate(count_rule=True), depth) == PERFT[depth]


@pytest.mark.parametrize("number", range(3))
def test_perft_in_the_middle_of_a_game(number: int) -> None:
    position = after(MIDDLE_GAMES[number]["moves"])
    counts = MIDDLE_GAMES[number]["perft"]
    assert [engine.perft(position, depth) for depth in range(1, len(counts) + 1)] == counts
    assert [perft(position, depth) for depth in range(1, 5)] == counts[:4]


def test_an_ending_counted_to_the_end() -> None:
    def games(position: Position) -> Counter[Outcome]:
        if position.outcome is not None:
            return Counter([position.outcome])
        return sum((games(position.play(move)) for move in position.legal_moves()), Counter[Outcome]())

    ending = after(ENDING)
    assert games(ending) == {Outcome.X_WINS: 4_992, Outcome.O_WINS: 1_686, Outcome.DRAW: 3_028}
    assert ending.to_move is Mark.X
    assert alphabeta(ending) > 29_000


def test_the_core_knows_when_an_ending_is_over() -> None:
    ending = after(ENDING)
    counts = [engine.perft(ending, depth) for depth in range(25)]
    assert counts == [perft(ending, depth) for depth in range(25)]
    assert counts[-1] == 0


@pytest.mark.parametrize("game", ["ultimate", "ultimate-count"])
def test_both_rules_agree_at_every_position_of_complete_games(game: str) -> None:
    rng = random.Random(2024)
    for _ in range(150):
        for position, _ in random_game(game, rng):
            assert isinstance(position, UltimatePosition)
            assert engine.perft(position, 2) == perft(position, 2)


@pytest.mark.parametrize("depth", [2**31, 2**32 + 1, 2**64 + 1])
def test_a_depth_beyond_the_end_of_every_game_counts_nothing(depth: int) -> None:
    ending = after(ENDING)
    assert engine.perft(ending, depth) == 0


@pytest.mark.parametrize("depth", [-1, -(2**32)])
def test_no_perft_has_a_negative_depth(depth: int) -> None:
    with pytest.raises(ValueError, match="depth"):
        engine.perft(ultimate(), depth)
    with pytest.raises(ValueError, match="depth"):
        perft(ultimate(), depth)


def test_random_games_look_as_they_should() -> None:
    """Bounds five standard errors wide: 3,000 games, plies with a deviation of about 9, shares of about 0.5."""
    rng = random.Random(99)
    games = [random_game("ultimate", rng) for _ in range(3_000)]
    plies = [len(game) - 1 for game in games]
    assert abs(sum(plies) / len(plies) - 58.9) < 0.9
    assert min(plies) >= 17
    assert max(plies) <= 81
    ends = Counter(str(game[-1][0].outcome) for game in games)
    for outcome, share in {"X wins": 0.411, "O wins": 0.366, "draw": 0.223}.items():
        assert abs(ends[outcome] / len(games) - share) < 0.045


def test_the_count_rule_decides_only_what_would_be_drawn() -> None:
    rng = random.Random(7)
    decided = 0
    for _ in range(300):
        played = random_game("ultimate", rng)
        position: Position = start_position("ultimate-count")
        for _, move in played[:-1]:
            assert move is not None
            position = position.play(move)
        end, counted = played[-1][0], position
        assert isinstance(end, UltimatePosition)
        x, o = (end.boards_won(mark).bit_count() for mark in Mark)
        if end.outcome is Outcome.DRAW:
            expected = Outcome.DRAW if x == o else Outcome.X_WINS if x > o else Outcome.O_WINS
            assert counted.outcome is expected
            decided += x != o
        else:
            assert counted.outcome is end.outcome
    assert decided > 10
