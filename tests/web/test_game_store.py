"""The same promises of the GameStore on SQLite and on PostgreSQL."""

from __future__ import annotations

import contextlib
import sqlite3
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from noughts.errors import IllegalMoveError, NoSuchGameError, StaleGameError, StorageError
from noughts.game import Game, Seat
from noughts.notation import format_position, parse_move, start_position
from noughts.record import GameRecord
from noughts.rules.mark import Mark, Outcome, Termination
from noughts.storage import GameStore, StoredGame, open_store
from noughts.storage.databases import MIGRATIONS

ADA, GRACE, COMPUTER = Seat("Ada"), Seat("Grace"), Seat.computer(5)
TOKENS = {ADA: "a" * 64, GRACE: "b" * 64, COMPUTER: None}
Step = Callable[[StoredGame], StoredGame]


def seated(x: Seat, o: Seat, game: str = "classic") -> tuple[Game, dict[Mark, str | None]]:
    return Game(GameRecord(start_position(game)), {Mark.X: x, Mark.O: o}), {Mark.X: TOKENS[x], Mark.O: TOKENS[o]}


def play(move: int) -> Step:
    return lambda stored: replace(stored, game=stored.game.play(move))


def take_seat(mark: Mark, seat: Seat) -> Step:
    def step(stored: StoredGame) -> StoredGame:
        game = replace(stored.game, seats={**stored.game.seats, mark: seat})
        return replace(stored, game=game, tokens={**stored.tokens, mark: TOKENS[seat]})

    return step


def resign(stored: StoredGame) -> StoredGame:
    return replace(stored, game=stored.game.resign([Mark.X]))


def undo(*marks: Mark) -> Step:
    return lambda stored: replace(stored, game=stored.game.undo(marks))


@pytest.fixture
def store(database: str) -> Iterator[GameStore]:
    store = open_store(database)
    yield store
    store.close()


def new_game(store: GameStore, other: Seat = GRACE, game: str = "classic") -> str:
    return store.create(*seated(ADA, other, game)).id


def test_a_game_comes_back_as_it_was_stored(store: GameStore) -> None:
    id = new_game(store, game="ultimate")
    for version, text in enumerate(["e5", "d4", "b1"], start=1):
        store.change(id, version, play(parse_move(text, start_position("ultimate"))))
    for reader in (store, GameStore(store._database)):  # the second one has seen nothing yet
        stored = reader.load(id)
        assert stored.game.record.moves == (40, 36, 1)
        assert stored.game.seats == {Mark.X: ADA, Mark.O: GRACE}
        assert stored.tokens == {Mark.X: TOKENS[ADA], Mark.O: TOKENS[GRACE]}
        assert stored.game.record.tags == {"X": "Ada", "O": "Grace"}
        assert stored.version == 4
        assert stored.game.to_move is Mark.O


def test_a_game_that_o_opens_comes_back_with_o_to_move(store: GameStore) -> None:
    game, tokens = seated(ADA, GRACE)
    start = start_position("4,3,3")._replace(to_move=Mark.O)
    id = store.create(replace(game, record=GameRecord(start)), tokens).id
    assert format_position(store.load(id).game.record.start) == "..../..../.... o"


@pytest.mark.parametrize(
    "name", ["<img src=x onerror=alert(1)>", "'; DROP TABLE games; --", "%s ? {}", "Žofie 🎈", '"\\']
)
def test_names_are_kept_letter_by_letter(store: GameStore, name: str) -> None:
    game, tokens = seated(ADA, GRACE)
    id = store.create(replace(game, seats={Mark.X: ADA, Mark.O: Seat(name)}), tokens).id
    assert store.load(id).game.seats[Mark.O].name == name


def test_every_change_counts_the_version_up(store: GameStore) -> None:
    game, tokens = seated(ADA, GRACE)
    id = store.create(game, {**tokens, Mark.O: None}).id
    assert store.load(id).open_seat is Mark.O
    steps = [take_seat(Mark.O, GRACE), play(4), undo(Mark.X), undo(Mark.O), resign]
    versions = [store.change(id, version, step).version for version, step in enumerate(steps, start=1)]
    assert versions == [2, 3, 4, 5, 6]
    assert store.load(id).version == 6
    assert store.load(id).open_seat is None


