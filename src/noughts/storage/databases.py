"""SQLite and PostgreSQL behind one small interface: transactions, one schema, and news between processes."""

from __future__ import annotations

import contextlib
import sqlite3
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any, Protocol, TypeAlias

from noughts.errors import StorageError

Row: TypeAlias = Sequence[Any]
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
)
"""Entry n brings a database from version n to n + 1. Append to it; never change what has been released."""

CHANNEL = "noughts_games"


class Database(Protocol):
    """Where rows are kept; may be used from any thread."""

    def transaction(self, *, write: bool = True, news: str | None = None) -> AbstractContextManager[Run]:
        """All statements or none. Who listens hears the news when the transaction is on disk."""

    def listen(self, heard: Callable[[str | None], None]) -> None:
        """Call `heard` with the news of other processes, from a thread of its own."""

    def close(self) -> None: ...


def _check_version(version: int) -> int:
    if version > len(MIGRATIONS):
        raise StorageError(f"the database has version {version}, and this noughts knows versions to {len(MIGRATIONS)}")
    return version


class SqliteDatabase:
    """A file with one connection: its lock makes one writer, the write-ahead log makes each commit one append."""

    def __init__(self, path: Path) -> None:
        self._lock = threading.Lock()
        with _sqlite_errors():
            self._connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=5)
            self._connection.execute("PRAGMA journal_mode = WAL")
            self._connection.execute("PRAGMA synchronous = FULL")  # a move is on disk before anyone is told
        self._migrate()

    def _migrate(self) -> None:
        with self.transaction() as run:
            version = _check_version(run("PRAGMA user_version", [])[0][0])
            for number, statements in enumerate(MIGRATIONS[version:], start=version + 1):
                for statement in statements:
                    run(statement, [])
                run(f"PRAGMA user_version = {number}", [])

    @contextlib.contextmanager
    def transaction(self, *, write: bool = True, news: str | None = None) -> Iterator[Run]:
        with self._lock, _sqlite_errors():
            self._connection.execute("BEGIN IMMEDIATE" if write else "BEGIN")
            try:
                yield self._run
                self._connection.execute("COMMIT")
            except BaseException:
                if self._connection.in_transaction:  # a full disk ends it on its own
                    self._connection.execute("ROLLBACK")
                raise

    def _run(self, statement: str, values: Sequence[object]) -> list[Row]:
        return self._connection.execute(statement.replace("%s", "?"), tuple(values)).fetchall()

    def listen(self, heard: Callable[[str | None], None]) -> None:
        """An embedded file belongs to one process, so there is nothing to hear."""

    def close(self) -> None:
        with self._lock:
            self._connection.close()


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
        self._migrate()

    def _migrate(self) -> None:
        with self.transaction() as run:
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

    @contextlib.contextmanager
    def transaction(self, *, write: bool = True, news: str | None = None) -> Iterator[Run]:
        import psycopg_pool

        try:
            with self._pool.connection() as connection:

                def run(statement: str, values: Sequence[object]) -> list[Row]:
                    cursor = connection.execute(statement.encode(), values)
                    return list(cursor.fetchall()) if cursor.description else []

                yield run
                if news is not None:
                    run("SELECT pg_notify(%s, %s)", [CHANNEL, news])
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
