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
from noughts.storage import open_store
from noughts.web.app import create_app
from noughts.web.settings import Settings, default_database

SHUTDOWN_SECONDS = 2


class ServerError(NoughtsError):
    """The server cannot start."""


def serve(settings: Settings, ready: Callable[[str], None]) -> bool:
    """Serve until a signal ends it; `ready` gets the address. Whether it was Ctrl-C that ended it."""
    listener = _bind(settings)
    store = open_store(settings.database or default_database())
    try:
        app = create_app(settings, store)
        config = uvicorn.Config(
            app,
            log_level="warning",
            access_log=False,
            server_header=False,
            timeout_graceful_shutdown=SHUTDOWN_SECONDS,
            proxy_headers=True,
            forwarded_allow_ips="127.0.0.1,::1",
        )
        server = _Server(config, lambda: ready(_address(settings, listener)), app.state.news.close)
        asyncio.run(server.serve(sockets=[listener]))
        return server.interrupted
    finally:
        store.close()


class _Server(uvicorn.Server):
    """Ends its streams when it is told to end, and leaves the exit code to the caller."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None], end_streams: Callable[[], None]) -> None:
        super().__init__(config)
        self._ready = ready
        self._end_streams = end_streams
        self.interrupted = False

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
        self.force_exit = self.should_exit  # asked twice: at once
        self.should_exit = True
        self.interrupted = self.interrupted or number == signal.SIGINT
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
    port = listener.getsockname()[1]
    host = f"[{settings.host}]" if ":" in settings.host else settings.host
    return f"http://{host}:{port}/"


def open_browser(address: str) -> None:
    """Show the page where there is a screen; a browser inside the terminal would be in the way."""
    has_screen = sys.platform in ("darwin", "win32") or os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    if has_screen:
        with contextlib.suppress(webbrowser.Error):
            webbrowser.open(address)
