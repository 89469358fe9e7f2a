"""The first moves of Ultimate up to symmetry, and the best replies: what a deep search and games of the engine say.

They come as data, made by `python -m training.openings`; docs/puzzles.md says how.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files

from noughts.analysis import Score
from noughts.chances import winning_chance
from noughts.errors import NotationError
from noughts.notation import format_move, parse_printed_move, start_position
from noughts.rules.mark import Move
from noughts.rules.position import Position, after
from noughts.rules.symmetry import symmetries

OPENINGS_FILE = "openings.txt"
"""One opening a line, parts separated by tabs; lines that begin with # say how it was made."""


@dataclass(frozen=True, slots=True)
class Opening:
    """Moves from the start; the last one is what it is about."""

    game: str
    moves: tuple[Move, ...]
    score: Score
    """For the side that made the last move."""
    depth: int
    """Plies that the search looked ahead."""
    line: tuple[Move, ...]
    """How the search expects the game to go on."""
    wins: int
    """Of the side that made the last move, in games of the engine against itself that began so."""
    draws: int
    losses: int

    @property
    def before(self) -> Position:
        """Where the last move is made."""
        return after(start_position(self.game), self.moves[:-1])

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses

    @property
    def points(self) -> float:
        """What share of the points its side got in these games, a draw counting half."""
        return (self.wins + self.draws / 2) / self.games if self.games else 0.5

    @property
    def chance(self) -> float:
        """How likely its side wins by the verdict of the search, a draw counting half."""
        return winning_chance(self.score, start_position(self.game))


def format_opening(opening: Opening) -> str:
    names = [_names(moves) for moves in (opening.moves, opening.line)]
    numbers = [opening.score, opening.depth, opening.wins, opening.draws, opening.losses]
    return "\t".join([opening.game, *names, *map(str, numbers)])


def parse_opening(text: str) -> Opening:
    try:
        game, moves, line, *numbers = text.split("\t")
        score, depth, wins, draws, losses = map(int, numbers)
    except ValueError:
        raise NotationError(f"expected an opening in eight parts, got {text!r}") from None
    return Opening(game, _moves(moves), score, depth, _moves(line), wins, draws, losses)


def _names(moves: Sequence[Move]) -> str:
    start = start_position("ultimate")
    return " ".join(format_move(move, start) for move in moves)


def _moves(names: str) -> tuple[Move, ...]:
    start = start_position("ultimate")
    return tuple(parse_printed_move(name, start) for name in names.split())


@cache
def all_openings() -> tuple[Opening, ...]:
    """Every opening that comes with noughts."""
    lines = (files("noughts") / "data" / OPENINGS_FILE).read_text(encoding="utf-8").splitlines()
    return tuple(parse_opening(line) for line in lines if not line.startswith("#"))


def openings_after(position: Position) -> list[Opening]:
    """What is known about the moves of a position, best first, turned to how it lies; nothing beyond the openings.

    >>> from noughts.rules.ultimate import ultimate
    >>> len(openings_after(ultimate()))
    15
    """
    found = _by_position().get(position.canonical(), [])
    for to in symmetries(3, 3):
        turned = [_turned(opening, to) for opening in found]
        if found and turned[0].before == position:
            return sorted(turned, key=lambda opening: -opening.score)
    return []


@cache
def _by_position() -> dict[Position, list[Opening]]:
    known: dict[Position, list[Opening]] = {}
    for opening in all_openings():
        known.setdefault(opening.before.canonical(), []).append(opening)
    return known


def _turned(opening: Opening, to: Sequence[int]) -> Opening:
    """An opening as a symmetry of the board makes it."""

    def turn(moves: Sequence[Move]) -> tuple[Move, ...]:
        return tuple(9 * to[move // 9] + to[move % 9] for move in moves)

    return replace(opening, moves=turn(opening.moves), line=turn(opening.line))


def opening_document(opening: Opening) -> dict[str, object]:
    """An opening for programs; chances and points are for the side that makes the last move."""
    moves = _names(opening.moves).split()
    return {
        "move": moves[-1],
        "moves": moves,
        "score": opening.score,
        "chance": round(100 * opening.chance, 1),
        "depth": opening.depth,
        "line": _names(opening.line).split(),
        "games": opening.games,
        "wins": opening.wins,
        "draws": opening.draws,
        "losses": opening.losses,
        "points": round(100 * opening.points, 1),
    }
