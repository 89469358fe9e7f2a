"""A Python file with the functions of the CS50 project, each call in a child process."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path

from noughts.grade.calls import Call, Loaded
from noughts.grade.positions import cells_text
from noughts.grade.programs.driven import DrivenSession, started
from noughts.process.limits import Limits

DRIVER = Path(__file__).with_name("python_driver.py")


class PythonFile:
    """One file; every session loads it anew."""

    form = "Python"

    def __init__(self, path: Path, limits: Limits) -> None:
        self.target = path.name
        self._path = path.resolve()
        self._limits = limits

    def load(self) -> Loaded:
        session = self._open()
        try:
            return session.loaded()
        finally:
            session.close()

    def start(self) -> DrivenSession:
        return started(self._open())

    def _open(self) -> DrivenSession:
        # -s -P: neither the user's own packages nor the driver's directory; the environment is clean already.
        command = [sys.executable, "-s", "-P", "-B", str(DRIVER), str(self._path)]
        return DrivenSession(command, self._limits, _request)


def _request(calls: Sequence[Call]) -> str:
    return json.dumps([[call.function, call.position and cells_text(call.position), call.extra] for call in calls])
