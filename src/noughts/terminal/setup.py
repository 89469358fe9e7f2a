"""What was asked for before the game begins."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from noughts.clock import Clock
from noughts.game import PERFECT, STRONGEST, Adaptive, Game, Seat, clean_name, parse_level
from noughts.notation import start_position
from noughts.players.adaptive import Result, following, results_of
from noughts.players.levels import is_solved
from noughts.record import GameRecord, read_records
from noughts.rules.mark import Mark
from noughts.rules.position import Position
from noughts.terminal.game_file import kept_games
from noughts.words import count, listed

TWO_PLAYERS = "two"


@dataclass(frozen=True)
class Setup:
    """A game as it is asked for; `opponent` is None as long as nobody has said who plays."""

    game: str = "classic"
    opponent: str | None = None
    """`two`, a level from `1` to `10`, `perfect` or `adaptive`."""
    watched: str | None = None
    """The level that sits where a person would, when two computers are watched."""
    mark: Mark = Mark.X
    """Of the person, of the first person of two, or of the first computer of two."""
    first: Mark = Mark.X
    """The mark that opens."""
    names: tuple[str, ...] = ()
    seed: int | None = None
    clock: Clock | None = None
    record: GameRecord | None = None
    """A game to go on with; it knows its own game, start and names."""
    kept_in: Path | None = None
    """The file in which that game was left."""

    def going_on(self, path: str | Path) -> Setup:
        """To go on with the last game of a file, between those who played it."""
        path = Path(path).expanduser()
        return replace(self, opponent=None, watched=None, clock=None, record=read_records(path)[-1], kept_in=path)

    def new_game(self) -> Game:
        """The game that was asked for."""
        record = self.record or GameRecord(opening(self.game, self.first))
        if self.opponent is None:
            game = Game.of(record)
            return replace(game, clock=self.clock) if self.clock else game
        mine, theirs = self._seats(record)
        return Game(record, {self.mark: mine, self.mark.other: theirs}, clock=self.clock)

    def _seats(self, record: GameRecord) -> tuple[Seat, Seat]:
        if self.opponent == TWO_PLAYERS:
            marks = (self.mark, self.mark.other)
            recorded = [clean_name(record.tags.get(mark, "")) or f"Player {n}" for n, mark in enumerate(marks, start=1)]
            first, second = [*self.names, *recorded[len(self.names) :]]
            return Seat(first), Seat(second)
        level = parse_level(self.opponent or "")
        if self.watched is not None:
            return Seat.computer(parse_level(self.watched)), Seat.computer(level)
        name = self.names[0] if self.names else "You"
        if isinstance(level, Adaptive):
            level = following(past_results(record.start.game, name))
        return Seat(name), Seat.computer(level)


def past_results(game: str, name: str) -> list[Result]:
    """How somebody fared in a game against the computer, as far as it is kept here."""
    return results_of(map(Game.of, kept_games()), game, name)


def game_words(record: GameRecord) -> str:
    """Which game this is: `classic, Ada and level 3, 4 moves`."""
    game = Game.of(record)
    names = listed([game.seats[mark].name for mark in Mark])
    return f"{game.position.game}, {names}, {count(len(record.moves), 'move')}"


def opening(game: str, first: Mark = Mark.X) -> Position:
    """The empty board of a game with one side to open it."""
    return start_position(game)._replace(to_move=first)


def unbeatable(game: str) -> str:
    """The level of the strongest computer that a game has."""
    return PERFECT if is_solved(start_position(game)) else str(STRONGEST)
