"""Questions that take long to answer, asked of an executor and kept in a journal."""

from __future__ import annotations

import json
import sys
from collections import deque
from collections.abc import Callable
from concurrent.futures import Executor, Future
from pathlib import Path
from typing import Any

from noughts.journal import Journal


class Questions:
    """What was asked before is not computed again."""

    def __init__(self, path: Path, executor: Executor, jobs: int) -> None:
        self._journal, self._executor, self._jobs = Journal(path), executor, jobs

    def answers(self, function: Callable[..., Any], questions: list[tuple[Any, ...]]) -> list[Any]:
        """What the function says to each, in their order; written down as they come."""
        waiting = deque(question for question in questions if self._key(function, question) not in self._journal.known)
        running: deque[tuple[str, Future[Any]]] = deque()
        while waiting or running:
            while waiting and len(running) < 2 * self._jobs:
                question = waiting.popleft()
                running.append((self._key(function, question), self._executor.submit(function, *question)))
            key, future = running.popleft()
            self._journal.write(key, future.result())
            print(f"\r{function.__name__}: {len(waiting) + len(running)} left   ", end="", file=sys.stderr, flush=True)
        print(file=sys.stderr)
        return [self._journal.known[self._key(function, question)] for question in questions]

    @staticmethod
    def _key(function: Callable[..., Any], question: tuple[Any, ...]) -> str:
        return json.dumps([function.__name__, *question])
