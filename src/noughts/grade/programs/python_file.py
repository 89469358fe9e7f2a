"""A Python file with the functions of the CS50 project, each call in a process of its own."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from noughts.grade.calls import Call, Loaded
from noughts.grade.positions import cells_text
from noughts.grade.programs.driven import DrivenSession, started
from noughts.grade.programs.interpreter import Interpreter
from noughts.grade.programs.staging import Staging, with_modules_beside
from noughts.process.limits import Limits

DRIVER = Path(__file__).with_name("python_driver.py")


class PythonFile:
    """One file; every session loads it anew."""

    form = "Python"

    def __init__(
        self, path: Path, interpreter: Interpreter, limits: Limits, readable: Sequence[Path] = (), *, isolate: bool
    ) -> None:
        self.target = path.name
        self._limits = limits
        files = with_modules_beside(path.absolute())
        self._beside = [file.name for file in files[1:]]
        self._staging = Staging()
        driver = self._staging.folder("driver", [DRIVER])
        submission = self._staging.folder("submission", files)
        self._command = [*interpreter.command, str(driver / DRIVER.name), str(submission / path.name)]
        self._view = interpreter.view(driver, submission, *readable) if isolate else None

    def close(self) -> None:
        self._staging.close()

    def load(self) -> Loaded:
        session = self._open()
        try:
            loaded = session.loaded()
        finally:
            session.close()
        loaded.remarks += [f"it uses {name}, which lies beside it" for name in self._beside]
        return loaded

    def start(self) -> DrivenSession:
        return started(self._open())

    def _open(self) -> DrivenSession:
        return DrivenSession(self._command, self._limits, self._view, self._staging, _request)


def _request(calls: Sequence[Call]) -> str:
    return json.dumps([[call.function, call.position and cells_text(call.position), call.extra] for call in calls])
