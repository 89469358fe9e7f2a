"""Connections with bounds, without a server: how many, how long, and what is logged."""

from __future__ import annotations

import asyncio
import logging
import time

import pytest

from noughts.web.connections import READING_SECONDS, BoundedProtocol, Connections, OnceAMinute
from noughts.web.settings import Settings


class Wire(asyncio.Transport):
    """A transport that goes nowhere."""

    def __init__(self, address: str) -> None:
        super().__init__({"peername": (address, 1), "sockname": ("192.0.2.9", 8000)})
        self.written = b""
        self.unread = 0
        self.is_gone = False

    def write(self, data: bytes | bytearray | memoryview) -> None:
        self.written += bytes(data)

    def get_write_buffer_size(self) -> int:
        return self.unread

    def close(self) -> None:
        self.is_gone = True

    abort = close

    def is_closing(self) -> bool:
        return self.is_gone


def dial(connections: Connections, address: str) -> tuple[BoundedProtocol, Wire]:
    import uvicorn
    from uvicorn.server import ServerState

    config = uvicorn.Config(lambda scope: None, log_config=None)
    config.load()
    protocol = connections.protocol(config=config, server_state=ServerState(), app_state={})
    wire = Wire(address)
    protocol.connection_made(wire)
    return protocol, wire


def test_one_address_has_so_many_connections_and_leaves_room_for_others() -> None:
    async def crowd() -> None:
        connections = Connections(Settings(connections=10, address_connections=3))
        mine = [dial(connections, "198.51.100.7") for _ in range(5)]
        assert [wire.is_gone for _, wire in mine] == [False] * 3 + [True] * 2
        assert mine[3][1].written.startswith(b"HTTP/1.1 503 Service Unavailable\r\n")
        assert b"retry-after: " in mine[3][1].written.lower()
        assert b"content-security-policy: " in mine[3][1].written.lower()
        assert not dial(connections, "198.51.100.8")[1].is_gone
        mine[0][0].connection_lost(None)
        assert not dial(connections, "198.51.100.7")[1].is_gone
        networks = [dial(connections, f"2001:db8::{number}")[1] for number in range(4)]
        assert [wire.is_gone for wire in networks] == [False] * 3 + [True]

    asyncio.run(crowd())


def test_when_all_places_are_taken_whoever_idles_longest_makes_room() -> None:
    async def crowd() -> None:
        connections = Connections(Settings(connections=2))
        (_, first), (_, second), (_, third) = (dial(connections, f"198.51.100.{number}") for number in range(3))
        assert (first.is_gone, second.is_gone, third.is_gone) == (True, False, False)
        assert len(connections.open) == 2

    asyncio.run(crowd())


def test_an_answer_that_nobody_takes_is_given_up() -> None:
    async def wait() -> None:
        protocol, wire = dial(Connections(Settings()), "198.51.100.7")
        protocol.data_received(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
        now = time.monotonic()
        assert not protocol.is_late(now)
        wire.unread = 100
        assert not protocol.is_late(now + READING_SECONDS - 1)
        assert protocol.is_late(now + READING_SECONDS + 1)
        wire.unread = 0
        assert not protocol.is_late(now + READING_SECONDS + 2), "it was taken in the end"

    asyncio.run(wait())


def test_the_same_message_is_logged_once_a_minute_with_a_count(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 1000.0
    monkeypatch.setattr(time, "monotonic", lambda: now)
    once = OnceAMinute()

    def said(message: str) -> str | None:
        record = logging.LogRecord("uvicorn.error", logging.ERROR, "", 0, message, None, None)
        return record.getMessage() if once.filter(record) else None

    assert said("out of descriptors") == "out of descriptors"
    assert [said("out of descriptors") for _ in range(2000)] == [None] * 2000
    assert said("something else") == "something else"
    now += 61
    assert said("out of descriptors") == "out of descriptors (and 2,000 more like it)"
    assert said("out of descriptors") is None
