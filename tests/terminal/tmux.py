"""Runs noughts in tmux: a real terminal, of any size, whose screen can be read."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

PATIENCE = 90.0

needs_tmux = pytest.mark.skipif(shutil.which("tmux") is None, reason="tmux is not installed")


class Tmux:
    """One window with one program in it, on a tmux server of its own."""

    def __init__(self, socket: Path) -> None:
        self._socket = socket

    def start(self, *arguments: str, size: tuple[int, int], environment: dict[str, str]) -> None:
        width, height = map(str, size)
        variables = [f"{name}={value}" for name, value in environment.items()]
        command = ["env", *variables, sys.executable, "-m", "noughts", *arguments]
        self._run("-f", "/dev/null", "new-session", "-d", "-x", width, "-y", height, *command)
        self._run("set-option", "-g", "remain-on-exit", "on")

    def _run(self, *arguments: str) -> str:
        done = subprocess.run(["tmux", "-S", str(self._socket), *arguments], capture_output=True, text=True, check=True)
        return done.stdout

    def send(self, *keys: str) -> None:
        """Press keys, all of them at once, as tmux calls them: b, Enter, Escape, F1."""
        self._run("send-keys", *keys)

    def screen(self) -> str:
        return self._run("capture-pane", "-p")

    def until(self, text: str) -> str:
        """The screen as soon as a text is on it."""
        return self.wait(lambda screen: text in screen, f"{text!r} never came")

    def wait(self, is_there: Callable[[str], bool], complaint: str) -> str:
        deadline = time.monotonic() + PATIENCE
        while not is_there(screen := self.screen()):
            assert time.monotonic() < deadline, f"{complaint}:\n{screen}"
            time.sleep(0.1)
        return screen

    @property
    def is_running(self) -> bool:
        return self._run("display-message", "-p", "#{pane_dead}").strip() == "0"

    def end(self) -> None:
        subprocess.run(["tmux", "-S", str(self._socket), "kill-server"], capture_output=True)


@contextmanager
def in_tmux(
    folder: Path, *arguments: str, size: tuple[int, int] = (80, 24), environment: dict[str, str] | None = None
) -> Iterator[Tmux]:
    """noughts in a window of this size, with its data in the folder."""
    tmux = Tmux(folder / f"tmux-{os.getpid()}")
    try:
        tmux.start(*arguments, size=size, environment={"XDG_DATA_HOME": str(folder), **(environment or {})})
        yield tmux
    finally:
        tmux.end()
