"""A process that grades one program after the other, so that several are graded side by side.

It ends with the process that started it, kill -9 included, and its programs end with it.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import multiprocessing.connection
import os
import shutil
import signal
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from noughts.errors import NoughtsError
from noughts.grade.findings import Finding
from noughts.grade.programs.grading import Settings, graded_program, submitted_file
from noughts.grade.programs.staging import Staging
from noughts.grade.progress import Silent
from noughts.grade.report.html_page import page
from noughts.grade.report.json_document import document
from noughts.notation import format_position
from noughts.process.usage import usage_of

TELL_SECONDS = 0.2


@dataclass(frozen=True, slots=True)
class Task:
    """A program to grade."""

    name: str
    path: Path
    settings: Settings
    others: frozenset[Path]
    page: Path | None
    """Where to write its report."""
    back: tuple[str, str] = ("index.html", "All programs")
    """The link above the report."""


@dataclass(frozen=True, slots=True)
class Told:
    """What a worker says: how far it is, what it found, and at the end the report or why there is none."""

    planned: int = 0
    done: int = 0
    function: str = ""
    found: str = ""
    document: dict[str, Any] | None = None
    refused: str = ""

    @property
    def is_last(self) -> bool:
        return self.document is not None or bool(self.refused)


class Worker:
    """The other end of one process."""

    def __init__(self) -> None:
        self._before = self._now = 0.0
        self._start()

    def _start(self) -> None:
        context = multiprocessing.get_context("spawn")
        self.connection, theirs = context.Pipe()
        self._process = context.Process(target=_work, args=(theirs,), daemon=True)
        self._process.start()
        theirs.close()

    def replace(self) -> None:
        """Another process in the place of one that died."""
        self.close()
        self._before, self._now = self.cpu_seconds, 0.0
        self._start()

    def begin(self, task: Task) -> None:
        self.connection.send(task)

    def heard(self) -> Told:
        """What it says next; EOFError when it has died."""
        told = self.connection.recv()
        assert isinstance(told, Told)
        return told

    @property
    def cpu_seconds(self) -> float:
        """Its own and that of all the programs it ran."""
        usage = usage_of(self._process.pid or 0) if self._process.is_alive() else None
        self._now = max(self._now, usage.cpu_seconds if usage else 0.0)
        return self._before + self._now

    def close(self) -> None:
        """End it at once; the launchers of its programs kill what is left."""
        self.connection.close()
        self._process.kill()
        self._process.join()


class _Listener(Silent):
    """Tells the other process now and then."""

    def __init__(self, tell: Callable[[Told], None]) -> None:
        self._tell = tell
        self._planned = self._done = 0
        self._told = 0.0

    def planned(self, calls: int) -> None:
        self._planned += calls

    def done(self, function: str) -> None:
        self._done += 1
        if time.monotonic() - self._told > TELL_SECONDS:
            self._told = time.monotonic()
            self._tell(Told(self._planned, self._done, function))

    def found(self, finding: Finding) -> None:
        where = f" on {format_position(finding.position)}" if finding.position else ""
        words = f"{finding.function} {finding.kind.value}{where}"
        self._tell(Told(self._planned, self._done, finding.function, words))


def _work(connection: Connection) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for whoever started us
    threading.Thread(target=_end_with_parent, daemon=True).start()
    with contextlib.suppress(EOFError, BrokenPipeError):
        while True:
            task = connection.recv()
            connection.send(_graded(task, connection.send))


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None
    multiprocessing.connection.wait([parent.sentinel])
    for folder in list(Staging.open):  # between two sessions no launcher is there to do it
        shutil.rmtree(folder, ignore_errors=True)
    os._exit(1)


def _graded(task: Task, tell: Callable[[Told], None]) -> Told:
    try:
        with contextlib.closing(submitted_file(task.path, task.settings, task.others)) as program:
            report = graded_program(program, task.settings, _Listener(tell))
        report.target = task.name
        if task.page is not None:
            write_whole(task.page, page(report, back=task.back))
        return Told(document=document(report))
    except (NoughtsError, OSError) as error:
        return Told(refused=str(error) or type(error).__name__)


def write_whole(path: Path, text: str) -> None:
    """Write a file so that whoever reads it finds the old one or the new one, and nothing between."""
    beside = path.with_name(f".{path.name}.new")
    beside.write_text(text, encoding="utf-8", newline="")
    beside.replace(path)
