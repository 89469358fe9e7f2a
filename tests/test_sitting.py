"""The rules of a sitting: offers between people, clocks, the running score, and a look back."""

from __future__ import annotations

import pytest

from noughts.clock import Clock
from noughts.errors import NotationError, NotPossibleError
from noughts.game import Game, Seat, clean_name
from noughts.notation import parse_move, start_position
from noughts.players.levels import BLUNDER_RATES, CHARACTERS, character
from noughts.record import GameRecord, format_record, parse_records
from noughts.rules.mark import Mark, Outcome, Termination
from noughts.words import end_words, offer_words, turn_words

BOTH = {Mark.X: Seat("Ada"), Mark.O: Seat("Grace")}


def new_game(clock: str | None = None) -> Game:
    return Game(GameRecord(start_position("classic")), BOTH, clock=Clock.parse(clock) if clock else None)


def played(game: Game, moves: str, now: float = 0.0) -> Game:
    for move in moves.split():
        game = game.play(parse_move(move, game.position), now)
    return game


def test_a_draw_needs_both() -> None:
    offered = played(new_game(), "b2").draw([Mark.X])
    assert offered.outcome is None
    assert offer_words(offered, [Mark.O]) == "Ada offers a draw."
    assert offered.draw([Mark.X]) is offered, "to offer twice is to offer once"
    assert offered.draw([Mark.O], agree=False).offer is None
    assert played(offered, "a1").offer is None, "a move lets an offer lapse"
    agreed = offered.draw([Mark.O])
    assert (agreed.outcome, agreed.record.termination) == (Outcome.DRAW, Termination.AGREEMENT)
    (read,) = parse_records(format_record(agreed.record))
    assert (read.outcome, read.termination) == (Outcome.DRAW, Termination.AGREEMENT)
    assert end_words(agreed, [Mark.X]) == ("A draw after 1 move", "Both agreed to it.")


def test_the_computer_agrees_to_no_draw_and_nothing_is_declined_that_nobody_offered() -> None:
    game = Game(GameRecord(start_position("classic")), {Mark.X: Seat("Ada"), Mark.O: Seat.computer(5)})
    with pytest.raises(NotPossibleError, match="between people"):
        game.draw([Mark.X])
    with pytest.raises(NotPossibleError, match="nothing to decline"):
        new_game().draw([Mark.X], agree=False)


def test_a_clock_runs_for_the_side_to_move_and_a_move_adds_its_seconds() -> None:
    game = played(new_game("5+3"), "b2", now=1000.0)
    assert game.clock is not None
    assert (dict(game.clock.left), game.deadline) == ({Mark.X: 300, Mark.O: 300}, 1300.0)
    game = played(game, "a1", now=1010.0)
    assert game.clock is not None
    assert (game.clock.left[Mark.O], game.deadline) == (293, 1310.0)
    game = played(game, "c3", now=1100.0)
    assert game.clock is not None
    assert game.clock.left[Mark.X] == 300 - 90 + 3


def test_who_runs_out_of_time_loses_and_no_sooner() -> None:
    game = played(new_game("5+0"), "b2", now=1000.0)
    assert game.lose_on_time(1299.9) is game
    lost = game.lose_on_time(1300.0)
    assert (lost.outcome, lost.record.termination, lost.deadline) == (Outcome.X_WINS, Termination.TIME, None)
    assert end_words(lost, [Mark.O]) == ("You lost", "You ran out of time.")
    with pytest.raises(NotPossibleError):
        played(lost, "a1")
    assert new_game("5+0").lose_on_time(1e9).outcome is None, "before the first move nobody's time runs"
    assert played(new_game(), "b2").lose_on_time(1e9).outcome is None, "without a clock nobody's does"


@pytest.mark.parametrize("text", ["", "5", "0+3", "5+3+1", "-5+0", "999+0", "5+999", "nan+1", "five"])
def test_what_is_no_clock_is_refused(text: str) -> None:
    with pytest.raises(NotationError, match="expected a clock"):
        Clock.parse(text)


def test_the_score_goes_with_the_players_when_they_swap_sides() -> None:
    game = played(new_game("5+3"), "a1 b1 a2 b2 a3", now=10.0)
    assert game.points() == {Mark.X: 1, Mark.O: 0}
    following = game.rematch()
    assert following.seats[Mark.O].name == "Ada"
    assert following.points() == {Mark.X: 0, Mark.O: 1}
    assert following.clock is not None
    assert (following.clock.left[Mark.X], following.clock.since) == (300, None)
    drawn = following.draw(list(Mark))
    assert drawn.points() == {Mark.X: 0.5, Mark.O: 1.5}


def test_a_look_back_knows_nothing_of_what_came_later() -> None:
    game = played(new_game(), "a1 b1").resign([Mark.X])
    assert game.at(2) is game
    then = game.at(1)
    assert (then.outcome, then.to_move, len(then.record.moves)) == (None, Mark.O, 1)


def test_every_level_has_a_character_of_its_own() -> None:
    assert len(CHARACTERS) == len(BLUNDER_RATES) == 10
    assert len({known.name for known in CHARACTERS} | {character("perfect").name}) == 11


FAMILY, ENGLAND = (
    "👩\u200d👩\u200d👧\u200d👦",
    "🏴" + "".join(chr(0xE0000 + ord(letter)) for letter in "gbeng") + "\U000e007f",
)


@pytest.mark.parametrize("name", [FAMILY, ENGLAND, "❤\ufe0f", "Zoë", "W" * 40, f"{FAMILY} {ENGLAND}"])
def test_emoji_sequences_survive_in_a_name(name: str) -> None:
    assert clean_name(name) == name


def test_a_name_is_never_cut_inside_an_emoji() -> None:
    assert clean_name("W" * 38 + FAMILY) == "W" * 38
    assert clean_name("W" * 39 + "👩\u200d👩") == "W" * 39
    assert clean_name("a\x00b\n\nc") == "ab c"


def test_a_player_who_is_called_after_the_mark_is_not_told_it_twice() -> None:
    players = {mark: Seat(f"Player {mark}") for mark in Mark}
    assert turn_words(Game(GameRecord(start_position("classic")), players), []) == "Player X to move."
    assert (
        turn_words(Game(GameRecord(start_position("classic")), {**players, Mark.X: Seat("Ada")}), [])
        == "Ada (X) to move."
    )
