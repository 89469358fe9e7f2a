"""The public JSON API under /api."""

from __future__ import annotations

import asyncio
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Annotated

from fastapi import APIRouter, Depends, Query, Request, Response
from fastapi.responses import StreamingResponse
from fastapi.security import APIKeyCookie
from starlette.datastructures import State

from noughts.analysis import EVERY_MOVE
from noughts.notation import format_move, parse_position
from noughts.record import format_record
from noughts.storage import StoredGame
from noughts.web import seats
from noughts.web.errors import refusals
from noughts.web.games import Games
from noughts.web.limits import address_of, limited
from noughts.web.models import (
    AnalysisRequest,
    AnalysisView,
    Asked,
    GameList,
    GameView,
    Hint,
    Join,
    NewGame,
    Played,
    Seen,
)
from noughts.web.news import News, Viewer
from noughts.web.seats import digest
from noughts.web.settings import THINKING_SECONDS
from noughts.web.streams import EVENTS, EventStream
from noughts.web.thinker import analyze as analyze_position
from noughts.web.views import GameViews, analysis_view, game_line, game_view
from noughts.web.workers import Analyses

router = APIRouter(prefix="/api")

_CREATE, _CHANGE, _COMPUTE, _READ = ([Depends(limited(kind))] for kind in ("create", "change", "compute", "read"))
_WRITING = ("foreign_origin", "too_large", "not_allowed")
_COMMAND = refusals("no_seat", "not_your_seat", "not_found", "stale_version", *_WRITING)


async def _games(request: Request) -> Games:
    games: Games = request.app.state.games
    return games


@dataclass(frozen=True, slots=True)
class Commander:
    """Somebody who commands in a game."""

    state: State
    games: Games
    token: str | None

    def view(self, stored: StoredGame) -> Response:
        return Response(self.state.views.of(stored, self.token), media_type="application/json")

    async def seen(self, change: Future[StoredGame]) -> Response:
        """The game after a change, once that is on disk."""
        return self.view(await asyncio.wrap_future(change))


class _Commands(APIKeyCookie):
    """A dependency that gives who commands: one, because each costs as much as a move itself."""

    def __init__(self, kind: str) -> None:
        """`kind` is what the command spends."""
        super().__init__(
            name=seats.COOKIE, scheme_name="APIKeyCookie", auto_error=False, description="The seats of one browser"
        )
        self._kind = kind

    async def __call__(self, request: Request) -> Commander:  # type: ignore[override]
        request.app.state.limits.spend(address_of(request), self._kind)
        return Commander(request.app.state, request.app.state.games, seats.token_of(request))


async def _watcher(request: Request) -> str | None:
    return seats.token_of(request)


def _view(request: Request, stored: StoredGame, token: str | None, status: int = 200) -> Response:
    views: GameViews = request.app.state.views
    return Response(views.of(stored, token), status, media_type="application/json")


GamesOf = Annotated[Games, Depends(_games)]
Changes = Annotated[Commander, Depends(_Commands("change"))]
Creates = Annotated[Commander, Depends(_Commands("create"))]
Computes = Annotated[Commander, Depends(_Commands("compute"))]
Watcher = Annotated[str | None, Depends(_watcher)]
"""The token of whoever looks, where none is needed."""


# Routes are tried in turn, which takes its time: the one that is asked for most comes first.
@router.post("/games/{id}/moves", response_model=GameView, responses=_COMMAND)
async def move(id: str, played: Played, by: Changes) -> Response:
    """Make a move in the version you have seen. Where the computer is next, its move comes as an event."""
    view = await by.seen(by.games.move(id, played, by.token))
    by.state.metrics.moves.labels("person").inc()
    return view


@router.post("/games", response_model=GameView, status_code=201, dependencies=_CREATE, responses=refusals(*_WRITING))
def create(wanted: NewGame, games: GamesOf, request: Request) -> Response:
    """Create a game. The answer sets the cookie that holds your seat."""
    request.app.state.drain.refuse_when_begun()
    request.app.state.analyses.prepare(request, wanted.level, wanted.game)
    token = seats.token_for(request)
    return seats.with_cookie(request, token, _view(request, games.create(wanted, digest(token)), digest(token), 201))


@router.get("/games", dependencies=_READ, responses=refusals())
def my_games(games: GamesOf, token: Watcher) -> GameList:
    """The games in which this browser has a seat, the last touched first."""
    return GameList(games=[game_line(game, token) for game in games.games_of(token)] if token else [])


