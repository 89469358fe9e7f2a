"""A process with a driver of ours inside: replies come on a pipe of their own, each with the token of the session."""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable, Iterator, Sequence

from noughts.errors import EngineCrashedError, EngineError
from noughts.grade.calls import Call, Encoded, Loaded, LoadError, Raised, Reply
from noughts.process.limits import Limits
from noughts.process.process import Process

MUCH_OUTPUT = 100_000
LOAD_SECONDS = 10.0
"""For the start of the process and the loading of the program, however short the time of a call is."""


class DrivenSession:
    """Speaks the protocol of python_driver.py; the C driver speaks the same."""

    def __init__(self, command: list[str], limits: Limits, write_request: Callable[[Sequence[Call]], str]) -> None:
        self._process = Process(command, name="the process", limits=limits, own_pipes=True)
        self._limits = limits
        self._token = secrets.token_hex(8)
        self._write_request = write_request
        self._remarks: list[str] = []

    def loaded(self) -> Loaded:
        """The first reply, which says what the program has."""
        self._process.send(self._token)
        try:
            kind, *words = self._next(max(LOAD_SECONDS, self._limits.seconds))
        except EngineError as error:
            raise LoadError(f"it cannot be loaded: {error}") from None
        if kind == "raised":
            raise LoadError(f"it cannot be loaded: {Raised(*words[0])}")
        functions, *marks = words
        return Loaded(functions, *marks)

    def ask(self, calls: Sequence[Call]) -> Iterator[Reply]:
        self._process.send(self._write_request(calls))
        for _ in calls:
            kind, payload, after, seconds = self._next()[:4]
            if kind == "raised":
                raised = Raised(*payload)
                if raised.kind == "MemoryError":
                    raise EngineCrashedError(f"it ran out of memory ({self._limits.megabytes} MB)")
                yield Reply(None, raised, after, seconds)
            else:
                yield Reply(payload, None, after, seconds)

    def _next(self, seconds: float | None = None) -> list[Encoded]:
        """The next line with our token; what else comes on the pipe is not ours, and a notice is kept."""
        while True:
            try:
                words = json.loads(self._process.read_answer(seconds))
            except ValueError:
                continue
            if not isinstance(words, list) or words[:1] != [self._token]:
                continue
            if words[1] != "notice":
                return words[1:]
            self._remarks.append(words[2])

    def end_soon(self) -> None:
        self._process.end_soon()

    def close(self) -> list[str]:
        if self._process.has_children:
            self._remarks.append("it leaves a process running")
        self._process.kill()
        if self._process.printed > MUCH_OUTPUT:
            self._remarks.append("it prints a lot, which makes it slow and hides what matters")
        return self._remarks


def started(session: DrivenSession) -> DrivenSession:
    """The session once its program is loaded; one that cannot be loaded is closed again."""
    try:
        session.loaded()
    except BaseException:
        session.close()
        raise
    return session
