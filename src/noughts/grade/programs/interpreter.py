"""The Python that runs a submission: it sees neither noughts nor, unless another was chosen, anything installed."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from noughts.errors import EngineMissingError
from noughts.process.isolation import View

_ASK = (
    "import importlib.util, json, sys\n"
    "spec = importlib.util.find_spec('noughts')\n"
    "places = list(spec.submodule_search_locations or []) if spec else []\n"
    "folders = [sys.prefix, sys.base_prefix, sys.exec_prefix, sys.base_exec_prefix]\n"
    "print(json.dumps([folders, sys.executable, places]))\n"
)
ASK_SECONDS = 60


@dataclass(frozen=True, slots=True)
class Interpreter:
    """How to start Python, and what it needs to see."""

    command: tuple[str, ...]
    readable: tuple[Path, ...]
    hidden: tuple[Path, ...]

    def view(self, *more: Path) -> View:
        """What a program of it can see, with further files and folders."""
        return View((*self.readable, *more), hidden=self.hidden)


def ours() -> Path:
    """The folder of this package."""
    return Path(__file__).parents[2]


def bare_interpreter() -> Interpreter:
    """The Python that runs noughts, without the environment that noughts is installed in."""
    executable = str(getattr(sys, "_base_executable", "") or sys.executable)
    prefixes = {Path(sys.base_prefix), Path(sys.base_exec_prefix)}
    installed = [folder for prefix in (*prefixes, Path("/usr"), Path("/usr/local")) for folder in _installed(prefix)]
    return Interpreter((executable, "-s", "-S", "-B"), (*prefixes, Path(executable)), (*installed, ours()))


def chosen_interpreter(path: Path) -> Interpreter:
    """Another Python with what is installed there, but without noughts; EngineMissingError when it does not run."""
    folders, executable, places = _ask(str(path.absolute()))
    readable = {*map(Path, folders), Path(executable)}
    return Interpreter((executable, "-s", "-B"), tuple(readable), (*map(Path, places), ours()))


@cache
def _ask(path: str) -> tuple[list[str], str, list[str]]:
    try:
        asked = subprocess.run(
            [path, "-I", "-c", _ASK], capture_output=True, text=True, timeout=ASK_SECONDS, check=True
        )
        folders, executable, places = json.loads(asked.stdout)
    except (OSError, ValueError, subprocess.SubprocessError):
        raise EngineMissingError(f"{path!r} is no Python that runs") from None
    return folders, executable, places


def _installed(prefix: Path) -> list[Path]:
    return [*prefix.glob("lib*/python3*/site-packages"), *prefix.glob("lib*/python3*/dist-packages")]