@router.get("/games/{id}", dependencies=_READ, responses=refusals("not_found"))
def read(
    id: str,
    games: GamesOf,
    token: Watcher,
    ply: Annotated[int | None, Query(ge=0, le=10_000, description="Show the board after so many moves")] = None,
) -> GameView:
    """A game as you see it; everybody who knows its address may watch."""
    stored = games.load(id)
    return game_view(stored, seats.marks_of(stored, token), ply)


@router.post("/games/{id}/seat", response_model=GameView, dependencies=_CHANGE, responses=_COMMAND)
def join(id: str, wanted: Join, games: GamesOf, request: Request) -> Response:
    """Take the open seat. The answer sets the cookie that holds it."""
    token = seats.token_for(request)
    stored = games.join(id, wanted.name, digest(token))
    return seats.with_cookie(request, token, _view(request, stored, digest(token)))


@router.post("/games/{id}/undo", response_model=GameView, responses=_COMMAND)
async def undo(id: str, asked: Asked, by: Changes) -> Response:
    """Take back to before your last move; against a person this asks, and the other one agrees or declines."""
    return await by.seen(by.games.undo(id, asked, by.token))


@router.post("/games/{id}/draw", response_model=GameView, responses=_COMMAND)
async def draw(id: str, asked: Asked, by: Changes) -> Response:
    """Offer a draw to the other person; they agree in the same way, or decline."""
    return await by.seen(by.games.draw(id, asked, by.token))


@router.post("/games/{id}/resign", response_model=GameView, responses=_COMMAND)
async def resign(id: str, seen: Seen, by: Changes) -> Response:
    """Give the game up."""
    return await by.seen(by.games.resign(id, seen.version, by.token))


@router.post("/games/{id}/rematch", response_model=GameView, responses=_COMMAND)
def rematch(id: str, asked: Asked, by: Creates) -> Response:
    """The next game of the same two, with sides swapped; a person opposite has to agree, and is asked first."""
    by.state.drain.refuse_when_begun()
    return by.view(by.games.rematch(id, asked, by.token))


@router.get(
    "/games/{id}/file",
    dependencies=_READ,
    response_class=Response,
    responses={**refusals("not_found"), 200: {"content": {"text/plain": {"schema": {"type": "string"}}}}},
)
def file(id: str, games: GamesOf) -> Response:
    """The game as a file, which `noughts games` reads."""
    headers = {"Content-Disposition": f'attachment; filename="noughts-{id}.txt"'}
    return Response(format_record(games.load(id).game.record), media_type="text/plain", headers=headers)


@router.get(
    "/games/{id}/events",
    dependencies=_READ,
    response_class=StreamingResponse,
    responses={**refusals("not_found"), **EVENTS},
)
async def events(
    id: str,
    games: GamesOf,
    token: Watcher,
    request: Request,
    away: Annotated[bool, Query(description="The page is open, but not in front")] = False,
) -> EventStream:
    """Server-sent events: `game` now and after every change, `presence` of its players, `beat` in silence."""
    ended = request.app.state.limits.admit_stream(address_of(request))
    try:
        viewer = Viewer(seats.marks_of(await asyncio.to_thread(games.load, id), token), away)
    except BaseException:
        ended()
        raise
    news: News = request.app.state.news
    views: GameViews = request.app.state.views
    return EventStream(news.stream(id, games.load, lambda stored: views.of(stored, token), viewer), ended)


@router.post("/games/{id}/hint", responses=_COMMAND)
async def hint(id: str, seen: Seen, by: Computes, request: Request) -> Hint:
    """A good move for the side to move, and why; not against a person."""
    stored = await asyncio.to_thread(by.games.hintable, id, seen.version, by.token)
    position = stored.game.position
    analyses: Analyses = request.app.state.analyses
    analysis, (reason, *_) = await analyses.run(request, analyze_position, position, THINKING_SECONDS, None)
    assert analysis.best is not None
    return Hint(version=stored.version, move=format_move(analysis.best.move, position), reason=reason)


@router.post(
    "/analyze",
    dependencies=_COMPUTE,
    responses=refusals("foreign_origin", "too_large", "illegal_position"),
)
async def analyze(wanted: AnalysisRequest, request: Request) -> AnalysisView:
    """The value of any position and its best moves, within some seconds."""
    position = parse_position(wanted.position, wanted.game)
    analyses: Analyses = request.app.state.analyses
    analysis, said = await analyses.run(request, analyze_position, position, wanted.seconds, EVERY_MOVE)
    return analysis_view(position, analysis, wanted.lines, said)
