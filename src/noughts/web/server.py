"""Run the app until SIGTERM or Ctrl-C."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import os
import signal
import socket
import sys
import webbrowser
from collections.abc import Callable, Iterator

import uvicorn

from noughts.errors import NoughtsError
from noughts.storage import only_server, open_store
from noughts.web.app import Drain, create_app
from noughts.web.connections import Connections, quieten
from noughts.web.invitations import shown_host
from noughts.web.settings import Settings, default_database

SHUTDOWN_SECONDS = 2


class ServerError(NoughtsError):
    """The server cannot start."""


def serve(settings: Settings, ready: Callable[[str], None]) -> bool:
    """Serve until a signal ends it; `ready` gets the address. Whether it was Ctrl-C that ended it."""
    listener = _bind(settings)
    database = settings.database or default_database()
    with only_server(database), contextlib.closing(open_store(database)) as store:
        app = create_app(settings, store)
        connections = Connections(settings)
        for logger in ("uvicorn.error", "asyncio"):
            quieten(logger)
        config = uvicorn.Config(
            app,
            http=connections.protocol,  # type: ignore[arg-type]
            ws="none",
            backlog=2048,
            log_level="warning",
            access_log=False,
            server_header=False,
            timeout_graceful_shutdown=SHUTDOWN_SECONDS,
            proxy_headers=True,
            forwarded_allow_ips="127.0.0.1,::1",
        )
        server = _Server(config, lambda: ready(_address(settings, listener)), app.state.drain, app.state.news.close)
        asyncio.run(server.serve_watching(listener, connections))
        return server.interrupted


class _Server(uvicorn.Server):
    """Finishes moves and ends its streams when it is told to end, and leaves the exit code to the caller."""

    def __init__(
        self, config: uvicorn.Config, ready: Callable[[], None], drain: Drain, end_streams: Callable[[], None]
    ) -> None:
        super().__init__(config)
        self._ready = ready
        self._drain = drain
        self._end_streams = end_streams
        self._ending: asyncio.Task[None] | None = None
        self.interrupted = False

    async def serve_watching(self, listener: socket.socket, connections: Connections) -> None:
        watching = asyncio.create_task(connections.drop_late())
        await self.serve(sockets=[listener])
        watching.cancel()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._ready()

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, self._end, number)
        yield

    def _end(self, number: int) -> None:
        self.interrupted = self.interrupted or number == signal.SIGINT
        if self._ending is None:
            self._ending = asyncio.ensure_future(self._finish())
        else:  # asked twice: no more waiting for moves
            self._exit()

    async def _finish(self) -> None:
        await self._drain.wait()
        self._exit()

    def _exit(self) -> None:
        self.should_exit = True
        self._end_streams()


def _bind(settings: Settings) -> socket.socket:
    """The socket that listens; says in one sentence why it cannot."""
    try:
        family = socket.getaddrinfo(settings.host, settings.port, type=socket.SOCK_STREAM)[0][0]
        # With the protocol named, asyncio turns Nagle's delay off; without, every answer would wait 40 ms.
        listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((settings.host, settings.port))
    except (OSError, OverflowError) as error:
        taken = isinstance(error, OSError) and error.errno == errno.EADDRINUSE
        reason = "another program is there already" if taken else str(error)
        raise ServerError(f"cannot listen on {settings.host} port {settings.port}: {reason}") from None
    listener.set_inheritable(True)
    return listener


def _address(settings: Settings, listener: socket.socket) -> str:
    return f"http://{shown_host(settings.host, settings)}:{listener.getsockname()[1]}/"


def open_browser(address: str) -> None:
    """Show the page where there is a screen; a browser inside the terminal would be in the way."""
    has_screen = sys.platform in ("darwin", "win32") or os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    if has_screen:
        with contextlib.suppress(webbrowser.Error):
            webbrowser.open(address)
