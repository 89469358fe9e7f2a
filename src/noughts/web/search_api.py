"""Searches to walk through: what a readable search did, for the page that shows it."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from typing import Annotated, Literal
from weakref import WeakValueDictionary

from fastapi import APIRouter, Depends, Response
from fastapi import Request as HttpRequest
from pydantic import BaseModel, Field

from noughts.analysis import INFINITY
from noughts.errors import NotPossibleError
from noughts.notation import parse_move, parse_position
from noughts.render.search_json import scale_of
from noughts.rules.mark import Mark
from noughts.rules.position import Position
from noughts.search.plans import SearchPlan
from noughts.web import thinker
from noughts.web.errors import refusals
from noughts.web.limits import limited
from noughts.web.models import GameName, MarkName, OutcomeName, Request
from noughts.web.workers import Analyses

router = APIRouter(prefix="/api")

LONGEST_SEARCH = 60.0
"""Seconds; what may be asked for is bounded by its positions."""
MOST_BYTES_KEPT = 64_000_000
"""How much of the answers is kept; what takes seconds is computed once."""

_COMPUTE = [Depends(limited("compute"))]
_REFUSED = refusals("foreign_origin", "too_large", "illegal_position", "illegal_move", "not_allowed")
Bound = Annotated[int | None, Field(strict=True, description="For X; null when there is none")]


class CompareRequest(Request):
    """A position whose searches are to be compared."""

    game: GameName = "classic"
    position: str = Field(max_length=1500, examples=["O.X/X../XOO x"])
    depth: int | None = Field(None, ge=0, le=1000, strict=True, description="Plies to look ahead")


class SearchRequest(CompareRequest):
    """A search to run, or with `alpha`, `beta` and `ply` the part of one that begins at a node."""

    algorithm: Literal["minimax", "alphabeta"] = "minimax"
    order: Literal["reading", "centre"] | Annotated[list[str], Field(max_length=700)] = Field(
        "reading", description="Which moves come first: a name, or the moves of the root in order"
    )
    scoring: Literal["plain", "quicker"] = "plain"
    most: int = Field(2_000, ge=1, le=10_000, strict=True, description="How many nodes to tell in full")
    alpha: Bound = None
    beta: Bound = None
    ply: int = Field(0, ge=0, le=1000, strict=True, description="Plies from the first root")


class CutMove(BaseModel):
    """A move that was never tried."""

    move: str
    position: str
    boards: str
    visited: int | None
    """How many positions minimax would have visited there; null when nobody counted."""


class SearchNode(BaseModel):
    """A visited position; scores and windows are for X."""

    number: int
    """Its place in the order of visits, from 1."""
    move: str | None
    position: str
    to_move: MarkName
    alpha: int | None
    beta: int | None
    score: int
    label: str
    """The value as it is written: +10, ≤ 0, X+3."""
    skipped: int
    visited: int
    """This position and all below it."""
    steps: int
    """How many sentences there are here and below."""
    chosen: int | None
    """The index of the child that gives the score."""
    children: list[SearchNode] | None
    """Null where the node is not told in full: ask for it with its window and ply."""
    outcome: OutcomeName | None
    boards: str
    """Ultimate: X, O, = or . for each board."""
    lines: list[list[str]]
    """The ends of each line that won the game."""
    cut: list[CutMove]
    said: list[str]
    """A sentence when it is entered, after each child, at a cut, and when it is left; two when not told in full."""


class SearchView(BaseModel):
    """What a search did."""

    visited: int
    skipped: int
    complete: bool
    minimax: int | None
    """How many positions minimax visits; null when there are too many to count."""
    plain: bool
    """Scores are 10, 0 and -10; else a win in n plies is 30000 - n, and estimates lie between."""
    columns: int
    rows: int
    root: SearchNode


class CostsView(BaseModel):
    """Positions visited, and entries that a table needs."""

    minimax: int
    alphabeta: int
    alphabeta_centre: int
    table: int
    symmetry: int


class Answers:
    """Keeps the answers that were asked for last; who asks what is being computed waits for it."""

    def __init__(self, most_bytes: int = MOST_BYTES_KEPT) -> None:
        self._most = most_bytes
        self._kept: OrderedDict[str, bytes] = OrderedDict()
        self._size = 0
        self._computing: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    async def find(self, question: str, compute: Callable[[], Awaitable[bytes]]) -> bytes:
        """The answer, computed where it is not kept; when that fails for one who asks, the next one computes."""
        lock = self._computing.setdefault(question, asyncio.Lock())
        async with lock:
            if question not in self._kept:
                self._keep(question, await compute())
            self._kept.move_to_end(question)
            return self._kept[question]

    def _keep(self, question: str, answer: bytes) -> None:
        """Keep an answer, and forget those that nobody asked for the longest."""
        self._kept[question] = answer
        self._size += len(answer)
        while self._size > self._most and len(self._kept) > 1:
            self._size -= len(self._kept.popitem(last=False)[1])


_answers = Answers()


@router.post("/search", response_model=SearchView, dependencies=_COMPUTE, responses=_REFUSED)
async def search(wanted: SearchRequest, request: HttpRequest) -> Response:
    """Every step of a minimax or alpha-beta search, with a sentence for each."""
    position = parse_position(wanted.position, wanted.game)
    plan = _plan(wanted, position)
    return await _answer(request, wanted, thinker.search, position, plan, wanted.most)


@router.post("/compare", response_model=CostsView, dependencies=_COMPUTE, responses=_REFUSED)
async def compare(wanted: CompareRequest, request: HttpRequest) -> Response:
    """What the searches of one position cost."""
    position = parse_position(wanted.position, wanted.game)
    return await _answer(request, wanted, thinker.compare, position, wanted.depth)


def _plan(wanted: SearchRequest, position: Position) -> SearchPlan:
    order = wanted.order if isinstance(wanted.order, str) else tuple(parse_move(m, position) for m in wanted.order)
    plan = SearchPlan(wanted.algorithm, order, wanted.scoring, wanted.depth, ply=wanted.ply)
    plan.order_from(position)  # refuses moves that are not allowed
    scale = scale_of(plan)
    alpha, beta = scale.score(wanted.alpha, -INFINITY), scale.score(wanted.beta, INFINITY)
    if alpha >= beta:
        raise NotPossibleError("alpha has to be smaller than beta")
    if position.to_move is Mark.O:
        alpha, beta = -beta, -alpha
    return SearchPlan(wanted.algorithm, order, wanted.scoring, wanted.depth, alpha, beta, wanted.ply)


async def _answer(
    request: HttpRequest,
    wanted: CompareRequest,
    compute: Callable[..., bytes],
    position: Position,
    *arguments: object,
) -> Response:
    analyses: Analyses = request.app.state.analyses
    question = f"{type(wanted).__name__} {wanted.model_dump_json()}"
    answer = await _answers.find(question, lambda: analyses.run(request, compute, position, LONGEST_SEARCH, *arguments))
    return Response(answer, media_type="application/json")
