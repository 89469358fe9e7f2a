"""What can be had before a game begins: the levels of the computer, and games out of files."""

from __future__ import annotations

import asyncio
from typing import Annotated

from fastapi import APIRouter, Depends, Query, Request, Response

from noughts.game import PERFECT, STRONGEST, FixedLevel
from noughts.notation import parse_position, start_position
from noughts.players.levels import character, is_solved
from noughts.web import seats
from noughts.web.errors import refusals
from noughts.web.games import Games, record_of
from noughts.web.limits import limited
from noughts.web.models import AdaptiveView, BoardView, GameFile, GameView, LevelList, LevelView
from noughts.web.picture import picture
from noughts.web.seats import digest
from noughts.web.views import GameViews, board_view

router = APIRouter(prefix="/api")


@router.get("/levels", dependencies=[Depends(limited("compute"))], responses=refusals())
async def levels(
    request: Request, game: Annotated[str, Query(max_length=20, examples=["classic"])] = "classic"
) -> LevelList:
    """The levels that can be had in a game, the weakest first; `perfect` is among them where the game is solved.

    `adaptive` is as strong as the results of this browser say.
    """
    await request.app.state.analyses.find_out_if_solved(request, game)
    known: list[FixedLevel] = [*range(1, STRONGEST + 1)]
    start = start_position(game)
    if is_solved(start):
        known.append(PERFECT)
    adaptive = await asyncio.to_thread(request.app.state.games.adaptive_for, seats.token_of(request), start.game)
    return LevelList(
        levels=[LevelView(level=level, **character(level, start)._asdict()) for level in known],
        adaptive=AdaptiveView(strength=adaptive.strength, **character(adaptive)._asdict()),
    )


@router.post(
    "/files",
    response_model=GameView,
    status_code=201,
    dependencies=[Depends(limited("create"))],
    responses=refusals("foreign_origin", "too_large", "illegal_position", "illegal_move", "not_allowed"),
)
def open_file(wanted: GameFile, request: Request) -> Response:
    """Open a game file or a position, to step through it and to play on. The answer sets the cookie of your seats."""
    games: Games = request.app.state.games
    views: GameViews = request.app.state.views
    token = seats.token_for(request)
    record = record_of(wanted)
    request.app.state.analyses.prepare(request, wanted.level, record.start.game)
    stored = games.open_record(record, wanted, digest(token))
    answer = Response(views.of(stored, digest(token)), 201, media_type="application/json")
    return seats.with_cookie(request, token, answer)


@router.get("/board", dependencies=[Depends(limited("read"))], responses=refusals("illegal_position", "illegal_move"))
def board(
    game: Annotated[str, Query(max_length=20)] = "classic",
    position: Annotated[str, Query(max_length=1500)] = "start",
) -> BoardView:
    """Any position as it is drawn, with its legal moves and where each of them sends the opponent."""
    return board_view(parse_position(position, game))


@router.get(
    "/games/{id}/picture.png",
    name="picture",
    dependencies=[Depends(limited("read"))],
    response_class=Response,
    responses={**refusals("not_found"), 200: {"content": {"image/png": {"schema": {"type": "string"}}}}},
)
def game_picture(id: str, request: Request) -> Response:
    """The position of a game as a picture, for previews of its link."""
    games: Games = request.app.state.games
    headers = {"Cache-Control": "no-cache"}
    return Response(picture(games.load(id).game.position), media_type="image/png", headers=headers)
