"""Who sits at the board, and what was asked for before the game begins."""

from __future__ import annotations

from dataclasses import dataclass

from noughts.errors import NotationError, NoughtsError
from noughts.levels import PERFECT, Level, is_solved, parse_level
from noughts.notation import start_position
from noughts.players import LevelPlayer, Player, RandomPlayer
from noughts.record import GameRecord
from noughts.rules.line_game import LinePosition
from noughts.rules.mark import Mark
from noughts.rules.position import Position
from noughts.rules.ultimate import UltimatePosition

LONGEST_NAME = 24
TWO_PLAYERS = "two"
RANDOM = "random"
AGAIN = " again"
"""Tells two computers of the same level apart."""


@dataclass(frozen=True)
class Seat:
    """One side of the game: a person, or a Player."""

    name: str
    player: Player | None = None


@dataclass(frozen=True)
class Setup:
    """A game as it is asked for; `opponent` is None as long as nobody has said who plays."""

    game: str = "classic"
    opponent: str | None = None
    """`two`, `random`, a level from `1` to `10`, or `perfect`."""
    watched: str | None = None
    """The level that sits where a person would, when two computers are watched."""
    mark: Mark = Mark.X
    """Of the person, of the first person of two, or of the first computer of two."""
    first: Mark = Mark.X
    """The mark that opens."""
    names: tuple[str, ...] = ()
    seed: int | None = None
    record: GameRecord | None = None
    """A game to go on with; it knows its own game, start and names."""

    def start(self) -> Position:
        return self.record.start if self.record else opening(self.game, self.first)

    def seats(self) -> dict[Mark, Seat]:
        """Who has which mark; the computers have seeds of their own."""
        one, two = (None, None) if self.seed is None else (2 * self.seed, 2 * self.seed + 1)
        if self.record and self.opponent is None:
            x, o = self._recorded_names("X", "O")
            return {Mark.X: seat_by_name(x, one), Mark.O: seat_by_name(o + AGAIN if o == x else o, two)}
        mine, theirs = self._computers(one, two) if self.watched else self._with_people(two)
        return {self.mark: mine, self.mark.other: theirs}

    def _recorded_names(self, *marks: str) -> list[str]:
        """The names of a loaded game; what cannot be shown, like the codes of a terminal, is left out of them."""
        tags = self.record.tags if self.record else {}
        shown = ["".join(filter(str.isprintable, tags.get(mark, "")))[:LONGEST_NAME].strip() for mark in marks]
        return [name or f"Player {number}" for number, name in enumerate(shown, start=1)]

    def _computers(self, one: int | None, two: int | None) -> tuple[Seat, Seat]:
        mine, theirs = computer(self.watched or RANDOM, one), computer(self.opponent or RANDOM, two)
        return mine, Seat(theirs.name + AGAIN, theirs.player) if mine.name == theirs.name else theirs

    def _with_people(self, seed: int | None) -> tuple[Seat, Seat]:
        if self.opponent != TWO_PLAYERS:
            return Seat(self.names[0] if self.names else "You"), computer(self.opponent or RANDOM, seed)
        recorded = self._recorded_names(str(self.mark), str(self.mark.other))
        first, second = [*self.names, *recorded[len(self.names) :]]
        return Seat(first), Seat(second)


def opening(game: str, first: Mark = Mark.X) -> Position:
    """The empty board of a game with one side to open it."""
    start = start_position(game)
    assert isinstance(start, LinePosition | UltimatePosition)
    return start._replace(to_move=first)


def check_name(text: str) -> str:
    """A name that can be shown and saved, without blanks around it."""
    name = text.strip()
    if not name or len(name) > LONGEST_NAME or not name.isprintable():
        raise NotationError(f"expected a name of 1 to {LONGEST_NAME} printable characters, got {text!r}")
    return name


def computer(level: Level | str, seed: int | None = None) -> Seat:
    """A seat for a level, or for `random`."""
    player = RandomPlayer(seed) if level == RANDOM else LevelPlayer(parse_level(str(level)), seed)
    return Seat(player.name, player)


def unbeatable(game: str) -> str:
    """The level of the strongest computer that a game has."""
    return PERFECT if is_solved(start_position(game)) else "10"


def seat_by_name(name: str, seed: int | None = None) -> Seat:
    """The computer whose name it is, as records write it (`level 7`, `perfect`, `random`), else a person."""
    if name not in (RANDOM, PERFECT) and not name.startswith("level "):
        return Seat(name)
    try:
        return Seat(name, computer(name.removesuffix(AGAIN).removeprefix("level "), seed).player)
    except NoughtsError:
        return Seat(name)
