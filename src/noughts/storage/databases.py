"""SQLite and PostgreSQL behind one small interface: transactions, one schema, and news between processes."""

from __future__ import annotations

import contextlib
import sqlite3
import threading
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Generic, Protocol, TypeAlias, TypeVar

from noughts.errors import StorageError

Row: TypeAlias = Sequence[Any]
_Result = TypeVar("_Result")
Run: TypeAlias = Callable[[str, Sequence[object]], list[Row]]
"""Runs one statement with `%s` for its values; the rows that it gives."""

MIGRATIONS = (
    (
        """CREATE TABLE games (
            id TEXT PRIMARY KEY,
            game TEXT NOT NULL,
            start TEXT NOT NULL,
            moves TEXT NOT NULL,
            x_name TEXT NOT NULL, x_level TEXT, x_token TEXT,
            o_name TEXT NOT NULL, o_level TEXT, o_token TEXT,
            resigned TEXT,
            undo_asked TEXT,
            rematch TEXT,
            version INTEGER NOT NULL,
            touched DOUBLE PRECISION NOT NULL,
            to_move TEXT NOT NULL)""",
        "CREATE INDEX games_by_x_token ON games (x_token)",
        "CREATE INDEX games_by_o_token ON games (o_token)",
        "CREATE INDEX games_by_touched ON games (touched)",
        "CREATE INDEX games_by_computer ON games (touched) WHERE to_move <> '' AND "
        "(x_level IS NOT NULL OR o_level IS NOT NULL)",
    ),
    (  # `resigned` is not used any more; computers get the names that game files have
        "ALTER TABLE games ADD COLUMN result TEXT",
        "ALTER TABLE games ADD COLUMN termination TEXT",
        """UPDATE games SET termination = 'resignation',
            result = CASE resigned WHEN 'X' THEN 'O wins' ELSE 'X wins' END WHERE resigned IS NOT NULL""",
        "UPDATE games SET x_name = CASE x_level WHEN 'perfect' THEN x_level ELSE 'level ' || x_level END "
        "WHERE x_level IS NOT NULL",
        "UPDATE games SET o_name = CASE o_level WHEN 'perfect' THEN o_level ELSE 'level ' || o_level END "
        "WHERE o_level IS NOT NULL",
        "ALTER TABLE games ADD COLUMN offer TEXT",  # in the place of `undo_asked`
        "UPDATE games SET offer = 'undo ' || undo_asked WHERE undo_asked IS NOT NULL",
        "ALTER TABLE games ADD COLUMN clock TEXT",
        "ALTER TABLE games ADD COLUMN deadline DOUBLE PRECISION",
        "ALTER TABLE games ADD COLUMN x_score DOUBLE PRECISION NOT NULL DEFAULT 0",
        "ALTER TABLE games ADD COLUMN o_score DOUBLE PRECISION NOT NULL DEFAULT 0",
        "CREATE INDEX games_by_deadline ON games (deadline) WHERE deadline IS NOT NULL",
        "CREATE TABLE clocks_seen (at DOUBLE PRECISION NOT NULL)",  # when a server last looked at the clocks
    ),
    (  # a removed game is marked first, with the time when it happened
        "ALTER TABLE games ADD COLUMN removed DOUBLE PRECISION",
        "CREATE INDEX games_by_removed ON games (removed) WHERE removed IS NOT NULL",
    ),
    (  # a review holds for the moves that it was made of
        "CREATE TABLE reviews (id TEXT PRIMARY KEY, moves TEXT NOT NULL, document TEXT NOT NULL)",
    ),
    (  # a class bets on positions, for a day
        """CREATE TABLE polls (
            code TEXT PRIMARY KEY, teacher TEXT NOT NULL, created DOUBLE PRECISION NOT NULL,
            has_bets INTEGER NOT NULL)""",
        "CREATE INDEX polls_by_teacher ON polls (teacher)",
        """CREATE TABLE poll_rounds (
            code TEXT NOT NULL, round INTEGER NOT NULL,
            game TEXT NOT NULL, position TEXT NOT NULL, asked TEXT NOT NULL,
            answer TEXT NOT NULL, revealed INTEGER NOT NULL,
            PRIMARY KEY (code, round))""",
        """CREATE TABLE poll_bets (
            code TEXT NOT NULL, round INTEGER NOT NULL, student TEXT NOT NULL,
            name TEXT NOT NULL, bet TEXT NOT NULL, at DOUBLE PRECISION NOT NULL,
            PRIMARY KEY (code, round, student))""",
        "CREATE INDEX poll_bets_by_student ON poll_bets (student)",
    ),
)
"""Entry n brings a database from version n to n + 1. Append to it; never change what has been released."""

