"""The computer that follows its player: half the points for everybody, and a start from what was played before."""

from __future__ import annotations

import random

import pytest

from noughts.errors import NotationError
from noughts.game import Adaptive, Game, Seat, check_name, parse_level
from noughts.notation import parse_position, start_position
from noughts.players.adaptive import Result, expected_points, following, results_of
from noughts.players.player import LevelPlayer
from noughts.record import GameRecord, format_record, parse_records
from noughts.rules.mark import Mark, Outcome


@pytest.mark.parametrize("strength", [2.3, 5.0, 8.6])
def test_players_of_every_strength_get_half_the_points_after_ten_games(strength: float) -> None:
    """Results by chance as Elo expects them, a fifth of them draws."""
    dice = random.Random(f"model {strength}")
    results: list[Result] = []
    for _ in range(200):
        opponent = following(results).strength
        won = expected_points(strength - opponent) - 0.1
        thrown = dice.random()
        results.append(Result(opponent, 1.0 if thrown < won else 0.5 if thrown < won + 0.2 else 0.0))
    late = [result.points for result in results[10:]]
    assert 0.42 <= sum(late) / len(late) <= 0.58
    assert abs(following(results).strength - strength) < 1.5


@pytest.mark.parametrize("level", [3, 5, 7])
def test_real_games_against_players_of_fixed_strength_end_even(level: int) -> None:
    """Two hundred games of 7,7,5 against a level, sides exchanged after each."""
    results: list[Result] = []
    dice = random.Random(f"games {level}")
    for number in range(200):
        adaptive = following(results)
        mark = list(Mark)[number % 2]
        players = {
            mark: LevelPlayer(level, dice.getrandbits(32)),
            mark.other: LevelPlayer(adaptive, dice.getrandbits(32)),
        }
        position = start_position("7,7,5")
        while position.outcome is None:
            position = position.play(players[position.to_move].choose_move(position))
        winner = position.outcome.winner
        results.append(Result(adaptive.strength, 0.5 if winner is None else float(winner is mark)))
    late = [result.points for result in results[10:]]
    assert 0.42 <= sum(late) / len(late) <= 0.58


def test_a_win_makes_the_next_opponent_stronger_and_a_loss_weaker_less_and_less() -> None:
    assert following([]) == Adaptive(4.0)
    steps = [following([Result(4.0, 0.5)] * count + [Result(4.0, 1.0)]).strength - 4.0 for count in (0, 2, 20)]
    assert steps == sorted(steps, reverse=True)
    assert steps[-1] > 0
    assert following([Result(4.0, 0.0)]).strength < 4.0
    assert following([Result(1.0, 0.0)] * 50).strength == 1.0
    assert following([Result(10.0, 1.0)] * 50).strength == 10.0


def played(seats: dict[Mark, Seat], winner: Mark | None, game: str = "classic") -> Game:
    outcome = Outcome.DRAW if winner is None else Outcome.won_by(winner)
    record = GameRecord(start_position(game)).play(0)
    return Game(record.resign(winner.other) if winner else record, seats) if outcome else Game(record, seats)


def test_results_are_those_of_one_person_against_the_computer_in_one_game() -> None:
    ada, level = Seat("Ada"), Seat.computer(7)
    won = played({Mark.X: ada, Mark.O: level}, Mark.X)
    lost = played({Mark.X: Seat.computer(Adaptive(5.3)), Mark.O: ada}, Mark.X)
    games = [
        won,
        lost,
        played({Mark.X: ada, Mark.O: Seat("Bob")}, Mark.X),  # between people
        played({Mark.X: Seat("Bob"), Mark.O: level}, Mark.X),  # somebody else
        played({Mark.X: ada, Mark.O: level}, None),  # not over
        played({Mark.X: ada, Mark.O: level}, Mark.X, "4,4,3"),
        Game(GameRecord(parse_position("XX./OO./...")).resign(Mark.O), {Mark.X: ada, Mark.O: level}),  # set up
    ]
    assert results_of(games, "classic", "Ada") == [Result(7.0, 1.0), Result(5.3, 0.0)]
    assert len(results_of(games, "classic")) == 3


def test_a_file_names_the_strength_and_is_read_again() -> None:
    game = played({Mark.X: Seat("Ada"), Mark.O: Seat.computer(Adaptive(5.3))}, Mark.X)
    text = format_record(game.record)
    assert '[O "adaptive 5.3"]' in text
    assert Game.of(parse_records(text, "here")[0]).seats[Mark.O] == Seat("adaptive 5.3", Adaptive(5.3))
    with pytest.raises(NotationError, match="the name of a computer"):
        check_name("adaptive 5.3")
    assert Seat.named("adaptive").level is None, "older files may have such a person"


def test_adaptive_is_read_with_and_without_its_strength() -> None:
    assert [parse_level(text) for text in ("adaptive", " Adaptive 10.0 ", "adaptive 1.0")] == [
        Adaptive(),
        Adaptive(10.0),
        Adaptive(1.0),
    ]
    for text in ("adaptive 0.9", "adaptive 10.1", "adaptive 5", "adaptive 5.33", "adaptiv"):
        with pytest.raises(NotationError):
            parse_level(text)


def test_a_strength_between_two_levels_plays_like_the_lower_or_the_upper_one() -> None:
    """Level 2 overlooks a win in one, level 3 takes it: half way between, half of the other moves are left."""
    position = start_position("7,7,5")
    for move in (0, 7, 1, 8, 2, 9, 3, 10):
        position = position.play(move)
    players = {level: [LevelPlayer(level, seed) for seed in range(400)] for level in (2, 3, Adaptive(2.5))}
    taken = {level: sum(p.choose_move(position) == 4 for p in each) for level, each in players.items()}
    assert taken[3] == 400
    assert taken[2] < taken[Adaptive(2.5)] < 400
    assert abs(taken[Adaptive(2.5)] - (taken[2] + 400) / 2) < 60
