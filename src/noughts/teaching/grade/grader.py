"""Asks a program everything there is to ask, with two processes at a time, and makes the report.

Quick questions come first. After the second call of a function without an answer (a crash, or the deadline) its other
calls are not tried, and after the fourth deadline altogether nothing is, so that a program that loops is graded soon.
"""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Collection, Iterable
from typing import Protocol

from noughts.rules.line_game import LinePosition, classic
from noughts.rules.mark import Mark, Move
from noughts.teaching.grade.calls import Call, LoadError, NoAnswerError, Program, Reply, Session
from noughts.teaching.grade.course import Course
from noughts.teaching.grade.findings import Finding, Kind, MoveCounts, Report, Tally, Unbeatable
from noughts.teaching.grade.games import walk
from noughts.teaching.grade.moves import delays_a_win, judge_move, mistake
from noughts.teaching.grade.positions import fewest_empty_first

LANES = 2
DEATHS_OF_A_FUNCTION = 2
DEADLINES_OF_A_PROGRAM = 4
MANY_EMPTY_CELLS = 6
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
        program: Program,
        course: Course,
        functions: Iterable[str],
        listener: Listener,
        *,
        only: Collection[str] = (),
        every_board: bool = False,
    ) -> None:
        """`functions` are those that the program has; `only` restricts the grading to some of the course."""
        self.report = Report(program.target, program.form)
        self._program = program
        self._course = course
        self._listener = listener
        self._every_board = every_board
        self._tallies = {name: Tally(name) for name in course.functions if not only or name in only}
        self._present = set(functions) & set(self._tallies)
        self._moves: dict[LinePosition, Move | None] = {}
        self._asked_moves: set[LinePosition] = set()
        self._seconds: dict[LinePosition, float] = {}
        self._queue: deque[Call] = deque()
        self._sessions: list[Session | None] = [None] * LANES
        self._remarks: dict[str, None] = {}
        self._in_own_games = False
        self._deadlines = 0
        self._stopped = False
        self._mistake: BaseException | None = None
        self._at_work: list[str | None] = [None] * LANES
        self._lock = threading.Condition()

    def run(self) -> Report:
        """The report; after Ctrl-C with what is known so far."""
        began = time.monotonic()
        self.report.tallies = list(self._tallies.values())
        try:
            self._ask(self._plan())
            self._in_own_games = True
            while questions := self._own_games():
                self._ask(questions)
        except KeyboardInterrupt:
            self.report.interrupted = True
        finally:
            self._close()
        self._sum_up()
        self.report.seconds = time.monotonic() - began
        return self.report

    # What to ask

    def _plan(self) -> list[Call]:
        calls: list[Call] = []
        for name, tally in self._tallies.items():
            if name not in self._present:
                self._note(Finding(Kind.MISSING, name, "", None))
                tally.failed, tally.tried = 1, 0
                continue
            plan = self._course.plan(name, every_board=self._every_board)
            tally.planned = len(plan)
            calls += plan
            if name == self._course.move_function:
                self._asked_moves = {call.position for call in plan if call.position and call.position.outcome is None}
        return calls

    def _own_games(self) -> list[Call]:
        """Boards of the program's own games where its move is not known: only they decide whether it can lose."""
        name = self._course.move_function
        if name not in self._present or self._given_up(name) or self._stopped:
            return []
        unknown = {position for mark in Mark for position in walk(mark, self._moves).unknown}
        calls = [Call(name, position) for position in fewest_empty_first(unknown)]
        self._tallies[name].planned += len(calls)
        return calls

    # Asking

    def _ask(self, calls: list[Call]) -> None:
        self._queue.extend(calls)
        self._listener.planned(len(calls))
        # Events, not Thread.join: a Ctrl-C inside of join makes Python 3.11 believe that the thread has ended.
        ended = [threading.Event() for _ in range(LANES)]
        for lane in range(LANES):
            threading.Thread(target=self._work, args=(lane, ended[lane]), daemon=True).start()
        try:
            for event in ended:
                while not event.wait(0.2):
                    pass
        except BaseException:
            self._stopped = True
            for session in self._sessions:
                if session is not None:
                    session.kill()
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
            for call, reply in zip(calls, session.ask(calls), strict=True):
                answered += 1
                self._record(call, reply)
        except (NoAnswerError, LoadError) as death:
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
                if self._tallies[first.function].deaths and first.function in self._at_work:
                    self._lock.wait()  # the other process may be meeting the last death that is allowed
                    continue
                self._at_work[lane] = first.function
                most = 64
                if first.function == self._course.move_function and first.position is not None:
                    most = 1 if len(first.position.legal_moves()) >= MANY_EMPTY_CELLS else 8
                calls = [self._queue.popleft()]
                while self._queue and len(calls) < most and self._queue[0].function == first.function:
                    calls.append(self._queue.popleft())
                return calls
        return []

    def _given_up(self, function: str) -> bool:
        return self._tallies[function].deaths >= DEATHS_OF_A_FUNCTION or self._deadlines >= DEADLINES_OF_A_PROGRAM

    def _skip(self, call: Call) -> None:
        self._tallies[call.function].not_tried += 1
        self._listener.done(call.function)

    def _end(self, lane: int) -> None:
        session, self._sessions[lane] = self._sessions[lane], None
        if session is not None:
            self._remarks |= dict.fromkeys(session.close())

    def _close(self) -> None:
        for lane in range(LANES):
            self._end(lane)

    # Recording

    def _record(self, call: Call, reply: Reply) -> None:
        findings = self._course.judge(call, reply)
        position = call.position
        if call.function == self._course.move_function and position is not None and position.outcome is None:
            move = self._course.move_in(reply)
            if move is not None and move not in position.legal_moves():
                move = None
            self._moves[position] = move
            self._seconds[position] = reply.seconds
            if move is not None:
                findings += judge_move(call.function, self._course.words(call), position, move)
        with self._lock:
            self._add(call, findings)

    def _record_death(self, call: Call, death: Exception) -> None:
        timed_out = isinstance(death, NoAnswerError) and death.timed_out
        kind = Kind.TIMES_OUT if timed_out else Kind.CRASHES
        finding = Finding(kind, call.function, self._course.words(call), call.position, "an answer", str(death))
        with self._lock:
            self._tallies[call.function].deaths += 1
            self._deadlines += timed_out
            if call.function == self._course.move_function and call.position is not None:
                self._moves[call.position] = None
            self._add(call, [finding])

    def _add(self, call: Call, findings: list[Finding]) -> None:
        tally = self._tallies[call.function]
        known = set(tally.found)
        tally.add(findings, own_game=self._in_own_games)
        self._listener.done(call.function)
        for finding in findings:
            if finding.kind not in known:
                self._listener.found(finding)

    def _note(self, finding: Finding) -> None:
        self._tallies[finding.function].add([finding])
        self._listener.found(finding)

    # Summing up

    def _sum_up(self) -> None:
        for tally in self._tallies.values():
            tally.not_tried = max(tally.not_tried, tally.planned - tally.tried)
        if self._course.move_function in self._present:
            self.report.moves = self._count_moves()
            self.report.unbeatable = {mark: self._unbeatable(mark) for mark in Mark}
        self.report.notes = [*self._style_notes(), *self._remarks]

    def _count_moves(self) -> MoveCounts:
        asked = {position: self._moves[position] for position in self._asked_moves if position in self._moves}
        kinds = [mistake(position, move) for position, move in asked.items() if move is not None]
        return MoveCounts(
            positions=len(self._asked_moves),
            right=kinds.count(None),
            drawn_away=kinds.count(Kind.DRAWS),
            lost_away=kinds.count(Kind.LOSES),
            no_move=len(asked) - len(kinds),
            not_tried=len(self._asked_moves) - len(asked),
        )

    def _unbeatable(self, mark: Mark) -> Unbeatable:
        games = walk(mark, self._moves)
        lost = 0
        for position in self._asked_moves:
            move = self._moves.get(position)
            if position.to_move is mark and move is not None:
                lost += mistake(position, move) is Kind.LOSES
        answer = False if games.lost or games.stuck else None if games.unknown else True
        return Unbeatable(answer, lost, games.lost or ())

    def _style_notes(self) -> list[str]:
        delayed = [p for p in self._asked_moves if (move := self._moves.get(p)) is not None and delays_a_win(p, move)]
        notes = []
        if delayed:
            boards = "1 position" if len(delayed) == 1 else f"{len(delayed)} positions"
            notes.append(f"{boards} where an immediate win is delayed: let quicker wins score higher")
        seconds = self._seconds.get(classic(), 0.0)
        if seconds >= SLOW_SECONDS:
            notes.append(f"{seconds:.1f} s for the empty board: try alpha-beta")
        return notes