CHANNEL = "noughts_games"


class Database(Protocol):
    """Where rows are kept; may be used from any thread."""

    def read(self, work: Callable[[Run], _Result]) -> _Result:
        """What some statements find, all at one moment."""

    def write(self, work: Callable[[Run], _Result], *, news: str | None = None) -> _Result:
        """All statements or none; on disk when it returns. Other processes that listen hear the news then."""

    def listen(self, heard: Callable[[str | None], None]) -> None:
        """Call `heard` with the news of other processes, from a thread of its own."""

    def close(self) -> None: ...


def _check_version(version: int) -> int:
    if version > len(MIGRATIONS):
        raise StorageError(f"the database has version {version}, and this noughts knows versions to {len(MIGRATIONS)}")
    return version


class _Work(Generic[_Result]):
    """Something to write, and what came of it."""

    def __init__(self, work: Callable[[Run], _Result]) -> None:
        self._work = work
        self._result: list[_Result] = []
        self.error: BaseException | None = None
        self.is_done = False

    def run(self, run: Run) -> None:
        self._result = [self._work(run)]

    def result(self) -> _Result:
        if self.error is not None:
            raise self.error
        return self._result[0]


class SqliteDatabase:
    """A file with one writer. Writes that wait for it go to disk together: one of them does the work of all."""

    def __init__(self, path: Path) -> None:
        self._waiting: deque[_Work[Any]] = deque()
        self._writing, self._reading = threading.Lock(), threading.Lock()
        with _sqlite_errors():
            self._writer, self._reader = (
                sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=5) for _ in range(2)
            )
            self._writer.execute("PRAGMA journal_mode = WAL")
            self._writer.execute("PRAGMA synchronous = FULL")  # a move is on disk before anyone is told
        self.write(self._migrate)

    def _migrate(self, run: Run) -> None:
        version = _check_version(run("PRAGMA user_version", [])[0][0])
        for number, statements in enumerate(MIGRATIONS[version:], start=version + 1):
            for statement in statements:
                run(statement, [])
            run(f"PRAGMA user_version = {number}", [])

    def read(self, work: Callable[[Run], _Result]) -> _Result:
        with self._reading, _sqlite_errors():
            self._reader.execute("BEGIN")
            try:
                return work(partial(_run_sqlite, self._reader))
            finally:
                self._reader.execute("COMMIT")

    def write(self, work: Callable[[Run], _Result], *, news: str | None = None) -> _Result:
        mine = _Work(work)
        self._waiting.append(mine)
        with self._writing:
            if not mine.is_done:  # else whoever had the lock before has done it
                self._write_all([self._waiting.popleft() for _ in range(len(self._waiting))])
        return mine.result()

    def _write_all(self, group: list[_Work[Any]]) -> None:
        """Run each work by itself, and commit them together."""
        run = partial(_run_sqlite, self._writer)
        try:
            with _sqlite_errors():
                self._writer.execute("BEGIN IMMEDIATE")
                for work in group:
                    self._writer.execute("SAVEPOINT one")
                    try:
                        work.run(run)
                    except Exception as error:
                        work.error = error
                        if not self._writer.in_transaction:  # a full disk ends it on its own
                            raise
                        self._writer.execute("ROLLBACK TO one")
                    self._writer.execute("RELEASE one")
                self._writer.execute("COMMIT")
        except BaseException as error:
            if self._writer.in_transaction:
                self._writer.execute("ROLLBACK")
            for work in group:
                work.error = work.error or error
            if not isinstance(error, Exception):
                raise
        finally:
            for work in group:
                work.is_done = True

    def listen(self, heard: Callable[[str | None], None]) -> None:
        """An embedded file belongs to one process, so there is nothing to hear."""

    def close(self) -> None:
        with self._writing, self._reading:
            self._reader.close()
            self._writer.close()


