"""Databases of earlier releases are brought forward, and nothing in them is lost."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import psycopg
import pytest

from noughts.game import Seat
from noughts.rules.mark import Mark, Outcome, Termination
from noughts.storage import GameStore, open_store

FIRST_SCHEMA = (Path(__file__).parents[1] / "data" / "store-1.sql").read_text(encoding="utf-8")


@pytest.fixture
def store(database: str) -> Iterator[GameStore]:
    """A store that finds a database of the first release."""
    if database.startswith("postgresql"):
        with psycopg.connect(database) as connection:
            connection.execute(FIRST_SCHEMA.encode())
            connection.execute("CREATE TABLE noughts_schema (version INTEGER NOT NULL)")
            connection.execute("INSERT INTO noughts_schema VALUES (1)")
    else:
        file = sqlite3.connect(database)
        file.executescript(FIRST_SCHEMA)
        file.execute("PRAGMA user_version = 1")
        file.commit()
        file.close()
    store = open_store(database)
    yield store
    store.close()


def test_a_game_against_a_level_is_still_one_and_goes_on(store: GameStore) -> None:
    stored = store.load("AgainstLevelFive")
    assert stored.game.seats == {Mark.X: Seat("Ada"), Mark.O: Seat("level 5", 5)}
    assert stored.game.waits_for_computer
    assert (stored.version, stored.touched) == (2, 1700000000.5)
    assert store.waiting_for_computer() == [("AgainstLevelFive", 2)]
    assert store.load("AgainstPerfect_1").game.seats[Mark.X] == Seat("perfect", "perfect")
    changed = store.change("AgainstLevelFive", 2, lambda stored: replace(stored, game=stored.game.play(0)))
    assert store.load("AgainstLevelFive").game.record.moves == changed.game.record.moves == (4, 0)


def test_a_resigned_game_is_still_resigned(store: GameStore) -> None:
    stored = store.load("XResigned_______")
    assert stored.game.outcome is Outcome.O_WINS
    assert stored.game.record.termination is Termination.RESIGNATION
    assert stored.game.record.moves == (40, 36)
    assert stored.rematch == "UndoAsked_______"


def test_seats_requests_and_open_seats_are_kept(store: GameStore) -> None:
    assert store.load("UndoAsked_______").game.offer == ("undo", Mark.O)
    assert store.load("WaitsForAFriend_").open_seat is Mark.O
    ids = [stored.id for stored in store.games_of("ada-token")]
    assert ids == ["WaitsForAFriend_", "UndoAsked_______", "XResigned_______", "AgainstLevelFive"]
