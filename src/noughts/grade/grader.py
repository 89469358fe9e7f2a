"""Asks a program everything there is to ask, with several processes at a time, and makes the report.

Quick questions come first, those of one size in an order that nobody can foresee. After the second call of a function
without an answer its other calls are not tried, after the fourth that did not finish nothing is, and one budget of CPU
time bounds it all, so that a program that loops is graded soon.
"""

from __future__ import annotations

import random
import secrets
import threading
import time
from collections import deque
from collections.abc import Collection, Iterable
from typing import Protocol

from noughts.errors import EngineError, EngineTimeoutError
from noughts.grade.calls import Call, LoadError, Reply, Session, Submission
from noughts.grade.course import Course
from noughts.grade.findings import Finding, FunctionResult, Kind, MoveCounts, Report, Unbeatable
from noughts.grade.moves import delays_a_win, judge_move, mistake
from noughts.grade.own_games import walk
from noughts.grade.positions import fewest_empty_first
from noughts.process.limits import Limits
from noughts.rules.line_game import classic
from noughts.rules.mark import Mark, Move
from noughts.rules.position import Position

LANES = 2
DEATHS_OF_A_FUNCTION = 2
DEADLINES_OF_A_PROGRAM = 4
MANY_EMPTY_CELLS = 6
QUICK_SECONDS = 20.0
"""For all calls but those for moves on boards with many empty cells."""
SLOW_SECONDS = 2.0


class Listener(Protocol):
    """Hears how a grading goes on, from several threads, one at a time."""

    def planned(self, calls: int) -> None: ...

    def done(self, function: str) -> None:
        """One call is answered, or will not be tried."""

    def found(self, finding: Finding) -> None:
        """The first finding of its kind in its function."""


