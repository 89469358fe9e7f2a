"""The Python face of the native core, and the only module that loads it."""

from __future__ import annotations

import ctypes
from functools import cache
from importlib.resources import as_file, files

from noughts.errors import EngineError, EngineMissingError
from noughts.rules.position import Mark
from noughts.rules.ultimate import FULL, UltimatePosition

LIBRARY = "libnoughts_core.so"
BEYOND_EVERY_GAME = 82
"""Plies that no game lasts."""


class _PlainPosition(ctypes.Structure):
    """noughts_position of native/c_api.h."""

    _fields_ = (
        ("cells", ctypes.c_uint16 * 9 * 2),
        ("target", ctypes.c_uint8),
        ("to_move", ctypes.c_uint8),
        ("count_rule", ctypes.c_uint8),
    )


def _plain(position: UltimatePosition) -> _PlainPosition:
    plain = _PlainPosition(target=position.target, to_move=position.to_move is Mark.O, count_rule=position.count_rule)
    for side, mark in enumerate(Mark):
        cells = position.cells_of(mark)
        for board in range(9):
            plain.cells[side][board] = cells >> 9 * board & FULL
    return plain


@cache
def _core() -> ctypes.CDLL:
    with as_file(files("noughts") / LIBRARY) as path:
        try:
            core = ctypes.CDLL(str(path))
        except OSError as error:
            raise EngineMissingError(f"the native core cannot be loaded ({error}); install noughts again") from None
    core.noughts_perft.argtypes = [ctypes.POINTER(_PlainPosition), ctypes.c_int32]
    core.noughts_perft.restype = ctypes.c_int64
    return core


def perft(position: UltimatePosition, depth: int) -> int:
    """`noughts.rules.position.perft`, some hundred times faster."""
    if depth < 0:
        raise ValueError(f"depth is at least 0, got {depth}")
    count: int = _core().noughts_perft(_plain(position), min(depth, BEYOND_EVERY_GAME))  # ctypes would wrap larger ones
    if count < 0:
        raise EngineError(f"the core refuses perft {depth} of {position}")
    return count
