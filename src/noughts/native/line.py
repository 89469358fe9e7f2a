"""Line games in the native core: rules, estimate, and the LineEngine."""

from __future__ import annotations

import ctypes
import threading
from collections.abc import Sequence

from noughts.analysis import INFINITY, NO_LIMIT, Analysis, Limit, Progress, Score
from noughts.errors import EngineError
from noughts.native.core import PROTOTYPES, PlainLimits, call, small
from noughts.native.engine import NativeEngine, PlainReport
from noughts.rules.line_game import LinePosition
from noughts.rules.mark import Move
from noughts.rules.position import Position

_WORDS = 11
_CELLS = 26 * 26
_LINE_LENGTH = 64


class _PlainPosition(ctypes.Structure):
    """noughts_line_position of native/line_api.h."""

    _fields_ = (
        ("columns", ctypes.c_int32),
        ("rows", ctypes.c_int32),
        ("in_line", ctypes.c_int32),
        ("mine", ctypes.c_uint64 * _WORDS),
        ("theirs", ctypes.c_uint64 * _WORDS),
    )


class _PlainRankedMove(ctypes.Structure):
    """noughts_line_ranked_move."""

    _fields_ = (
        ("score", ctypes.c_int32),
        ("move", ctypes.c_uint16),
        ("exact", ctypes.c_uint8),
        ("line_size", ctypes.c_uint8),
        ("line", ctypes.c_uint16 * _LINE_LENGTH),
    )


class _PlainReport(PlainReport):
    """noughts_line_report."""

    _fields_ = (("moves", _PlainRankedMove * _CELLS),)


_ProgressCallback = ctypes.CFUNCTYPE(None, ctypes.POINTER(_PlainReport))

_POSITION, _INT32, _INT64 = ctypes.POINTER(_PlainPosition), ctypes.c_int32, ctypes.c_int64
_MOVES, _UINT64_OUT = ctypes.POINTER(ctypes.c_uint16), ctypes.POINTER(ctypes.c_uint64)
PROTOTYPES.update(
    {
        "line_perft": (_INT64, [_POSITION, _MOVES, _INT32, _INT32]),
        "line_keys": (_INT32, [_POSITION, _MOVES, _INT32, _UINT64_OUT, _UINT64_OUT]),
        "line_evaluate": (_INT32, [_POSITION, ctypes.POINTER(_INT32)]),
        "line_fixed_depth": (_INT32, [_POSITION, _INT32, _INT32, _INT32, ctypes.POINTER(_INT32)]),
        "line_first_sight": (_INT32, [_POSITION, ctypes.POINTER(_INT32)]),
        "line_engine_new": (_INT64, [_INT64, _INT32]),
        "line_engine_analyze": (
            _INT32,
            [_INT64, _POSITION, ctypes.POINTER(PlainLimits), _INT32, _ProgressCallback, ctypes.POINTER(_PlainReport)],
        ),
        "line_engine_clear": (_INT32, [_INT64]),
        "line_engine_free": (_INT32, [_INT64]),
    }
)


def _words(cells: int) -> ctypes.Array[ctypes.c_uint64]:
    return (ctypes.c_uint64 * _WORDS).from_buffer_copy(cells.to_bytes(8 * _WORDS, "little"))


def _plain(position: LinePosition) -> _PlainPosition:
    grid = position.grid
    return _PlainPosition(grid.columns, grid.rows, grid.in_line, _words(position.mine), _words(position.theirs))


def _moves(moves: Sequence[Move]) -> ctypes.Array[ctypes.c_uint16]:
    return (ctypes.c_uint16 * len(moves))(*moves)


def perft(position: LinePosition, depth: int, *, after: Sequence[Move] = ()) -> int:
    """`noughts.rules.position.perft`, much faster; counts after the core has played some moves."""
    if depth < 0:
        raise ValueError(f"depth is at least 0, got {depth}")
    return call("line_perft", _plain(position), _moves(after), len(after), small(depth))


def keys(position: LinePosition, *, after: Sequence[Move] = ()) -> tuple[int, int]:
    """The key of a position after some moves: as the core keeps it up to date, and as it computes it afresh."""
    kept, computed = ctypes.c_uint64(), ctypes.c_uint64()
    call("line_keys", _plain(position), _moves(after), len(after), kept, computed)
    return kept.value, computed.value


def estimate(position: LinePosition) -> Score:
    """The twin of `noughts.evaluation.estimate`."""
    score = _INT32()
    call("line_evaluate", _plain(position), score)
    return score.value


def first_sight(position: LinePosition) -> dict[Move, Score]:
    """What each move promises at first sight: the estimate of the position after it, seen from who moves."""
    scores = (_INT32 * position.cells)()
    call("line_first_sight", _plain(position), scores)
    return {move: scores[move] for move in position.legal_moves()}


def fixed_depth(position: LinePosition, depth: int, alpha: Score = -INFINITY, beta: Score = INFINITY) -> Score:
    """The twin of `noughts.search.alphabeta`: knows the rules and the estimate, and nothing of threats."""
    score = _INT32()
    call("line_fixed_depth", _plain(position), depth, alpha, beta, score)
    return score.value


class LineEngine(NativeEngine):
    """The analyzer of line games of every size: exact where it can be, a strong search elsewhere.

    >>> from noughts.rules.line_game import line_game
    >>> with LineEngine(prove=True) as engine:
    ...     engine.analyze(line_game(6, 5, 4), lines=1).best.score
    29989
    """

    Report, Callback, FREE = _PlainReport, _ProgressCallback, "line_engine_free"

    def __init__(self, *, hash_mb: int = 16, cpu_time: bool = False, prove: bool = False) -> None:
        """`cpu_time`: seconds of a limit are CPU time of the calling thread; `prove`: an exact answer or nothing.

        Who asks for a proof and one line gets the exact best move alone; the others are solved where they can be.
        """
        self._prove = prove
        super().__init__(call("line_engine_new", small(hash_mb), prove), cpu_time=cpu_time)

    def clear(self) -> None:
        """Forget everything learned from earlier analyses."""
        call("line_engine_clear", self._handle)

    def analyze(
        self,
        position: Position,
        limit: Limit = NO_LIMIT,
        *,
        lines: int | None = None,
        progress: Progress | None = None,
        stop: threading.Event | None = None,
    ) -> Analysis:
        """As every Analyzer does it; without any limit it thinks until `stop`, or until everything is proved.

        `progress` is told after every depth.
        """
        if not isinstance(position, LinePosition):
            raise EngineError("the engine plays line games only")
        every_move = lines is None or not self._prove
        return self._run("line_engine_analyze", _plain(position), limit, lines, progress, stop, every_move)
