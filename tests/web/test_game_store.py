"""The same promises of the GameStore on SQLite and on PostgreSQL."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from noughts.errors import IllegalMoveError, NoSuchGameError, StaleGameError, StorageError
from noughts.notation import format_position, parse_move, start_position
from noughts.record import GameRecord
from noughts.rules.mark import Mark, Outcome
from noughts.storage import GameStore, Seat, open_store
from noughts.storage.databases import MIGRATIONS

ADA = Seat("Ada", token="a" * 64)
GRACE = Seat("Grace", token="b" * 64)
COMPUTER = Seat("Level 5", level="5")


@pytest.fixture
def store(database: str) -> Iterator[GameStore]:
    store = open_store(database)
    yield store
    store.close()


def new_game(store: GameStore, other: Seat = GRACE, game: str = "classic") -> str:
    return store.create(GameRecord(start_position(game)), {Mark.X: ADA, Mark.O: other}).id


def test_a_game_comes_back_as_it_was_stored(store: GameStore) -> None:
    id = new_game(store, game="ultimate")
    for version, text in enumerate(["e5", "d4", "b1"], start=1):
        store.append_move(id, version, parse_move(text, start_position("ultimate")))
    game = store.load(id)
    assert game.record.moves == (40, 36, 1)
    assert game.seats == {Mark.X: ADA, Mark.O: GRACE}
    assert game.record.tags == {"X": "Ada", "O": "Grace"}
    assert game.version == 4
    assert game.to_move is Mark.O


def test_a_game_that_o_opens_comes_back_with_o_to_move(store: GameStore) -> None:
    start = start_position("4,3,3")
    id = store.create(GameRecord(start._replace(to_move=Mark.O)), {Mark.X: ADA, Mark.O: GRACE}).id
    assert format_position(store.load(id).record.start) == "..../..../.... o"


@pytest.mark.parametrize(
    "name", ["<img src=x onerror=alert(1)>", "'; DROP TABLE games; --", "%s ? {}", "Žofie 🎈", '"\\']
)
def test_names_are_kept_letter_by_letter(store: GameStore, name: str) -> None:
    id = new_game(store, Seat(name, token="c" * 64))
    assert store.load(id).seats[Mark.O].name == name


def test_every_change_counts_the_version_up(store: GameStore) -> None:
    id = new_game(store, Seat())
    versions = [
        store.take_seat(id, 1, Mark.O, GRACE).version,
        store.append_move(id, 2, 4).version,
        store.ask_undo(id, 3, Mark.X).version,
        store.undo(id, 4, 1).version,
        store.resign(id, 5, Mark.X).version,
        store.load(id).version,
    ]
    assert versions == [2, 3, 4, 5, 6, 6]


def test_a_change_of_an_old_version_is_refused_and_changes_nothing(store: GameStore) -> None:
    id = new_game(store)
    store.append_move(id, 1, 4)
    before = store.load(id)
    changes: list[Callable[[int], object]] = [
        lambda version: store.append_move(id, version, 0),
        lambda version: store.undo(id, version, 1),
        lambda version: store.resign(id, version, Mark.X),
        lambda version: store.take_seat(id, version, Mark.O, COMPUTER),
        lambda version: store.ask_undo(id, version, Mark.X),
        lambda version: store.create_rematch(id, version, before.record, {Mark.X: ADA, Mark.O: GRACE}),
    ]
    for change in changes:
        for wrong in (1, 3):
            with pytest.raises(StaleGameError):
                change(wrong)
    assert store.load(id) == before
    assert len(store.games_of(str(ADA.token))) == 1


def test_an_illegal_move_is_refused_and_changes_nothing(store: GameStore) -> None:
    id = new_game(store)
    store.append_move(id, 1, 4)
    with pytest.raises(IllegalMoveError):
        store.append_move(id, 2, 4)
    assert store.load(id).version == 2


def test_of_many_that_race_for_one_version_exactly_one_wins(store: GameStore) -> None:
    id = new_game(store)
    for version in range(1, 6):
        won: list[int] = []
        stale: list[int] = []
        start = threading.Barrier(8)

        def race(move: int, version: int = version, won: list[int] = won, stale: list[int] = stale) -> None:
            start.wait()  # noqa: B023
            try:
                won.append(store.append_move(id, version, move).record.moves[-1])
            except StaleGameError:
                stale.append(move)

        free = store.load(id).record.position().legal_moves()[0]
        threads = [threading.Thread(target=race, args=[free]) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert (len(won), len(stale)) == (1, 7)
    assert len(store.load(id).record.moves) == 5


def test_a_resigned_game_is_over_and_knows_its_winner(store: GameStore) -> None:
    id = new_game(store)
    store.append_move(id, 1, 4)
    store.resign(id, 2, Mark.X)
    game = store.load(id)
    assert (game.to_move, game.resigned, game.record.outcome) == (None, Mark.X, Outcome.O_WINS)


def test_an_undo_takes_moves_and_the_request_for_it_away(store: GameStore) -> None:
    id = new_game(store)
    for version, move in enumerate((4, 0, 8), start=1):
        store.append_move(id, version, move)
    assert store.ask_undo(id, 4, Mark.O).undo_asked is Mark.O
    assert store.load(id).undo_asked is Mark.O
    store.undo(id, 5, 2)
    game = store.load(id)
    assert (game.record.moves, game.undo_asked) == ((4,), None)


def test_a_rematch_is_known_to_the_game_before_it(store: GameStore) -> None:
    id = new_game(store)
    following = store.create_rematch(id, 1, GameRecord(start_position()), {Mark.X: GRACE, Mark.O: ADA})
    assert store.load(id).rematch == following.id
    assert store.load(following.id).seats == {Mark.X: GRACE, Mark.O: ADA}


def test_the_games_of_a_token_are_those_with_its_seat(store: GameStore) -> None:
    first, second = new_game(store), new_game(store, COMPUTER)
    store.append_move(first, 1, 4)
    assert {game.id for game in store.games_of(str(ADA.token))} == {first, second}
    assert [game.id for game in store.games_of(str(GRACE.token))] == [first]
    assert store.games_of("nobody") == []


def test_only_games_in_which_the_computer_is_to_move_wait_for_it(store: GameStore) -> None:
    new_game(store)
    before_it, its_turn, over = (new_game(store, COMPUTER) for _ in range(3))
    store.append_move(its_turn, 1, 4)
    store.append_move(over, 1, 4)
    store.resign(over, 2, Mark.X)
    assert store.waiting_for_computer() == [its_turn]
    assert store.waiting_for_computer(older_than=60) == []
    assert before_it not in store.waiting_for_computer()


def test_games_that_nobody_touched_are_removed_and_no_others(store: GameStore) -> None:
    now = 1_000_000.0
    store._clock = lambda: now
    old, new = new_game(store), new_game(store)
    now += 89 * 86_400
    store.append_move(new, 1, 4)
    now += 2 * 86_400
    assert store.remove_untouched(days=90) == 1
    with pytest.raises(NoSuchGameError):
        store.load(old)
    assert store.load(new).version == 2


def test_a_game_that_is_not_there_is_said_to_be_missing(store: GameStore) -> None:
    with pytest.raises(NoSuchGameError):
        store.load("nothing")
    with pytest.raises(NoSuchGameError):
        store.append_move("nothing", 1, 4)


def test_games_stay_when_the_store_is_opened_again(database: str) -> None:
    first = open_store(database)
    id = new_game(first)
    first.append_move(id, 1, 4)
    first.close()
    second = open_store(database)
    assert second.load(id).record.moves == (4,)
    second.close()


def test_a_sqlite_file_of_a_later_version_is_refused_untouched(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite3"
    open_store(path).close()
    with sqlite3.connect(path) as connection:
        assert connection.execute("PRAGMA user_version").fetchone() == (len(MIGRATIONS),)
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        connection.execute(f"PRAGMA user_version = {len(MIGRATIONS) + 1}")
    connection.close()
    with pytest.raises(StorageError, match="version"):
        open_store(path)


def test_what_is_no_database_is_refused_in_one_sentence(tmp_path: Path) -> None:
    text = tmp_path / "letter.txt"
    text.write_text("Dear Ada, " * 1000)
    with pytest.raises(StorageError):
        open_store(text)
    with pytest.raises(StorageError):
        open_store(tmp_path / "no" / "such" / "folder" / "games.sqlite3")


def test_a_postgresql_server_that_does_not_answer_is_said_so_without_its_password() -> None:
    with pytest.raises(StorageError) as refused:
        open_store("postgresql://ada:secret@127.0.0.1:1/games")
    assert "secret" not in str(refused.value)
