"""Minimax, alpha-beta and brute force say the same."""

from __future__ import annotations

import pytest

from noughts.analysis import ESTIMATE, INFINITY, WIN
from noughts.evaluation import estimate
from noughts.notation import parse_position, start_position
from noughts.rules.mark import Mark, Move, Outcome
from noughts.rules.position import Position
from noughts.rules.ultimate import UltimatePosition
from noughts.search.alphabeta import alphabeta
from noughts.search.choices import Order, centre_first, plain, quicker_wins, reading_order
from noughts.search.minimax import minimax
from tests.brute_force import BruteForce
from tests.playing import GAMES, all_classic, random_positions


def test_minimax_is_right_on_all_5478_positions() -> None:
    truth = BruteForce()
    for position in all_classic():
        if len(position.legal_moves()) < 7 or position == position.canonical():  # one of eight where it takes long
            assert minimax(position) == truth.score(position)


@pytest.mark.parametrize("order", [reading_order, centre_first])
def test_alpha_beta_is_right_on_all_5478_positions(order: Order) -> None:
    truth = BruteForce()
    for position in all_classic():
        score = truth.score(position)
        assert alphabeta(position, order=order) == score
        sign = (score > 0) - (score < 0)
        assert alphabeta(position, order=order, scoring=plain) == sign * WIN


def test_whoever_opened_the_score_is_that_of_the_side_to_move() -> None:
    o_to_move = parse_position("OXO/XXO/... o")  # O wins at once
    assert minimax(o_to_move) == alphabeta(o_to_move) == WIN - 1
    assert alphabeta(parse_position(".../.../... o")) == 0


@pytest.mark.parametrize("depth", [1, 2, 3])
@pytest.mark.parametrize("game", GAMES)
def test_both_searches_agree_at_every_depth_limit(game: str, depth: int) -> None:
    for position in random_positions(game, 6 if depth == 3 else 20, seed=depth):
        scores = {
            search(position, depth=depth, order=order)
            for search in (minimax, alphabeta)
            for order in (reading_order, centre_first)
        }
        assert len(scores) == 1


@pytest.mark.parametrize("game", GAMES)
def test_a_depth_of_zero_is_the_estimate(game: str) -> None:
    for position in random_positions(game, 30, seed=11):
        assert minimax(position, depth=0) == alphabeta(position, depth=0) == estimate(position)


def test_a_given_estimate_is_asked_exactly_at_the_horizon() -> None:
    asked: list[Position] = []

    def count_marks(position: Position) -> int:
        asked.append(position)
        return 7

    assert minimax(start_position(), depth=2, estimate=count_marks) == 7
    assert len(asked) == 72
    assert minimax(start_position(), depth=3, estimate=count_marks) == -7


@pytest.mark.parametrize("game", [*GAMES, "26,26,26", "10,10,5"])
def test_estimates_stay_within_their_band(game: str) -> None:
    for position in random_positions(game, 60 if game in GAMES else 3, seed=12):
        assert -ESTIMATE <= estimate(position) <= ESTIMATE
        limited = alphabeta(position, depth=1)
        assert abs(limited) <= ESTIMATE or abs(limited) == WIN - 1


@pytest.mark.parametrize("game", GAMES)
def test_estimates_are_the_same_for_all_images_and_turn_with_the_marks(game: str) -> None:
    for position in random_positions(game, 20, seed=13):
        assert {estimate(image) for image in position.images()} == {estimate(position)}
    assert estimate(start_position(game)) == 0 or game.startswith(
        "ultimate"
    )  # where the move itself is worth something


def test_an_estimate_likes_won_boards() -> None:
    corner_won = "XXX....../OO......./........./........./........./........./........./........./......... o *"
    position = parse_position(corner_won, "ultimate")
    assert isinstance(position, UltimatePosition)
    assert position.to_move is Mark.O
    assert estimate(position) < 0


def test_a_search_of_a_finished_game_says_how_it_ended() -> None:
    won = parse_position("XXX/OO./... o")
    drawn = parse_position("XOX/XOO/OXX o")
    assert (won.outcome, drawn.outcome) == (Outcome.X_WINS, Outcome.DRAW)
    for search in (minimax, alphabeta):
        assert search(won) == -WIN
        assert search(drawn) == 0
        assert search(won, depth=0) == -WIN


def test_moves_are_tried_in_the_order_that_was_asked_for() -> None:
    class Listener:
        def __init__(self) -> None:
            self.moves: list[Move | None] = []
            self.windows: list[tuple[int, int]] = []

        def enter(self, move: Move | None, position: Position, alpha: int, beta: int) -> None:
            self.moves.append(move)
            self.windows.append((alpha, beta))

        def cut(self, skipped: int) -> None: ...

        def leave(self, score: int) -> None: ...

    listener = Listener()
    minimax(start_position(), depth=1, order=lambda position, moves: moves[::-1], trace=listener)
    assert listener.moves == [None, 8, 7, 6, 5, 4, 3, 2, 1, 0]
    assert set(listener.windows) == {(-INFINITY, INFINITY)}
    assert quicker_wins(parse_position("XXX/OO./... o"), 5) == -(WIN - 5)
