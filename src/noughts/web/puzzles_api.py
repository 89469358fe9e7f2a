"""Puzzles for the pages; what a browser has solved stays in the browser."""

from __future__ import annotations

import datetime
from typing import Annotated, Literal

from fastapi import APIRouter, Depends, Query
from fastapi import Request as HttpRequest
from pydantic import BaseModel, ConfigDict, Field

from noughts.explain import puzzle_play
from noughts.explain.puzzles import (
    Difficulty,
    Goal,
    Puzzle,
    choose_puzzles,
    find_puzzle,
    parse_date,
    puzzle_of_the_day,
)
from noughts.notation import format_move, parse_printed_move
from noughts.rules.mark import Move
from noughts.rules.position import after
from noughts.web import thinker
from noughts.web.errors import RefusedError, refusals
from noughts.web.limits import limited
from noughts.web.models import BoardView, GameName, Request
from noughts.web.settings import THINKING_SECONDS
from noughts.web.views import board_view
from noughts.web.workers import Analyses

router = APIRouter(prefix="/api")

LONGEST_REFUTATION = 5
"""Plies of it that are shown on the board."""

_READ, _COMPUTE = ([Depends(limited(kind))] for kind in ("read", "compute"))
_REFUSED = refusals("foreign_origin", "too_large", "not_found", "illegal_move", "not_solved", "not_allowed")
_Moves = Annotated[list[Annotated[str, Field(max_length=3)]], Field(max_length=81)]


class PuzzleLine(BaseModel):
    """A puzzle in a list."""

    model_config = ConfigDict(from_attributes=True)
    id: str
    game: str
    goal: Goal
    moves: int
    """How many moves the solver makes."""
    difficulty: Difficulty


class PuzzleList(BaseModel):
    """Puzzles, the easiest first."""

    puzzles: list[PuzzleLine]


class PuzzleView(PuzzleLine):
    """A puzzle to solve."""

    task: str
    """What is asked for: `win in 3`."""
    lead: str
    date: str | None
    """Whose puzzle of the day it was asked for as."""
    board: BoardView


class PuzzleMove(Request):
    """A move, after those that both sides have made."""

    played: _Moves = Field(default=[], description="All moves so far, of both sides")
    move: str = Field(max_length=3, examples=["e5"])


class PuzzleQuestion(Request):
    """Where somebody is who wants a hint."""

    played: _Moves = Field(default=[], description="All moves so far, of both sides")
    step: Literal[1, 2] = Field(1, description="1 shows where to look, 2 the cell")


class VerdictView(BaseModel):
    """What came of a move."""

    kept: bool
    """It still reaches the goal."""
    solved: bool
    answer: list[str]
    """The longest defence after a right move, the refutation of a wrong one."""
    said: str
    boards: list[BoardView]
    """After the move, and after each move of the answer."""


class PuzzleHint(BaseModel):
    cells: list[str]
    said: str


class SolutionView(BaseModel):
    moves: list[str]
    said: str
    boards: list[BoardView]
    """After each move."""


@router.get("/puzzles", dependencies=_READ, responses=refusals())
def puzzles(game: GameName | None = None, difficulty: Difficulty | None = None, goal: Goal | None = None) -> PuzzleList:
    """The puzzles of one game, difficulty or goal, or all of them."""
    return PuzzleList(puzzles=[PuzzleLine.model_validate(puzzle) for puzzle in choose_puzzles(game, difficulty, goal)])


@router.get("/puzzles/daily", dependencies=_READ, responses=refusals())
def daily(
    date: Annotated[str | None, Query(max_length=20, description="Like 2026-11-16; today where the server is")] = None,
    game: GameName = "ultimate",
) -> PuzzleView:
    """The puzzle of a day, the same for everybody."""
    day = parse_date(date) if date is not None else datetime.date.today()
    return _view(puzzle_of_the_day(day, game), day)


@router.get("/puzzles/{id}", dependencies=_READ, responses=refusals("not_found"))
def read(id: str) -> PuzzleView:
    """A puzzle by its name."""
    return _view(_find(id))


@router.post("/puzzles/{id}/moves", dependencies=_COMPUTE, responses=_REFUSED)
async def move(id: str, made: PuzzleMove, request: HttpRequest) -> VerdictView:
    """Judge a move by proof: a right one is answered with the longest defence, a wrong one is refuted."""
    puzzle = _find(id)
    played = _moves(puzzle, made.played)
    own = parse_printed_move(made.move, puzzle.position)
    after(puzzle.position, (*played, own))  # refuses what the rules forbid
    verdict = puzzle_play.known_verdict(puzzle, played, own)
    if verdict is None:
        analyses: Analyses = request.app.state.analyses
        verdict = await analyses.run(request, thinker.judge_puzzle, puzzle, THINKING_SECONDS, played, own)
    answer = verdict.answer[:LONGEST_REFUTATION]
    return VerdictView(
        kept=verdict.kept,
        solved=verdict.solved,
        answer=_names(puzzle, answer),
        said=verdict.words,
        boards=_boards(puzzle, played, (own, *answer)),
    )


@router.post("/puzzles/{id}/hint", dependencies=_COMPUTE, responses=_REFUSED)
async def hint(id: str, asked: PuzzleQuestion, request: HttpRequest) -> PuzzleHint:
    """Where to look: first a board or a row, then the cell."""
    puzzle = _find(id)
    played = _moves(puzzle, asked.played)
    if puzzle_play.known_move(puzzle, played) is not None:
        found = puzzle_play.hint(puzzle, played, asked.step)
    else:
        analyses: Analyses = request.app.state.analyses
        found = await analyses.run(request, thinker.puzzle_hint, puzzle, THINKING_SECONDS, played, asked.step)
    return PuzzleHint(cells=_names(puzzle, found.cells), said=found.words)


@router.get("/puzzles/{id}/solution", dependencies=_READ, responses=refusals("not_found"))
def solution(id: str) -> SolutionView:
    """The answer."""
    puzzle = _find(id)
    return SolutionView(
        moves=_names(puzzle, puzzle.solution),
        said=puzzle_play.solution_words(puzzle),
        boards=_boards(puzzle, (), puzzle.solution),
    )


def _find(id: str) -> Puzzle:
    puzzle = find_puzzle(id)
    if puzzle is None:
        raise RefusedError("not_found", "there is no puzzle of this name")
    return puzzle


def _view(puzzle: Puzzle, day: datetime.date | None = None) -> PuzzleView:
    return PuzzleView(
        **PuzzleLine.model_validate(puzzle).model_dump(),
        task=puzzle_play.task_words(puzzle),
        lead=puzzle_play.lead_words(puzzle),
        date=day.isoformat() if day else None,
        board=board_view(puzzle.position),
    )


def _moves(puzzle: Puzzle, names: list[str]) -> tuple[Move, ...]:
    return tuple(parse_printed_move(name, puzzle.position) for name in names)


def _names(puzzle: Puzzle, moves: tuple[Move, ...]) -> list[str]:
    return [format_move(move, puzzle.position) for move in moves]


def _boards(puzzle: Puzzle, played: tuple[Move, ...], moves: tuple[Move, ...]) -> list[BoardView]:
    """After each of some moves."""
    position, boards = after(puzzle.position, played), []
    for each in moves:
        position = position.play(each)
        boards.append(board_view(position, each))
    return boards
