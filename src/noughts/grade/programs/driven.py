"""A process with a driver of ours inside: replies come on a pipe of their own, each with the token of the session.

Driver and submission share a process, so nothing is believed but answers, and their form is checked here.
"""

from __future__ import annotations

import contextlib
import json
import secrets
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property, lru_cache
from typing import Any

from noughts.errors import EngineCrashedError, EngineError, EngineTimeoutError
from noughts.grade.calls import BoardAfter, Call, Encoded, Loaded, LoadError, Raised, Reply
from noughts.grade.encoded import trusted
from noughts.grade.programs.staging import Staging
from noughts.process.isolation import View
from noughts.process.limits import Limits
from noughts.process.process import Process, on_one_line

MUCH_OUTPUT = 100_000
LOAD_SECONDS = 20.0
"""For the start of the process and the loading of the program, however short the time of a call is."""
SHORT, KEPT_MESSAGES = 400, 8192
"""Messages of so many letters at most are kept, and so many of them."""
CHEATS = {
    "imports noughts": "it imports noughts",
    "runs noughts": "it asks the program noughts for its answers",
}


class DrivenSession:
    """Speaks the protocol of python_driver.py; the C driver speaks the same."""

    def __init__(
        self,
        command: list[str],
        limits: Limits,
        view: View | None,
        staging: Staging,
        write_request: Callable[[Sequence[Call]], str],
    ) -> None:
        self._process = Process(
            command, name="the process", limits=limits, view=view, own_pipes=True, folders=[staging.path]
        )
        self._limits = limits
        self._token = secrets.token_hex(8)
        self._sign = f'["{self._token}"'
        self._write_request = write_request
        self._remarks: dict[str, None] = {}
        self.cheating: dict[str, None] = {}

    @property
    def cpu_seconds(self) -> float:
        return self._process.cpu_used

    def loaded(self) -> Loaded:
        """The first reply, which says what the program has."""
        self._process.send(self._token)
        try:
            kind, *words = self._next(max(LOAD_SECONDS, self._limits.seconds)).words
        except EngineTimeoutError as error:
            raise EngineTimeoutError(f"it cannot be loaded: {error}") from None
        except EngineError as error:
            raise LoadError(f"it cannot be loaded: {error}", list(self.cheating)) from None
        if kind == "raised":
            raise LoadError(f"it cannot be loaded: {_raised(words[:1])}", list(self.cheating))
        functions, constants = words if len(words) == 2 else (None, None)
        if kind != "loaded" or not isinstance(functions, list) or not isinstance(constants, dict):
            raise LoadError("it cannot be loaded: something else answers in the place of its functions")
        names = [name for name in functions if isinstance(name, str)]
        return Loaded(names, {str(name): trusted(value) for name, value in constants.items()})

    def ask(self, calls: Sequence[Call], seconds: float) -> Iterator[Reply]:
        self._process.send(self._write_request(calls))
        for _ in calls:
            before = self.cpu_seconds
            reply = Reply(*self._next(seconds).answer, self.cpu_seconds - before)
            if reply.raised is not None and reply.raised.kind == "MemoryError":
                raise EngineCrashedError(f"it ran out of memory ({self._limits.megabytes} MB)")
            yield reply

    def load(self, source: str) -> bool:
        """Put a Python program of this source in the place of the one that runs; whether it can be loaded."""
        self._process.send(json.dumps([["load", source, None]]))
        return bool(self._next(LOAD_SECONDS).words[0] == "value")

    def record(self, cells: str, seconds: float) -> list[Any]:
        """The calls of a Python program's functions that get a board while it chooses a move there."""
        self._process.send(json.dumps([["record", cells, None]]))
        found: list[Any] = []
        while (words := self._next(seconds).words)[0] == "calls":
            found += [call for calls in words[1:2] if isinstance(calls, list) for call in calls]
        return found

    def _next(self, seconds: float) -> _Message:
        """The next line with our token; what else comes on the pipe is not ours, and a notice is kept."""
        while True:
            line = self._process.read_line(seconds=seconds)
            begin = line.find(self._sign)  # the program may have written before it, on this pipe
            if begin < 0:
                continue
            text = line[begin + len(self._sign) :]
            message = _short_message(text) if len(text) <= SHORT else _Message(text)
            if message.words[:1] == ["notice"]:
                self._notice(*map(str, message.words[1:3]))
            elif message.words:
                return message

    def _notice(self, kind: str = "", text: str = "") -> None:
        if kind in CHEATS:
            self.cheating[CHEATS[kind]] = None
        elif kind == "replaces builtins":
            self._remarks[f"it replaces builtins: {on_one_line(text)[:100]}"] = None
        elif kind == "leaves a thread":
            self._remarks["it leaves a thread running"] = None

    def end_soon(self) -> None:
        self._process.end_soon()

    def close(self) -> list[str]:
        if self._process.has_children:
            self._remarks["it leaves a process running"] = None
        self._process.kill()
        if self._process.printed > MUCH_OUTPUT:
            self._remarks["it prints a lot, which makes it slow and hides what matters"] = None
        return list(self._remarks)


def started(session: DrivenSession) -> DrivenSession:
    """The session once its program is loaded; one that cannot be loaded is closed again."""
    try:
        session.loaded()
    except BaseException:
        session.close()
        raise
    return session


class _Message:
    """What stands behind the token in one line: words, read when somebody asks, and the answer that they may be."""

    def __init__(self, text: str) -> None:
        self.words: list[Any] = []
        with contextlib.suppress(ValueError, RecursionError):
            words = json.loads(f"[0{text}")
            self.words = words[1:] if isinstance(words, list) else []

    @cached_property
    def answer(self) -> tuple[Encoded, Raised | None, BoardAfter | None]:
        return _answer(self.words)


_short_message = lru_cache(KEPT_MESSAGES)(_Message)
"""Most answers of a program come many times, and are read once."""


def _answer(words: list[Any]) -> tuple[Encoded, Raised | None, BoardAfter | None]:
    kind, payload, after = [*words, None, None, None][:3]
    board_after = None
    if isinstance(after, list) and len(after) == 2:
        board_after = BoardAfter(trusted(after[0]), after[1] is True)
    if kind == "raised":
        return None, _raised([payload]), board_after
    return trusted(payload), None, board_after


def _raised(words: list[Any]) -> Raised:
    parts = words[0] if words and isinstance(words[0], list) else []
    kind, message, where = ([str(part) for part in parts] + ["an exception", "", ""])[:3]
    return Raised(on_one_line(kind)[:100], message[:200], on_one_line(where)[:100])
