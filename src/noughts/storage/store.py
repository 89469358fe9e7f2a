"""The GameStore: every change is one transaction that checks the version."""

from __future__ import annotations

import contextlib
import secrets
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import replace
from pathlib import Path
from typing import Literal, TypeVar, cast

from noughts.clock import Clock
from noughts.errors import NoSuchGameError, StaleGameError
from noughts.game import Game, Offer, Seat, parse_level
from noughts.notation import format_position, parse_position, parse_printed_move
from noughts.record import GameRecord
from noughts.rules.mark import Mark, Outcome, Termination
from noughts.storage.databases import Database, PostgresDatabase, Row, Run, SqliteDatabase, then
from noughts.storage.files import is_url
from noughts.storage.game import StoredGame
from noughts.storage.polls import PollStore

_Result = TypeVar("_Result")

_COLUMNS = (
    "id, game, start, moves, x_name, x_level, x_token, o_name, o_level, o_token, "
    "result, termination, offer, rematch, version, touched, clock, x_score, o_score, deadline, to_move"
)
_VERSION = _COLUMNS.split(", ").index("version")
_KEPT = 3
"""How many columns, from the first, no change touches."""
_UPDATE = ", ".join(f"{column} = %s" for column in _COLUMNS.split(", ")[_KEPT:])
_INSERT = f"INSERT INTO games ({_COLUMNS}) VALUES ({', '.join(['%s'] * len(_COLUMNS.split(', ')))})"
_WAITING = (
    "removed IS NULL AND to_move <> '' AND (x_level IS NOT NULL OR o_level IS NOT NULL) AND "  # as the index says it
    "((to_move = 'X' AND x_level IS NOT NULL) OR (to_move = 'O' AND o_level IS NOT NULL))"
)
_TIMED = "deadline IS NOT NULL AND removed IS NULL"

DAYS_TO_UNDELETE = 7.0
"""How long a removed game can be brought back."""
MOST_REMOVED = 20
"""At most one game in so many is removed at a time, so that a wrong clock does no harm before somebody sees it."""
MOST_KNOWN = 500
"""How many games are remembered as they are on disk."""


