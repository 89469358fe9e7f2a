"""A game between two seats: what the terminal app and the line mode share, without a word about screens."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from noughts.errors import NotationError
from noughts.levels import check_level
from noughts.players import LevelPlayer
from noughts.record import GameRecord, format_records, read_records
from noughts.rules.mark import Mark, Move, Outcome
from noughts.rules.position import Position
from noughts.seats import Seat, Setup


@dataclass
class Tally:
    """The running score between two names, draws apart."""

    wins: dict[str, int] = field(default_factory=dict)
    draws: int = 0

    def add(self, winner: str | None) -> Tally:
        """The tally with one more game."""
        if winner is None:
            return replace(self, draws=self.draws + 1)
        return replace(self, wins={**self.wins, winner: self.wins.get(winner, 0) + 1})


class GameInPlay:
    """The game at the table: the moves so far, what was taken back, and the games played before it."""

    def __init__(self, record: GameRecord, seats: Mapping[Mark, Seat]) -> None:
        if seats[Mark.X].name == seats[Mark.O].name:
            raise NotationError(f"two names are needed to keep the score, got {seats[Mark.X].name!r} twice")
        self.seats = dict(seats)
        self._check_levels(record.start)
        self.record = self._tagged(record)
        self.finished: list[GameRecord] = []
        """The games before this one, the oldest first."""
        self._undone: list[Move] = []
        self._earlier = Tally()

    @classmethod
    def of(cls, setup: Setup) -> GameInPlay:
        """The game that was asked for."""
        return cls(setup.record or GameRecord(setup.start()), setup.seats())

    def _check_levels(self, start: Position) -> None:
        for seat in self.seats.values():
            if isinstance(seat.player, LevelPlayer):
                check_level(seat.player.level, start)

    def _tagged(self, record: GameRecord) -> GameRecord:
        return replace(record, tags={**record.tags, **{str(mark): seat.name for mark, seat in self.seats.items()}})

    # What can be seen

    @property
    def position(self) -> Position:
        return self.record.position()

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, on the board or by resignation."""
        return self.record.outcome

    @property
    def resigned(self) -> bool:
        return self.position.outcome is None and self.outcome is not None

    @property
    def last_move(self) -> Move | None:
        return self.record.moves[-1] if self.record.moves else None

    @property
    def seat(self) -> Seat:
        """Whose turn it is, or would be."""
        return self.seats[self.position.to_move]

    @property
    def waits_for_player(self) -> bool:
        """Whether the computer is to move."""
        return self.outcome is None and self.seat.player is not None

    @property
    def has_people(self) -> bool:
        return any(seat.player is None for seat in self.seats.values())

    @property
    def tally(self) -> Tally:
        """The score, with this game as soon as it is over."""
        return self._earlier if self.outcome is None else self._earlier.add(self._winner)

    @property
    def _winner(self) -> str | None:
        mark = self.outcome.winner if self.outcome else None
        return self.seats[mark].name if mark else None

    def score_line(self) -> str:
        """The running score as a sentence.

        >>> GameInPlay.of(Setup(opponent="two", names=("Ada", "Bob"))).score_line()
        'Ada 0, Bob 0, draws 0'
        """
        names = [self.seats[mark].name for mark in Mark]
        tally = self.tally
        return ", ".join([*(f"{name} {tally.wins.get(name, 0)}" for name in sorted(names)), f"draws {tally.draws}"])

    # What can be done

    def play(self, move: Move) -> None:
        """Make a move; IllegalMoveError when it is none, or when the game is over by resignation."""
        if self.resigned:
            raise NotationError("the game is over: it was resigned")
        self.record = self.record.play(move)
        self._undone.clear()

    @property
    def can_undo(self) -> bool:
        return self.resigned or self._plies_back() > 0

    @property
    def can_redo(self) -> bool:
        return bool(self._undone)

    def undo(self) -> bool:
        """Take back a resignation, else the last move; against the computer back to the person's own move."""
        if self.resigned:
            tags = {name: text for name, text in self.record.tags.items() if name != "Result"}
            self.record = replace(self.record, tags=tags)
            return True
        plies = self._plies_back()
        for _ in range(plies):
            self._undone.append(self.record.moves[-1])
            self.record = replace(self.record, moves=self.record.moves[:-1])
        return plies > 0

    def _plies_back(self) -> int:
        """How many plies an undo takes: to the last position with a person to move; one between computers."""
        movers = [position.to_move for position in self.record.positions()][:-1]
        if not self.has_people:
            return min(1, len(movers))
        for plies, mover in enumerate(reversed(movers), start=1):
            if self.seats[mover].player is None:
                return plies
        return 0

    def redo(self) -> bool:
        """Play again what was taken back, as much as one undo took."""
        if not self._undone or self.resigned:
            return False
        while self._undone:
            self.record = self.record.play(self._undone.pop())
            if self.outcome is None and not self.waits_for_player:
                break
        return True

    def resign(self, mark: Mark) -> None:
        """Give the game up for one side."""
        if self.outcome is None:
            tags = {**self.record.tags, "Result": str(Outcome.won_by(mark.other))}
            self.record = replace(self.record, tags=tags)

    def again(self, *, swap: bool = False) -> None:
        """A new game from the same start, with the marks exchanged if wanted; a finished game stays in the score."""
        self._set_aside()
        if swap:
            self.seats = {mark: self.seats[mark.other] for mark in Mark}
        self.record = self._tagged(GameRecord(self.record.start))

    def _set_aside(self) -> None:
        self._earlier = self.tally
        self.finished.append(self.record)
        self._undone.clear()

    def load(self, record: GameRecord) -> None:
        """Go on with a game from elsewhere in these seats."""
        self._check_levels(record.start)
        self._set_aside()
        self.record = self._tagged(record)

    def records(self) -> list[GameRecord]:
        """All games of this sitting that have a move or a result, the current one last."""
        return [record for record in (*self.finished, self.record) if record.moves or record.outcome]


# Files


class GameFile:
    """A file to which the games of this sitting are added; written whole, so that no crash leaves half of it."""

    def __init__(self, path: str | Path, *, replacing_last: bool = False) -> None:
        self.path = Path(path).resolve()
        if self.path.exists() and not self.path.is_file():
            raise NotationError(f"{path}: not a file for games")
        self._kept = read_records(self.path) if self.path.is_file() and self.path.stat().st_size else []
        if replacing_last:
            self._kept = self._kept[:-1]

    def save(self, records: list[GameRecord]) -> None:
        """Write the file; NotationError says why it cannot be written."""
        unfinished = self.path.with_name(f".{self.path.name}.{os.getpid()}")
        try:
            unfinished.write_text(format_records([*self._kept, *records]), encoding="utf-8")
            unfinished.replace(self.path)
        except OSError as error:
            unfinished.unlink(missing_ok=True)
            raise NotationError(f"{self.path} cannot be written: {error.strerror or error}") from None


def load_game(path: str | Path) -> GameRecord:
    """The last game of a file."""
    return read_records(path)[-1]
