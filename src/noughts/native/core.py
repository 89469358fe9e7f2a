"""Loads the native core, turns its refusals into errors, and stops what runs in it."""

from __future__ import annotations

import contextlib
import ctypes
import threading
from collections.abc import Callable, Iterator
from functools import cache
from importlib.resources import as_file, files
from typing import TypeAlias

from noughts.analysis import Limit
from noughts.errors import EngineError, EngineMissingError, IllegalPositionError

LIBRARY = "libnoughts_core.so"
WATCH_SECONDS = 0.02
"""How often somebody looks whether a run that is to be stopped is over anyway."""

Prototypes: TypeAlias = dict[str, tuple[object, list[object]]]
"""What each function of the core returns and takes."""
PROTOTYPES: Prototypes = {"free": (ctypes.c_int32, [ctypes.c_int64])}
"""Every module of this package adds its own."""

_REASONS = {
    -1: "it is closed",
    -2: "the position makes no sense",
    -3: "a number is out of range",
    -4: "no memory is left",
}


class PlainLimits(ctypes.Structure):
    """noughts_limits of native/c_api.h."""

    _fields_ = (
        ("seconds", ctypes.c_double),
        ("nodes", ctypes.c_int64),
        ("depth", ctypes.c_int32),
        ("lines", ctypes.c_int32),
        ("cpu_time", ctypes.c_int32),
        ("stop", ctypes.POINTER(ctypes.c_int32)),
    )


def plain_limits(limit: Limit, lines: int, stop: ctypes.c_int32, *, cpu_time: bool = False) -> PlainLimits:
    depth, nodes = small(limit.depth or 0), min(limit.nodes or 0, 1 << 62)
    return PlainLimits(limit.seconds or 0, nodes, depth, small(lines), cpu_time, ctypes.pointer(stop))


@cache
def _library() -> ctypes.CDLL:
    with as_file(files("noughts") / LIBRARY) as path:
        try:
            return ctypes.CDLL(str(path))
        except OSError as error:
            raise EngineMissingError(f"the native core cannot be loaded ({error}); install noughts again") from None


@cache
def function(name: str) -> Callable[..., int]:
    """A function of the core, with its types declared."""
    found = getattr(_library(), f"noughts_{name}")
    found.restype, found.argtypes = PROTOTYPES[name]
    return found  # type: ignore[no-any-return]


def call(name: str, *arguments: object) -> int:
    """Call the core; its refusals become exceptions."""
    result = function(name)(*arguments)
    if result < 0:
        error = IllegalPositionError if result == -2 else EngineError
        raise error(f"the engine cannot do that: {_REASONS[result]}")
    return result


def small(number: int) -> int:
    """A number that ctypes does not wrap around; those beyond it are all the same to the core."""
    return max(-1, min(number, (1 << 31) - 1))


@contextlib.contextmanager
def following(stop: threading.Event | None) -> Iterator[ctypes.c_int32]:
    """A flag for one run of the core, set as soon as the event is; the run ends when it is."""
    flag = ctypes.c_int32(stop is not None and stop.is_set())
    over = threading.Event()

    def watch(stop: threading.Event) -> None:
        while not stop.wait(WATCH_SECONDS):
            if over.is_set():
                return
        flag.value = 1

    if stop is not None and not flag.value:
        threading.Thread(target=watch, args=[stop], daemon=True, name="stop of a search").start()
    try:
        yield flag
    finally:
        over.set()
