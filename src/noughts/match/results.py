"""What has been played so far, counted for every two players."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field

from noughts.errors import JournalError
from noughts.match.elo import Standing, Tally, standing_of
from noughts.match.game import NORMAL
from noughts.match.pairs import points
from noughts.match.plan import Appointment, Plan
from noughts.record import GameRecord
from noughts.rules.mark import Mark


@dataclass
class Meeting:
    """The games of two players."""

    points: dict[tuple[int, int], float] = field(default_factory=dict)
    """What the first player got, by pair and game."""
    failures: tuple[Counter[str], Counter[str]] = field(default_factory=lambda: (Counter(), Counter()))
    """How often the first and the second player lost by breaking a rule or a limit, by reason."""
    plies: int = 0

    def tally(self) -> Tally:
        complete = [pair for pair, game in self.points if game == 0 and (pair, 1) in self.points]
        pairs = [self.points[pair, 0] + self.points[pair, 1] for pair in complete]
        return Tally.of_points(self.points.values(), pairs)

    def as_mark(self, mark: Mark) -> Tally:
        """The games in which the first player had this mark."""
        return Tally.of_points([p for (_, game), p in self.points.items() if (game == 0) == (mark is Mark.X)], [])

    @property
    def standing(self) -> Standing:
        return standing_of(self.tally())


class Results:
    """All games of a plan that are played; each counts once."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.meetings = {pairing: Meeting() for pairing in plan.pairings()}

    @property
    def games(self) -> int:
        return sum(len(meeting.points) for meeting in self.meetings.values())

    def add(self, record: GameRecord) -> None:
        """Count a game; JournalError when it does not belong to the plan or is there already."""
        appointment = self._appointment(record)
        meeting = self.meetings[appointment.first, appointment.second]
        place = (appointment.pair, appointment.game)
        if place in meeting.points:
            raise JournalError(f"game {appointment.round} of {record.tags['X']} and {record.tags['O']} comes twice")
        first_mark = Mark.X if appointment.game == 0 else Mark.O
        won = points(record, first_mark)
        meeting.points[place] = won
        meeting.plies += len(record.moves)
        reason = record.tags.get("Termination", NORMAL)
        if reason != NORMAL:
            meeting.failures[0 if won == 0 else 1][reason] += 1

    def has(self, appointment: Appointment) -> bool:
        return (appointment.pair, appointment.game) in self.meetings[appointment.first, appointment.second].points

    def overall(self, number: int) -> Tally:
        """All games of one player."""
        tallies = [
            meeting.tally() if first == number else meeting.tally().reversed()
            for (first, second), meeting in self.meetings.items()
            if number in (first, second)
        ]
        pairs = [sum(counts) for counts in zip(*(tally.pairs for tally in tallies), strict=True)]
        return Tally(
            sum(tally.wins for tally in tallies),
            sum(tally.draws for tally in tallies),
            sum(tally.losses for tally in tallies),
            (pairs[0], pairs[1], pairs[2], pairs[3], pairs[4]),
        )

    def failures_of(self, number: int) -> Counter[str]:
        total: Counter[str] = Counter()
        for (first, second), meeting in self.meetings.items():
            if number in (first, second):
                total += meeting.failures[0 if number == first else 1]
        return total

    def _appointment(self, record: GameRecord) -> Appointment:
        names, tags = self.plan.names, record.tags
        where = re.fullmatch(r"([1-9][0-9]*)\.([12])", tags.get("Round", ""))
        if not where or record.outcome is None:
            raise JournalError("a game without a round or a result is not from a match")
        if record.start.game != self.plan.game or tags.get("Conditions") != self.plan.conditions():
            raise JournalError(
                f"these games are {record.start.game}, {tags.get('Conditions', 'unknown conditions')}; "
                f"the match is {self.plan.game}, {self.plan.conditions()}"
            )
        pair, game = int(where[1]) - 1, int(where[2]) - 1
        x, o = tags.get("X", ""), tags.get("O", "")
        for first, second in self.meetings:
            if (x, o) == ((names[first], names[second]) if game == 0 else (names[second], names[first])):
                return Appointment(first, second, pair, game)
        raise JournalError(f"{x} and {o} do not meet in this match")
