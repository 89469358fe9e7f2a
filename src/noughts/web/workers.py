"""Thinking: a fixed number of threads and a queue with a bound, and the computer's turns."""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from noughts.analysis import Limit
from noughts.errors import NoSuchGameError, NoughtsError, StaleGameError
from noughts.game import Level
from noughts.players.player import LevelPlayer
from noughts.rules.mark import Move
from noughts.rules.position import Position
from noughts.storage import GameStore
from noughts.web.errors import RefusedError
from noughts.web.games import Games
from noughts.web.settings import THINKING_SECONDS

SWEEP_SECONDS = 5.0
"""How often to look for turns of the computer that nobody plays."""
FORGOTTEN_SECONDS = 10.0
"""A turn that waits for so long is played by whoever finds it, in whichever process."""

_Thought = TypeVar("_Thought")


class Workers:
    """The threads that think. First come, first served; what does not fit into the queue is refused."""

    def __init__(self, threads: int, queue: int) -> None:
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="thinking")
        self._most = threads + queue
        self._pending = 0
        self._stops: set[threading.Event] = set()
        self._closed = False

    async def run(self, work: Callable[[], _Thought]) -> _Thought:
        if self._pending >= self._most or self._closed:
            raise RefusedError("too_many", "too many are thinking already: try again in a moment")
        self._pending += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._pool, work)
        finally:
            self._pending -= 1

    def stoppable(self, think: Callable[[threading.Event], _Thought]) -> _Thought:
        """Run a thought with an event that stops it; one that the end of the server cuts short comes to nothing."""
        stop = threading.Event()
        self._stops.add(stop)
        try:
            thought = think(stop)
        finally:
            self._stops.discard(stop)
        if self._closed:
            raise RefusedError("unavailable", "the server is about to end")
        return thought

    def close(self) -> None:
        self._closed = True
        for stop in list(self._stops):
            stop.set()
        self._pool.shutdown(wait=False, cancel_futures=True)


class ComputerTurns:
    """Plays wherever the computer is to move. The store is its queue: a turn not played now is found again later."""

    def __init__(self, games: Games, store: GameStore, workers: Workers) -> None:
        self._games = games
        self._store = store
        self._workers = workers
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

    async def _play(self, id: str) -> None:
        try:
            await self._workers.run(lambda: self._games.play_computer_move(id, self._think))
        except (StaleGameError, NoSuchGameError, RefusedError, asyncio.CancelledError):
            pass  # the game went on, or the queue is full
        except NoughtsError as error:
            logging.getLogger("noughts.web").error("the computer cannot move in game %s: %s", id, error)
        except Exception:
            logging.getLogger("noughts.web").exception("the computer cannot move in game %s", id)
        finally:
            if self._tasks.get(id) is asyncio.current_task():
                del self._tasks[id]

    def _think(self, level: Level, position: Position) -> Move:
        player, limit = LevelPlayer(level), Limit(seconds=THINKING_SECONDS)
        return self._workers.stoppable(lambda stop: player.choose_move(position, limit, stop=stop))

    async def _sweep(self) -> None:
        older_than = 0.0
        while True:
            try:
                for id in await asyncio.to_thread(self._store.waiting_for_computer, older_than):
                    if id not in self._tasks:
                        self._begin(id)
            except NoughtsError as error:
                logging.getLogger("noughts.web").error("cannot look for waiting games: %s", error)
            older_than = FORGOTTEN_SECONDS
            await asyncio.sleep(SWEEP_SECONDS)

    async def close(self) -> None:
        tasks = [*self._tasks.values(), *([self._sweeper] if self._sweeper else [])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
