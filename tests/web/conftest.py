"""Databases, servers and browsers for the tests of the web."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.web import postgres
from tests.web.browser import Person, running_browser
from tests.web.serving import Client, Server, running


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[str]:
    """A PostgreSQL server for all the tests of one process."""
    with postgres.running_server() as url:
        yield url


@pytest.fixture(params=["SQLite", "PostgreSQL"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty database of each kind."""
    if request.param == "SQLite":
        return str(tmp_path / "games.sqlite3")
    return postgres.new_database(request.getfixturevalue("postgres_server"))


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server on SQLite that many tests share; each makes games of its own."""
    with running(str(tmp_path_factory.mktemp("server") / "games.sqlite3")) as server:
        yield server


@pytest.fixture
def client(server: Server) -> Iterator[Client]:
    with server.client() as client:
        yield client


@pytest.fixture
def other(server: Server) -> Iterator[Client]:
    """A second person."""
    with server.client() as client:
        yield client


@pytest.fixture(scope="module")  # while it runs, no other test of the process can have an event loop
def chromium() -> Iterator[Browser]:
    with running_browser() as browser:
        yield browser


@pytest.fixture
def people(chromium: Browser, server: Server) -> Iterator[Callable[..., Person]]:
    """Makes people with browsers of their own; none of their pages may have complained."""
    made: list[Person] = []

    def make(address: str = server.address, **options: object) -> Person:
        made.append(Person(chromium, address, **options))
        return made[-1]

    yield make
    for person in made:
        assert person.complaints == []
        person.context.close()
