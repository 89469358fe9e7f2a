"""Run `noughts`: in this process where only its words matter, as the installed command where the process does."""

from __future__ import annotations

import contextlib
import io
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple
from unittest import mock

from noughts.cli import main

PROGRAM = Path(sys.executable).parent / "noughts"
ENVIRONMENT = {
    name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "FORCE_COLOR", "PYTHONIOENCODING")
}


class Result(NamedTuple):
    code: int
    out: str
    err: str

    def document(self) -> dict[str, Any]:
        """The one JSON document on stdout."""
        assert (self.code, self.err) == (0, "")
        assert self.out.endswith("\n")
        found = json.loads(self.out)
        assert isinstance(found, dict)
        return found

    def refusal(self) -> str:
        """What bad input gets: one line on stderr, nothing on stdout, exit code 2."""
        assert self.code == 2, self
        assert self.out == ""
        assert self.err.startswith("error: ")
        assert self.err.count("\n") == 1
        assert self.err.endswith("\n")
        return self.err.removeprefix("error: ").rstrip("\n")


def call(*arguments: str, stdin: str = "") -> Result:
    """A command line in this process."""
    out, err = io.StringIO(), io.StringIO()
    code: object = None
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err), mock.patch("sys.stdin", io.StringIO(stdin)):
        try:
            main(list(arguments))
        except SystemExit as end:
            code = end.code
    assert isinstance(code, int)
    return Result(code, out.getvalue(), err.getvalue())


def run(*arguments: str, stdin: bytes = b"", environment: dict[str, str] | None = None) -> Result:
    """The installed command in a process of its own."""
    done = subprocess.run(
        [PROGRAM, *arguments], input=stdin, capture_output=True, env={**ENVIRONMENT, **(environment or {})}, timeout=120
    )
    return Result(done.returncode, done.stdout.decode(), done.stderr.decode())
