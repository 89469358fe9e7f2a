"""Connections with bounds: how many there are, and how long a request may take to arrive."""

from __future__ import annotations

import asyncio
import logging
import resource
import time
from collections import Counter
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from noughts.web.errors import answer
from noughts.web.limits import counted_address
from noughts.web.safety import HEADERS
from noughts.web.settings import Settings

ARRIVAL_SECONDS = 10.0
"""How long the head of a request may take to arrive, and its body again."""
READING_SECONDS = 30.0
"""How long a client may let an answer lie before it is given up."""
RESERVED_DESCRIPTORS = 100
"""For the database, processes and files: no accept fails for want of one."""


def raise_descriptor_limit(wanted: int) -> int:
    """Allow this process as many descriptors as it may have; how many connections fit, of those that are wanted."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = 65_536 if hard == resource.RLIM_INFINITY else min(hard, 65_536)
    if most > soft:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
    return min(wanted, max(most, soft) - RESERVED_DESCRIPTORS)


class Connections:
    """All connections of a server: admits them, and drops those that take too long."""

    def __init__(self, settings: Settings) -> None:
        self.most = raise_descriptor_limit(settings.connections)
        self._most_of_address = settings.address_connections
        self._of_address: Counter[str] = Counter()
        self.open: set[BoundedProtocol] = set()

    def protocol(self, *arguments: Any, **options: Any) -> BoundedProtocol:
        """What uvicorn makes for each connection."""
        return BoundedProtocol(self, *arguments, **options)

    def admit(self, connection: BoundedProtocol) -> bool:
        """Whether there is room for one more; when all places are taken, whoever has nothing under way makes it."""
        if self._of_address[connection.address] >= self._most_of_address and not connection.is_local:
            return False
        if len(self.open) >= self.most:
            idle = [other for other in self.open if not other.is_served]
            if not idle:
                return False
            oldest = min(idle, key=lambda other: other.since)
            self.forget(oldest)
            oldest.transport.abort()
        self.open.add(connection)
        self._of_address[connection.address] += 1
        return True

    def forget(self, connection: BoundedProtocol) -> None:
        if connection in self.open:
            self.open.discard(connection)
            self._of_address[connection.address] -= 1
            if not self._of_address[connection.address]:
                del self._of_address[connection.address]

    async def drop_late(self) -> None:
        """Watch until cancelled."""
        while True:
            await asyncio.sleep(1.0)
            now = time.monotonic()
            for connection in [connection for connection in self.open if connection.is_late(now)]:
                connection.transport.abort()


class BoundedProtocol(H11Protocol):
    """One connection."""

    def __init__(self, connections: Connections, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._all = connections
        self._phase: object = h11.IDLE
        self.since = time.monotonic()
        self._unread_since = 0.0
        self.address = ""
        self.is_local = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.address = counted_address(self.client[0] if self.client else "")
        self.is_local = self.address in ("127.0.0.1", "::/64")  # may be a proxy that speaks for everybody
        if not self._all.admit(self):
            transport.write(_BUSY)
            transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        self._all.forget(self)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self.transport.is_closing():
            return
        super().data_received(data)
        phase = self.conn.their_state
        if phase is not self._phase:
            self._phase, self.since = phase, time.monotonic()

    @property
    def is_served(self) -> bool:
        """Whether a request has arrived whole and its answer is not yet complete."""
        arrived = self.conn.their_state in (h11.DONE, h11.MUST_CLOSE, h11.CLOSED)
        return arrived and self.cycle is not None and not self.cycle.response_complete

    def is_late(self, now: float) -> bool:
        """Whether a request is too long on its way, or an answer too long not taken."""
        if not self.transport.get_write_buffer_size():
            self._unread_since = now
        elif now - self._unread_since > READING_SECONDS:
            return True
        arriving = self._phase in (h11.IDLE, h11.SEND_BODY) and self.conn.their_state is self._phase
        return arriving and now - self.since > ARRIVAL_SECONDS


def _busy() -> bytes:
    refusal = answer("unavailable", "too many connections: try again in a moment")
    lines = [f"{name}: {value}" for name, value in (refusal.headers | HEADERS).items()]
    return "\r\n".join(["HTTP/1.1 503 Service Unavailable", "Connection: close", *lines, "", ""]).encode() + bytes(
        refusal.body
    )


_BUSY = _busy()


class OnceAMinute(logging.Filter):
    """Lets each kind of message through once a minute, and counts the rest."""

    def __init__(self) -> None:
        super().__init__()
        self._next: dict[str, float] = {}
        self._dropped: Counter[str] = Counter()

    def filter(self, record: logging.LogRecord) -> bool:
        kind = str(record.msg)[:60]
        if len(self._next) > 1_000:
            self._next.clear()
        if time.monotonic() < self._next.get(kind, 0.0):
            self._dropped[kind] += 1
            return False
        self._next[kind] = time.monotonic() + 60
        if dropped := self._dropped.pop(kind, 0):
            record.msg = f"{record.msg} (and {dropped:,} more like it)"
        return True


def quieten(name: str) -> None:
    """Let a logger say each thing once a minute."""
    logging.getLogger(name).addFilter(OnceAMinute())
