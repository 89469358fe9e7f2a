"""One game, pairs of games with the sides exchanged, and Elo with its error."""

from __future__ import annotations

import math
from itertools import islice
from threading import Event

import pytest

from noughts.analysis import NO_LIMIT, Limit
from noughts.match.elo import Tally, elo_of, standing, standing_of
from noughts.match.game import play_game
from noughts.match.pairs import Pair, play_pair, play_pairs, random_openings
from noughts.native.ultimate import Engine
from noughts.players.player import AnalyzerPlayer, Player, RandomPlayer
from noughts.record import GameRecord
from noughts.rules.line_game import classic
from noughts.rules.mark import Mark, Move
from noughts.rules.position import Position
from noughts.rules.ultimate import ultimate
from noughts.tablebase import Tablebase


class FirstMove:
    """Plays the first legal move."""

    name = "first move"

    def choose_move(self, position: Position, limit: Limit = NO_LIMIT, *, stop: Event | None = None) -> Move:
        return position.legal_moves()[0]


def test_a_game_is_played_to_its_end_and_knows_who_played() -> None:
    players: dict[Mark, Player] = {Mark.X: RandomPlayer(1), Mark.O: FirstMove()}
    record = play_game(players, GameRecord(ultimate()).play(40), Limit())
    assert record.outcome is not None
    assert record.moves[0] == 40
    assert record.tags == {"X": "random", "O": "first move"}


def test_both_games_of_a_pair_begin_alike_with_the_sides_exchanged() -> None:
    opening = next(random_openings(ultimate(), seed=1))
    pair = play_pair(RandomPlayer(1), FirstMove(), opening, Limit())
    for game in pair.games:
        assert game.moves[:4] == opening.moves
    assert [game.tags["X"] for game in pair.games] == ["random", "first move"]


def test_openings_are_random_and_repeatable() -> None:
    some = [record.moves for record in islice(random_openings(ultimate(), seed=7), 50)]
    assert some == [record.moves for record in islice(random_openings(ultimate(), seed=7), 50)]
    assert len(set(some)) > 45
    assert all(len(moves) == 4 for moves in some)


def test_perfect_play_does_not_lose_pairs_from_the_empty_board() -> None:
    perfect = AnalyzerPlayer("perfect", Tablebase("classic"))
    pairs = [play_pair(perfect, RandomPlayer(seed), GameRecord(classic()), Limit()) for seed in range(50)]
    result = standing(pairs)
    assert result.losses == 0
    assert result.wins + result.draws == 100
    assert result.low > 0


def test_the_engine_beats_random_moves() -> None:
    with Engine(hash_mb=1) as engine:
        player = AnalyzerPlayer("engine", engine)
        result = standing(list(play_pairs(player, RandomPlayer(1), ultimate(), Limit(nodes=300), 10, seed=2)))
    assert result.wins == 20
    assert result.elo == math.inf


@pytest.mark.parametrize(
    ("score", "elo"), [(0.5, 0.0), (0.64, 99.95), (0.1, -381.7), (1.0, math.inf), (0.0, -math.inf)]
)
def test_elo_follows_the_logistic_curve(score: float, elo: float) -> None:
    assert elo_of(score) == pytest.approx(elo, abs=0.1)


def pair_with(first: str, second: str) -> Pair:
    """The results of two games that only their tags know."""
    return Pair((GameRecord(classic(), (), {"Result": first}), GameRecord(classic(), (), {"Result": second})))


def test_pairs_that_cancel_out_say_more_than_single_games() -> None:
    """One win each from an unfair opening says nothing about the players, so it must not look like noise."""
    result = standing([pair_with("X wins", "X wins")] * 50)
    games = standing_of(Tally(wins=50, losses=50))
    assert (result.wins, result.draws, result.losses) == (50, 0, 50)
    assert result.elo == games.elo == 0
    assert result.high - result.low < 0.5 * (games.high - games.low)


def test_the_error_shrinks_with_the_root_of_the_number_of_pairs() -> None:
    some = [pair_with("X wins", "draw"), pair_with("draw", "X wins")]
    few, many = standing(some * 25), standing(some * 100)
    assert few.elo == many.elo == 0
    assert (few.high - few.low) / (many.high - many.low) == pytest.approx(2, rel=0.05)
