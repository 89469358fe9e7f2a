"""Thinking for people: processes of its own, and places in them that are taken in turn."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import pickle
import sys
import time
from collections import Counter, deque
from collections.abc import AsyncIterator, Callable
from typing import Any, TypeVar

from noughts.errors import EngineCrashedError
from noughts.web import thinker
from noughts.web.errors import RefusedError

_Thought = TypeVar("_Thought")


class ThinkingProcess:
    """Runs functions of `noughts.web.thinker` in another process; it starts when it is needed, again when it died."""

    def __init__(self, nice: int) -> None:
        self._nice = nice
        self._numbers = itertools.count()
        self._answers: dict[int, asyncio.Future[Any]] = {}
        self._listeners: dict[int, Callable[[thinker.Told], None]] = {}
        self._starting = asyncio.Lock()
        self._process: asyncio.subprocess.Process | None = None
        self._reading: asyncio.Task[None] | None = None
        self._closed = False

    async def run(
        self, function: Callable[..., _Thought], *arguments: object, told: Callable[[thinker.Told], None] | None = None
    ) -> _Thought:
        """What the function finds; whoever cancels this stops it too. `told` hears what it tells on its way."""
        process = await self._started()
        number = next(self._numbers)
        answer = self._answers[number] = asyncio.get_running_loop().create_future()
        if told is not None:
            self._listeners[number] = told
        try:
            self._send(process, number, (function, arguments, told is not None))
            thought: _Thought = await answer
            return thought
        except asyncio.CancelledError:
            self._send(process, number, None)
            raise
        finally:
            del self._answers[number]
            self._listeners.pop(number, None)

    @staticmethod
    def _send(process: asyncio.subprocess.Process, number: int, thought: object) -> None:
        assert process.stdin is not None
        with contextlib.suppress(OSError, RuntimeError):  # when it died, its reader says so to everybody who waits
            process.stdin.write(pickle.dumps((number, thought)))

    async def _started(self) -> asyncio.subprocess.Process:
        async with self._starting:
            if self._closed:
                raise RefusedError("unavailable", "the server is about to end")
            if self._process is None:
                command = [sys.executable, "-m", "noughts.web.thinker", str(self._nice)]
                pipe = asyncio.subprocess.PIPE
                self._process = await asyncio.create_subprocess_exec(*command, stdin=pipe, stdout=pipe, process_group=0)
                self._reading = asyncio.create_task(self._read(self._process))
            return self._process

    async def _read(self, process: asyncio.subprocess.Process) -> None:
        assert process.stdout is not None
        with contextlib.suppress(asyncio.IncompleteReadError, OSError):
            while True:
                (length,) = thinker.LENGTH.unpack(await process.stdout.readexactly(thinker.LENGTH.size))
                number, event, answer = pickle.loads(await process.stdout.readexactly(length))
                if event is None:
                    self._settle(number, answer)
                elif listener := self._listeners.get(number):
                    listener(thinker.Told(event, answer))
        self._process = None
        for number in list(self._answers):
            self._settle(number, EngineCrashedError("the process that thinks has died: try again"))
        await process.wait()

    def _settle(self, number: int, answer: object) -> None:
        future = self._answers.get(number)
        if future is None or future.done():
            return
        if isinstance(answer, Exception):
            future.set_exception(answer)
        else:
            future.set_result(answer)

    async def close(self) -> None:
        self._closed = True
        if self._process is not None and self._reading is not None:
            self._process.kill()
            await self._reading


class Place:
    """Somebody's place in the queue."""

    def __init__(self, queue: FairQueue) -> None:
        self._queue = queue
        self._began = time.monotonic()
        self.admitted: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def seconds(self, wanted: float) -> float:
        """How long to think, so that all who wait get their turn within the queue's patience; at least its floor."""
        queue = self._queue
        left = self._began + queue.patience - time.monotonic()
        share = left * queue.places / (queue.waiting + queue.running)
        return min(wanted, max(queue.floor, share))


class FairQueue:
    """Lets so many think at a time. Addresses take turns, and so do the clients of one address."""

    def __init__(
        self, places: int, *, patience: float, floor: float, each: int = 10**9, address: int = 10**9, most: int = 10**9
    ) -> None:
        self.places = places
        self.patience, self.floor = patience, floor
        self._most_each, self._most_of_address, self._most = each, address, most
        self.running = 0
        self._pending: Counter[str] = Counter()
        self._turns: dict[str, dict[str, deque[Place]]] = {}

    @property
    def waiting(self) -> int:
        return sum(len(places) for clients in self._turns.values() for places in clients.values())

    @contextlib.asynccontextmanager
    async def place(self, address: str, client: str = "") -> AsyncIterator[Place]:
        """Wait for a place, and hold it; who has too many already is refused."""
        keys = (address, f"{address} {client}")
        if self._pending[keys[0]] >= self._most_of_address or self._pending[keys[1]] >= self._most_each:
            raise RefusedError("too_many", "you have as many analyses under way as one may have: wait for one of them")
        if self.waiting >= self._most:
            raise RefusedError("unavailable", "too many people wait for an analysis: try again in a moment")
        place = Place(self)
        self._pending.update(keys)
        self._turns.setdefault(address, {}).setdefault(client, deque()).append(place)
        self._admit()
        try:
            await place.admitted
            yield place
        finally:
            self._pending.subtract(keys)
            self._pending += Counter()  # forgets the zeros
            if place.admitted.done() and not place.admitted.cancelled():
                self.running -= 1
            else:
                self._forget(address, client, place)
            self._admit()

    def _admit(self) -> None:
        while self.running < self.places and self._turns:
            address = next(iter(self._turns))
            clients = self._turns.pop(address)
            client = next(iter(clients))
            places = clients.pop(client)
            place = places.popleft()
            if places:
                clients[client] = places  # at the end: the others come first
            if clients:
                self._turns[address] = clients
            if not place.admitted.done():
                place.admitted.set_result(None)
                self.running += 1

    def _forget(self, address: str, client: str, place: Place) -> None:
        clients = self._turns.get(address, {})
        with contextlib.suppress(KeyError, ValueError):
            clients[client].remove(place)
            if not clients[client]:
                del clients[client]
            if not clients:
                del self._turns[address]
