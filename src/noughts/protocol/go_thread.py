"""A search in a thread of its own, so that its engine can listen meanwhile."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable

from noughts.analysis import Analysis, Analyzer, Limit
from noughts.errors import NoughtsError
from noughts.notation import format_move
from noughts.protocol.messages import format_info, one_line
from noughts.rules.position import Position

Write = Callable[[str], None]
"""Sends one line to whoever listens."""


class Thinking:
    """One `go`: tells what it finds, and ends with exactly one `bestmove`."""

    def __init__(self, analyzer: Analyzer, position: Position, limit: Limit, write: Write, *, wait: bool) -> None:
        """`wait`: say the best move only after `stop`, as `go infinite` demands."""
        self._analyzer = analyzer
        self._position = position
        self._limit = limit
        self._write = write
        self._stop = threading.Event()
        self._wait = wait
        self._told = ""
        self._done = False
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def is_running(self) -> bool:
        """Whether the best move is still to be said."""
        return not self._done

    def stop(self) -> None:
        """End it; returns when the best move is said."""
        self._stop.set()
        self._thread.join()

    def finish(self) -> None:
        """Let it come to its own end; one that has none is stopped."""
        if self._wait:
            self.stop()
        self._thread.join()

    def _run(self) -> None:
        with contextlib.suppress(BrokenPipeError):  # nobody listens any more
            self._think()

    def _think(self) -> None:
        move = self._position.legal_moves()[0]
        try:
            analysis = self._analyzer.analyze(self._position, self._limit, progress=self._tell, stop=self._stop)
            if analysis.best is not None:
                self._tell(analysis)
                move = analysis.best.move
        except NoughtsError as error:  # an answer is owed all the same
            self._write(f"info string {one_line(str(error))}")
        if self._wait:
            self._stop.wait()
        self._done = True  # before the answer, because the next command may follow at once
        self._write(f"bestmove {format_move(move, self._position)}")

    def _tell(self, analysis: Analysis) -> None:
        if analysis.best is not None and (line := format_info(analysis, self._position)) != self._told:
            self._told = line
            self._write(line)
