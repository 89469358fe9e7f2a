"""A stored game and everything that can happen to it, each as a pure step from one value to the next."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from noughts.record import GameRecord
from noughts.rules.mark import Mark, Move, Outcome


@dataclass(frozen=True)
class Seat:
    """One side of a game."""

    name: str = ""
    level: str | None = None
    """How strong the computer plays here ("1" to "10", "perfect"); None for a person."""
    token: str | None = None
    """The digest of the secret that a person's browser holds; None where nobody sits yet, and for the computer."""

    @property
    def is_open(self) -> bool:
        return self.level is None and self.token is None


@dataclass(frozen=True)
class StoredGame:
    """A game as it lies in the store."""

    record: GameRecord
    seats: Mapping[Mark, Seat]
    id: str = ""
    version: int = 1
    """Counts every change, so that nobody changes what they have not seen."""
    undo_asked: Mark | None = None
    """Who would like to take back; waits for the other person."""
    rematch: str | None = None
    """The game that follows this one."""
    touched: float = field(default=0.0, compare=False)
    """When it was last changed, in seconds since 1970."""

    @property
    def to_move(self) -> Mark | None:
        """The side to move, None when the game is over."""
        return None if self.record.outcome is not None else self.record.position().to_move

    @property
    def waits_for_computer(self) -> bool:
        return self.to_move is not None and self.seats[self.to_move].level is not None

    @property
    def resigned(self) -> Mark | None:
        """Who gave the game up; None when it ended on the board or goes on."""
        outcome = self.record.outcome
        return outcome.winner.other if self.record.position().outcome is None and outcome and outcome.winner else None

    def seated(self, mark: Mark, seat: Seat) -> StoredGame:
        """With somebody on a seat; their name goes into the record."""
        tags = {**self.record.tags, str(mark): seat.name}
        return replace(self, seats={**self.seats, mark: seat}, record=replace(self.record, tags=tags))

    def played(self, move: Move) -> StoredGame:
        """With one more move; a request to take back is over then."""
        return replace(self, record=self.record.play(move), undo_asked=None)

    def taken_back(self, plies: int) -> StoredGame:
        moves = self.record.moves[: len(self.record.moves) - plies]
        return replace(self, record=replace(self.record, moves=moves), undo_asked=None)

    def given_up(self, mark: Mark) -> StoredGame:
        tags = {**self.record.tags, "Result": str(Outcome.won_by(mark.other))}
        return replace(self, record=replace(self.record, tags=tags), undo_asked=None)
