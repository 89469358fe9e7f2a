"""The public JSON API under /api."""

from __future__ import annotations

import asyncio
from typing import Annotated

from fastapi import APIRouter, Depends, Query, Request, Response
from fastapi.responses import StreamingResponse
from fastapi.security import APIKeyCookie

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

_cookie = APIKeyCookie(name=seats.COOKIE, auto_error=False, description="The seats of one browser")
_CREATE, _CHANGE, _COMPUTE, _READ = ([Depends(limited(kind))] for kind in ("create", "change", "compute", "read"))
_WRITING = ("foreign_origin", "too_large", "not_allowed")
_COMMAND = refusals("no_seat", "not_your_seat", "not_found", "stale_version", *_WRITING)


async def _games(request: Request) -> Games:
    games: Games = request.app.state.games
    return games


async def _token(request: Request, cookie: Annotated[str | None, Depends(_cookie)]) -> str | None:
    return seats.token_of(request)


async def _watcher(request: Request) -> str | None:
    return seats.token_of(request)


def _view(request: Request, stored: StoredGame, token: str | None, status: int = 200) -> Response:
    views: GameViews = request.app.state.views
    return Response(views.of(stored, token), status, media_type="application/json")


GamesOf = Annotated[Games, Depends(_games)]
Token = Annotated[str | None, Depends(_token)]
Watcher = Annotated[str | None, Depends(_watcher)]
"""Like a token, where none is needed."""


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


@router.post("/games/{id}/moves", response_model=GameView, dependencies=_CHANGE, responses=_COMMAND)
def move(id: str, played: Played, games: GamesOf, token: Token, request: Request) -> Response:
    """Make a move in the version you have seen. Where the computer is next, its move comes as an event."""
    stored = games.move(id, played, token)
    request.app.state.metrics.moves.labels("person").inc()
    return _view(request, stored, token)


@router.post("/games/{id}/undo", response_model=GameView, dependencies=_CHANGE, responses=_COMMAND)
def undo(id: str, asked: Asked, games: GamesOf, token: Token, request: Request) -> Response:
    """Take back to before your last move; against a person this asks, and the other one agrees or declines."""
    return _view(request, games.undo(id, asked, token), token)


@router.post("/games/{id}/draw", response_model=GameView, dependencies=_CHANGE, responses=_COMMAND)
def draw(id: str, asked: Asked, games: GamesOf, token: Token, request: Request) -> Response:
    """Offer a draw to the other person; they agree in the same way, or decline."""
    return _view(request, games.draw(id, asked, token), token)


@router.post("/games/{id}/resign", response_model=GameView, dependencies=_CHANGE, responses=_COMMAND)
def resign(id: str, seen: Seen, games: GamesOf, token: Token, request: Request) -> Response:
    """Give the game up."""
    return _view(request, games.resign(id, seen.version, token), token)


@router.post("/games/{id}/rematch", response_model=GameView, dependencies=_CREATE, responses=_COMMAND)
def rematch(id: str, asked: Asked, games: GamesOf, token: Token, request: Request) -> Response:
    """The next game of the same two, with sides swapped; a person opposite has to agree, and is asked first."""
    request.app.state.drain.refuse_when_begun()
    return _view(request, games.rematch(id, asked, token), token)


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


@router.post("/games/{id}/hint", dependencies=_COMPUTE, responses=_COMMAND)
async def hint(id: str, seen: Seen, games: GamesOf, token: Token, request: Request) -> Hint:
    """A good move for the side to move, and why; not against a person."""
    stored = await asyncio.to_thread(games.hintable, id, seen.version, token)
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
