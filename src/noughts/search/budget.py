"""How much a search may still use."""

from __future__ import annotations

import threading
import time

from noughts.analysis import INFINITY, Limit, Score
from noughts.rules.mark import Move
from noughts.rules.position import Position


class OutOfBudgetError(Exception):
    """The limit is reached, or somebody said stop; never leaves this package."""


class Budget:
    """Counts nodes and ends the search when they, the time, or somebody's patience run out. Also a Trace."""

    def __init__(self, limit: Limit, stop: threading.Event | None = None) -> None:
        self.nodes = 0
        self._began = time.perf_counter()
        self._most_nodes = limit.nodes or INFINITY**4
        self._deadline = self._began + limit.seconds if limit.seconds is not None else None
        self._stop = stop or threading.Event()

    @property
    def seconds(self) -> float:
        """The time used so far."""
        return time.perf_counter() - self._began

    def spend_node(self) -> None:
        if self.nodes >= self._most_nodes:
            raise OutOfBudgetError
        self.nodes += 1
        if self.nodes % 16 == 0 and (
            self._stop.is_set() or (self._deadline is not None and time.perf_counter() >= self._deadline)
        ):
            raise OutOfBudgetError

    def enter(self, move: Move | None, position: Position, alpha: Score, beta: Score) -> None:
        self.spend_node()

    def cut(self, skipped: int) -> None: ...

    def leave(self, score: Score) -> None: ...
