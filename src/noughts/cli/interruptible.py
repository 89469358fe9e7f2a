"""An analysis that shows how far it is, and that Ctrl-C ends with what is known."""

from __future__ import annotations

import shutil
import signal
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from types import TracebackType
from typing import Self

from noughts.analysis import Analysis, Analyzer, Limit
from noughts.analyzers import rank_for_table
from noughts.notation import format_move
from noughts.rules.position import Position
from noughts.words import count


def think(analyzer: Analyzer, position: Position, limit: Limit, lines: int = 1) -> tuple[Analysis, bool]:
    """The analysis for a table of so many moves, and whether it was interrupted.

    The search runs in a thread, so that Ctrl-C is heard at once.
    """
    stop = threading.Event()
    previous = signal.signal(signal.SIGINT, lambda signum, frame: stop.set())
    try:
        with ThreadPoolExecutor(1) as executor, StatusLine("thinking") as status:

            def tell(analysis: Analysis) -> None:
                if analysis.moves:
                    best = format_move(analysis.moves[0].move, position)
                    status.text = f"depth {analysis.depth}, {count(analysis.nodes, 'position')}, best so far {best}"

            thinking = partial(rank_for_table, analyzer, position, limit, lines)
            return executor.submit(thinking, progress=tell, stop=stop).result(), stop.is_set()
    finally:
        signal.signal(signal.SIGINT, previous)


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

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
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
