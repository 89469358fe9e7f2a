"""Who thinks for whom: the computer's turns come first, analyses take turns beside them."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncGenerator, Callable
from typing import TypeVar

from anyio import from_thread
from fastapi import Request

from noughts.errors import NoSuchGameError, NoughtsError, StaleGameError
from noughts.game import PERFECT
from noughts.notation import start_position
from noughts.players.levels import SOLVED, is_quick
from noughts.storage import GameStore
from noughts.tablebase import fits
from noughts.web.errors import RefusedError
from noughts.web.games import Games
from noughts.web.limits import address_of
from noughts.web.news import BEAT_SECONDS
from noughts.web.seats import known_token
from noughts.web.settings import THINKING_SECONDS
from noughts.web.thinker import Told, is_solved, level_move
from noughts.web.thinking import FairQueue, ThinkingProcess

SWEEP_SECONDS = 5.0
"""How often to look for turns of the computer that nobody plays."""
MOST_EACH = 2
"""How many analyses one client may have running or waiting; without a seat, the address counts as one."""
MOST_OF_ADDRESS = 40
"""How many all clients behind one address may have, as a class has."""

MOST_WAITING = 200
"""How many may wait for an analysis, all together."""

_Thought = TypeVar("_Thought")


class Analyses:
    """Analyses that people ask for: fair between addresses, stopped when nobody waits for them."""

    def __init__(self, places: int, *, patience: float = 10.0, floor: float = 0.25) -> None:
        self._process = ThinkingProcess(nice=15)
        self.queue = FairQueue(
            places, patience=patience, floor=floor, each=MOST_EACH, address=MOST_OF_ADDRESS, most=MOST_WAITING
        )
        self._proofs = FairQueue(1, patience=0, floor=0)

    async def run(
        self, request: Request, function: Callable[..., _Thought], position: object, seconds: float, *arguments: object
    ) -> _Thought:
        """What a function of `noughts.web.thinker` finds for whoever made the request, in so many seconds at most."""
        client = await asyncio.to_thread(known_token, request) or ""
        thought = asyncio.ensure_future(
            self._think(address_of(request), client, function, position, seconds, arguments)
        )
        gone = asyncio.ensure_future(_disconnected(request))
        try:
            await asyncio.wait([thought, gone], return_when=asyncio.FIRST_COMPLETED)
            if not thought.done():
                raise RefusedError("unavailable", "nobody waits for the answer any more")
            return thought.result()
        finally:
            for task in (thought, gone):
                task.cancel()

    async def stream(
        self, request: Request, function: Callable[..., None], subject: object, seconds: float, *arguments: object
    ) -> AsyncGenerator[Told | None]:
        """What a function of `noughts.web.thinker` tells on its way, None after some silence; who leaves stops it."""
        news: asyncio.Queue[Told | None] = asyncio.Queue()
        client = await asyncio.to_thread(known_token, request) or ""
        asked = (address_of(request), client, function, subject, seconds, arguments)
        thought = asyncio.ensure_future(self._think(*asked, news.put_nowait))
        thought.add_done_callback(lambda _: news.put_nowait(None))
        try:
            while not thought.done() or not news.empty():
                with contextlib.suppress(TimeoutError):
                    if told := await asyncio.wait_for(news.get(), BEAT_SECONDS):
                        yield told
                    continue
                yield None
            await thought
        finally:
            thought.cancel()

    async def _think(
        self,
        address: str,
        client: str,
        function: Callable[..., _Thought],
        subject: object,
        seconds: float,
        arguments: tuple[object, ...],
        told: Callable[[Told], None] | None = None,
    ) -> _Thought:
        async with self.queue.place(address, client) as place:
            return await self._process.run(function, subject, place.seconds(seconds), *arguments, told=told)

    async def find_out_if_solved(self, request: Request, game: str) -> None:
        """Let `is_solved` know about a game, beside the moves of others: a proof may take a second."""
        start = start_position(game)
        if start.kind == "ultimate" or fits(start):
            return
        async with self._proofs.place(address_of(request)):
            if start.game not in SOLVED:
                SOLVED[start.game] = await self._process.run(is_solved, start)

    def prepare(self, request: Request, level: object, game: str) -> None:
        """Find out what a level needs to know before a game begins; from the thread of a request."""
        if level == PERFECT:
            from_thread.run(self.find_out_if_solved, request, game)

    async def close(self) -> None:
        await self._process.close()


async def _disconnected(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass


class ComputerTurns:
    """Plays wherever the computer is to move. The store is its queue: a turn not played now is found again later."""

    def __init__(self, games: Games, store: GameStore, places: int, played: Callable[[], None] = lambda: None) -> None:
        self._games = games
        self._played = played
        self._store = store
        self._quick, self._slow = ThinkingProcess(nice=0), ThinkingProcess(nice=10)
        self.queue = FairQueue(places, patience=2.0, floor=0.1)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._sweeper: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Go on with all games that were waiting when the last server ended."""
        self._loop = asyncio.get_running_loop()
        self._sweeper = asyncio.create_task(self._sweep())

    def wake(self, id: str) -> None:
        """The computer is to move in a game; from any thread."""
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._begin, id)

    def _begin(self, id: str) -> None:
        running = self._tasks.get(id)
        if running is None or running.done():
            self._tasks[id] = asyncio.create_task(self._play(id))
        else:  # it thinks about what was taken back; look again when it is done
            running.add_done_callback(lambda _: self._begin(id))

    @property
    def under_way(self) -> int:
        """How many moves are thought about or wait for their turn."""
        return len(self._tasks)

    async def _play(self, id: str) -> None:
        try:
            await self._play_turn(id)
        except (StaleGameError, NoSuchGameError, RefusedError, asyncio.CancelledError):
            pass  # the game went on, or the server ends
        except NoughtsError as error:
            logging.getLogger("noughts.web").error("the computer cannot move in game %s: %s", id, error)
        except Exception:
            logging.getLogger("noughts.web").exception("the computer cannot move in game %s", id)
        finally:
            if self._tasks.get(id) is asyncio.current_task():
                del self._tasks[id]

    async def _play_turn(self, id: str) -> None:
        stored = await asyncio.to_thread(self._games.load, id)
        position = stored.game.position
        level = stored.game.seats[position.to_move].level
        if not stored.game.waits_for_computer or level is None:
            return
        if is_quick(level, position):
            move = await self._quick.run(level_move, level, position, THINKING_SECONDS, id)
        else:
            async with self.queue.place(id) as place:
                move = await self._slow.run(level_move, level, position, place.seconds(THINKING_SECONDS), id)
        await asyncio.wrap_future(self._games.play_computer_move(id, stored.version, move))
        self._played()

    async def _sweep(self) -> None:
        """Look for turns that nobody plays, whatever the clock says: those that wait at two looks in a row."""
        seen: set[tuple[str, int]] = set()
        first = True
        while True:
            try:
                waiting = await asyncio.to_thread(self._store.waiting_for_computer)
                for id, version in waiting:
                    if (first or (id, version) in seen) and id not in self._tasks:
                        self._begin(id)
                seen, first = set(waiting), False
            except NoughtsError as error:
                logging.getLogger("noughts.web").error("cannot look for waiting games: %s", error)
            await asyncio.sleep(SWEEP_SECONDS)

    async def close(self) -> None:
        tasks = [*self._tasks.values(), *([self._sweeper] if self._sweeper else [])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await asyncio.gather(self._quick.close(), self._slow.close())
