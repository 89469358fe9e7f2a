"""Which games a match consists of, and how each of them is played, wherever that happens."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from itertools import combinations, islice
from typing import Literal

from noughts.match.contestants import Entry
from noughts.match.control import MARGIN, Control
from noughts.match.game import Side, play_timed_game
from noughts.match.openings import openings
from noughts.notation import start_position
from noughts.record import GameRecord
from noughts.rules.mark import Mark, Move

Tournament = Literal["round-robin", "gauntlet"]


@dataclass(frozen=True)
class Plan:
    """A match, or a tournament of several."""

    entries: tuple[Entry, ...]
    game: str
    control: Control
    games: int
    """Of each two players; an even number, because games come in pairs."""
    tournament: Tournament = "round-robin"
    """Everybody against everybody, or the first against all others."""
    seed: int = 1
    cpu_time: bool = False
    margin: float = MARGIN

    @property
    def names(self) -> tuple[str, ...]:
        """How the players are called; two of the same name are numbered."""
        texts = [entry.name for entry in self.entries]
        return tuple(
            text if texts.count(text) == 1 else f"{text} ({texts[: number + 1].count(text)})"
            for number, text in enumerate(texts)
        )

    def pairings(self) -> list[tuple[int, int]]:
        """Who meets whom, as numbers of entries."""
        everybody = range(len(self.entries))
        if self.tournament == "gauntlet":
            return [(0, other) for other in everybody[1:]]
        return list(combinations(everybody, 2))

    def schedule(self) -> Iterator[Appointment]:
        """Every game, pair by pair, so that all players get on alike."""
        for pair in range(self.games // 2):
            for first, second in self.pairings():
                yield Appointment(first, second, pair, 0)
                yield Appointment(first, second, pair, 1)

    @property
    def total(self) -> int:
        return self.games * len(self.pairings())

    def conditions(self) -> str:
        """What must be the same when a match goes on."""
        return f"{self.limits()}, seed {self.seed}" + ", CPU time" * self.cpu_time

    def limits(self) -> str:
        """How long the players may think; those with limits of their own say so in their names."""
        return str(self.control) if any(entry.control is None for entry in self.entries) else "own limits"


@dataclass(frozen=True)
class Appointment:
    """One game of a plan."""

    first: int
    second: int
    pair: int
    """Counted from 0; both games of a pair begin with the same opening."""
    game: int
    """0: the first player has X, 1: O."""

    @property
    def round(self) -> str:
        """How the tag Round says it: pair and game, counted from 1."""
        return f"{self.pair + 1}.{self.game + 1}"

    def seed(self, seed: int) -> int:
        """A number of its own for every game of a plan with this seed."""
        return hash((seed, self.first, self.second, self.pair, self.game)) & 0x7FFFFFFF

    def marks(self) -> dict[Mark, int]:
        x, o = (self.first, self.second) if self.game == 0 else (self.second, self.first)
        return {Mark.X: x, Mark.O: o}


@dataclass(frozen=True)
class Batch:
    """Games between two players that are played one after the other in one place."""

    plan: Plan
    appointments: tuple[Appointment, ...]
    openings: tuple[tuple[Move, ...], ...]


def opening_moves(plan: Plan, book: tuple[tuple[Move, ...], ...] | None) -> list[tuple[Move, ...]]:
    """For each pair the moves that it begins with."""
    return [record.moves for record in islice(openings(plan.game, plan.seed, book), plan.games // 2)]


def play_batch(batch: Batch) -> list[GameRecord]:
    """Play some games; the contestants live as long as the batch, so nothing is left over from other games."""
    plan = batch.plan
    with ExitStack() as stack:
        sides: dict[int, Side] = {}
        for number in sorted({place for each in batch.appointments for place in (each.first, each.second)}):
            entry = plan.entries[number]
            contestant = entry.open(plan.game, cpu_time=plan.cpu_time)
            stack.callback(contestant.close)
            sides[number] = Side(
                plan.names[number], contestant, plan.control if entry.control is None else entry.control, plan.margin
            )
        return [
            _play(plan, sides, appointment, moves)
            for appointment, moves in zip(batch.appointments, batch.openings, strict=True)
        ]


def _play(plan: Plan, sides: dict[int, Side], appointment: Appointment, moves: tuple[Move, ...]) -> GameRecord:
    in_this_game = {mark: sides[number] for mark, number in appointment.marks().items()}
    if any(plan.entries[number].starts_on_empty_board for number in appointment.marks().values()):
        moves = ()
    opening = GameRecord(
        start_position(plan.game), moves, {"Round": appointment.round, "Conditions": plan.conditions()}
    )
    return play_timed_game(in_this_game, opening, appointment.seed(plan.seed))
