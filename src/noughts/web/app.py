"""The FastAPI app: everything put together."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from fastapi import FastAPI

from noughts.errors import NoughtsError
from noughts.storage import GameStore, StoredGame
from noughts.web import api, errors, lobby, pages, search_api
from noughts.web.clocks import keep_clocks
from noughts.web.games import Games
from noughts.web.limits import RateLimits
from noughts.web.news import News
from noughts.web.safety import Safety
from noughts.web.settings import Settings
from noughts.web.views import GameViews
from noughts.web.workers import ComputerTurns, Workers

CLEANING_SECONDS = 3600.0

_DESCRIPTION = """Create games, move in them, watch them, and analyze positions.

Every refusal is `{"error": name, "message": sentence}`. A seat is held by a cookie. Every change counts the version of
its game up, and a command names the version it was decided on: of two that race, one gets 409."""


class App(FastAPI):
    """Described without the refusals that FastAPI adds and this app never gives: unreadable is 400 here."""

    def openapi(self) -> dict[str, Any]:
        description = super().openapi()
        for path in description["paths"].values():
            for operation in path.values():
                if "HTTPValidationError" in str(operation["responses"].get("422")):
                    del operation["responses"]["422"]
        for unused in ("HTTPValidationError", "ValidationError"):
            description["components"]["schemas"].pop(unused, None)
        return description


def create_app(settings: Settings, store: GameStore) -> FastAPI:
    """The app on an open store, which stays the caller's to close."""
    news = News()

    def changed(stored: StoredGame) -> None:
        news.tell(stored.id)
        if stored.game.waits_for_computer:
            turns.wake(stored.id)

    games = Games(store, changed)
    workers = Workers(settings.workers, settings.queue)
    turns = ComputerTurns(games, store, workers)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        news.start()
        store.listen(news.tell)
        turns.start()
        cleaner = asyncio.create_task(_clean(store, settings.keep_days))
        clocks = asyncio.create_task(keep_clocks(games, store))
        yield
        news.close()
        cleaner.cancel()
        clocks.cancel()
        workers.close()
        await turns.close()

    app = App(
        title="noughts",
        version="1",
        description=_DESCRIPTION,
        openapi_url="/api/openapi.json",
        docs_url=None,  # its page loads scripts of others
        redoc_url=None,
        lifespan=lifespan,
    )
    app.state.settings = settings
    app.state.store = store
    app.state.games = games
    app.state.news = news
    app.state.views = GameViews()
    app.state.workers = workers
    app.state.limits = RateLimits(settings.rates)
    errors.install(app)
    app.include_router(lobby.router)
    app.include_router(api.router)
    app.include_router(search_api.router)
    pages.install(app)
    app.add_middleware(Safety)
    return app


async def _clean(store: GameStore, days: float) -> None:
    """Remove forgotten games now and every hour."""
    while True:
        try:
            await asyncio.to_thread(store.remove_untouched, days)
        except NoughtsError as error:
            logging.getLogger("noughts.web").error("cannot remove old games: %s", error)
        await asyncio.sleep(CLEANING_SECONDS)
