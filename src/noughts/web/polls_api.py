"""Polls: a teacher asks about a position, a class bets on it from its phones, and the answer is revealed."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Callable
from typing import Annotated

from fastapi import APIRouter, Depends, Path, Request, Response
from fastapi.responses import HTMLResponse, StreamingResponse

from noughts.analysis import EVERY_MOVE
from noughts.errors import NoSuchPollError
from noughts.game import clean_name
from noughts.storage.polls import CODE_LENGTH, LETTERS, Bet, Poll, PollStore, Round, news_of
from noughts.web import polls, seats
from noughts.web.api import Watcher
from noughts.web.errors import RefusedError, refusals
from noughts.web.invitations import link_to, qr_picture
from noughts.web.limits import address_of, limited
from noughts.web.news import BEAT_SECONDS, News, Viewer
from noughts.web.pages import missing_page, static_page
from noughts.web.polls import NewBet, NextQuestion, PollView, Question, SeenRound
from noughts.web.seats import digest
from noughts.web.streams import EVENTS, EventStream, beat, event
from noughts.web.thinker import analyze as analyze_position
from noughts.web.workers import Analyses

router = APIRouter()

ANSWER_SECONDS = 2.0
"""How long a class waits for its question; what can be proved for these pages is proved in less."""

_OPEN = [Depends(limited("create")), Depends(limited("compute"))]
_CHANGE, _COMPUTE, _READ = ([Depends(limited(kind))] for kind in ("change", "compute", "read"))
_WRITING = ("foreign_origin", "too_large", "illegal_position", "illegal_move", "not_allowed")
_COMMAND = refusals("not_found", "not_for_you", "stale_version", *_WRITING)
_CODE = re.compile(f"[{LETTERS}]{{{CODE_LENGTH}}}")


async def _typed_code(code: Annotated[str, Path(max_length=40)]) -> str:
    return _typed(code)


def _typed(code: str) -> str:
    """A code as it was typed on a phone: in any case, with blanks and hyphens."""
    typed = re.sub(r"[\s-]", "", code).upper()
    if not _CODE.fullmatch(typed):
        raise NoSuchPollError("there is no class with this code, or its day is over")
    return typed


async def _polls(request: Request) -> PollStore:
    store: PollStore = request.app.state.store.polls
    return store


Code = Annotated[str, Depends(_typed_code)]
Polls = Annotated[PollStore, Depends(_polls)]


@router.post("/api/polls", response_model=PollView, status_code=201, dependencies=_OPEN, responses=refusals(*_WRITING))
async def open_poll(wanted: Question, store: Polls, request: Request) -> Response:
    """Ask a class about a position. The answer sets the cookie that makes you its teacher."""
    request.app.state.drain.refuse_when_begun()
    first = await _round(request, wanted, 1)
    token = await asyncio.to_thread(seats.token_for, request)
    poll = await asyncio.to_thread(store.open, digest(token), first)
    return seats.with_cookie(request, token, _answer(request, poll, digest(token), 201))


@router.get("/api/polls/{code}", response_model=PollView, dependencies=_READ, responses=refusals("not_found"))
def read_poll(code: Code, store: Polls, token: Watcher, request: Request) -> Response:
    """The poll as you see it; everybody who knows its code may bet."""
    return _answer(request, store.load(code), token)


@router.post("/api/polls/{code}/bets", response_model=PollView, dependencies=_CHANGE, responses=_COMMAND)
def bet(code: Code, wanted: NewBet, store: Polls, request: Request) -> Response:
    """Bet, or change your bet, until the answer is out. The answer sets the cookie that the bet belongs to."""
    poll = store.load(code)
    token = seats.token_for(request)
    if polls.is_teacher(poll, digest(token)):
        raise RefusedError("not_for_you", "you opened this class: bet from another browser")
    made = Bet(digest(token), clean_name(wanted.name), polls.read_bet(poll, wanted.bet))
    return seats.with_cookie(request, token, _changed(request, store.bet(code, wanted.round, made), digest(token)))


@router.post("/api/polls/{code}/reveal", response_model=PollView, dependencies=_CHANGE, responses=_COMMAND)
def reveal(code: Code, seen: SeenRound, store: Polls, token: Watcher, request: Request) -> Response:
    """Tell the class the answer; for its teacher."""
    _require_teacher(store.load(code), token)
    return _changed(request, store.reveal(code, seen.round), token)


@router.post("/api/polls/{code}/rounds", response_model=PollView, dependencies=_COMPUTE, responses=_COMMAND)
async def ask_next(code: Code, wanted: NextQuestion, store: Polls, token: Watcher, request: Request) -> Response:
    """Go on to another position; for the teacher."""
    _require_teacher(await asyncio.to_thread(store.load, code), token)
    following = await _round(request, wanted, wanted.round + 1)
    return _changed(request, await asyncio.to_thread(store.ask, code, wanted.round, following), token)


@router.get(
    "/api/polls/{code}/results.csv",
    dependencies=_READ,
    response_class=Response,
    responses={
        **refusals("not_found", "not_for_you"),
        200: {"content": {"text/csv": {"schema": {"type": "string"}}}},
    },
)
def results(code: Code, store: Polls, token: Watcher) -> Response:
    """Every bet of the class as a table; for its teacher."""
    _require_teacher(store.load(code), token)
    headers = {"Content-Disposition": f'attachment; filename="class-{code}.csv"'}
    return Response(polls.results_csv(store.rounds(code)), media_type="text/csv", headers=headers)


@router.get(
    "/api/polls/{code}/qr",
    dependencies=_READ,
    response_class=Response,
    responses={**refusals("not_found"), 200: {"content": {"image/svg+xml": {"schema": {"type": "string"}}}}},
)
def qr_code(code: Code, store: Polls, request: Request) -> Response:
    """The link of the class as a QR code."""
    store.load(code)
    return qr_picture(link_to(request, "class_page", code=code).link)


@router.get(
    "/api/polls/{code}/events",
    dependencies=_READ,
    response_class=StreamingResponse,
    responses={**refusals("not_found"), **EVENTS},
)
async def events(code: Code, store: Polls, token: Watcher, request: Request) -> EventStream:
    """Server-sent events: `poll` now and after every change that you may see, `beat` in silence, `gone` at its end."""
    ended = request.app.state.limits.admit_stream(address_of(request))
    try:
        await asyncio.to_thread(store.load, code)
    except BaseException:
        ended()
        raise
    return EventStream(_stream(request.app.state.news, code, lambda: _view(request, store.load(code), token)), ended)


async def _stream(news: News, code: str, load: Callable[[], str]) -> AsyncIterator[str]:
    """Whoever was asleep gets the poll as it is now."""
    with news.subscription(news_of(code), Viewer(frozenset(), away=False)) as changed:
        sent = ""
        while not news.closed:
            changed.clear()
            try:
                view = await asyncio.to_thread(load)
            except NoSuchPollError:
                yield event("gone", "{}")
                return
            if view != sent:
                yield event("poll", view)
                sent = view
            try:
                await asyncio.wait_for(changed.wait(), BEAT_SECONDS)
            except TimeoutError:
                yield beat()


async def _round(request: Request, wanted: Question, number: int) -> Round:
    """A question with its answer, which is found out before anybody is asked."""
    position = polls.read_question(wanted)
    analyses: Analyses = request.app.state.analyses
    analysis, (said, *_) = await analyses.run(request, analyze_position, position, ANSWER_SECONDS, EVERY_MOVE)
    return polls.new_round(number, position, wanted.asked, analysis, said)


def _require_teacher(poll: Poll, token: str | None) -> None:
    if not polls.is_teacher(poll, token):
        raise RefusedError("not_for_you", "only the teacher of this class may do that")


def _view(request: Request, poll: Poll, token: str | None) -> str:
    return polls.poll_view(poll, token, link_to(request, "class_page", code=poll.code)).model_dump_json()


def _answer(request: Request, poll: Poll, token: str | None, status: int = 200) -> Response:
    return Response(_view(request, poll, token), status, media_type="application/json")


def _changed(request: Request, poll: Poll, token: str | None) -> Response:
    request.app.state.news.tell(news_of(poll.code))
    return _answer(request, poll, token)


# Pages


@router.get("/learn/class", include_in_schema=False)
async def open_class_page() -> HTMLResponse:
    return static_page("class.html")


@router.get("/learn/class/{code}", include_in_schema=False)
def class_page(code: str, request: Request) -> HTMLResponse:
    try:
        request.app.state.store.polls.load(_typed(code))
    except NoSuchPollError:
        return missing_page()
    return static_page("classroom.html")