class Grading:
    """One program, asked once."""

    def __init__(
        self,
        program: Submission,
        course: Course,
        functions: Iterable[str],
        limits: Limits,
        listener: Listener,
        *,
        budget: float,
        only: Collection[str] = (),
        every_board: bool = False,
        lanes: int = LANES,
    ) -> None:
        """`functions` are those that the program has; `only` restricts the grading to some of the course.

        `budget` is CPU time for everything; on the clock it may take as many times longer as a call may.
        """
        self.report = Report(program.target, program.form)
        self._program = program
        self._course = course
        self._limits = limits
        self._listener = listener
        self._budget = budget
        self._every_board = every_board
        self._results = {name: FunctionResult(name) for name in course.functions if not only or name in only}
        self._present = set(functions) & set(self._results)
        self.moves: dict[Position, Move | None] = {}
        """What it plays where it was asked; None for no legal move."""
        self.wrong: dict[str, list[Call]] = {}
        """By function: the calls with a wrong answer, boards with few empty cells first."""
        self._unfinished: set[Position] = set()
        self._asked_moves: set[Position] = set()
        self._seconds: dict[Position, float] = {}
        self._queue: deque[Call] = deque()
        self._sessions: list[Session | None] = [None] * lanes
        self._spent = 0.0
        self._began = time.monotonic()
        self._remarks: dict[str, None] = {}
        self._cheating: dict[str, None] = {}
        self._in_own_games = False
        self._deadlines = 0
        self._stopped = False
        self._mistake: BaseException | None = None
        self._at_work: list[str | None] = [None] * lanes
        self._lock = threading.Condition()

    def run(self, *, own_games_alone: bool = False) -> Report:
        """The report; after Ctrl-C with what is known so far."""
        self.report.results = list(self._results.values())
        try:
            self._ask([] if own_games_alone else self._plan())
            self._in_own_games = True
            while questions := self._own_games():
                self._ask(questions)
        except KeyboardInterrupt:
            self.report.interrupted = True
        finally:
            for lane in range(len(self._sessions)):
                self._end(lane)
        self._sum_up()
        self.report.seconds = time.monotonic() - self._began
        return self.report

    # What to ask

    def _plan(self) -> list[Call]:
        calls: list[Call] = []
        for name, result in self._results.items():
            if name not in self._present:
                self._note(Finding(Kind.MISSING, name, "", None))
                result.failed, result.tried = 1, 0
                continue
            plan = self._course.plan(name, every_board=self._every_board)
            result.planned = len(plan)
            calls += _shuffled(plan)
            if name == self._course.move_function:
                self._asked_moves = {call.position for call in plan if call.position and call.position.outcome is None}
        return calls

    def _own_games(self) -> list[Call]:
        """Boards of the program's own games where its move is not known: only they decide whether it can lose."""
        name = self._course.move_function
        if name not in self._present or self._given_up(name) or self._stopped:
            return []
        unknown = {position for mark in Mark for position in walk(mark, self.moves).unknown} - self._unfinished
        calls = [Call(name, position) for position in fewest_empty_first(unknown)]
        self._results[name].planned += len(calls)
        return calls

    # Asking

    def _ask(self, calls: list[Call]) -> None:
        self._queue.extend(calls)
        self._listener.planned(len(calls))
        # Events, not Thread.join: a Ctrl-C inside of join makes Python 3.11 believe that the thread has ended.
        ended = [threading.Event() for _ in self._sessions]
        for lane in range(len(self._sessions)):
            threading.Thread(target=self._work, args=(lane, ended[lane]), daemon=True).start()
        try:
            for event in ended:
                while not event.wait(0.2):
                    pass
        except BaseException:
            self._stopped = True
            for session in self._sessions:
                if session is not None:
                    session.end_soon()
            for event in ended:
                event.wait()
            raise
        if self._mistake is not None:
            raise self._mistake

    def _work(self, lane: int, ended: threading.Event) -> None:
        try:
            while calls := self._take(lane):
                self._ask_these(lane, calls)
        except BaseException as error:  # a mistake of ours must not pass for a finished grading
            self._mistake = error
        finally:
            ended.set()

    def _ask_these(self, lane: int, calls: list[Call]) -> None:
        answered = 0
        try:
            session = self._sessions[lane] or self._program.start()
            self._sessions[lane] = session
            for call, reply in zip(calls, session.ask(calls, self._allowed(calls[0])), strict=True):
                answered += 1
                self._record(call, reply)
        except (EngineError, LoadError) as death:
            self._end(lane)
            if self._stopped:
                return
            self._record_death(calls[answered], death)
            with self._lock:
                self._queue.extendleft(reversed(calls[answered + 1 :]))

    def _take(self, lane: int) -> list[Call]:
        """The next calls for one process: few where each may take long."""
        with self._lock:
            self._at_work[lane] = None
            self._lock.notify_all()
            while self._queue and not self._stopped:
                first = self._queue[0]
                if self._given_up(first.function):
                    self._skip(self._queue.popleft())
                    continue
                if self._results[first.function].deaths and first.function in self._at_work:
                    self._lock.wait()  # the other process may be meeting the last death that is allowed
                    continue
                self._at_work[lane] = first.function
                most = 512
                if first.function == self._course.move_function and first.position is not None:
                    most = 1 if _is_long(first) else 8
                calls = [self._queue.popleft()]
                while self._queue and len(calls) < most and self._queue[0].function == first.function:
                    calls.append(self._queue.popleft())
                return calls
        return []

    def _allowed(self, call: Call) -> float:
        """CPU time for one call."""
        is_long = call.function == self._course.move_function and _is_long(call)
        return self._limits.seconds if is_long else min(self._limits.seconds, QUICK_SECONDS)

    def _given_up(self, function: str) -> bool:
        if self._results[function].deaths >= DEATHS_OF_A_FUNCTION:
            return True
        spent = self._spent + sum(session.cpu_seconds for session in self._sessions if session)
        if spent > self._budget or time.monotonic() - self._began > self._limits.patience * self._budget:
            self.report.given_up = f"the whole grading may take {self._budget:g} s of CPU time (--budget)"
        elif self._deadlines >= DEADLINES_OF_A_PROGRAM:
            self.report.given_up = f"{self._deadlines} calls did not finish"
        return bool(self.report.given_up)

    def _skip(self, call: Call) -> None:
        self._results[call.function].not_tried += 1
        self._listener.done(call.function)

    def _end(self, lane: int) -> None:
        session, self._sessions[lane] = self._sessions[lane], None
        if session is not None:
            self._remarks |= dict.fromkeys(session.close())
            self._cheating |= session.cheating
            self._spent += session.cpu_seconds

    # Recording

    def _record(self, call: Call, reply: Reply) -> None:
        findings = self._course.judge(call, reply)
        position = call.position
        if call.function == self._course.move_function and position is not None and position.outcome is None:
            move = self._course.move_in(reply)
            if move is not None and move not in position.legal_moves():
                move = None
            self.moves[position] = move
            self._seconds[position] = reply.seconds
            if move is not None:
                findings += judge_move(call.function, self._course.words(call), position, move)
        with self._lock:
            self._add(call, findings)

    def _record_death(self, call: Call, death: Exception) -> None:
        timed_out = isinstance(death, EngineTimeoutError)
        kind = Kind.TIMES_OUT if timed_out else Kind.CRASHES
        finding = Finding(kind, call.function, self._course.words(call), call.position, "an answer", str(death))
        with self._lock:
            self._results[call.function].deaths += 1
            self._deadlines += timed_out
            if call.function == self._course.move_function and call.position is not None:
                if timed_out:
                    self._unfinished.add(call.position)
                else:
                    self.moves[call.position] = None
            self._add(call, [finding])

    def _add(self, call: Call, findings: list[Finding]) -> None:
        result = self._results[call.function]
        known = set(result.found)
        result.add(findings, own_game=self._in_own_games)
        if any(finding.kind.is_error for finding in findings):
            self.wrong.setdefault(call.function, []).append(call)
        self._listener.done(call.function)
        for finding in findings:
            if finding.kind not in known:
                self._listener.found(finding)

    def _note(self, finding: Finding) -> None:
        self._results[finding.function].add([finding])
        self._listener.found(finding)

    # Summing up

    def _sum_up(self) -> None:
        for result in self._results.values():
            result.not_tried = max(result.not_tried, result.planned - result.tried)
        if self._course.move_function in self._present:
            self.report.moves = self._count_moves()
            self.report.unbeatable = {mark: self._unbeatable(mark) for mark in Mark}
        self.report.notes = [*self._style_notes(), *self._remarks]
        self.report.cheating = list(self._cheating)

    def _count_moves(self) -> MoveCounts:
        asked = {position: self.moves[position] for position in self._asked_moves if position in self.moves}
        kinds = [mistake(position, move) for position, move in asked.items() if move is not None]
        unfinished = len(self._asked_moves & self._unfinished)
        return MoveCounts(
            positions=len(self._asked_moves),
            right=kinds.count(None),
            turned_into_draw=kinds.count(Kind.DRAWS),
            turned_into_loss=kinds.count(Kind.LOSES),
            no_move=len(asked) - len(kinds),
            not_finished=unfinished,
            not_tried=len(self._asked_moves) - len(asked) - unfinished,
        )

    def _unbeatable(self, mark: Mark) -> Unbeatable:
        games = walk(mark, self.moves)
        lost = 0
        for position in self._asked_moves:
            move = self.moves.get(position)
            if position.to_move is mark and move is not None:
                lost += mistake(position, move) is Kind.LOSES
        answer = False if games.lost or games.stuck else None if games.unknown else True
        return Unbeatable(answer, lost, games.lost or ())

    def _style_notes(self) -> list[str]:
        delayed = [p for p in self._asked_moves if (move := self.moves.get(p)) is not None and delays_a_win(p, move)]
        notes = []
        if delayed:
            boards = "1 position" if len(delayed) == 1 else f"{len(delayed)} positions"
            notes.append(f"{boards} where an immediate win is delayed: let quicker wins score higher")
        seconds = self._seconds.get(classic(), 0.0)
        if seconds >= SLOW_SECONDS:
            notes.append(f"{seconds:.1f} s for the empty board: try alpha-beta")
        return notes


def _is_long(call: Call) -> bool:
    return call.position is not None and len(call.position.legal_moves()) >= MANY_EMPTY_CELLS


def _shuffled(calls: list[Call]) -> list[Call]:
    """Boards with fewer empty cells still come first."""
    shuffled = random.Random(secrets.token_bytes(32)).sample(calls, len(calls))
    return sorted(shuffled, key=lambda call: len(call.position.legal_moves()) if call.position else 0)
