"""What was asked for before the game begins."""

from __future__ import annotations

from dataclasses import dataclass

from noughts.game import PERFECT, STRONGEST, Game, Seat, clean_name, parse_level
from noughts.notation import start_position
from noughts.players.levels import is_solved
from noughts.record import GameRecord
from noughts.rules.mark import Mark
from noughts.rules.position import Position
from noughts.terminal.clock import TimeControl

TWO_PLAYERS = "two"


@dataclass(frozen=True)
class Setup:
    """A game as it is asked for; `opponent` is None as long as nobody has said who plays."""

    game: str = "classic"
    opponent: str | None = None
    """`two`, a level from `1` to `10`, or `perfect`."""
    watched: str | None = None
    """The level that sits where a person would, when two computers are watched."""
    mark: Mark = Mark.X
    """Of the person, of the first person of two, or of the first computer of two."""
    first: Mark = Mark.X
    """The mark that opens."""
    names: tuple[str, ...] = ()
    seed: int | None = None
    clock: TimeControl | None = None
    record: GameRecord | None = None
    """A game to go on with; it knows its own game, start and names."""

    def new_game(self) -> Game:
        """The game that was asked for."""
        record = self.record or GameRecord(opening(self.game, self.first))
        if self.opponent is None:
            return Game.of(record)
        mine, theirs = self._seats(record)
        return Game(record, {self.mark: mine, self.mark.other: theirs})

    def _seats(self, record: GameRecord) -> tuple[Seat, Seat]:
        if self.opponent == TWO_PLAYERS:
            marks = (self.mark, self.mark.other)
            recorded = [clean_name(record.tags.get(mark, "")) or f"Player {n}" for n, mark in enumerate(marks, start=1)]
            first, second = [*self.names, *recorded[len(self.names) :]]
            return Seat(first), Seat(second)
        theirs = Seat.computer(parse_level(self.opponent or ""))
        if self.watched is not None:
            return Seat.computer(parse_level(self.watched)), theirs
        return Seat(self.names[0] if self.names else "You"), theirs


def opening(game: str, first: Mark = Mark.X) -> Position:
    """The empty board of a game with one side to open it."""
    return start_position(game)._replace(to_move=first)


def unbeatable(game: str) -> str:
    """The level of the strongest computer that a game has."""
    return PERFECT if is_solved(start_position(game)) else str(STRONGEST)
