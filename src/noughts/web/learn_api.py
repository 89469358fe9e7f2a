"""What the lessons are made of: exercises with their verdicts, searches by name, the exact board, the zoo."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Path, Response
from pydantic import BaseModel

from noughts.learn.futures import futures_document
from noughts.learn.kinds import LARGEST_SEED, exercise_document, make_exercise
from noughts.learn.searches import named_search
from noughts.learn.zoo_table import zoo_document
from noughts.web.errors import refusals
from noughts.web.limits import limited
from noughts.web.models import MarkName
from noughts.web.search_api import SearchView


def _kept(response: Response) -> None:
    """Nothing here is anybody's own, and it changes with the version of the server alone."""
    response.headers["Cache-Control"] = "public, max-age=3600"


router = APIRouter(
    prefix="/api/learn", dependencies=[Depends(limited("read")), Depends(_kept)], responses=refusals("not_allowed")
)

Name = Annotated[str, Path(max_length=40)]


class AnswerView(BaseModel):
    """A possible answer, judged."""

    text: str
    right: bool
    said: str


class QuestionView(BaseModel):
    asked: str
    place: int | None
    """The number of the board in the tree that it is about."""
    answers: list[AnswerView]


class LessonNode(BaseModel):
    """A board of the tree of an exercise."""

    number: int
    move: str | None
    position: str
    to_move: MarkName | None
    label: str | None
    """Its value, where that is shown."""
    said: str
    """The board for those who do not see it."""
    lines: list[list[str]]
    children: list[LessonNode]


class ExerciseView(BaseModel):
    """An exercise with a verdict for every answer that can be given."""

    kind: str
    seed: int
    title: str
    task: str
    position: str
    to_move: MarkName
    legal: list[str]
    tree: LessonNode | None
    questions: list[QuestionView]
    search: SearchView | None
    """What can be walked through once the answer is known."""


class NamedSearchView(BaseModel):
    title: str
    windows: bool
    """Whether it is alpha-beta."""
    search: SearchView


class FuturesView(BaseModel):
    """For every classic position, by its nine cells: who is to move, the value in words, a best move; at the end of a
    game nobody, the outcome, and the ends of the line that won."""

    positions: dict[str, list[str]]


class Sentence(BaseModel):
    wrong: bool
    said: str


class ZooView(BaseModel):
    """A wrong program, and for each board, by its nine cells, the number of the sentence that tells what it does."""

    name: str
    title: str
    mistake: str
    code: str
    fewest: int
    """Empty cells of the smallest board on which it goes wrong."""
    sentences: list[Sentence]
    boards: dict[str, int]


@router.get("/exercises/{kind}/{seed}")
def exercise(kind: Name, seed: Annotated[int, Path(ge=0, le=LARGEST_SEED)]) -> ExerciseView:
    """An exercise by its kind and number: only, leaves, bet, inner, cuts, window, order or quick."""
    return ExerciseView.model_validate(exercise_document(make_exercise(kind, seed)))


@router.get("/searches/{name}")
def search(name: Name) -> NamedSearchView:
    """A search of the lessons, by name."""
    return NamedSearchView.model_validate(named_search(name))


@router.get("/futures")
def futures() -> FuturesView:
    """The exact value of every classic position."""
    return FuturesView.model_validate(futures_document())


@router.get("/zoo/{name}")
def zoo(name: Name) -> ZooView:
    """One of the wrong programs, and what it does on every board."""
    return ZooView.model_validate(zoo_document(name))
