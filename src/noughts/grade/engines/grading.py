"""Grades an engine for Ultimate by whole games: what both protocols share."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from random import Random
from typing import Generic

from noughts.grade.engines.asking import Asking, Client
from noughts.grade.engines.scripts import count_position
from noughts.grade.findings import GameCounts, Report
from noughts.grade.grader import Listener
from noughts.process.limits import Limits
from noughts.protocol.client import Answer
from noughts.protocol.messages import Go
from noughts.rules.mark import Mark, Move
from noughts.rules.ultimate import UltimatePosition

PATIENCE = Limits().patience
"""So many times the budget may pass on the clock."""
LATE = 1.0
"""Seconds after the time for a move from which on the report mentions it."""


class EngineGrading(ABC, Generic[Client]):
    """One engine, graded once."""

    form = ""

    def __init__(self, target: str, asking: Asking[Client], listener: Listener, movetime: int, seconds: float) -> None:
        """A move has so many milliseconds; so many seconds later the engine counts as silent."""
        self.report = Report(target, self.form, list(asking.results.values()), parts="checks")
        self._asking = asking
        self._listener = listener
        self._go = Go(movetime=movetime)
        self._seconds = movetime / 1000 + seconds
        self._slowest = 0.0
        self._counts = GameCounts()

    def run(self, games: int, budget: float) -> Report:
        """The report, after so many games or seconds of CPU time; after Ctrl-C with what is known so far."""
        began = time.monotonic()
        self._asking.budget, self._asking.deadline = budget, began + PATIENCE * budget
        self.report.games = self._counts
        self._listener.planned(games)
        try:
            self._grade(games)
        except KeyboardInterrupt:
            self.report.interrupted = True
        finally:
            self._asking.end()
        self.report.given_up = self._asking.given_up
        allowed = self._go.movetime or 0
        if self._slowest > allowed / 1000 + LATE:
            self.report.notes.append(f"its slowest move took {self._slowest:.1f} s, where {allowed} ms were allowed")
        self.report.seconds = time.monotonic() - began
        return self.report

    @abstractmethod
    def _grade(self, games: int) -> None:
        """Play so many games."""

    @abstractmethod
    def _choose(self, moves: Sequence[Move], position: UltimatePosition) -> Move | None:
        """The engine's move after these, None when there comes none that is legal."""

    def _visit(self, moves: Sequence[Move], position: UltimatePosition, before: UltimatePosition | None) -> None:
        """A position of a game, and the one before it."""
        count_position(self._counts, position, before)

    def _play(self, position: UltimatePosition, moves: list[Move], engine: Mark, random: Random) -> None:
        """Go on after these moves, the engine against chance, to the end or to the first move that is none."""
        while position.outcome is None:
            own = position.to_move is engine
            move = self._choose(moves, position) if own else random.choice(position.legal_moves())
            if move is None:
                return
            moves.append(move)
            before, position = position, position.play(move)
            self._visit(moves, position, before)

    def _timed(self, answer: Callable[[float], Answer], *, counts: bool = True) -> Answer:
        """What comes by the deadline, which is handed over as a time of `time.monotonic`.

        `counts`: whether it is to be mentioned when it is the slowest.
        """
        began = time.monotonic()
        found = answer(began + self._seconds)
        if counts:
            self._slowest = max(self._slowest, time.monotonic() - began)
        return found