def _run_sqlite(connection: sqlite3.Connection, statement: str, values: Sequence[object]) -> list[Row]:
    with _sqlite_errors():
        return connection.execute(statement.replace("%s", "?"), tuple(values)).fetchall()


@contextlib.contextmanager
def _sqlite_errors() -> Iterator[None]:
    try:
        yield
    except sqlite3.Error as error:
        raise StorageError(f"the games cannot be stored: {error}") from error


class PostgresDatabase:
    """A server that several processes share; changes are announced with NOTIFY when they are committed."""

    CONNECTIONS = 8

    def __init__(self, url: str) -> None:
        import psycopg
        import psycopg_pool

        self._url = url
        self._psycopg = psycopg
        self._closed = threading.Event()
        self._listener: threading.Thread | None = None
        try:
            psycopg.connect(url, connect_timeout=5).close()  # the pool would only try again and again
        except psycopg.Error as error:
            raise StorageError(f"the database does not answer: {_first_line(error)}") from None
        self._pool = psycopg_pool.ConnectionPool(url, min_size=1, max_size=self.CONNECTIONS, timeout=5, open=True)
        self.write(self._migrate)

    def _migrate(self, run: Run) -> None:
        run("SELECT pg_advisory_xact_lock(%s)", [31_415])  # processes that start together take turns
        run("CREATE TABLE IF NOT EXISTS noughts_schema (version INTEGER NOT NULL)", [])
        rows = run("SELECT version FROM noughts_schema", [])
        version = _check_version(rows[0][0]) if rows else 0
        if not rows:
            run("INSERT INTO noughts_schema VALUES (0)", [])
        for number, statements in enumerate(MIGRATIONS[version:], start=version + 1):
            for statement in statements:
                run(statement, [])
            run("UPDATE noughts_schema SET version = %s", [number])

    def read(self, work: Callable[[Run], _Result]) -> _Result:
        return self.write(work)

    def write(self, work: Callable[[Run], _Result], *, news: str | None = None) -> _Result:
        import psycopg_pool

        try:
            with self._pool.connection() as connection:

                def run(statement: str, values: Sequence[object]) -> list[Row]:
                    cursor = connection.execute(statement.encode(), values)
                    return list(cursor.fetchall()) if cursor.description else []

                result = work(run)
                if news is not None:
                    run("SELECT pg_notify(%s, %s)", [CHANNEL, news])
                return result
        except (self._psycopg.Error, psycopg_pool.PoolTimeout) as error:
            raise StorageError(f"the games cannot be stored: {_first_line(error)}") from error

    def listen(self, heard: Callable[[str | None], None]) -> None:
        self._listener = threading.Thread(target=self._hear, args=[heard], daemon=True, name="database news")
        self._listener.start()

    def _hear(self, heard: Callable[[str | None], None]) -> None:
        """Listen until closed; after every new connection anything may have been missed."""
        while not self._closed.is_set():
            try:
                with self._psycopg.connect(self._url, autocommit=True, connect_timeout=5) as connection:
                    connection.execute(f"LISTEN {CHANNEL}".encode())
                    heard(None)
                    while not self._closed.is_set():
                        for news in connection.notifies(timeout=0.5):
                            heard(news.payload)
            except self._psycopg.Error:
                self._closed.wait(1.0)

    def close(self) -> None:
        self._closed.set()
        if self._listener is not None:
            self._listener.join(timeout=2)
        self._pool.close()


def _first_line(error: Exception) -> str:
    return (str(error).strip().splitlines() or [type(error).__name__])[0]
