"""What takes long shows how far it is, and Ctrl-C ends it with what is known."""

from __future__ import annotations

import contextlib
import shutil
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Self, TypeVar

from noughts.analysis import Analysis, Analyzer, Limit
from noughts.analyzers import rank_for_table
from noughts.notation import format_move
from noughts.rules.position import Position
from noughts.words import count

_Found = TypeVar("_Found")


@contextlib.contextmanager
def interruptible(text: str) -> Iterator[tuple[Callable[[Callable[[], _Found]], _Found], StatusLine, threading.Event]]:
    """A way to run something that takes long, its status line, and the event that Ctrl-C sets meanwhile.

    It runs in a thread, so that Ctrl-C is heard at once.
    """
    stop = threading.Event()
    previous = signal.signal(signal.SIGINT, lambda signum, frame: stop.set())
    try:
        with ThreadPoolExecutor(1) as executor, StatusLine(text) as status:
            yield lambda work: executor.submit(work).result(), status, stop
    finally:
        signal.signal(signal.SIGINT, previous)


def think(analyzer: Analyzer, position: Position, limit: Limit, lines: int = 1) -> tuple[Analysis, bool]:
    """The analysis for a table of so many moves, and whether it was interrupted."""
    with interruptible("thinking") as (run, status, stop):

        def tell(analysis: Analysis) -> None:
            if analysis.moves:
                best = format_move(analysis.moves[0].move, position)
                status.text = f"depth {analysis.depth}, {count(analysis.nodes, 'position')}, best so far {best}"

        thinking = partial(rank_for_table, analyzer, position, limit, lines, progress=tell, stop=stop)
        return run(thinking), stop.is_set()


class StatusLine:
    """What is going on and for how long, on one line of a terminal's stderr that moves; nothing elsewhere."""

    EVERY = 0.25

    def __init__(self, text: str) -> None:
        self.text = text
        self._began = time.monotonic()
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._show, daemon=True) if sys.stderr.isatty() else None

    def __enter__(self) -> Self:
        if self._thread is not None:
            self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        if self._thread is not None:
            self._thread.join()
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)

    def _show(self) -> None:
        while not self._over.wait(self.EVERY):
            seconds = time.monotonic() - self._began
            line = f"{self.text}, {seconds:.0f} s (Ctrl-C stops)"
            width = shutil.get_terminal_size().columns - 1
            print(f"\r\x1b[K{line[:width]}", end="", file=sys.stderr, flush=True)
