"""An analysis that shows how far it is, and that Ctrl-C ends with what is known."""

from __future__ import annotations

import signal
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from functools import partial

from noughts.analysis import Analysis, Analyzer, Limit
from noughts.analyzers import rank_for_table
from noughts.notation import format_move
from noughts.rules.position import Position


def think(analyzer: Analyzer, position: Position, limit: Limit, lines: int = 1) -> tuple[Analysis, bool]:
    """The analysis for a table of so many moves, and whether it was interrupted.

    The search runs in a thread, so that Ctrl-C is heard at once.
    """
    stop = threading.Event()
    previous = signal.signal(signal.SIGINT, lambda signum, frame: stop.set())
    try:
        with ThreadPoolExecutor(1) as executor:
            progress = _Progress(position)
            thinking = partial(rank_for_table, analyzer, position, limit, lines)
            analysis = executor.submit(thinking, progress=progress.show, stop=stop).result()
            progress.clear()
            return analysis, stop.is_set()
    finally:
        signal.signal(signal.SIGINT, previous)


class _Progress:
    """One line on a terminal's stderr, rewritten; nothing elsewhere."""

    def __init__(self, position: Position) -> None:
        self._position = position
        self._shown = False
        self._wanted = sys.stderr.isatty()

    def show(self, analysis: Analysis) -> None:
        if self._wanted and analysis.moves:
            best = format_move(analysis.moves[0].move, self._position)
            text = f"depth {analysis.depth}, {analysis.nodes:,} positions, best so far {best} (Ctrl-C stops)"
            print(f"\r\x1b[K{text}", end="", file=sys.stderr, flush=True)
            self._shown = True

    def clear(self) -> None:
        if self._shown:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)
