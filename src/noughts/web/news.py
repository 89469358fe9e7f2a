"""Live events: who watches a game hears of every change, wherever it was made."""

from __future__ import annotations

import asyncio
import contextlib
from collections import defaultdict
from collections.abc import AsyncIterator, Callable, Iterator

from noughts.errors import NoSuchGameError
from noughts.storage import StoredGame

BEAT_SECONDS = 10.0
"""How often a silent stream says that it is alive. Each beat also looks at the store."""


class News:
    """Wakes those who wait for a game. It carries no game itself: the stored one is the only state."""

    def __init__(self) -> None:
        self._loop: asyncio.AbstractEventLoop | None = None
        self._waiting: defaultdict[str, set[asyncio.Event]] = defaultdict(set)
        self.closed = False

    def start(self) -> None:
        self._loop = asyncio.get_running_loop()

    def tell(self, id: str | None) -> None:
        """A game has changed, None: any may have; from any thread."""
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._wake, id)

    def close(self) -> None:
        """End all streams."""
        self.closed = True
        self.tell(None)

    def _wake(self, id: str | None) -> None:
        for name in list(self._waiting) if id is None else [id] if id in self._waiting else []:
            for event in self._waiting[name]:
                event.set()

    @contextlib.contextmanager
    def subscription(self, id: str) -> Iterator[asyncio.Event]:
        """An event that is set when the game changes."""
        event = asyncio.Event()
        self._waiting[id].add(event)
        try:
            yield event
        finally:
            self._waiting[id].discard(event)
            if not self._waiting[id]:
                del self._waiting[id]

    async def stream(
        self, id: str, load: Callable[[str], StoredGame], as_json: Callable[[StoredGame], str]
    ) -> AsyncIterator[str]:
        """Server-sent events: the game now and after every change; who is slow skips what lies between."""
        with self.subscription(id) as changed:
            version = 0
            while not self.closed:
                changed.clear()
                try:
                    game = await asyncio.to_thread(load, id)
                except NoSuchGameError:
                    yield "event: gone\ndata: {}\n\n"
                    return
                if game.version != version:
                    version = game.version
                    yield f"event: game\nid: {version}\ndata: {as_json(game)}\n\n"
                try:
                    await asyncio.wait_for(changed.wait(), BEAT_SECONDS)
                except TimeoutError:
                    yield "event: beat\ndata: {}\n\n"
