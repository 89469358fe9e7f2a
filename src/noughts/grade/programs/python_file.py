"""A Python file with the functions of the CS50 project, each call in a process of its own."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from noughts.errors import EngineError
from noughts.grade.calls import Call, Loaded
from noughts.grade.positions import cells_text
from noughts.grade.programs.driven import DrivenSession, started
from noughts.grade.programs.interpreter import Interpreter
from noughts.grade.programs.staging import Staging, with_modules_beside
from noughts.process.limits import Limits
from noughts.process.process import Process

DRIVER, SOURCE_READER = (Path(__file__).with_name(name) for name in ("python_driver.py", "python_source.py"))
READ_SECONDS = 20.0


class PythonFile:
    """One file; every session loads it anew."""

    form = "Python"

    def __init__(
        self,
        path: Path,
        interpreter: Interpreter,
        limits: Limits,
        readable: Sequence[Path] = (),
        others: frozenset[Path] = frozenset(),
        *,
        isolate: bool,
    ) -> None:
        """`others` are somebody else's: they do not come along even where the file imports them."""
        self.target = path.name
        self._limits = limits
        files = with_modules_beside(path.absolute(), others)
        self._beside = [file.name for file in files[1:]]
        self._staging = Staging()
        driver = self._staging.folder("driver", [DRIVER, SOURCE_READER])
        submission = self._staging.folder("submission", files)
        self._command = [*interpreter.command, str(driver / DRIVER.name), str(submission / path.name)]
        self._reader = [*interpreter.command, str(driver / SOURCE_READER.name), str(submission / path.name)]
        self._loaded: list[DrivenSession] = []
        """Waits for the first question since the file was read."""
        self._view = interpreter.view(driver, submission, *readable) if isolate else None

    def close(self) -> None:
        while self._loaded:
            self._loaded.pop().close()
        self._staging.close()

    def load(self) -> Loaded:
        session = self._open()
        try:
            loaded = session.loaded()
        except BaseException:
            session.close()
            raise
        self._loaded.append(session)
        loaded.remarks += [f"it uses {name}, which lies beside it" for name in self._beside]
        return loaded

    def read_source(self) -> list[Any]:
        """What python_source.py prints about it; nothing when that does not work out."""
        lines: list[Any] = []
        limits = replace(self._limits, seconds=READ_SECONDS)
        folders = [self._staging.path]
        with (
            contextlib.suppress(EngineError, ValueError),
            Process(self._reader, name="the reader", limits=limits, view=self._view, folders=folders) as process,
        ):
            while True:
                lines.append(json.loads(process.read_line()))
        return lines

    def start(self) -> DrivenSession:
        try:
            return self._loaded.pop()
        except IndexError:  # another thread may have been quicker
            return started(self._open())

    def _open(self) -> DrivenSession:
        return DrivenSession(self._command, self._limits, self._view, self._staging, _request)


def _request(calls: Sequence[Call]) -> str:
    return json.dumps([[call.function, call.position and cells_text(call.position), call.extra] for call in calls])
