"""Clocks are kept by the server: stored, given back after a pause, and ended when nobody looks."""

from __future__ import annotations

from dataclasses import replace

from noughts.clock import Clock
from noughts.game import Game, Offer, Seat
from noughts.notation import start_position
from noughts.record import GameRecord
from noughts.rules.mark import Mark, Termination
from noughts.storage import GameStore, open_store
from noughts.web.games import Games


class Hand:
    """A clock that a test turns."""

    def __init__(self) -> None:
        self.now = 1_000_000.0

    def __call__(self) -> float:
        return self.now


def timed_game(store: GameStore, hand: Hand) -> str:
    seats = {Mark.X: Seat("Ada"), Mark.O: Seat("Grace")}
    game = Game(GameRecord(start_position("classic")), seats, clock=Clock.parse("1+0")).play(4, hand.now)
    return store.create(game, {Mark.X: "a", Mark.O: "b"}).id


def opened(database: str, hand: Hand) -> GameStore:
    store = open_store(database)
    store._clock = hand
    return store


def test_everything_about_a_sitting_is_on_disk(database: str) -> None:
    hand = Hand()
    store = opened(database, hand)
    id = timed_game(store, hand)
    score = {Mark.X: 1.5, Mark.O: 0.5}
    kept = store.change(
        id, 1, lambda stored: replace(stored, game=replace(stored.game, offer=Offer("draw", Mark.X), score=score))
    )
    store.close()
    again = opened(database, hand)
    assert again.load(id) == kept
    again.close()


def test_a_fallen_flag_ends_the_game_although_nobody_looks(database: str) -> None:
    hand = Hand()
    store = opened(database, hand)
    told: list[str] = []
    games = Games(store, lambda stored: told.append(stored.id), hand)
    id = timed_game(store, hand)
    hand.now += 59
    games.end_out_of_time()
    assert store.load(id).game.outcome is None
    hand.now += 1
    games.end_out_of_time()
    game = store.load(id).game
    assert (str(game.outcome), game.record.termination, told) == ("X wins", Termination.TIME, [id])
    games.end_out_of_time()
    assert told == [id], "once"
    store.close()


def test_time_in_which_no_server_ran_counts_for_nobody(database: str) -> None:
    hand = Hand()
    store = opened(database, hand)
    games = Games(store, lambda stored: None, hand)
    id = timed_game(store, hand)
    hand.now += 20
    games.end_out_of_time()  # somebody looked then
    store.close()
    hand.now += 3600
    store = opened(database, hand)
    assert store.give_back_time(5.0) == 1
    assert store.load(id).game.deadline == hand.now + 40
    Games(store, lambda stored: None, hand).end_out_of_time()
    assert store.load(id).game.outcome is None
    hand.now += 3
    assert store.give_back_time(5.0) == 0, "a short pause is no pause"
    store.close()


def test_nobody_is_given_more_than_they_have_used(database: str) -> None:
    hand = Hand()
    store = opened(database, hand)
    timed_game(store, hand)
    store.out_of_time()
    hand.now += 86_400
    id = timed_game(store, hand)  # a day later, and the server ends before it has looked
    hand.now += 10
    assert store.give_back_time(5.0) == 2
    assert store.load(id).game.deadline == hand.now + 60
    store.close()


def test_the_clock_of_a_removed_game_stands_still(database: str) -> None:
    hand = Hand()
    store = opened(database, hand)
    ids = [timed_game(store, hand) for _ in range(40)]
    hand.now += 86_400
    assert store.remove_untouched(0.5) == 2
    with_clocks = store.out_of_time()
    assert len(with_clocks) == 38
    Games(store, lambda stored: None, hand).end_out_of_time()
    assert store.undelete() == 2
    assert sorted(store.out_of_time()) == sorted(set(ids) - set(with_clocks))
    store.close()
