"""A real server in a process of its own, and clients of it."""

from __future__ import annotations

import contextlib
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import httpx

from tests.web.postgres import free_port

GENEROUS = """
import sys
from noughts.web.server import serve
from noughts.web.settings import Rates, Settings

rates = Rates(*[10**9] * 6)
serve(Settings(port=int(sys.argv[1]), database=sys.argv[2], rates=rates), lambda address: print(address, flush=True))
"""
"""A server whose limits no test can reach."""


class Server:
    """Can be killed and started again on the same port and database."""

    def __init__(
        self,
        database: str,
        *,
        generous: bool = True,
        before: str = "",
        errors: Path | None = None,
        options: Sequence[str] = (),
    ) -> None:
        self._port = free_port()
        self._command = [sys.executable, "-c", before + GENEROUS, str(self._port), database]
        if options or not generous:
            own = ["--port", str(self._port), "--database", database, "--no-browser"]
            self._command = [sys.executable, "-m", "noughts", "serve", *own, *options]
        self._errors = errors
        self.address = f"http://127.0.0.1:{self._port}"
        self.start()

    def start(self) -> None:
        with contextlib.ExitStack() as files:
            errors = files.enter_context(self._errors.open("w")) if self._errors else None
            self.process = subprocess.Popen(self._command, stdout=subprocess.PIPE, stderr=errors, text=True)
        assert self.process.stdout is not None
        assert "http://" in self.process.stdout.readline()

    def end(self, number: int = signal.SIGTERM) -> int:
        """The exit code after a signal."""
        if self.process.poll() is None:
            self.process.send_signal(number)
        code = self.process.wait(30)
        assert self.process.stdout is not None
        self.process.stdout.close()
        return code

    def client(self) -> Client:
        return Client(self.address)


@contextlib.contextmanager
def running(database: str, *, generous: bool = True) -> Iterator[Server]:
    server = Server(database, generous=generous)
    try:
        yield server
    finally:
        server.end()


class Client(httpx.Client):
    """Somebody with a cookie jar of their own."""

    def __init__(self, address: str) -> None:
        super().__init__(base_url=address, timeout=30, verify=False)  # plain HTTP: certificates take long to load

    def new_game(self, **wanted: object) -> Any:
        created = self.post("/api/games", json=wanted)
        assert created.status_code == 201, created.text
        return created.json()

    def command(self, id: str, command: str, /, **body: object) -> httpx.Response:
        return self.post(f"/api/games/{id}/{command}", json=body)

    def game(self, id: str) -> Any:
        return self.get(f"/api/games/{id}").json()

    def move(self, id: str, move: str) -> httpx.Response:
        """A move in the version that the game has now."""
        return self.command(id, "moves", version=self.game(id)["version"], move=move)
