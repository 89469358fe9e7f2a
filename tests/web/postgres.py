"""A PostgreSQL server of our own on loopback, where Debian's package is installed."""

from __future__ import annotations

import contextlib
import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import psycopg
import pytest

USER = "noughts"


def _program(name: str) -> str | None:
    found = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"))
    return str(found[-1]) if found else shutil.which(name)


def _account() -> str | None:
    """PostgreSQL refuses to run as root."""
    if os.geteuid() != 0:
        return None
    try:
        return pwd.getpwnam("postgres").pw_name
    except KeyError:
        return "nobody"


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@cache
def _names() -> Iterator[int]:
    return iter(range(10**6))


@contextlib.contextmanager
def running_server() -> Iterator[str]:
    """The URL of a server, without the name of a database."""
    initdb, postgres, account = _program("initdb"), _program("postgres"), _account()
    if initdb is None or postgres is None:
        pytest.skip("PostgreSQL is not installed (Debian: apt-get install postgresql)")
    folder = Path(tempfile.mkdtemp(prefix="noughts-postgres-"))
    if account:
        shutil.chown(folder, account)
    data, port = folder / "data", free_port()
    create = [initdb, "-D", str(data), "-A", "trust", "-U", USER, "--no-sync", "-E", "UTF8", "--locale=C"]
    subprocess.run(create, user=account, cwd=folder, check=True, capture_output=True)
    options = ["-c", "listen_addresses=127.0.0.1", "-p", str(port), "-k", str(folder), "-c", "fsync=off"]
    with (folder / "log").open("w") as log:
        server = subprocess.Popen(
            [postgres, "-D", str(data), *options], user=account, cwd=folder, stderr=log, stdout=log
        )
    url = f"postgresql://{USER}@127.0.0.1:{port}/"
    try:
        _wait_for(url, server, folder / "log")
        yield url
    finally:
        server.send_signal(signal.SIGQUIT)  # at once: nobody needs the data any more
        server.wait(30)
        shutil.rmtree(folder, ignore_errors=True)


def _wait_for(url: str, server: subprocess.Popen[bytes], log: Path) -> None:
    for _ in range(300):
        with contextlib.suppress(psycopg.OperationalError):
            psycopg.connect(url + "postgres").close()
            return
        assert server.poll() is None, log.read_text()
        time.sleep(0.1)
    raise AssertionError("PostgreSQL does not answer")


def new_database(server: str) -> str:
    """The URL of a fresh database."""
    name = f"games{next(_names())}"
    with psycopg.connect(server + "postgres", autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}".encode())
    return server + name
