"""Grades a class: programs side by side on all cores, within one budget, and after a kill from where it was."""

from __future__ import annotations

import hashlib
import os
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from multiprocessing.connection import wait
from pathlib import Path
from typing import Any, Protocol

from noughts.grade.classes.submissions import Submitted
from noughts.grade.classes.workers import Task, Told, Worker
from noughts.grade.programs.grading import Settings
from noughts.grade.programs.staging import with_modules_beside
from noughts.journal import Journal

WATCH_SECONDS = 0.5
BUDGET_SPENT = "the budget of the whole run was spent before its turn was over (--run-budget)"


@dataclass(frozen=True, slots=True)
class Entry:
    """How one program did."""

    submitted: Submitted
    document: dict[str, Any] | None = None
    """Its report; None when it was not graded."""
    reason: str = ""
    """Why it was not graded."""

    @property
    def verdict(self) -> str:
        if self.document is None:
            return "not graded"
        return str(self.document["verdict"])


class Audience(Protocol):
    """Hears how the run goes on."""

    def told(self, submitted: Submitted, told: Told) -> None: ...

    def graded(self, entry: Entry) -> None: ...


def cores() -> int:
    """Those that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class ClassRun:
    """One run over all programs."""

    def __init__(
        self,
        submitted: Sequence[Submitted],
        settings: Settings,
        audience: Audience,
        *,
        budget: float,
        pages: Path | None,
        journal: Journal,
        workers: int | None = None,
    ) -> None:
        self._submitted = submitted
        self._settings = settings
        self._audience = audience
        self._budget = budget
        self._pages = pages
        self._journal = journal
        self._others = frozenset(one.path for one in submitted if one.path.is_file())
        self._most = min(workers or cores(), len(submitted))
        self._entries: dict[Submitted, Entry] = {}
        self.interrupted = False

    def run(self) -> list[Entry]:
        """An entry for each program, in their order; after Ctrl-C with what is known."""
        waiting: deque[Submitted] = deque()
        for one in self._submitted:
            if one.path.is_dir():
                self._add(Entry(one, reason="there is no program in this folder"))
            elif (document := self._journal.known.get(self._digest(one))) and self._has_page(one):
                self._add(Entry(one, document))
            else:
                waiting.append(one)
        running: dict[Worker, Submitted] = {}
        try:
            self._grade(waiting, running)
        except KeyboardInterrupt:
            self.interrupted = True
        finally:
            for worker in running:
                worker.close()
        if not self.interrupted:
            self._journal.remove()
        why = "interrupted" if self.interrupted else BUDGET_SPENT
        return [self._entries.get(one, Entry(one, reason=why)) for one in self._submitted]

    def _grade(self, waiting: deque[Submitted], running: dict[Worker, Submitted]) -> None:
        idle: list[Worker] = []
        try:
            while (waiting or running) and self._cpu_seconds([*running, *idle]) < self._budget:
                while waiting and len(running) < self._most:
                    worker = idle.pop() if idle else Worker()
                    running[worker] = waiting.popleft()
                    worker.begin(self._task(running[worker]))
                ready = wait([worker.connection for worker in running], WATCH_SECONDS)
                for worker in [worker for worker in running if worker.connection in ready]:
                    if self._listen(worker, running[worker]):
                        del running[worker]
                        idle.append(worker)
        finally:
            for worker in idle:
                worker.close()

    def _listen(self, worker: Worker, one: Submitted) -> bool:
        """Hear a worker out; whether it has finished its program."""
        try:
            told = worker.heard()
        except (EOFError, OSError):
            told = Told(refused="the process that graded it was killed")
            worker.replace()
        if not told.is_last:
            self._audience.told(one, told)
            return False
        if told.document is not None:
            self._journal.write(self._digest(one), told.document)
        self._add(Entry(one, told.document, told.refused))
        return True

    def _task(self, one: Submitted) -> Task:
        page = self._pages / one.page if self._pages else None
        return Task(one.name, one.path, self._settings, self._others, page)

    def _add(self, entry: Entry) -> None:
        self._entries[entry.submitted] = entry
        self._audience.graded(entry)

    def _has_page(self, one: Submitted) -> bool:
        return self._pages is None or (self._pages / one.page).is_file()

    def _digest(self, one: Submitted) -> str:
        """Of all that decides about its report."""
        found = hashlib.sha256(f"{one.name} {self._settings}".encode())
        headers = sorted(one.path.parent.glob("*.h")) if one.path.suffix == ".c" else []
        for path in [*with_modules_beside(one.path, self._others), *headers]:
            for file in sorted(path.rglob("*.py")) if path.is_dir() else [path]:
                found.update(file.read_bytes())
        return found.hexdigest()

    @staticmethod
    def _cpu_seconds(workers: Sequence[Worker]) -> float:
        return sum(worker.cpu_seconds for worker in workers)
