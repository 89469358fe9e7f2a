"""What a grading found out: findings, counted by function and kind, and the whole report."""

from __future__ import annotations

import enum
from dataclasses import dataclass, field

from noughts.rules.mark import Mark, Move
from noughts.rules.position import Position
from noughts.teaching.grade.positions import smallness


class Kind(enum.Enum):
    """What is the matter; the value says it in words. The order is the order of the report."""

    MISSING = "is missing"
    CRASHES = "crashes"
    TIMES_OUT = "does not answer in time"
    RAISES = "raises an exception"
    CHANGES = "changes the board it was given"
    ACCEPTS = "accepts an impossible action"
    WRONG = "gives a wrong answer"
    NO_MOVE = "gives no legal move"
    LOSES = "gives the game away"
    DRAWS = "gives a win away"
    TYPE = "gives another type than expected"

    @property
    def is_error(self) -> bool:
        """Whether the program is wrong; a warning leaves it right."""
        return self is not Kind.TYPE


@dataclass(frozen=True, slots=True)
class Finding:
    """One call that did not go as it should."""

    kind: Kind
    function: str
    call: str
    """As the author would write it: `result(board, (0, 1))`."""
    position: Position | None
    expected: str = ""
    got: str = ""
    advice: str = ""
    line: tuple[Move, ...] = ()
    """The refutation: the move of the program, and how both sides go on perfectly to the end."""


@dataclass(slots=True)
class Found:
    """All findings of one kind in one function: how many, and the smallest."""

    count: int
    smallest: Finding
    in_own_games: int = 0
    """How many more there are on boards that were asked only because the program's own games lead there."""


@dataclass(slots=True)
class Tally:
    """How one function did."""

    function: str
    planned: int = 0
    tried: int = 0
    failed: int = 0
    not_tried: int = 0
    deaths: int = 0
    is_offered: bool = True
    """Whether the program can be asked at all, where it need not be."""
    found: dict[Kind, Found] = field(default_factory=dict)

    def add(self, findings: list[Finding], *, own_game: bool = False) -> None:
        """The findings of one call."""
        self.tried += 1
        self.failed += any(finding.kind.is_error for finding in findings)
        for finding in findings:
            found = self.found.setdefault(finding.kind, Found(0, finding))
            found.count += not own_game
            found.in_own_games += own_game
            if _order(finding) < _order(found.smallest):
                found.smallest = finding

    @property
    def verdict(self) -> str:
        if Kind.MISSING in self.found:
            return "missing"
        if not self.is_offered:
            return "not offered"
        if self.failed:
            return "failed"
        return "not tried" if self.not_tried or not self.tried else "passed"

    def in_order(self) -> list[Found]:
        """Errors before warnings, each kind once."""
        return [self.found[kind] for kind in Kind if kind in self.found]


def _order(finding: Finding) -> tuple[tuple[int, str], str]:
    return (smallness(finding.position) if finding.position else (0, "")), finding.call


@dataclass(frozen=True, slots=True)
class MoveCounts:
    """How the moves of the program are distributed over the positions it was asked about."""

    positions: int
    right: int
    drawn_away: int
    lost_away: int
    no_move: int
    """Illegal, unreadable, an exception, a crash or no answer in time."""
    not_tried: int


@dataclass(frozen=True, slots=True)
class Unbeatable:
    """Whether the program can lose a game from the empty board as one side."""

    answer: bool | None
    """None when too little is known."""
    positions: int
    """In so many of the planned positions it gives the game away with this side to move."""
    game: tuple[Move, ...] = ()
    """A game that it loses, with its own moves."""


@dataclass(slots=True)
class GameCounts:
    """What happened in the games with an engine: positions and whole games, each counted once."""

    positions: int = 0
    free_choices: int = 0
    """Somebody was sent to a closed board."""
    sent_to_full_boards: int = 0
    """So many of these boards were full, and won by nobody."""
    won_by_a_line: int = 0
    without_a_line: int = 0


@dataclass(slots=True)
class Report:
    """All that there is to tell."""

    target: str
    form: str
    tallies: list[Tally] = field(default_factory=list)
    parts: str = "functions"
    """What the tallies are about."""
    games: GameCounts | None = None
    moves: MoveCounts | None = None
    unbeatable: dict[Mark, Unbeatable] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)
    """Style: what is not wrong but could be better."""
    broken: str = ""
    """Why the program could not be used at all."""
    seconds: float = 0.0
    interrupted: bool = False

    @property
    def passed(self) -> bool:
        return not self.broken and all(tally.verdict in ("passed", "not offered") for tally in self.tallies)
