"""What takes longer than a moment: analyses that go on deepening, and reviews of games; both are event streams."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator
from contextlib import aclosing
from typing import Annotated, Literal
from weakref import WeakValueDictionary

from fastapi import APIRouter, Depends, Query, Request, Response
from fastapi.responses import StreamingResponse
from pydantic import BaseModel

from noughts.errors import NoSuchGameError, NoughtsError
from noughts.explain.review import SECONDS as REVIEW_SECONDS
from noughts.notation import format_move, format_position, parse_position
from noughts.rules.mark import Mark
from noughts.storage import StoredGame
from noughts.web import thinker
from noughts.web.errors import RefusedError, name_of, refusals
from noughts.web.games import record_of
from noughts.web.limits import address_of, limited
from noughts.web.models import GameFile, MarkName, OutcomeName
from noughts.web.streams import EVENTS, EventStream, beat, event
from noughts.web.views import analysis_view
from noughts.web.workers import Analyses

router = APIRouter(prefix="/api")

LONGEST_STUDY = 60.0
"""How many seconds an analysis may deepen; fewer when others wait."""

_COMPUTE, _READ = ([Depends(limited(kind))] for kind in ("compute", "read"))
_reviewing: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
"""By game: whoever comes second waits, and finds the review kept."""


class ReviewedMoveView(BaseModel):
    """A move of a game, judged; chances are those of X in percent, a draw counting half."""

    ply: int
    move: str
    mark: MarkName
    judgement: Literal["best", "good", "inaccuracy", "mistake", "blunder"]
    chance: float
    """After the move."""
    best: str
    line: list[str]
    """How the game would go on with the best move, which comes first."""
    reason: str
    before: float
    """With the best move."""
    exact: bool
    """Both chances are proved."""
    only: bool
    """Every other move gives something away, and that is proved."""
    sign: str


class RecordView(BaseModel):
    """A game as it was played, or a position without moves."""

    game: str
    start: str
    moves: list[str]


class ReviewView(BaseModel):
    """The review of a game; the fields of `noughts review --json`."""

    game: str
    start: str
    players: dict[MarkName, str]
    result: OutcomeName | None
    accuracy: dict[MarkName, float | None]
    errors: dict[MarkName, str]
    chance: float | None
    """Before the first move."""
    turning_points: list[int]
    """Plies."""
    moves: list[ReviewedMoveView]
    seconds: float


@router.get(
    "/analyze/events",
    dependencies=_COMPUTE,
    response_class=StreamingResponse,
    responses={**refusals("illegal_position", "illegal_move"), **EVENTS},
)
async def deepen(
    request: Request,
    game: Annotated[str, Query(max_length=20)] = "classic",
    position: Annotated[str, Query(max_length=1500)] = "start",
    seconds: Annotated[float, Query(gt=0, le=LONGEST_STUDY)] = 5.0,
    lines: Annotated[int, Query(ge=1, le=100)] = 9,
) -> EventStream:
    """Server-sent events: `analysis` whenever a depth is finished, `done` at the end; who leaves stops it."""
    parsed = parse_position(position, game)

    async def events() -> AsyncIterator[str]:
        studies: Analyses = request.app.state.studies
        began = time.monotonic()
        async with aclosing(studies.stream(request, thinker.deepen, parsed, seconds, lines)) as stream:
            async for told in stream:
                if told is None:
                    yield beat()
                else:
                    analysis, said = told.content
                    yield event(told.event, analysis_view(parsed, analysis, lines, said).model_dump_json())
                if studies.queue.waiting and time.monotonic() - began > REVIEW_SECONDS:
                    break  # it is somebody else's turn, and all that is known is told
        yield event("done", "{}")

    return _studied(request, events())


@router.post(
    "/record",
    dependencies=_READ,
    responses=refusals("foreign_origin", "too_large", "illegal_position", "illegal_move", "not_allowed"),
)
def read_record(wanted: GameFile) -> RecordView:
    """The last game of a file, or a position, read and checked; nothing is stored."""
    record = record_of(wanted)
    moves = [format_move(move, record.start) for move in record.moves]
    return RecordView(game=record.start.game, start=format_position(record.start), moves=moves)


@router.get(
    "/games/{id}/review", dependencies=_READ, response_model=ReviewView, responses=refusals("not_found", "not_allowed")
)
def kept_review(id: str, request: Request) -> Response:
    """The review that is kept with a game; the event stream beside it makes one."""
    document = request.app.state.store.kept_review(_reviewable(request, id))
    if document is None:
        raise NoSuchGameError("this game has no review yet: its events make one")
    return Response(document, media_type="application/json")


@router.get(
    "/games/{id}/review/events",
    dependencies=_COMPUTE,
    response_class=StreamingResponse,
    responses={**refusals("not_found", "not_allowed"), **EVENTS},
)
async def make_review(id: str, request: Request) -> EventStream:
    """Server-sent events: `progress` while the moves are judged, then `review`, which is kept; who leaves stops it."""
    stored = await asyncio.to_thread(_reviewable, request, id)

    async def events() -> AsyncIterator[str]:
        store, studies = request.app.state.store, request.app.state.studies
        lock = _reviewing.setdefault(id, asyncio.Lock())
        async with lock:
            if (kept := await asyncio.to_thread(store.kept_review, stored)) is not None:
                yield event("review", kept)
                return
            async with aclosing(studies.stream(request, thinker.review, stored.game.record, REVIEW_SECONDS)) as stream:
                async for told in stream:
                    if told is not None and told.event == "review":
                        await asyncio.to_thread(store.keep_review, stored, told.content)
                    yield beat() if told is None else event(told.event, told.content)

    return _studied(request, events())


def _reviewable(request: Request, id: str) -> StoredGame:
    """The game, unless two people are still playing it, or there is nothing to review."""
    stored: StoredGame = request.app.state.games.load(id)
    game = stored.game
    if game.outcome is None and game.people == frozenset(Mark) and len(set(stored.tokens.values())) > 1:
        raise RefusedError("not_allowed", "the game is not over yet: the review comes after it")
    if not game.record.moves:
        raise RefusedError("not_allowed", "the game has no moves: there is nothing to review")
    return stored


def _studied(request: Request, events: AsyncIterator[str]) -> EventStream:
    """The events; what goes wrong after the beginning is the last of them."""

    async def guarded() -> AsyncIterator[str]:
        try:
            async for one in events:
                yield one
        except RefusedError as refused:
            yield event("refused", json.dumps({"error": refused.error, "message": refused.message}))
        except NoughtsError as error:
            yield event("refused", json.dumps({"error": name_of(error), "message": str(error)}))

    return EventStream(guarded(), request.app.state.limits.admit_stream(address_of(request)))
