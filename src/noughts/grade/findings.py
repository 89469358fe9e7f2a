"""What a grading found out: findings, counted by function and kind, and the whole report."""

from __future__ import annotations

import enum
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from noughts.grade.positions import sort_key
from noughts.rules.mark import Mark, Move
from noughts.rules.position import Position

if TYPE_CHECKING:
    from noughts.grade.why import Why


class Kind(enum.Enum):
    """What is the matter; the value says it in words. The order is the order of the report."""

    MISSING = "is missing"
    CRASHES = "crashes"
    TIMES_OUT = "does not finish"
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
        """Whether the program is wrong; slow is not wrong, and a warning leaves it right."""
        return self not in (Kind.TIMES_OUT, Kind.TYPE)


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
    what: str = ""
    """The mistake in words that fit everybody who makes it: `accepts negative indices`; empty for those of its kind."""

    @property
    def mistake(self) -> str:
        return self.what or self.kind.value


@dataclass(slots=True)
class Found:
    """All findings of one kind in one function: how many, and the smallest."""

    count: int
    smallest: Finding
    in_own_games: int = 0
    """How many more there are on boards that were asked only because the program's own games lead there."""


@dataclass(slots=True)
class FunctionResult:
    """How one function did."""

    function: str
    planned: int = 0
    tried: int = 0
    failed: int = 0
    not_tried: int = 0
    unfinished: int = 0
    """So many calls did not finish."""
    deaths: int = 0
    is_offered: bool = True
    """Whether the program can be asked at all, where it need not be."""
    found: dict[Kind, Found] = field(default_factory=dict)
    mistakes: dict[str, Found] = field(default_factory=dict)
    """The errors once more, as a class is told about them."""

    def add(self, findings: list[Finding], *, own_game: bool = False) -> None:
        """The findings of one call."""
        self.tried += 1
        self.failed += any(finding.kind.is_error for finding in findings)
        self.unfinished += any(finding.kind is Kind.TIMES_OUT for finding in findings)
        for finding in findings:
            places = [self.found.setdefault(finding.kind, Found(0, finding))]
            if finding.kind.is_error:
                places.append(self.mistakes.setdefault(finding.mistake, Found(0, finding)))
            for found in places:
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
        if not self.tried:
            return "not tried"
        return "not finished" if self.unfinished or self.not_tried else "passed"

    def in_order(self) -> list[Found]:
        """As they are reported, each kind once."""
        return [self.found[kind] for kind in Kind if kind in self.found]


def _order(finding: Finding) -> tuple[tuple[int, str], str]:
    return (sort_key(finding.position) if finding.position else (0, "")), finding.call


@dataclass(frozen=True, slots=True)
class MoveCounts:
    """How the moves of the program are distributed over the positions it was asked about."""

    positions: int
    right: int
    turned_into_draw: int
    turned_into_loss: int
    no_move: int
    """Illegal, unreadable, an exception or a crash."""
    not_finished: int
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


@dataclass(frozen=True, slots=True)
class Check50:
    """What the course's own checker would say."""

    failing: tuple[str, ...]
    """Names of its checks."""
    unfinished: int = 0
    of: int = 33

    @property
    def passed(self) -> int:
        return self.of - len(self.failing) - self.unfinished


@dataclass(frozen=True, slots=True)
class ByChance:
    """A board on which the program gave different answers when it was asked again."""

    position: Position
    answers: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Hint:
    """What is the matter, proved by running it."""

    functions: tuple[str, ...]
    """Those that it makes right."""
    sentence: str


@dataclass(slots=True)
class Report:
    """All that there is to tell."""

    target: str
    form: str
    results: list[FunctionResult] = field(default_factory=list)
    parts: str = "functions"
    """What the results are about."""
    games: GameCounts | None = None
    moves: MoveCounts | None = None
    unbeatable: dict[Mark, Unbeatable] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)
    """Style: what is not wrong but could be better."""
    cheating: list[str] = field(default_factory=list)
    """Only what is proved."""
    check50: Check50 | None = None
    """None where the course has no such checker, or not everything was asked."""
    by_chance: ByChance | None = None
    hints: list[Hint] = field(default_factory=list)
    why: Why | None = None
    shape: str = ""
    """Equal for programs whose way to choose a move is the same but for names; empty when it is too short to tell."""
    strict: bool = False
    """Whether what check50 fails is wrong."""
    isolation: Literal["namespaces", "limits"] = "limits"
    broken: str = ""
    """Why the program could not be used at all."""
    seconds: float = 0.0
    interrupted: bool = False
    given_up: str = ""
    """Why not everything was tried."""

    @property
    def passed(self) -> bool | None:
        """None when nothing is wrong, but not everything finished."""
        verdicts = {result.verdict for result in self.results}
        if self.broken or self.cheating or verdicts & {"failed", "missing"}:
            return False
        if self.strict and self.check50 and self.check50.failing:
            return False
        return None if self.interrupted or self.given_up or verdicts & {"not finished", "not tried"} else True

    @property
    def verdict(self) -> str:
        """In a word."""
        if self.cheating:
            return "cheating"
        return {True: "right", False: "wrong", None: "not finished"}[self.passed]
