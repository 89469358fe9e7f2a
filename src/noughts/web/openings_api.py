"""What is known about the first moves of Ultimate."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Query
from pydantic import BaseModel

from noughts.explain.openings import opening_document, openings_after
from noughts.notation import parse_position
from noughts.web.errors import refusals
from noughts.web.limits import limited
from noughts.web.models import GameName

router = APIRouter(prefix="/api")


class OpeningView(BaseModel):
    """A move, and what is known about it; chances and points are for the side that makes it."""

    move: str
    moves: list[str]
    """All moves from the start on."""
    score: int
    chance: float
    """Percent, by a deep search; a draw counts half."""
    depth: int
    line: list[str]
    games: int
    """Of the engine against itself that began so."""
    wins: int
    draws: int
    losses: int
    points: float
    """Percent of the points in these games."""


class OpeningList(BaseModel):
    """Moves, best first; none where nothing is known."""

    openings: list[OpeningView]


@router.get(
    "/openings",
    dependencies=[Depends(limited("read"))],
    responses=refusals("illegal_position", "illegal_move"),
)
def openings(
    game: GameName = "ultimate",
    position: Annotated[str, Query(max_length=1500, examples=["start moves e5"])] = "start",
) -> OpeningList:
    """The moves of a position near the start of Ultimate, one of each set of mirror images."""
    found = openings_after(parse_position(position, game))
    return OpeningList(openings=[OpeningView.model_validate(opening_document(opening)) for opening in found])