def open_store(database: str | Path) -> GameStore:
    """The store in a PostgreSQL database given by its URL, or in an SQLite file."""
    if is_url(database):
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
        self.polls = PollStore(database, clock)
        self._known: dict[str, StoredGame] = {}

    def observe(self, observe: Callable[[str, float], None]) -> None:
        """Tell of every `read` and `write` how many seconds it took."""
        self._database.observe = observe

    def create(self, game: Game, tokens: Mapping[Mark, str | None]) -> StoredGame:
        """Store a new game under a name that nobody can guess."""
        stored = self._new(game, tokens)
        self._database.write(lambda run: run(_INSERT, _to_row(stored)))
        return stored

    def _new(self, game: Game, tokens: Mapping[Mark, str | None]) -> StoredGame:
        return StoredGame(game, dict(tokens), id=secrets.token_urlsafe(12), touched=self._clock())

    def load(self, id: str) -> StoredGame:
        return self._database.read(lambda run: self._read(run, id))

    def change(self, id: str, version: int | None, step: Callable[[StoredGame], StoredGame]) -> StoredGame:
        """Change a game by one step, in one transaction; None takes whatever version there is.

        What the step refuses, it refuses by an exception, and nothing is written; a step that gives back what it got
        changes nothing.
        """
        return self.change_soon(id, version, step).result()

    def change_soon(self, id: str, version: int | None, step: Callable[[StoredGame], StoredGame]) -> Future[StoredGame]:
        """The same for whoever does not wait in a thread."""

        def work(run: Run) -> StoredGame:
            stored = self._read_version(run, id, version)
            changed = step(stored)
            return stored if changed is stored else self._write(run, changed)

        return then(self._database.submit(work, news=id), self._keep)

    def follow(
        self, id: str, version: int, step: Callable[[StoredGame], tuple[Game, Mapping[Mark, str | None]]]
    ) -> tuple[StoredGame, StoredGame]:
        """Store the game that follows another one; both are written or none. The other one comes first."""

        def work(run: Run) -> tuple[StoredGame, StoredGame]:
            stored = self._read_version(run, id, version)
            following = self._new(*step(stored))
            run(_INSERT, _to_row(following))
            return self._write(run, replace(stored, rematch=following.id)), following

        stored, following = self._database.write(work, news=id)
        return self._keep(stored), following

    def _read(self, run: Run, id: str) -> StoredGame:
        rows = run(f"SELECT {_COLUMNS} FROM games WHERE id = %s AND removed IS NULL", [id])
        if not rows:
            raise NoSuchGameError("there is no such game, or it was removed")
        known = self._known.get(id)
        return known if known is not None and known.version == rows[0][_VERSION] else _from_row(rows[0])

    def _read_version(self, run: Run, id: str, version: int | None) -> StoredGame:
        stored = self._read(run, id)
        if version is not None and stored.version != version:
            raise StaleGameError(f"the game is at version {stored.version}, you have seen {version}")
        return stored

    def _write(self, run: Run, stored: StoredGame) -> StoredGame:
        """Put a changed game in the place of its version; two that race for one version cannot both find it."""
        changed = replace(stored, version=stored.version + 1, touched=self._clock())
        update = f"UPDATE games SET {_UPDATE} WHERE id = %s AND version = %s RETURNING id"
        if not run(update, [*_changing(changed), stored.id, stored.version]):
            raise StaleGameError(f"the game is not at version {stored.version} any more")
        return changed

    def _keep(self, stored: StoredGame) -> StoredGame:
        """Remember a game that is on disk, so that the next step need not play it again from its start."""
        self._known[stored.id] = stored
        while len(self._known) > MOST_KNOWN:
            with contextlib.suppress(KeyError, StopIteration, RuntimeError):  # another thread may do the same
                del self._known[next(iter(self._known))]
        return stored

    def games_of(self, token: str, most: int = 100) -> list[StoredGame]:
        """The games in which a token has a seat, the last touched first."""
        query = (
            f"SELECT {_COLUMNS} FROM games WHERE removed IS NULL AND (x_token = %s OR o_token = %s) "
            "ORDER BY touched DESC, id LIMIT %s"
        )
        return [_from_row(row) for row in self._database.read(lambda run: run(query, [token, token, most]))]

    def knows(self, token: str) -> bool:
        """Whether a token has or had a seat anywhere, or takes part in a poll."""
        query = "SELECT 1 FROM games WHERE x_token = %s OR o_token = %s LIMIT 1"
        return bool(self._database.read(lambda run: run(query, [token, token]))) or self.polls.knows(token)

    def waiting_for_computer(self, most: int = 1_000) -> list[tuple[str, int]]:
        """Games in which the computer is to move, with their versions, the longest wait first."""
        query = f"SELECT id, version FROM games WHERE {_WAITING} ORDER BY touched LIMIT %s"
        return [(str(id), int(version)) for id, version in self._database.read(lambda run: run(query, [most]))]

    # Reviews

    def keep_review(self, stored: StoredGame, document: str) -> None:
        """Keep what was found out about the moves of a game, in the place of what was kept before."""

        def work(run: Run) -> None:
            run("DELETE FROM reviews WHERE id = %s", [stored.id])
            run("INSERT INTO reviews VALUES (%s, %s, %s)", [stored.id, _moves_text(stored), document])

        self._database.write(work)

    def kept_review(self, stored: StoredGame) -> str | None:
        """What is kept about just these moves of a game."""
        query = "SELECT document FROM reviews WHERE id = %s AND moves = %s"
        rows = self._database.read(lambda run: run(query, [stored.id, _moves_text(stored)]))
        return str(rows[0][0]) if rows else None

    # Clocks

    def out_of_time(self) -> list[str]:
        """The games in which the time of the side to move is over; remembers that somebody looked."""
        now = self._clock()

        def work(run: Run) -> list[Row]:
            if not run(f"SELECT id FROM games WHERE {_TIMED} LIMIT 1", []):
                return []
            if not run("UPDATE clocks_seen SET at = %s RETURNING at", [now]):
                run("INSERT INTO clocks_seen VALUES (%s)", [now])
            return run(f"SELECT id FROM games WHERE {_TIMED} AND deadline <= %s ORDER BY deadline", [now])

        return [str(row[0]) for row in self._database.write(work)]

    def give_back_time(self, least: float) -> int:
        """Give the players the time during which no server looked at the clocks; says in how many games."""
        seen = self._database.read(lambda run: run("SELECT max(at) FROM clocks_seen", []))[0][0]
        lost = 0.0 if seen is None else self._clock() - seen
        if lost < least:
            return 0
        rows = self._database.read(lambda run: run(f"SELECT id FROM games WHERE {_TIMED}", []))
        for (id,) in rows:
            self.change(str(id), None, lambda stored: _later(stored, lost, self._clock()))
        return len(rows)

    def remove_untouched(self, days: float) -> int:
        """Mark games that nobody touched for so long as removed, and delete those marked long ago; says how many.

        Neither goes further than a part of all games at a time.
        """
        now = self._clock()
        old = "SELECT id FROM games WHERE removed IS NULL AND touched < %s ORDER BY touched LIMIT %s"
        marked = "SELECT id FROM games WHERE removed < %s ORDER BY removed LIMIT %s"

        def work(run: Run) -> int:
            most = -(-run("SELECT count(*) FROM games", [])[0][0] // MOST_REMOVED)
            run(f"DELETE FROM games WHERE id IN ({marked})", [now - DAYS_TO_UNDELETE * 86_400, most])
            run("DELETE FROM reviews WHERE id NOT IN (SELECT id FROM games)", [])
            mark = f"UPDATE games SET removed = %s WHERE id IN ({old}) RETURNING id"
            return len(run(mark, [now, now - days * 86_400, most]))

        return self._database.write(work)

    def undelete(self) -> int:
        """Bring back what was removed and not yet deleted, as if touched now; says how many games."""
        update = "UPDATE games SET removed = NULL, touched = %s WHERE removed IS NOT NULL RETURNING id"
        return len(self._database.write(lambda run: run(update, [self._clock()])))

    def listen(self, heard: Callable[[str | None], None]) -> None:
        """Be told which game another process has changed; None when any may have been."""
        self._database.listen(heard)

    def close(self) -> None:
        self._database.close()


def _later(stored: StoredGame, seconds: float, now: float) -> StoredGame:
    """As if the time of the side to move had begun to run so much later, at most now."""
    clock = stored.game.clock
    if clock is None or clock.since is None:
        return stored
    return replace(stored, game=replace(stored.game, clock=replace(clock, since=min(clock.since + seconds, now))))


def _to_row(stored: StoredGame) -> Sequence[object]:
    start = stored.game.record.start
    return [stored.id, start.game, format_position(start), *_changing(stored)]


def _changing(stored: StoredGame) -> Sequence[object]:
    """What a change may touch."""
    game = stored.game
    seats = [(game.seats[mark].name, game.seats[mark].level, stored.tokens[mark]) for mark in Mark]
    ended = (game.outcome, game.record.termination) if game.ended_early else (None, None)
    return [
        _moves_text(stored),
        *(None if value is None else str(value) for seat in seats for value in seat),
        *(None if value is None else str(value) for value in ended),
        None if game.offer is None else f"{game.offer.kind} {game.offer.by}",
        *(stored.rematch, stored.version, stored.touched),
        *(_clock_text(game.clock), game.score[Mark.X], game.score[Mark.O], game.deadline, str(game.to_move or "")),
    ]


def _moves_text(stored: StoredGame) -> str:
    record = stored.game.record
    return " ".join(record.start.cell_name(move) for move in record.moves)


def _from_row(row: Row) -> StoredGame:
    id, name, start_text, moves_text, *seat_fields = row[:10]
    result, termination, offer, rematch, version, touched, clock, x_score, o_score = row[10:19]
    start = parse_position(start_text, name)
    moves = tuple(parse_printed_move(text, start) for text in moves_text.split())
    record = GameRecord(start, moves)
    if result is not None:
        record = record.end(Outcome(result), Termination(termination))
    fields = {Mark.X: seat_fields[:3], Mark.O: seat_fields[3:]}
    seats = {mark: Seat(name, parse_level(level) if level else None) for mark, (name, level, _) in fields.items()}
    tokens = {mark: token for mark, (_, _, token) in fields.items()}
    score = {Mark.X: x_score, Mark.O: o_score}
    game = Game(record, seats, _offer_from(offer) if offer else None, _clock_from(clock) if clock else None, score)
    return StoredGame(game, tokens, id, version, rematch, touched)


def _offer_from(text: str) -> Offer:
    kind, by = text.split()
    return Offer(cast(Literal["undo", "draw", "rematch"], kind), Mark(by))


def _clock_text(clock: Clock | None) -> str | None:
    """Seconds, increment, what X and O have left, and since when the time runs, if it does."""
    if clock is None:
        return None
    numbers = [clock.seconds, clock.increment, *(clock.left[mark] for mark in Mark), clock.since]
    return " ".join(repr(number) for number in numbers if number is not None)


def _clock_from(text: str) -> Clock:
    seconds, increment, x_left, o_left, *since = map(float, text.split())
    return Clock(seconds, increment, {Mark.X: x_left, Mark.O: o_left}, since[0] if since else None)
