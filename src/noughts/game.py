"""A game between two seats: whose turn it is, who may take back how far, and the game after it.

The store adds an id, a version and the secrets of browsers to it, the terminal adds redo and the running score.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from noughts.errors import NotationError, NotPossibleError, NotYourTurnError
from noughts.record import GameRecord
from noughts.rules.mark import Mark, Move, Outcome
from noughts.rules.position import Position

Level: TypeAlias = int | Literal["perfect"]
"""How strong the computer plays: 1 (any legal move) to 10 (as well as it can), or without a mistake."""
PERFECT: Literal["perfect"] = "perfect"
STRONGEST = 10

LONGEST_NAME = 40


def parse_level(text: str) -> Level:
    """A level as people write it.

    >>> parse_level("7"), parse_level("Perfect")
    (7, 'perfect')
    """
    plain = text.strip().lower()
    if plain == PERFECT:
        return PERFECT
    if re.fullmatch(r"[1-9]|10", plain):
        return int(plain)
    raise NotationError(f"expected a level from 1 to {STRONGEST} or {PERFECT}, got {text!r}")


def level_name(level: Level) -> str:
    """What the computer of a level is called, on screen and in files."""
    return PERFECT if level == PERFECT else f"level {level}"


def clean_name(text: str) -> str:
    """A name that can be shown on one line: nothing unprintable, single blanks, not too long; maybe empty."""
    printable = "".join(letter for letter in " ".join(text.split()) if letter.isprintable() or letter == "\u200d")
    return printable[:LONGEST_NAME].strip()


def check_name(text: str) -> str:
    """The name that a person gave, without blanks around it; NotationError when it cannot be one."""
    name = text.strip()
    if not name or clean_name(name) != name:
        raise NotationError(f"expected a name of 1 to {LONGEST_NAME} printable characters, got {text!r}")
    if Seat.named(name).level is not None:
        raise NotationError(f"{name!r} is the name of a computer")
    return name


@dataclass(frozen=True)
class Seat:
    """One side of a game: a person, or the computer at some level."""

    name: str
    level: Level | None = None
    """None for a person."""

    @staticmethod
    def computer(level: Level) -> Seat:
        return Seat(level_name(level), level)

    @staticmethod
    def named(name: str) -> Seat:
        """Who a name in a game file stands for: the computer where it reads `level 7` or `perfect`, else a person.

        Older files also say `Level 7`, `random`, and `level 7 again` for the second of two alike.

        >>> Seat.named("Level 7 again"), Seat.named("Ada")
        (Seat(name='level 7', level=7), Seat(name='Ada', level=None))
        """
        plain = name.lower().removesuffix(" again")
        if plain == "random":
            return Seat.computer(1)
        if plain == PERFECT or re.fullmatch(r"level (?:[1-9]|10)", plain):
            return Seat.computer(parse_level(plain.removeprefix("level ")))
        return Seat(name)


@dataclass(frozen=True)
class Game:
    """What was played, who sits where, and what one person asks of the other."""

    record: GameRecord
    seats: Mapping[Mark, Seat]
    undo_asked: Mark | None = None
    """Who would like to take back; waits for the other person."""

    def __post_init__(self) -> None:
        names = {str(mark): seat.name for mark, seat in self.seats.items()}
        if any(self.record.tags.get(mark) != name for mark, name in names.items()):
            object.__setattr__(self, "record", self.record.with_tags(names))

    @staticmethod
    def of(record: GameRecord) -> Game:
        """The game of a file, with the seats that its names stand for."""
        names = {mark: clean_name(record.tags.get(mark, "")) for mark in Mark}
        seats = {mark: Seat.named(name or f"Player {1 + (mark is Mark.O)}") for mark, name in names.items()}
        return Game(record, seats)

    # What can be seen

    @property
    def position(self) -> Position:
        return self.record.position()

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, on the board or otherwise; None while it goes on."""
        return self.record.outcome

    @property
    def to_move(self) -> Mark | None:
        """The side to move, None when the game is over."""
        return None if self.outcome is not None else self.position.to_move

    @property
    def last_move(self) -> Move | None:
        return self.record.moves[-1] if self.record.moves else None

    @property
    def ended_early(self) -> bool:
        """Whether the game is over although the board says nothing about it."""
        return self.position.outcome is None and self.outcome is not None

    @property
    def people(self) -> frozenset[Mark]:
        """The sides that people play."""
        return frozenset(mark for mark, seat in self.seats.items() if seat.level is None)

    @property
    def waits_for_computer(self) -> bool:
        return self.to_move is not None and self.to_move not in self.people

    def is_against_person(self, marks: Collection[Mark]) -> bool:
        """Whether a person sits opposite of whoever plays these marks."""
        return bool(self.people - frozenset(marks))

    # What can be done

    def require_turn(self, marks: Collection[Mark]) -> None:
        """NotPossibleError when the game is over, NotYourTurnError when none of these marks is to move."""
        if self.to_move is None:
            raise NotPossibleError("the game is over")
        if self.to_move not in marks:
            raise NotYourTurnError(f"it is {self.to_move}'s turn")

    def play(self, move: Move) -> Game:
        """The game after a move; a request to take back is over then."""
        return replace(self, record=self.record.play(move), undo_asked=None)

    def resign(self, marks: Collection[Mark]) -> Game:
        """Given up by whoever plays these marks; with both of them by the side to move."""
        mark = self.position.to_move if self.position.to_move in marks else next(iter(marks))
        return replace(self, record=self.record.resign(mark), undo_asked=None)

    def plies_to_take_back(self, marks: Collection[Mark]) -> int:
        """How many moves an undo takes back: to before the last one of these marks; 0 when they have made none."""
        movers = [position.to_move for position in self.record.positions()[:-1]]
        return next((plies for plies, mover in enumerate(reversed(movers), start=1) if mover in marks), 0)

    def may_undo(self, marks: Collection[Mark]) -> bool:
        return not self.ended_early and self.plies_to_take_back(marks) > 0

    def undo(self, marks: Collection[Mark], *, agree: bool = True) -> Game:
        """Take back to before the last move of these marks; where another person plays, it is asked and agreed first.

        Without `agree` a request is refused, or taken back by whoever made it.
        """
        if self.ended_early:
            raise NotPossibleError("the game was given up")
        asked = self.undo_asked
        if not self.is_against_person(marks):
            return self._take_back(marks)
        if asked is None:
            if not agree or self.plies_to_take_back(marks) == 0:
                raise NotPossibleError("there is nothing to take back")
            return replace(self, undo_asked=next(iter(marks)))
        if not agree:
            return replace(self, undo_asked=None)
        return self if asked in marks else self._take_back([asked])

    def _take_back(self, marks: Collection[Mark]) -> Game:
        plies = self.plies_to_take_back(marks)
        if plies == 0:
            raise NotPossibleError("there is nothing to take back")
        return replace(self, record=self.record.take_back(plies), undo_asked=None)

    def rematch(self, *, swap: bool = True) -> Game:
        """The next game of the same two from the same start, with sides swapped unless told otherwise."""
        seats = {mark: self.seats[mark.other if swap else mark] for mark in Mark}
        return Game(GameRecord(self.record.start), seats)
