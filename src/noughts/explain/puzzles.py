"""Puzzles: positions where exactly one move wins, or exactly one draws; every one of them is proved.

They come as data, found in self-play by `python -m training.puzzles`; docs/puzzles.md says how, and how to prove them
again.
"""

from __future__ import annotations

import contextlib
import datetime
import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from importlib.resources import files
from typing import Literal, TypeAlias, get_args

from noughts.errors import NotationError
from noughts.notation import format_move, format_position, parse_position, parse_printed_move, start_position
from noughts.rules.mark import Move
from noughts.rules.position import Position

PUZZLE_FILE = "puzzles.txt"
"""One puzzle a line, parts separated by tabs; lines that begin with # say how it was made."""
GAMES = ("ultimate", "ultimate-count", "classic", "4,4,3", "5,5,4")
"""The games that have puzzles."""

Goal: TypeAlias = Literal["win", "draw"]
Difficulty: TypeAlias = Literal["easy", "medium", "hard"]
DIFFICULTIES: tuple[Difficulty, ...] = get_args(Difficulty)
LAST_EASY, LAST_MEDIUM = 3, 7
"""The hardness up to which a puzzle is called so."""

LONGEST_DAILY = 5
"""Moves of one's own that the puzzle of the day takes at most: it is for everybody."""


@dataclass(frozen=True)
class Puzzle:
    """A position, what the side to move can still reach there, and the one way to it."""

    id: str
    """The same wherever the position is found, turned or mirrored."""
    game: str
    goal: Goal
    hardness: int
    """How hard the first move is to see, from 1; `training.puzzles` says how it is counted."""
    setup: str
    """The position as text."""
    line: str
    """The solution as text."""

    @cached_property
    def position(self) -> Position:
        return parse_position(self.setup, self.game)

    @cached_property
    def solution(self) -> tuple[Move, ...]:
        """Its first move is the only one that reaches the goal; the other side answers with the longest defence.

        It goes on to the win, or as long as there is only one move that keeps the draw."""
        return tuple(parse_printed_move(move, self.position) for move in self.line.split())

    @property
    def plies(self) -> int:
        return self.line.count(" ") + 1

    @property
    def moves(self) -> int:
        """How many moves the solver makes."""
        return (self.plies + 1) // 2

    @property
    def difficulty(self) -> Difficulty:
        return "easy" if self.hardness <= LAST_EASY else "medium" if self.hardness <= LAST_MEDIUM else "hard"


def puzzle_id(position: Position) -> str:
    """Eight letters and digits that stand for a position up to symmetry."""
    text = f"{position.game} {format_position(position.canonical())}"
    return hashlib.sha256(text.encode()).hexdigest()[:8]


def format_puzzle(puzzle: Puzzle) -> str:
    return "\t".join((puzzle.id, puzzle.game, puzzle.goal, str(puzzle.hardness), puzzle.setup, puzzle.line))


def parse_puzzle(text: str) -> Puzzle:
    """A line of the file; the position and the solution are read when they are asked for."""
    try:
        id, game, goal, hardness, setup, line = text.split("\t")
        return Puzzle(id, game, "win" if goal == "win" else "draw", int(hardness), setup, line)
    except ValueError:
        raise NotationError(f"expected a puzzle in six parts, got {text!r}") from None


@cache
def all_puzzles() -> tuple[Puzzle, ...]:
    """Every puzzle that comes with noughts, by game, the easiest first."""
    lines = (files("noughts") / "data" / PUZZLE_FILE).read_text(encoding="utf-8").splitlines()
    return tuple(parse_puzzle(line) for line in lines if not line.startswith("#"))


def choose_puzzles(
    game: str | None = None, difficulty: Difficulty | None = None, goal: Goal | None = None
) -> Sequence[Puzzle]:
    """Those of one game, one difficulty, one goal; NotationError for a game that has none.

    >>> {puzzle.game for puzzle in choose_puzzles("ultimate", "hard", "win")}
    {'ultimate'}
    """
    if game is not None:
        game = start_position(game).game
        if game not in GAMES:
            raise NotationError(f"there are puzzles of {', '.join(GAMES[:-1])} and {GAMES[-1]}, not of {game}")
    return [
        puzzle
        for puzzle in all_puzzles()
        if game in (None, puzzle.game) and difficulty in (None, puzzle.difficulty) and goal in (None, puzzle.goal)
    ]


def find_puzzle(id: str) -> Puzzle | None:
    """The puzzle of this name."""
    return _by_id().get(id)


@cache
def _by_id() -> dict[str, Puzzle]:
    return {puzzle.id: puzzle for puzzle in all_puzzles()}


def parse_date(text: str) -> datetime.date:
    """A date as everybody writes it for computers: 2026-11-16."""
    with contextlib.suppress(ValueError):
        if re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", text):  # none of the other forms of the standard
            return datetime.date.fromisoformat(text)
    raise NotationError(f"expected a date like 2026-11-16, got {text!r}")


def puzzle_of_the_day(date: datetime.date, game: str = "ultimate") -> Puzzle:
    """The same for everybody on this date, from the data alone; none comes back before all have had their day."""
    daily = (puzzle for puzzle in choose_puzzles(game, goal="win") if puzzle.moves <= LONGEST_DAILY)
    waiting = sorted(daily, key=lambda puzzle: puzzle.id)
    return waiting[date.toordinal() % len(waiting)]


def puzzle_document(puzzle: Puzzle) -> dict[str, object]:
    """A puzzle as CONTRACTS of the command line have it, with its difficulty."""
    return {
        "id": puzzle.id,
        "game": puzzle.game,
        "position": puzzle.setup,
        "goal": puzzle.goal,
        "plies": puzzle.plies,
        "difficulty": puzzle.difficulty,
        "solution": [format_move(move, puzzle.position) for move in puzzle.solution],
    }
