"""Asks an engine one thing after the other, starts it anew where it died, and keeps the results.

After the second question of a kind without an answer (a crash, or the deadline) that kind is not asked any more, and
after the fourth deadline altogether nothing is.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Generic, TypeVar

from noughts.errors import EngineError, EngineGarbageError, EngineIllegalMoveError, EngineTimeoutError
from noughts.grade.findings import Finding, FunctionResult, Kind
from noughts.grade.grader import DEADLINES_OF_A_PROGRAM, DEATHS_OF_A_FUNCTION, Listener
from noughts.notation import format_move
from noughts.process.process import on_one_line
from noughts.protocol.client import Answer, CodinGameClient, UgiClient
from noughts.rules.mark import Move
from noughts.rules.ultimate import UltimatePosition

MOST_LISTED_MOVES = 9

Client = TypeVar("Client", bound=UgiClient | CodinGameClient)
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Question:
    """What an engine is asked, for the report."""

    function: str
    position: UltimatePosition
    call: str
    """The lines that were sent, joined by semicolons."""


class Asking(Generic[Client]):
    """One engine."""

    def __init__(self, target: str, start: Callable[[], Client], functions: Iterable[str], listener: Listener) -> None:
        self.results = {name: FunctionResult(name) for name in functions}
        self._target = target
        self._start = start
        self._listener = listener
        self.budget, self.deadline = math.inf, math.inf
        """CPU time for everything that is asked, and a time of `time.monotonic` as a far backstop."""
        self.given_up = ""
        """Why not everything was asked."""
        self._client: Client | None = None
        self._deadlines = 0
        self._spent = 0.0

    def running(self) -> Client:
        """The engine, ready for questions."""
        if self._client is None:
            self._client = self._start()
            self._client.process.name = self._client.name = self._target  # what its errors call it
            if isinstance(self._client, UgiClient):
                self._client.new_game()
                self._client.name = self._target
        return self._client

    def end(self) -> None:
        """End the engine; the next question starts it anew."""
        if self._client is not None:
            self._client.process.kill()
            self._spent = self._cpu_seconds()
            self._client = None

    def _cpu_seconds(self) -> float:
        return self._spent + (self._client.process.cpu_used if self._client else 0.0)

    def compare(self, question: Question, expected: str, put: Callable[[Client], str]) -> None:
        """Ask what has one right answer."""
        got = self._ask(question, put)
        if got is not None:
            wrong = Finding(Kind.WRONG, question.function, question.call, question.position, expected, _said(got))
            self._note(question, None if got == expected else wrong)

    def move(self, question: Question, put: Callable[[Client], Answer]) -> Move | None:
        """Ask for a move, None when there comes none that is legal."""
        answer = self._ask(question, put)
        if answer is None:
            return None
        self._note(question, None)
        return answer.move

    def _ask(self, question: Question, put: Callable[[Client], T]) -> T | None:
        result = self.results[question.function]
        if self._cpu_seconds() > self.budget or time.monotonic() > self.deadline:
            self.given_up = f"the whole grading may take {self.budget:g} s of CPU time (--budget)"
        elif self._deadlines >= DEADLINES_OF_A_PROGRAM:
            self.given_up = f"{self._deadlines} calls did not finish"
        if self.given_up or result.deaths >= DEATHS_OF_A_FUNCTION:
            result.not_tried += 1
            return None
        try:
            return put(self.running())
        except (EngineIllegalMoveError, EngineGarbageError) as error:
            kind, expected = Kind.NO_MOVE, legal_words(question.position)
            got = self.words(error)
        except EngineError as error:
            kind, expected = Kind.CRASHES, "an answer"
            if isinstance(error, EngineTimeoutError):
                kind = Kind.TIMES_OUT
                self._deadlines += 1
            result.deaths += 1
            got = self.words(error)
            self.end()
        self._note(question, Finding(kind, question.function, question.call, question.position, expected, got))
        return None

    def words(self, error: EngineError) -> str:
        """What the engine did."""
        return on_one_line(str(error).removeprefix(self._target).lstrip(": "))[:300]

    def _note(self, question: Question, finding: Finding | None) -> None:
        result = self.results[question.function]
        if finding is not None and finding.kind not in result.found:
            self._listener.found(finding)
        result.add([] if finding is None else [finding])


def _said(answer: str) -> str:
    return on_one_line(answer)[:200] or "an empty answer"


def legal_words(position: UltimatePosition) -> str:
    """The legal moves, or where they are when there are many."""
    moves = position.legal_moves()
    if len(moves) <= MOST_LISTED_MOVES:
        *others, last = [format_move(move, position) for move in moves]
        return f"{', '.join(others)} or {last}" if others else last
    boards = sorted({str(move // 9 + 1) for move in moves})
    return f"an empty cell in one of the boards {', '.join(boards)}"
