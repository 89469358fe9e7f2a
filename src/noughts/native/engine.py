"""What the engines of the core have in common: a handle with memory behind it, and runs that can be stopped."""

from __future__ import annotations

import ctypes
import threading
import weakref
from collections.abc import Callable, Sequence
from typing import Any, ClassVar, Self

from noughts.analysis import Analysis, Limit, Progress, RankedMove
from noughts.native.core import call, following, function, plain_limits


class PlainReport(ctypes.Structure):
    """What the reports of all engines begin with; ranked moves follow."""

    _fields_: ClassVar[Sequence[tuple[str, type[Any]]]] = (
        ("seconds", ctypes.c_double),
        ("nodes", ctypes.c_int64),
        ("depth", ctypes.c_int32),
        ("solved", ctypes.c_int32),
        ("per_mille_full", ctypes.c_int32),
        ("count", ctypes.c_int32),
    )

    def analysis(self) -> Analysis:
        ranked = tuple(
            RankedMove(plain.move, plain.score, tuple(plain.line[: plain.line_size]), bool(plain.exact))
            for plain in self.moves[: self.count]
        )
        return Analysis(ranked, self.depth, self.nodes, self.seconds, bool(self.solved), self.per_mille_full)


class NativeEngine:
    """Each engine says what its reports look like, and who is told of them."""

    Report: ClassVar[type[PlainReport]]
    Callback: ClassVar[type[Any]]
    FREE: ClassVar = "free"

    def __init__(self, handle: int, *, cpu_time: bool) -> None:
        self._handle = handle
        self._cpu_time = cpu_time
        self._finalizer = weakref.finalize(self, function(self.FREE), handle)
        self._runs: dict[int, ctypes.c_int32] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Give the memory back; an analysis that runs is stopped."""
        for run in list(self._runs.values()):
            run.value = 1
        self._finalizer()

    def _run(
        self,
        search: str,
        position: ctypes.Structure,
        limit: Limit,
        lines: int | None,
        progress: Progress | None,
        stop: threading.Event | None,
        *options: object,
    ) -> Analysis:
        """Call a search of the core without holding the GIL; what `progress` raises ends it and is raised here."""
        report = self.Report()
        raised: list[BaseException] = []
        with following(stop) as run:
            limits = plain_limits(limit, 1 if lines is None else lines, run, cpu_time=self._cpu_time)
            self._runs[id(run)] = run
            try:
                tell = self._callback(progress, raised, run)
                call(search, self._handle, position, limits, *options, tell, report)
            finally:
                del self._runs[id(run)]
        if raised:
            raise raised[0]
        return report.analysis().top(lines)

    def _callback(
        self, progress: Progress | None, raised: list[BaseException], run: ctypes.c_int32
    ) -> Callable[..., None]:
        if progress is None:
            return self.Callback()  # type: ignore[no-any-return]

        def tell(report: ctypes._Pointer[Any]) -> None:
            try:
                progress(report.contents.analysis())
            except BaseException as error:  # it must not be lost on its way through C++
                raised.append(error)
                run.value = 1

        return self.Callback(tell)  # type: ignore[no-any-return]
