"""A game between two seats: whose turn it is, what one asks of the other, the clock, and the game after it.

The store adds an id, a version and the secrets of browsers to it, the terminal adds redo.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Literal, NamedTuple, TypeAlias

from noughts.clock import Clock
from noughts.errors import NotationError, NotPossibleError, NotYourTurnError
from noughts.record import GameRecord
from noughts.rules.mark import Mark, Move, Outcome, Termination
from noughts.rules.position import Position

PERFECT: Literal["perfect"] = "perfect"
ADAPTIVE = "adaptive"
STRONGEST = 10


@dataclass(frozen=True)
class Adaptive:
    """A strength between two levels, found by what a player did before: see `noughts.players.adaptive`."""

    strength: float = 4.0
    """From 1 to 10, with one decimal."""

    def __str__(self) -> str:
        return f"{ADAPTIVE} {self.strength:.1f}"


FixedLevel: TypeAlias = int | Literal["perfect"]
"""How strong the computer plays: 1 (any legal move) to 10 (as well as it can), or without a mistake."""
Level: TypeAlias = FixedLevel | Adaptive

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
    if adaptive := re.fullmatch(rf"{ADAPTIVE}(?: ([1-9]\.[0-9]|10\.0))?", plain):
        return Adaptive(float(adaptive[1])) if adaptive[1] else Adaptive()
    raise NotationError(f"expected a level from 1 to {STRONGEST} or {PERFECT} or {ADAPTIVE}, got {text!r}")


def level_name(level: Level) -> str:
    """What the computer of a level is called, on screen and in files."""
    return f"level {level}" if isinstance(level, int) else str(level)


_JOINERS = re.compile("[\u200d\U000e0020-\U000e007f]")
"""What holds the parts of an emoji together; not printable by itself."""


def clean_name(text: str) -> str:
    """A name that can be shown on one line: nothing unprintable, single blanks, not too long; maybe empty."""
    kept = "".join(letter for letter in " ".join(text.split()) if letter.isprintable() or _JOINERS.match(letter))
    cut = kept[:LONGEST_NAME]
    while (cut and cut != kept and _JOINERS.match(kept[len(cut)])) or cut.endswith("\u200d"):
        cut = cut[:-1]  # an emoji of several parts stays whole or goes
    return cut.strip()


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
        """Who a name in a game file stands for: the computer where it reads `level 7`, `perfect` or `adaptive 5.3`.

        Older files also say `Level 7`, `random`, and `level 7 again` for the second of two alike.

        >>> Seat.named("Level 7 again"), Seat.named("Ada")
        (Seat(name='level 7', level=7), Seat(name='Ada', level=None))
        """
        plain = name.lower().removesuffix(" again")
        if plain == "random":
            return Seat.computer(1)
        if plain == PERFECT or re.fullmatch(rf"level (?:[1-9]|10)|{ADAPTIVE} (?:[1-9]\.[0-9]|10\.0)", plain):
            return Seat.computer(parse_level(plain.removeprefix("level ")))
        return Seat(name)


class Offer(NamedTuple):
    """What one person asks of the other."""

    kind: Literal["undo", "draw", "rematch"]
    by: Mark


@dataclass(frozen=True)
class Game:
    """What was played, who sits where, and what one person asks of the other."""

    record: GameRecord
    seats: Mapping[Mark, Seat]
    offer: Offer | None = None
    """Waits for the other person."""
    clock: Clock | None = None
    score: Mapping[Mark, float] = field(default_factory=lambda: dict.fromkeys(Mark, 0.0))
    """The points of both from the games before this one; a draw is half a point."""

    def __post_init__(self) -> None:
        names = {str(mark): seat.name for mark, seat in self.seats.items()}
        if any(self.record.tags.get(mark) != name for mark, name in names.items()):
            object.__setattr__(self, "record", self.record.with_tags(names))

    @staticmethod
    def of(record: GameRecord) -> Game:
        """The game of a file, with the seats that its names stand for, and its clock."""
        names = {mark: clean_name(record.tags.get(mark, "")) for mark in Mark}
        seats = {mark: Seat.named(name or f"Player {1 + (mark is Mark.O)}") for mark, name in names.items()}
        return Game(record, seats, clock=Clock.of_tags(record.tags) if record.outcome is None else None)

    # What can be seen

    @cached_property
    def position(self) -> Position:
        return self.record.position()

    @cached_property
    def outcome(self) -> Outcome | None:
        """How the game ended, on the board or otherwise; None while it goes on."""
        return self.record.outcome

    @cached_property
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

    @cached_property
    def people(self) -> frozenset[Mark]:
        """The sides that people play."""
        return frozenset(mark for mark, seat in self.seats.items() if seat.level is None)

    @property
    def waits_for_computer(self) -> bool:
        return self.to_move is not None and self.to_move not in self.people

    def is_against_person(self, marks: Collection[Mark]) -> bool:
        """Whether a person sits opposite of whoever plays these marks."""
        return bool(self.people - frozenset(marks))

    @property
    def deadline(self) -> float | None:
        """When the side to move runs out of time, in seconds since 1970; None while no clock runs."""
        if self.clock is None or self.clock.since is None or self.to_move is None:
            return None
        return self.clock.since + self.clock.left[self.to_move]

    def time_left(self, now: float) -> dict[Mark, float]:
        """The seconds of each side; empty without a clock."""
        if self.clock is None:
            return {}
        return {mark: self.clock.left_at(mark, now) if mark is self.to_move else self.clock.left[mark] for mark in Mark}

    def points(self) -> Mapping[Mark, float]:
        """The score with this game, when it is over."""
        if self.outcome is None:
            return self.score
        winner = self.outcome.winner
        return {mark: self.score[mark] + (0.5 if winner is None else float(mark is winner)) for mark in Mark}

    def at(self, ply: int) -> Game:
        """The game as it was after so many moves."""
        if ply == len(self.record.moves):
            return self
        record = self.record.take_back(len(self.record.moves) - ply).reopen()
        return replace(self, record=record, offer=None, clock=None)

    # What can be done

    def require_turn(self, marks: Collection[Mark]) -> None:
        """NotPossibleError when the game is over, NotYourTurnError when none of these marks is to move."""
        if self.to_move is None:
            raise NotPossibleError("the game is over")
        if self.to_move not in marks:
            raise NotYourTurnError(f"it is {self.to_move}'s turn")

    def play(self, move: Move, now: float = 0.0) -> Game:
        """The game after a move; what was offered before it is over then."""
        after = replace(self, record=self.record.play(move), offer=None)
        if self.clock is None:
            return after
        mover, clock = self.position.to_move, self.clock
        return replace(after, clock=clock.stopped(mover, now) if after.to_move is None else clock.pressed(mover, now))

    def lose_on_time(self, now: float) -> Game:
        """Lost by the side to move when its time is over; else the same game."""
        if self.deadline is None or now < self.deadline or self.clock is None:
            return self
        mark = self.position.to_move
        record = self.record.end(Outcome.won_by(mark.other), Termination.TIME)
        return replace(self, record=record, offer=None, clock=self.clock.stopped(mark, now))

    def resign(self, marks: Collection[Mark], now: float = 0.0) -> Game:
        """Given up by whoever plays these marks; with both of them by the side to move."""
        mark = self.position.to_move if self.position.to_move in marks else next(iter(marks))
        return self._end(self.record.resign(mark), now)

    def draw(self, marks: Collection[Mark], *, agree: bool = True, now: float = 0.0) -> Game:
        """Offer a draw, agree to one, or without `agree` decline it; at a shared board both agree at once."""
        if self.to_move is None:
            raise NotPossibleError("the game is over")
        if self.people != frozenset(Mark):
            raise NotPossibleError("a draw is agreed on between people")

        def accept(_: Mark) -> Game:
            return self._end(self.record.end(Outcome.DRAW, Termination.AGREEMENT), now)

        return self._ask("draw", marks, agree, accept)

    def _end(self, record: GameRecord, now: float) -> Game:
        clock = self.clock and self.clock.stopped(self.position.to_move, now)
        return replace(self, record=record, offer=None, clock=clock)

    def offer_rematch(self, marks: Collection[Mark], *, agree: bool = True) -> Game:
        """Offer another game, or without `agree` decline it; whoever agrees calls rematch() instead."""
        if self.to_move is not None:
            raise NotPossibleError("the game is not over yet")
        return self._ask("rematch", marks, agree, lambda _: self)

    def _ask(
        self,
        kind: Literal["undo", "draw", "rematch"],
        marks: Collection[Mark],
        agree: bool,
        accept: Callable[[Mark], Game],
    ) -> Game:
        """Offer something to the person opposite, accept what they offer, or decline or withdraw it."""
        if not self.is_against_person(marks):
            return accept(self.position.to_move)
        standing = self.offer if self.offer is not None and self.offer.kind == kind else None
        if standing is None:
            if not agree:
                raise NotPossibleError("there is nothing to decline")
            return replace(self, offer=Offer(kind, next(iter(marks))))
        if not agree:
            return replace(self, offer=None)
        return self if standing.by in marks else accept(standing.by)

    def plies_to_take_back(self, marks: Collection[Mark]) -> int:
        """How many moves an undo takes back: to before the last one of these marks; 0 when they have made none."""
        movers = [position.to_move for position in self.record.positions()[:-1]]
        return next((plies for plies, mover in enumerate(reversed(movers), start=1) if mover in marks), 0)

    def may_undo(self, marks: Collection[Mark]) -> bool:
        return not self.ended_early and self.plies_to_take_back(marks) > 0

    def undo(self, marks: Collection[Mark], *, agree: bool = True, now: float = 0.0) -> Game:
        """Take back to before the last move of these marks; where another person plays, it is asked and agreed first.

        Without `agree` a request is refused, or taken back by whoever made it.
        """
        if self.ended_early:
            raise NotPossibleError("the game has ended")
        if not self.is_against_person(marks):
            return self._take_back(marks, now)
        if (self.offer is None or self.offer.kind != "undo") and self.plies_to_take_back(marks) == 0:
            raise NotPossibleError("there is nothing to take back")
        return self._ask("undo", marks, agree, lambda by: self._take_back([by], now))

    def _take_back(self, marks: Collection[Mark], now: float) -> Game:
        plies = self.plies_to_take_back(marks)
        if plies == 0:
            raise NotPossibleError("there is nothing to take back")
        clock = self.clock and replace(self.clock, since=now if len(self.record.moves) > plies else None)
        return replace(self, record=self.record.take_back(plies), offer=None, clock=clock)

    def rematch(self, *, swap: bool = True) -> Game:
        """The next game of the same two from the same start, with sides swapped unless told otherwise."""
        sides = {mark: mark.other if swap else mark for mark in Mark}
        points, clock = self.points(), self.clock and self.clock.reset()
        seats = {mark: self.seats[side] for mark, side in sides.items()}
        score = {mark: points[side] for mark, side in sides.items()}
        return Game(GameRecord(self.record.start), seats, clock=clock, score=score)
