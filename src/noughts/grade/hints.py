"""What is the matter with a program, in a sentence: only what is proved by running it.

A repair is the program with one small place changed. It becomes a hint when every call of a function that was wrong is
right with it. Moves are proved on boards with few empty cells, so that slow programs are not asked everything again.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from noughts.errors import EngineError
from noughts.grade.calls import Call, LoadError, Reply
from noughts.grade.course import Course
from noughts.grade.findings import Hint
from noughts.grade.grader import Grading
from noughts.grade.moves import mistake
from noughts.grade.positions import fewest_empty_first
from noughts.process.process import on_one_line
from noughts.rules.mark import Mark
from noughts.words import listed

if TYPE_CHECKING:
    from noughts.grade.programs.driven import DrivenSession
    from noughts.grade.programs.python_file import PythonFile

MOST_EMPTY_CELLS = 6
SCREENED = 6
"""So many wrong calls, and so many right ones, a repair must pass before all are asked."""
SCREEN_SECONDS, PROOF_SECONDS = 1.0, 20.0
CHUNK = 64
MOST_DEATHS = 4
"""After so many repairs that do not come back no more are tried."""
LONGEST_QUOTE = 60


@dataclass(frozen=True, slots=True)
class Repair:
    """One small place that could be different."""

    kind: str
    function: str
    line: int
    before: str
    after: str
    source: str

    @classmethod
    def read(cls, told: Any) -> Repair:
        """As python_source.py tells it; ValueError for anything else."""
        kind, function, line, before, after, source = told
        quotes = (on_one_line(str(text))[:LONGEST_QUOTE] for text in (function, before, after))
        function, before, after = quotes
        return cls(str(kind), function, int(line), before, after, str(source))

    def sentence(self, wrong: Sequence[Call]) -> str:
        """What is the matter; the proof follows it."""
        swap = f"with `{self.after}` in place of `{self.before}`"
        if self.kind == "both":
            name = "max" if self.before == "max" else "min"
            other, mark = ("min", "O") if name == "max" else ("max", "X")
            return f"`{name}` is used for both sides (line {self.line}): with `{other}` where {mark} moves"
        if self.kind == "letter":
            return f"`{self.before}` does not compare with the letter {self.after[-1:]} (line {self.line}): {swap}"
        if self.kind in ("copy", "restore"):
            how = "a copy of it" if self.kind == "copy" else f"`{self.after}` at the end of the loop"
            return f"`{self.function}` changes the board and does not restore it (line {self.line}): with {how}"
        if self.kind == "return":
            return f"`{self.before}` is computed and not returned (line {self.line}): with `return` before it"
        if self.kind == "sign":
            return f"The sign is wrong{_for_whom(wrong)} (line {self.line}): {swap}"
        return f"Line {self.line}: {swap}"


def _for_whom(wrong: Sequence[Call]) -> str:
    """`for O` when only boards that O won are wrong."""
    winners = {call.position.outcome and call.position.outcome.winner for call in wrong if call.position}
    [winner] = winners if len(winners) == 1 else [None]
    return f" for {winner}" if isinstance(winner, Mark) else ""


def find_hints(program: PythonFile, course: Course, grading: Grading) -> tuple[str, list[Hint]]:
    """The shape of the search, and what was proved."""
    told = program.read_source()
    shape = told[0] if told and isinstance(told[0], str) else ""
    hints = missed_lines(course, grading.wrong)
    wrong = {name: grading.wrong[name] for name in course.functions if name in grading.wrong}
    repairs = []
    for one in told[1:]:
        with contextlib.suppress(ValueError, TypeError):
            repairs.append(Repair.read(one))
    if wrong and repairs:
        hints += _Workshop(program, course, wrong).hints(repairs)
    return shape, hints


def missed_lines(course: Course, wrong: Mapping[str, Sequence[Call]]) -> list[Hint]:
    """A row, column or diagonal that every wrong answer of a function misses, and no right one."""
    hints = []
    for name, calls in wrong.items():
        boards = [call.position for call in calls if call.position is not None and call.extra is None]
        missed = {position.winning_lines() for position in boards}
        if len(boards) != len(calls) or len(missed) != 1 or len(lines := missed.pop()) != 1:
            continue
        plan = [call.position for call in course.plan(name, every_board=False) if call.position]
        if sum(position.winning_lines() == lines for position in plan) == len(boards):
            first, *_, last = lines[0]
            what = {2: "row", 6: "column"}.get(
                last - first if first % 3 == last % 3 or last - first == 2 else 0, "diagonal"
            )
            cells = listed([boards[0].cell_name(cell) for cell in lines[0]])
            hints.append(Hint((name,), f"All {len(boards)} wrong answers of `{name}` miss the same {what}: {cells}."))
    return hints


def few_empty_cells(course: Course, name: str) -> list[Call]:
    """All that is asked of a function; of the one that moves, where a search ends soon."""
    plan = course.plan(name, every_board=False)
    if name != course.move_function:
        return plan
    positions = fewest_empty_first(call.position for call in plan if call.position is not None)
    return [Call(name, position) for position in positions if len(position.legal_moves()) <= MOST_EMPTY_CELLS]


def passes(course: Course, call: Call, reply: Reply) -> bool:
    """Whether an answer is right."""
    if any(finding.kind.is_error for finding in course.judge(call, reply)):
        return False
    move = course.move_in(reply) if call.function == course.move_function else None
    return move is None or call.position is None or mistake(call.position, move) is None


class _Workshop:
    """Tries repairs of one program, in one process after the other."""

    def __init__(self, program: PythonFile, course: Course, wrong: dict[str, list[Call]]) -> None:
        self._program = program
        self._course = course
        self._wrong = wrong
        self._plans = {name: few_empty_cells(course, name) for name in wrong}
        self._session: DrivenSession | None = None
        self._loaded: Repair | None = None
        self._deaths = 0

    def hints(self, repairs: Iterable[Repair]) -> list[Hint]:
        """The first repair for each function that has one."""
        found: list[Hint] = []
        left = [name for name in self._wrong if self._plans[name]]
        samples = {name: self._sample(name) for name in left}
        try:
            for repair in repairs:
                if not left or self._deaths >= MOST_DEATHS:
                    break
                helped = [name for name in left if self._is_right(repair, samples[name], SCREEN_SECONDS)]
                proved = [name for name in helped if self._is_right(repair, self._plans[name], PROOF_SECONDS)]
                if proved:
                    wrong = self._wrong[proved[0]]
                    found.append(Hint(tuple(proved), f"{repair.sentence(wrong)}, {self._proof(proved)}."))
                    left = [name for name in left if name not in proved]
        finally:
            self._end()
        return found

    def _sample(self, name: str) -> list[Call]:
        planned, known = set(self._plans[name]), set(self._wrong[name])
        wrong = [call for call in self._wrong[name] if call in planned] or self._wrong[name]
        right = [call for call in self._plans[name] if call not in known]
        spread = [calls[:: max(1, len(calls) // SCREENED)][:SCREENED] for calls in (wrong, right)]
        return [*spread[0], *spread[1]]

    def _is_right(self, repair: Repair, calls: Sequence[Call], seconds: float) -> bool:
        try:
            session = self._session or self._program.start()
            if self._session is None or self._loaded is not repair:
                self._session, self._loaded = session, repair
                if not session.load(repair.source):
                    return False
            for begin in range(0, len(calls), CHUNK):
                part = calls[begin : begin + CHUNK]
                answers = zip(part, session.ask(part, seconds), strict=True)
                passed = [passes(self._course, call, reply) for call, reply in answers]  # every answer has to be read
                if not all(passed):
                    return False
        except (EngineError, LoadError):
            self._deaths += 1
            self._end()
            return False
        return True

    def _end(self) -> None:
        if self._session is not None:
            self._session.close()
            self._session = None

    def _proof(self, names: list[str]) -> str:
        parts = []
        for name in names:
            count = f"{len(self._plans[name]):,}"
            is_search = name == self._course.move_function
            parts.append(
                f"all {count} answers of `{name}` on boards with up to six empty cells"
                if is_search
                else f"all {count} answers of `{name}`"
            )
        return f"{listed(parts)} are right"
