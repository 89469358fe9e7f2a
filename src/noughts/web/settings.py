"""How a server is set up."""

from __future__ import annotations

import ipaddress
import os
import re
from dataclasses import dataclass, field
from pathlib import Path

from noughts.errors import NotationError
from noughts.paths import data_folder

THINKING_SECONDS = 1.0
"""How long the computer may think about a move, and a hint may take."""

LONGEST_ANALYSIS = 5.0
"""How many seconds an analysis may take that anybody can ask for."""

LONGEST_BODY = 16 * 1024
"""Bytes of the longest request that is read."""

LONGEST_PROGRAM = 256 * 1024
"""Where a server on loopback takes a program to grade."""


_HOST = r"[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?|\[[0-9a-f:.]{2,45}\]"
_ORIGIN = re.compile(rf"https?://(?:{_HOST})(?::[0-9]{{1,5}})?")


@dataclass(frozen=True)
class Rates:
    """How many requests a minute one address may make, by what they cost; all at once or spread."""

    create: int = 60
    change: int = 600
    compute: int = 60
    read: int = 3000
    streams: int = 60
    """How many event streams at a time."""
    all_streams: int = 2000
    """How many event streams of everybody at a time."""


@dataclass(frozen=True)
class Settings:
    """Everything that can be chosen when a server starts."""

    host: str = "127.0.0.1"
    port: int = 8000
    database: str = ""
    """A file or a URL; empty for the file in the user's data folder."""
    plain_http: bool = False
    """Whether seats may travel over plain HTTP beyond loopback."""
    keep_days: float = 90.0
    """Games that nobody touched for so long are removed."""
    allowed_hosts: tuple[str, ...] = ()
    """Names under which the server is known beside its own; `*` stands for all."""
    connections: int = 4000
    """How many connections at a time."""
    address_connections: int = 256
    """How many of one address; a proxy on this machine has them all."""
    allow_embed: tuple[str, ...] = ()
    """Origins whose pages may embed searches."""
    log_requests: bool = False
    metrics_token: str = ""
    """Lets others than this machine read the metrics."""
    workers: int = field(default_factory=lambda: max(1, (os.cpu_count() or 2) - 1))
    """How many moves of the computer are thought about at a time, and how many analyses."""
    rates: Rates = Rates()

    @property
    def is_loopback(self) -> bool:
        if self.host == "localhost":
            return True
        try:
            return ipaddress.ip_address(self.host).is_loopback
        except ValueError:
            return False

    @property
    def is_everywhere(self) -> bool:
        """Whether the server listens on all addresses of the machine."""
        return self.host in ("0.0.0.0", "::")

    @property
    def secure_cookies(self) -> bool:
        return not self.is_loopback and not self.plain_http


def parse_origin(text: str) -> str:
    """An origin as browsers write it; NotationError for everything else, a wildcard or a path included.

    >>> parse_origin("https://Course.example.org:8443")
    'https://course.example.org:8443'
    """
    if _ORIGIN.fullmatch(text.lower()) is None:
        raise NotationError(f"expected an origin like https://course.example.org, got {text!r}")
    return text.lower()


def default_database() -> Path:
    """The file in $XDG_DATA_HOME/noughts; its folder is made."""
    return data_folder() / "games.sqlite3"
