"""Live events: who watches a game hears of every change, wherever it was made."""

from __future__ import annotations

import asyncio
import contextlib
import json
import time
from collections import defaultdict
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import dataclass

from noughts.errors import NoSuchGameError
from noughts.rules.mark import Mark
from noughts.storage import StoredGame

BEAT_SECONDS = 10.0
"""How often a silent stream says that it is alive. Each beat also looks at the store."""


@dataclass(eq=False)
class Viewer:
    """Somebody with a page open on a game."""

    marks: frozenset[Mark]
    away: bool
    """The page is open, but not in front."""


class News:
    """Wakes those who wait for a game. It carries no game itself: the stored one is the only state."""

    def __init__(self) -> None:
        self._loop: asyncio.AbstractEventLoop | None = None
        self._waiting: defaultdict[str, dict[asyncio.Event, Viewer]] = defaultdict(dict)
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
    def subscription(self, id: str, viewer: Viewer) -> Iterator[asyncio.Event]:
        """An event that is set when the game changes, or who looks at it does."""
        event = asyncio.Event()
        self._waiting[id][event] = viewer
        self._wake(id)
        try:
            yield event
        finally:
            del self._waiting[id][event]
            self._wake(id)
            if not self._waiting[id]:
                del self._waiting[id]

    def presence(self, id: str) -> dict[str, str | int]:
        """Whether the players are here, away or offline, and how many watch; of this process."""
        viewers = self._waiting[id].values() if id in self._waiting else ()
        pages = {mark: [viewer.away for viewer in viewers if mark in viewer.marks] for mark in Mark}
        seats = {str(mark): "offline" if not away else "away" if all(away) else "here" for mark, away in pages.items()}
        return {**seats, "watching": sum(not viewer.marks for viewer in viewers)}

    async def stream(
        self, id: str, load: Callable[[str], StoredGame], as_json: Callable[[StoredGame], str], viewer: Viewer
    ) -> AsyncIterator[str]:
        """Server-sent events: the game now and after every change; who is slow skips what lies between."""
        with self.subscription(id, viewer) as changed:
            version = 0
            present: dict[str, str | int] = {}
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
                if (now_present := self.presence(id)) != present:
                    present = now_present
                    yield f"event: presence\ndata: {json.dumps({**present, 'now': time.time()})}\n\n"
                try:
                    await asyncio.wait_for(changed.wait(), BEAT_SECONDS)
                except TimeoutError:
                    yield f"event: beat\ndata: {json.dumps({'now': time.time()})}\n\n"
