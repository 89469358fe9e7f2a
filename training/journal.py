"""Answers that take long to find, kept in a file as they come, so that a run goes on where the last one ended."""

from __future__ import annotations

import json
import sys
from collections import deque
from collections.abc import Callable
from concurrent.futures import Executor, Future
from pathlib import Path
from typing import Any


class Journal:
    """Answers by question; what is asked for again is not computed again."""

    def __init__(self, path: Path, executor: Executor, jobs: int) -> None:
        self._path, self._executor, self._jobs = path, executor, jobs
        self._known: dict[str, Any] = {}
        if path.exists():
            complete = [line for line in path.read_text(encoding="utf-8").splitlines(keepends=True) if line[-1] == "\n"]
            path.write_text("".join(complete), encoding="utf-8")
            self._known = dict(map(json.loads, complete))

    def answers(self, function: Callable[..., Any], questions: list[tuple[Any, ...]]) -> list[Any]:
        """What the function says to each, in their order; written down as they come."""
        waiting = deque(question for question in questions if self._key(function, question) not in self._known)
        running: deque[tuple[str, Future[Any]]] = deque()
        with self._path.open("a", encoding="utf-8") as file:
            while waiting or running:
                while waiting and len(running) < 2 * self._jobs:
                    question = waiting.popleft()
                    running.append((self._key(function, question), self._executor.submit(function, *question)))
                key, future = running.popleft()
                self._known[key] = future.result()
                file.write(json.dumps([key, self._known[key]]) + "\n")
                file.flush()
                print(
                    f"\r{function.__name__}: {len(waiting) + len(running)} left   ", end="", file=sys.stderr, flush=True
                )
        print(file=sys.stderr)
        return [self._known[self._key(function, question)] for question in questions]

    @staticmethod
    def _key(function: Callable[..., Any], question: tuple[Any, ...]) -> str:
        return json.dumps([function.__name__, *question])
