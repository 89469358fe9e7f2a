"""Plays a plan: hands out batches, writes every game, and stops when there is enough."""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, CancelledError, Executor, Future, wait

from noughts.errors import EngineCrashedError
from noughts.match.plan import Appointment, Batch, Plan, play_batch
from noughts.match.results import Results
from noughts.match.sprt import Sprt
from noughts.record import GameRecord
from noughts.rules.mark import Move

BATCH_SECONDS = 1.0
"""How long a batch shall take: long enough to be worth its way, short enough that games are written soon."""
MOST_GAMES_IN_BATCH = 64
TICK = 0.1
"""Seconds after which somebody who watches hears again."""


class Runner:
    """Plays the games of a plan that the results do not have yet."""

    def __init__(
        self,
        plan: Plan,
        openings: Sequence[tuple[Move, ...]],
        results: Results,
        write: Callable[[GameRecord], None],
        *,
        sprt: Sprt | None = None,
        watch: Callable[[], None] = lambda: None,
    ) -> None:
        self._plan = plan
        self._openings = openings
        self._results = results
        self._write = write
        self._sprt = sprt
        self._watch = watch
        self._stopped = threading.Event()
        self._waiting: dict[tuple[int, int], deque[Appointment]] = {pairing: deque() for pairing in plan.pairings()}
        for appointment in plan.schedule():
            if not results.has(appointment):
                self._waiting[appointment.first, appointment.second].append(appointment)
        self._seconds_a_game: float | None = None

    def stop(self) -> None:
        """End after what is already played; from any thread or signal handler."""
        self._stopped.set()

    @property
    def stopped(self) -> bool:
        return self._stopped.is_set()

    def run(self, executor: Executor, jobs: int) -> None:
        """Play until the plan is done, the test is decided, or somebody says stop."""
        running: dict[Future[list[GameRecord]], tuple[Batch, float]] = {}
        while not self._is_over():
            while len(running) < 2 * jobs and (batch := self._next_batch()) is not None:
                running[executor.submit(play_batch, batch)] = (batch, time.monotonic())
            if not running:
                return
            done, _ = wait(running, timeout=TICK, return_when=FIRST_COMPLETED)
            for future in done:
                batch, began = running.pop(future)
                self._finish(future, time.monotonic() - began, len(running) + 1, jobs)
            self._watch()
        for future in running:
            future.cancel()

    def _is_over(self) -> bool:
        if self.stopped:
            return True
        if self._sprt is None:
            return False
        (meeting,) = self._results.meetings.values()
        return self._sprt.decision(meeting.tally()) is not None

    def _finish(self, future: Future[list[GameRecord]], seconds: float, in_flight: int, jobs: int) -> None:
        try:
            records = future.result()
        except (BrokenExecutor, CancelledError) as error:
            raise EngineCrashedError(
                f"a worker process died ({error or 'no reason given'}); --resume goes on"
            ) from None
        for record in records:
            self._write(record)
            self._results.add(record)
        # Batches wait in line before they are played, so only a part of the time was spent playing.
        spent = seconds * min(1.0, jobs / in_flight) / len(records)
        self._seconds_a_game = spent if self._seconds_a_game is None else 0.8 * self._seconds_a_game + 0.2 * spent

    def _next_batch(self) -> Batch | None:
        """Games of those two who have played least."""
        pairing = max(self._waiting, key=lambda pairing: len(self._waiting[pairing]))
        waiting = self._waiting[pairing]
        if not waiting:
            return None
        size = 1
        if self._seconds_a_game:
            size = max(1, min(MOST_GAMES_IN_BATCH, round(BATCH_SECONDS / self._seconds_a_game)))
        size = min(size, max(1, len(waiting) // 4))  # the last ones are shared out evenly
        appointments = tuple(waiting.popleft() for _ in range(size))
        return Batch(self._plan, appointments, tuple(self._openings[each.pair] for each in appointments))
