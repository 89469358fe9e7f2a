"""The GameStore: every change is one transaction that checks the version."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from noughts.errors import NoSuchGameError, StaleGameError
from noughts.notation import format_move, format_position, parse_position, parse_printed_move
from noughts.record import GameRecord
from noughts.rules.mark import Mark, Move
from noughts.storage.databases import Database, PostgresDatabase, Row, Run, SqliteDatabase
from noughts.storage.game import Seat, StoredGame

_COLUMNS = (
    "id, game, start, moves, x_name, x_level, x_token, o_name, o_level, o_token, "
    "resigned, undo_asked, rematch, version, touched, to_move"
)
_UPDATE = ", ".join(f"{column} = %s" for column in _COLUMNS.split(", "))
_INSERT = f"INSERT INTO games ({_COLUMNS}) VALUES ({', '.join(['%s'] * len(_COLUMNS.split(', ')))})"
_WAITING = (
    "to_move <> '' AND (x_level IS NOT NULL OR o_level IS NOT NULL) AND "  # as the index says it
    "((to_move = 'X' AND x_level IS NOT NULL) OR (to_move = 'O' AND o_level IS NOT NULL))"
)


def open_store(database: str | Path) -> GameStore:
    """The store in a PostgreSQL database given by its URL, or in an SQLite file."""
    if str(database).startswith(("postgresql://", "postgres://")):
        return GameStore(PostgresDatabase(str(database)))
    return GameStore(SqliteDatabase(Path(database)))


class GameStore:
    """Games that survive every restart; may be used from any thread.

    A change is given the version it was decided on and raises StaleGameError when the game has another one by now.
    When a change returns, it is on disk.
    """

    def __init__(self, database: Database, clock: Callable[[], float] = time.time) -> None:
        self._database = database
        self._clock = clock

    def create(self, record: GameRecord, seats: dict[Mark, Seat]) -> StoredGame:
        """Store a new game under a name that nobody can guess."""
        game = self._new(record, seats)
        with self._database.transaction() as run:
            run(_INSERT, _to_row(game))
        return game

    def _new(self, record: GameRecord, seats: dict[Mark, Seat]) -> StoredGame:
        game = StoredGame(record, {}, id=secrets.token_urlsafe(12), touched=self._clock())
        for mark, seat in seats.items():
            game = game.seated(mark, seat)
        return game

    def load(self, id: str) -> StoredGame:
        with self._database.transaction(write=False) as run:
            return _read(run, id)

    def take_seat(self, id: str, version: int, mark: Mark, seat: Seat) -> StoredGame:
        return self._change(id, version, lambda game: game.seated(mark, seat))

    def append_move(self, id: str, version: int, move: Move) -> StoredGame:
        return self._change(id, version, lambda game: game.played(move))

    def undo(self, id: str, version: int, plies: int) -> StoredGame:
        return self._change(id, version, lambda game: game.taken_back(plies))

    def ask_undo(self, id: str, version: int, mark: Mark | None) -> StoredGame:
        """Remember who would like to take back; None when it is refused."""
        return self._change(id, version, lambda game: replace(game, undo_asked=mark))

    def resign(self, id: str, version: int, mark: Mark) -> StoredGame:
        return self._change(id, version, lambda game: game.given_up(mark))

    def create_rematch(self, id: str, version: int, record: GameRecord, seats: dict[Mark, Seat]) -> StoredGame:
        """Store the game that follows another one; both are written or none."""
        following = self._new(record, seats)
        with self._database.transaction(news=id) as run:
            self._write(run, replace(_read(run, id), rematch=following.id), version)
            run(_INSERT, _to_row(following))
        return following

    def _change(self, id: str, version: int, step: Callable[[StoredGame], StoredGame]) -> StoredGame:
        with self._database.transaction(news=id) as run:
            game = _read(run, id)
            if game.version != version:
                raise _stale(version)
            return self._write(run, step(game), version)

    def _write(self, run: Run, game: StoredGame, version: int) -> StoredGame:
        """Put a changed game in the place of its version; two that race for one version cannot both find it."""
        changed = replace(game, version=version + 1, touched=self._clock())
        update = f"UPDATE games SET {_UPDATE} WHERE id = %s AND version = %s RETURNING id"
        if not run(update, [*_to_row(changed), game.id, version]):
            raise _stale(version)
        return changed

    def games_of(self, token: str, most: int = 100) -> list[StoredGame]:
        """The games in which a token has a seat, the last touched first."""
        query = f"SELECT {_COLUMNS} FROM games WHERE x_token = %s OR o_token = %s ORDER BY touched DESC, id LIMIT %s"
        with self._database.transaction(write=False) as run:
            return [_from_row(row) for row in run(query, [token, token, most])]

    def waiting_for_computer(self, older_than: float = 0.0) -> list[str]:
        """The games, longest wait first, in which the computer is to move and nothing happened for so many seconds."""
        query = f"SELECT id FROM games WHERE {_WAITING} AND touched <= %s ORDER BY touched"
        with self._database.transaction(write=False) as run:
            return [str(row[0]) for row in run(query, [self._clock() - older_than])]

    def remove_untouched(self, days: float) -> int:
        """Forget the games that nobody touched for so long; says how many."""
        with self._database.transaction() as run:
            return len(run("DELETE FROM games WHERE touched < %s RETURNING id", [self._clock() - days * 86_400]))

    def listen(self, heard: Callable[[str | None], None]) -> None:
        """Be told which game another process has changed; None when any may have been."""
        self._database.listen(heard)

    def close(self) -> None:
        self._database.close()


def _stale(version: int) -> StaleGameError:
    return StaleGameError(f"the game is not at version {version} any more")


def _read(run: Run, id: str) -> StoredGame:
    rows = run(f"SELECT {_COLUMNS} FROM games WHERE id = %s", [id])
    if not rows:
        raise NoSuchGameError("there is no such game, or it was removed")
    return _from_row(rows[0])


def _to_row(game: StoredGame) -> Sequence[object]:
    start = game.record.start
    seats = [game.seats[mark] for mark in Mark]
    moves = " ".join(format_move(move, start) for move in game.record.moves)
    marks = (str(mark) if mark else None for mark in (game.resigned, game.undo_asked))
    return [
        *(game.id, start.game, format_position(start), moves),
        *(value for seat in seats for value in (seat.name, seat.level, seat.token)),
        *(*marks, game.rematch, game.version, game.touched, str(game.to_move or "")),
    ]


def _from_row(row: Row) -> StoredGame:
    id, name, start_text, moves_text, *seat_fields = row[:10]
    resigned, undo_asked, rematch, version, touched = row[10:15]
    start = parse_position(start_text, name)
    seats = {Mark.X: Seat(*seat_fields[:3]), Mark.O: Seat(*seat_fields[3:])}
    tags = {str(mark): seat.name for mark, seat in seats.items()}
    moves = tuple(parse_printed_move(text, start) for text in moves_text.split())
    asked = Mark(undo_asked) if undo_asked else None
    game = StoredGame(GameRecord(start, moves, tags), seats, id, version, asked, rematch, touched)
    return replace(game.given_up(Mark(resigned)), undo_asked=asked) if resigned else game
