"""SQLite files as a whole: who serves one, and copies of it."""

from __future__ import annotations

import contextlib
import os
import sqlite3
from collections.abc import Iterator
from pathlib import Path

from noughts.errors import StorageError


def is_url(database: str | Path) -> bool:
    """Whether games are on a PostgreSQL server."""
    return str(database).startswith(("postgresql://", "postgres://"))


@contextlib.contextmanager
def only_server(database: str | Path) -> Iterator[None]:
    """Hold an SQLite file against other servers; PostgreSQL may be shared."""
    if is_url(database):
        yield
        return
    import fcntl

    with contextlib.ExitStack() as opened:
        try:
            lock = opened.enter_context(Path(f"{database}.lock").open("a"))
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)  # ends with this process, however it ends
        except BlockingIOError:
            raise StorageError(f"another server has {database} open: give this one its own --database") from None
        except OSError as error:
            raise StorageError(f"cannot open {database}: {error.strerror}") from None
        yield


def back_up(database: str | Path, copy: Path) -> None:
    """A copy of an SQLite file as it is at one moment; a server may go on writing meanwhile."""
    if is_url(database):
        raise StorageError("a PostgreSQL database is backed up with pg_dump")
    unfinished = copy.with_name(f"{copy.name}.unfinished")
    try:
        source = sqlite3.connect(f"{Path(database).absolute().as_uri()}?mode=ro", uri=True)
        with contextlib.closing(source), contextlib.closing(sqlite3.connect(unfinished)) as target:
            source.backup(target)
            target.execute("PRAGMA journal_mode = DELETE")  # the copy is one file
        with unfinished.open("rb") as written:
            os.fsync(written.fileno())
        unfinished.replace(copy)
    except (sqlite3.Error, OSError) as error:
        unfinished.unlink(missing_ok=True)
        raise StorageError(f"cannot back up {database} to {copy}: {error}") from None
