"""Programs that do what no program should, each as a change of a right one."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from tests.grade.grading import SOLUTIONS

SOURCE = Path(__file__).parents[2] / "src"
RIGHT = (SOLUTIONS / "right_remembering.py").read_text()

FIRST_EMPTY = """
def minimax(board):
    return None if terminal(board) else min(actions(board))
"""
"""Moves that are often wrong: whoever is called right with them has cheated."""


def before_the_first_move(code: str) -> str:
    """A right program that does something first, once in each process."""
    body = "\n".join(f"        {line}" for line in code.strip().splitlines())
    renamed = f"{RIGHT}\nimport os, sys, time, signal\nright_minimax, done = minimax, []\n"
    begun = "\n\ndef minimax(board):\n    if not done:\n        done.append(1)\n"
    return f"{renamed}{begun}{body}\n    return right_minimax(board)\n"


def while_loading(code: str, *, minimax: str = FIRST_EMPTY) -> str:
    """A program that does something when it is loaded."""
    return f"{RIGHT}\nimport os, sys, time, signal\n{minimax}\n{code}\n"


@contextmanager
def nothing_left_behind(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """All temporary files go to a folder of the test; afterwards it is empty, and nobody runs from there."""
    place = folder / "temporary"
    place.mkdir(exist_ok=True)
    monkeypatch.setattr(tempfile, "tempdir", str(place))
    yield place
    assert list(place.iterdir()) == []
    assert running_from(place) == []


def running_from(place: Path) -> list[str]:
    """The commands of all processes that name this folder."""
    commands = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            command = (process / "cmdline").read_bytes()
        except OSError:
            continue
        if str(place).encode() in command:
            commands.append(command.decode(errors="replace"))
    return commands


def wait_until(claim: Callable[[], object]) -> None:
    """Wait for something that must come true, also on a busy machine."""
    deadline = time.monotonic() + 240
    while not claim():
        assert time.monotonic() < deadline
        time.sleep(0.05)