def test_a_step_that_changes_nothing_does_not_count(store: GameStore) -> None:
    id = new_game(store)
    assert store.change(id, 1, lambda stored: stored).version == 1
    assert store.change(id, None, play(4)).version == 2, "whatever version there is"


def test_a_change_of_an_old_version_is_refused_and_changes_nothing(store: GameStore) -> None:
    id = new_game(store)
    store.change(id, 1, play(4))
    before = store.load(id)
    for wrong in (1, 3):
        for step in (play(0), undo(Mark.X), resign, take_seat(Mark.O, COMPUTER)):
            with pytest.raises(StaleGameError):
                store.change(id, wrong, step)
        with pytest.raises(StaleGameError):
            store.follow(id, wrong, lambda stored: seated(GRACE, ADA))
    assert store.load(id) == before
    assert len(store.games_of(str(TOKENS[ADA]))) == 1


def test_an_illegal_move_is_refused_and_changes_nothing(store: GameStore) -> None:
    id = new_game(store)
    store.change(id, 1, play(4))
    with pytest.raises(IllegalMoveError):
        store.change(id, 2, play(4))
    assert store.load(id).version == 2


def test_what_one_step_refuses_does_not_touch_those_that_are_written_with_it(store: GameStore) -> None:
    ids = [new_game(store) for _ in range(24)]
    start, errors = threading.Barrier(len(ids)), []

    def move(id: str, number: int) -> None:
        start.wait()
        try:
            store.change(id, 1, play(4 if number % 3 else 99))
        except IllegalMoveError:
            errors.append(number)

    threads = [threading.Thread(target=move, args=[id, number]) for number, id in enumerate(ids)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(errors) == list(range(0, 24, 3))
    assert [len(store.load(id).game.record.moves) for id in ids] == [0, 1, 1] * 8


def test_a_store_that_closes_finishes_what_waits_and_then_refuses(database: str) -> None:
    store = open_store(database)
    ids = [new_game(store) for _ in range(12)]
    changes = [store.change_soon(id, 1, play(4)) for id in ids]
    store.close()
    store.close()
    assert [change.result().version for change in changes] == [2] * 12
    with pytest.raises(StorageError, match="cannot be stored: the database is closed"):
        store.change(ids[0], 2, play(0))
    with contextlib.closing(open_store(database)) as again:
        assert [again.load(id).version for id in ids] == [2] * 12


def test_every_read_and_write_is_observed_those_of_classes_too(store: GameStore) -> None:
    seen: list[str] = []
    store.observe(lambda kind, seconds: seen.append(kind) if seconds > 0 else None)
    store.load(new_game(store))
    assert not store.polls.knows("nobody")
    store.close()
    assert sorted(seen) == ["read", "read", "write"]


def test_of_many_that_race_for_one_version_exactly_one_wins(store: GameStore) -> None:
    id = new_game(store)
    for version in range(1, 6):
        won: list[int] = []
        stale: list[int] = []
        start = threading.Barrier(8)

        def race(move: int, version: int = version, won: list[int] = won, stale: list[int] = stale) -> None:
            start.wait()  # noqa: B023
            try:
                won.append(store.change(id, version, play(move)).version)
            except StaleGameError:
                stale.append(move)

        free = store.load(id).game.position.legal_moves()[0]
        threads = [threading.Thread(target=race, args=[free]) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert (len(won), len(stale)) == (1, 7)
    assert len(store.load(id).game.record.moves) == 5


def test_a_resigned_game_is_over_and_knows_its_winner(store: GameStore) -> None:
    id = new_game(store)
    store.change(id, 1, play(4))
    store.change(id, 2, resign)
    for reader in (store, GameStore(store._database)):
        game = reader.load(id).game
        assert (game.to_move, game.outcome) == (None, Outcome.O_WINS)
        assert game.record.termination is Termination.RESIGNATION


def test_an_undo_takes_moves_and_the_request_for_it_away(store: GameStore) -> None:
    id = new_game(store)
    for version, move in enumerate((4, 0, 8), start=1):
        store.change(id, version, play(move))
    assert store.change(id, 4, undo(Mark.O)).game.offer == ("undo", Mark.O)
    assert GameStore(store._database).load(id).game.offer == ("undo", Mark.O)
    store.change(id, 5, undo(Mark.X))
    game = GameStore(store._database).load(id).game
    assert (game.record.moves, game.offer) == ((4,), None)


def test_a_rematch_is_known_to_the_game_before_it(store: GameStore) -> None:
    id = new_game(store)
    before, following = store.follow(id, 1, lambda stored: seated(GRACE, ADA))
    assert (before.version, before.rematch) == (2, following.id)
    assert store.load(id).rematch == following.id
    assert store.load(following.id).game.seats == {Mark.X: GRACE, Mark.O: ADA}


def test_the_games_of_a_token_are_those_with_its_seat(store: GameStore) -> None:
    first, second = new_game(store), new_game(store, COMPUTER)
    store.change(first, 1, play(4))
    assert {game.id for game in store.games_of(str(TOKENS[ADA]))} == {first, second}
    assert [game.id for game in store.games_of(str(TOKENS[GRACE]))] == [first]
    assert store.games_of("nobody") == []


def test_only_games_in_which_the_computer_is_to_move_wait_for_it(store: GameStore) -> None:
    new_game(store)
    before_it, its_turn, over = (new_game(store, COMPUTER) for _ in range(3))
    store.change(its_turn, 1, play(4))
    store.change(over, 1, play(4))
    store.change(over, 2, resign)
    assert [id for id, _ in store.waiting_for_computer()] == [its_turn]
    assert before_it not in [id for id, _ in store.waiting_for_computer()]


def test_games_wait_for_the_computer_whatever_the_clock_says(store: GameStore) -> None:
    id = new_game(store, COMPUTER)
    store.change(id, 1, play(4))
    for now in (0.0, 4e9):
        store._clock = lambda now=now: now  # type: ignore[misc]
        assert store.waiting_for_computer() == [(id, 2)]


def test_games_that_nobody_touched_are_removed_and_no_others(store: GameStore) -> None:
    now = 1_000_000.0
    store._clock = lambda: now
    old, new = new_game(store), new_game(store)
    now += 89 * 86_400
    store.change(new, 1, play(4))
    now += 2 * 86_400
    assert store.remove_untouched(days=90) == 1
    with pytest.raises(NoSuchGameError):
        store.load(old)
    assert store.load(new).version == 2


def test_a_removed_game_can_be_brought_back_for_a_week(store: GameStore) -> None:
    now = 1_000_000.0
    store._clock = lambda: now
    brought_back, late = new_game(store), new_game(store)
    now += 91 * 86_400
    assert store.remove_untouched(days=90) == 1
    assert store.undelete() == 1
    assert store.load(brought_back).version == 1
    assert store.remove_untouched(days=90) == 1  # the other one: what was brought back counts as touched
    with pytest.raises(NoSuchGameError):
        store.load(late)
    now += 6 * 86_400
    store.remove_untouched(days=90)
    assert store.undelete() == 1
    now += 91 * 86_400
    for _ in range(2):
        store.remove_untouched(days=90)
    now += 8 * 86_400
    for _ in range(2):
        store.remove_untouched(days=90)
    assert store.undelete() == 0


def test_a_clock_far_ahead_removes_a_twentieth_of_the_games_at_a_time(store: GameStore) -> None:
    games = [new_game(store) for _ in range(60)]
    store._clock = lambda: 4e9
    assert store.remove_untouched(days=90) == 3
    assert store.remove_untouched(days=90) == 3
    assert store.undelete() == 6
    assert all(store.load(id).version == 1 for id in games)


def test_a_token_is_known_when_it_has_a_seat(store: GameStore) -> None:
    new_game(store)
    assert store.knows(str(TOKENS[ADA]))
    assert not store.knows("made up")


def test_a_game_that_is_not_there_is_said_to_be_missing(store: GameStore) -> None:
    with pytest.raises(NoSuchGameError):
        store.load("nothing")
    with pytest.raises(NoSuchGameError):
        store.change("nothing", 1, play(4))


def test_games_stay_when_the_store_is_opened_again(database: str) -> None:
    first = open_store(database)
    id = new_game(first)
    first.change(id, 1, play(4))
    first.close()
    second = open_store(database)
    assert second.load(id).game.record.moves == (4,)
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
