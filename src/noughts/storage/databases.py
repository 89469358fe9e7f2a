"""SQLite and PostgreSQL behind one small interface: transactions, one schema, and news between processes."""

from __future__ import annotations

import contextlib
import sqlite3
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from pathlib import Path
from queue import SimpleQueue
from typing import Any, TypeAlias, TypeVar

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
_CLOSED = "the games cannot be stored: the database is closed"


class Database(ABC):
    """Where rows are kept; may be used from any thread."""

    def __init__(self) -> None:
        self.observe: Callable[[str, float], None] = lambda kind, seconds: None
        """Hears of every `read` and `write` how long it took."""

    def read(self, work: Callable[[Run], _Result]) -> _Result:
        """What some statements find, all at one moment."""
        began = time.perf_counter()
        try:
            return self._read(work)
        finally:
            self.observe("read", time.perf_counter() - began)

    def write(self, work: Callable[[Run], _Result], *, news: str | None = None) -> _Result:
        """All statements or none; on disk when it returns. Other processes that listen hear the news then."""
        return self.submit(work, news=news).result()

    def submit(self, work: Callable[[Run], _Result], *, news: str | None = None) -> Future[_Result]:
        """The same for whoever does not wait in a thread; callbacks are called from a thread of the database."""
        began = time.perf_counter()
        future = self._submit(work, news)
        future.add_done_callback(lambda _: self.observe("write", time.perf_counter() - began))
        return future

    @abstractmethod
    def _read(self, work: Callable[[Run], _Result]) -> _Result: ...

    @abstractmethod
    def _submit(self, work: Callable[[Run], _Result], news: str | None) -> Future[_Result]: ...

    @abstractmethod
    def listen(self, heard: Callable[[str | None], None]) -> None:
        """Call `heard` with the news of other processes, from a thread of its own."""

    @abstractmethod
    def close(self) -> None: ...


def then(future: Future[_Result], act: Callable[[_Result], object]) -> Future[_Result]:
    """What a future gives, after something was done with it; it cannot be cancelled."""
    after: Future[_Result] = Future()
    after.set_running_or_notify_cancel()

    def when_done(future: Future[_Result]) -> None:
        try:
            act(future.result())
        except BaseException as error:
            after.set_exception(error)
        else:
            after.set_result(future.result())

    future.add_done_callback(when_done)
    return after


def _check_version(version: int) -> int:
    if version > len(MIGRATIONS):
        raise StorageError(f"the database has version {version}, and this noughts knows versions to {len(MIGRATIONS)}")
    return version


_Waiting: TypeAlias = tuple[Callable[[Run], Any], Future[Any]]


class SqliteDatabase(Database):
    """A file with one writer: a thread that takes all writes that wait, and brings them to disk together."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self._waiting: SimpleQueue[_Waiting | None] = SimpleQueue()
        """None comes last of all."""
        self._is_closed = False
        self._entrance, self._reading = threading.Lock(), threading.Lock()
        with _sqlite_errors():
            self._writer, self._reader = (
                sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=5) for _ in range(2)
            )
            self._writer.execute("PRAGMA journal_mode = WAL")
            self._writer.execute("PRAGMA synchronous = FULL")  # a move is on disk before anyone is told
        self._thread = threading.Thread(target=self._write_waiting, daemon=True, name="database writer")
        self._thread.start()
        try:
            self.write(self._migrate)
        except BaseException:
            self.close()
            raise

    def _migrate(self, run: Run) -> None:
        version = _check_version(run("PRAGMA user_version", [])[0][0])
        for number, statements in enumerate(MIGRATIONS[version:], start=version + 1):
            for statement in statements:
                run(statement, [])
            run(f"PRAGMA user_version = {number}", [])

    def _read(self, work: Callable[[Run], _Result]) -> _Result:
        with self._reading, _sqlite_errors():
            self._reader.execute("BEGIN")
            try:
                return work(partial(_run_sqlite, self._reader))
            finally:
                self._reader.execute("COMMIT")

    def _submit(self, work: Callable[[Run], _Result], news: str | None) -> Future[_Result]:
        future: Future[_Result] = Future()
        with self._entrance:
            if self._is_closed:
                raise StorageError(_CLOSED)
            self._waiting.put((work, future))
        return future

    def _write_waiting(self) -> None:
        group: list[_Waiting | None] = []
        while None not in group:
            group = [self._waiting.get(), *(self._waiting.get() for _ in range(self._waiting.qsize()))]
            self._write_all([each for each in group if each and each[1].set_running_or_notify_cancel()])

    def _write_all(self, group: list[_Waiting]) -> None:
        """Run each work by itself, and commit them together."""
        run = partial(_run_sqlite, self._writer)
        answers: list[Callable[[], None]] = []
        try:
            with _sqlite_errors():
                self._writer.execute("BEGIN IMMEDIATE")
                for work, future in group:
                    self._writer.execute("SAVEPOINT one")
                    try:
                        answers.append(partial(future.set_result, work(run)))
                    except Exception as error:
                        answers.append(partial(future.set_exception, error))
                        if not self._writer.in_transaction:  # a full disk ends it on its own
                            raise
                        self._writer.execute("ROLLBACK TO one")
                    self._writer.execute("RELEASE one")
                self._writer.execute("COMMIT")
        except Exception as error:
            with contextlib.suppress(sqlite3.Error):
                self._writer.rollback()
            answers = [partial(future.set_exception, error) for _, future in group]
        for answer in answers:
            answer()

    def listen(self, heard: Callable[[str | None], None]) -> None:
        """An embedded file belongs to one process, so there is nothing to hear."""

    def close(self) -> None:
        with self._entrance:
            if not self._is_closed:
                self._waiting.put(None)
            self._is_closed = True
        self._thread.join()
        with self._reading:
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


class PostgresDatabase(Database):
    """A server that several processes share; changes are announced with NOTIFY when they are committed."""

    CONNECTIONS = 8

    def __init__(self, url: str) -> None:
        import psycopg
        import psycopg_pool

        super().__init__()
        self._url = url
        self._psycopg = psycopg
        self._closed = threading.Event()
        self._listener: threading.Thread | None = None
        try:
            psycopg.connect(url, connect_timeout=5).close()  # the pool would only try again and again
        except psycopg.Error as error:
            raise StorageError(f"the database does not answer: {_first_line(error)}") from None
        self._pool = psycopg_pool.ConnectionPool(url, min_size=1, max_size=self.CONNECTIONS, timeout=5, open=True)
        self._threads = ThreadPoolExecutor(self.CONNECTIONS, "database")
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

    def _read(self, work: Callable[[Run], _Result]) -> _Result:
        return self._transact(work, None)

    def _submit(self, work: Callable[[Run], _Result], news: str | None) -> Future[_Result]:
        try:
            return self._threads.submit(self._transact, work, news)
        except RuntimeError:
            raise StorageError(_CLOSED) from None

    def _transact(self, work: Callable[[Run], _Result], news: str | None) -> _Result:
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
        self._threads.shutdown()
        self._pool.close()


def _first_line(error: Exception) -> str:
    return (str(error).strip().splitlines() or [type(error).__name__])[0]
