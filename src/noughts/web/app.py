"""The FastAPI app: everything put together."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

from fastapi import FastAPI
from starlette.middleware.gzip import GZipMiddleware
from starlette.types import ASGIApp

from noughts.errors import NoughtsError
from noughts.explain.review import SECONDS as REVIEW_SECONDS
from noughts.storage import GameStore, StoredGame
from noughts.web import (
    api,
    errors,
    grade_api,
    invitations,
    learn_api,
    learn_pages,
    lobby,
    openings_api,
    operating,
    pages,
    polls_api,
    posters,
    puzzles_api,
    search_api,
    study_api,
)
from noughts.web.clocks import keep_clocks
from noughts.web.games import Games
from noughts.web.limits import RateLimits
from noughts.web.metrics import Metrics
from noughts.web.news import News
from noughts.web.safety import Safety
from noughts.web.settings import Settings
from noughts.web.views import GameViews
from noughts.web.workers import Analyses, ComputerTurns

CLEANING_SECONDS = 3600.0
DRAINING_SECONDS = 1.5
"""How long the computer may take to finish its moves when the server is told to end."""

_DESCRIPTION = """Create games, move in them, watch them, and analyze positions.

Every refusal is `{"error": name, "message": sentence}`. A seat is held by a cookie. Every change counts the version of
its game up, and a command names the version it was decided on: of two that race, one gets 409."""


class App(FastAPI):
    """Described without the refusals that FastAPI adds and this app never gives: unreadable is 400 here."""

    def build_middleware_stack(self) -> ASGIApp:
        """Safety comes outermost, so that even the answer to a broken request carries its headers."""
        return Safety(super().build_middleware_stack(), self.state.settings, self.state.metrics)

    def openapi(self) -> dict[str, Any]:
        description = super().openapi()
        for path in description["paths"].values():
            for operation in path.values():
                if "HTTPValidationError" in str(operation["responses"].get("422")):
                    del operation["responses"]["422"]
        for unused in ("HTTPValidationError", "ValidationError"):
            description["components"]["schemas"].pop(unused, None)
        return description


class Drain:
    """The end of a server: no new games, and moves that are under way are finished."""

    def __init__(self, turns: ComputerTurns) -> None:
        self._turns = turns
        self.has_begun = False

    def refuse_when_begun(self) -> None:
        if self.has_begun:
            raise errors.RefusedError("unavailable", "the server is about to end: try again in a moment")

    async def wait(self) -> None:
        """Begin, and wait until the computer has made its moves."""
        self.has_begun = True
        for _ in range(round(DRAINING_SECONDS / 0.05)):
            if not self._turns.under_way:
                return
            await asyncio.sleep(0.05)


def create_app(settings: Settings, store: GameStore) -> FastAPI:
    """The app on an open store, which stays the caller's to close."""
    news, metrics = News(), Metrics()
    store.observe(metrics.database_time)

    def changed(stored: StoredGame) -> None:
        news.tell(stored.id)
        if stored.game.waits_for_computer:
            turns.wake(stored.id)

    games = Games(store, changed)
    turns = ComputerTurns(games, store, settings.workers, metrics.moves.labels("computer").inc)
    analyses = Analyses(settings.workers)
    studies = Analyses(settings.workers, patience=study_api.LONGEST_STUDY, floor=REVIEW_SECONDS)

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
        await asyncio.gather(analyses.close(), studies.close(), turns.close())

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
    app.state.analyses = analyses
    app.state.studies = studies
    app.state.limits = limits = RateLimits(settings.rates)
    app.state.metrics = metrics
    app.state.drain = Drain(turns)
    metrics.watch("streams", "Event streams that are open", lambda: limits.streams)
    metrics.watch("computer_moves_running", "Moves that the computer thinks about", lambda: turns.queue.running)
    metrics.watch("computer_moves_waiting", "Moves that wait for the computer", lambda: turns.queue.waiting)
    metrics.watch("analyses_running", "Analyses, hints and searches under way", lambda: analyses.queue.running)
    metrics.watch("analyses_waiting", "Analyses, hints and searches that wait", lambda: analyses.queue.waiting)
    metrics.watch("studies_running", "Reviews and deep analyses under way", lambda: studies.queue.running)
    metrics.watch("studies_waiting", "Reviews and deep analyses that wait", lambda: studies.queue.waiting)
    errors.install(app, pages.missing_page)
    apis = (api, lobby, invitations, operating, search_api, study_api, puzzles_api, openings_api, learn_api, polls_api)
    for module in (*apis, learn_pages, posters):
        app.include_router(module.router)
    if grade_api.is_offered(settings.is_loopback):
        app.include_router(grade_api.router)
    pages.install(app)
    app.add_middleware(GZipMiddleware, minimum_size=1000, compresslevel=6)
    return app


async def _clean(store: GameStore, days: float) -> None:
    """Remove forgotten games every hour, for the first time an hour after the start: time to see a wrong clock.

    Polls promise to be gone after a day, whoever has started the server again.
    """
    while True:
        await _remove(store.polls.remove_old)
        await asyncio.sleep(CLEANING_SECONDS)
        await _remove(store.remove_untouched, days)


async def _remove(remove: Callable[..., object], *arguments: object) -> None:
    try:
        await asyncio.to_thread(remove, *arguments)
    except NoughtsError as error:
        logging.getLogger("noughts.web").error("cannot remove what is old: %s", error)
