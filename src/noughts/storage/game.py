"""A game as it lies in the store."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from noughts.game import Game
from noughts.rules.mark import Mark


@dataclass(frozen=True)
class StoredGame:
    """A game with what a store knows about it."""

    game: Game
    tokens: Mapping[Mark, str | None]
    """The digest of the secret that a person's browser holds; None where nobody sits yet, and for the computer."""
    id: str = ""
    version: int = 1
    """Counts every change, so that nobody changes what they have not seen."""
    rematch: str | None = None
    """The game that follows this one."""
    touched: float = field(default=0.0, compare=False)
    """When it was last changed, in seconds since 1970."""

    @property
    def open_seat(self) -> Mark | None:
        """The side that waits for a person to take it."""
        return next((mark for mark in Mark if mark in self.game.people and self.tokens[mark] is None), None)
