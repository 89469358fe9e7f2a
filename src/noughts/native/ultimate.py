"""Ultimate in the native core: rules, evaluation, and the Engine."""

from __future__ import annotations

import ctypes
import threading
import weakref
from collections.abc import Sequence
from functools import cache

from noughts.analysis import NO_LIMIT, Analysis, Limit, Progress, Score
from noughts.errors import EngineError
from noughts.native.core import PROTOTYPES, PlainLimits, call, function, small
from noughts.native.engine import NativeEngine, PlainReport
from noughts.network import network_weights
from noughts.rules.mark import Mark, Move
from noughts.rules.position import Position
from noughts.rules.ultimate import FULL, UltimatePosition


class _PlainPosition(ctypes.Structure):
    """noughts_position of native/c_api.h."""

    _fields_ = (
        ("cells", ctypes.c_uint16 * 9 * 2),
        ("target", ctypes.c_uint8),
        ("to_move", ctypes.c_uint8),
        ("count_rule", ctypes.c_uint8),
    )


class _PlainSample(ctypes.Structure):
    """noughts_sample."""

    _fields_ = (
        ("patterns", ctypes.c_uint16 * 9),
        ("target", ctypes.c_uint8),
        ("result", ctypes.c_int8),
        ("score", ctypes.c_int16),
    )


class _PlainRankedMove(ctypes.Structure):
    """noughts_ranked_move."""

    _fields_ = (
        ("score", ctypes.c_int32),
        ("move", ctypes.c_uint8),
        ("exact", ctypes.c_uint8),
        ("line_size", ctypes.c_uint8),
        ("line", ctypes.c_uint8 * 81),
    )


class _PlainReport(PlainReport):
    """noughts_report."""

    _fields_ = (("moves", _PlainRankedMove * 81),)


_ProgressCallback = ctypes.CFUNCTYPE(None, ctypes.POINTER(_PlainReport))

_POSITION, _INT32, _INT64 = ctypes.POINTER(_PlainPosition), ctypes.c_int32, ctypes.c_int64
_UINT64_OUT = ctypes.POINTER(ctypes.c_uint64)
PROTOTYPES.update(
    {
        "perft": (_INT64, [_POSITION, ctypes.c_char_p, _INT32, _INT32]),
        "keys": (_INT32, [_POSITION, ctypes.c_char_p, _INT32, _UINT64_OUT, _UINT64_OUT]),
        "play_out": (_INT32, [_POSITION, _INT64, ctypes.c_uint64, ctypes.POINTER(_INT64)]),
        "evaluation_new": (_INT64, [ctypes.POINTER(_INT32), _INT64]),
        "evaluate": (_INT32, [_INT64, _POSITION, _INT32, ctypes.POINTER(_INT32)]),
        "fixed_depth": (_INT32, [_INT64, _POSITION, _INT32, _INT32, ctypes.POINTER(_INT32)]),
        "bench": (_INT64, [_INT64]),
        "self_play": (_INT64, [_INT64, _POSITION, _INT64, _INT32, _INT64, ctypes.c_uint64, ctypes.c_void_p, _INT64]),
        "engine_new": (_INT64, [_INT64, _INT64, _INT32]),
        "engine_analyze": (
            _INT32,
            [_INT64, _POSITION, ctypes.POINTER(PlainLimits), _ProgressCallback, ctypes.POINTER(_PlainReport)],
        ),
        "engine_clear": (_INT32, [_INT64]),
        "engine_tune": (_INT32, [_INT64, ctypes.c_char_p, _INT32]),
    }
)


def _plain(position: UltimatePosition) -> _PlainPosition:
    plain = _PlainPosition(target=position.target, to_move=position.to_move is Mark.O, count_rule=position.count_rule)
    for side, mark in enumerate(Mark):
        cells = position.cells_of(mark)
        for board in range(9):
            plain.cells[side][board] = cells >> 9 * board & FULL
    return plain


def perft(position: UltimatePosition, depth: int, *, after: Sequence[Move] = ()) -> int:
    """`noughts.rules.position.perft`, some fifty times faster; counts after the core has played some moves."""
    if depth < 0:
        raise ValueError(f"depth is at least 0, got {depth}")
    return call("perft", _plain(position), bytes(after), len(after), small(depth))


def keys(position: UltimatePosition, *, after: Sequence[Move] = ()) -> tuple[int, int]:
    """The key of a position after some moves: as the core keeps it up to date, and as it computes it afresh."""
    kept, computed = ctypes.c_uint64(), ctypes.c_uint64()
    call("keys", _plain(position), bytes(after), len(after), kept, computed)
    return kept.value, computed.value


def play_out(position: UltimatePosition, games: int, seed: int = 1) -> tuple[int, int, int, int]:
    """How many random games X wins, O wins, nobody wins, and how many plies they take together."""
    counts = (_INT64 * 4)()
    call("play_out", _plain(position), games, seed, counts)
    return counts[0], counts[1], counts[2], counts[3]


class NativeEvaluation:
    """The networks of both end rules in the core, from weights of `noughts.network`, those of `ultimate` first."""

    def __init__(self, weights: Sequence[int]) -> None:
        self.handle = call("evaluation_new", (_INT32 * len(weights))(*weights), len(weights))
        weakref.finalize(self, function("free"), self.handle)

    def estimate(self, position: UltimatePosition, *, loops: int = 2) -> Score:
        """The twin of `noughts.network.Network.estimate`.

        Loops: 0 for every processor, 1 with AVX2, 2 with AVX-512, as far as this one has them.
        """
        score = _INT32()
        call("evaluate", self.handle, _plain(position), loops, score)
        return score.value

    def fixed_depth(self, position: UltimatePosition, depth: int, *, with_table: bool = True) -> Score:
        """The twin of `noughts.search.alphabeta`: a search without selective pruning."""
        score = _INT32()
        call("fixed_depth", self.handle, _plain(position), depth, with_table, score)
        return score.value

    def bench(self) -> int:
        """The signature of the engine: its nodes for a fixed list of positions at a fixed depth."""
        return call("bench", self.handle)

    def self_play(
        self, book: Sequence[UltimatePosition], *, count_rule: bool, nodes: int, seed: int, capacity: int
    ) -> bytes:
        """Up to `capacity` samples (noughts_sample of native/c_api.h) of the engine playing against itself.

        Some of the games begin with a position of the book, the others after random moves.
        """
        samples = (_PlainSample * capacity)()
        starts = (_PlainPosition * len(book))(*map(_plain, book))
        count = call("self_play", self.handle, starts, len(book), count_rule, nodes, seed, samples, capacity)
        return bytes(memoryview(samples).cast("B")[: count * ctypes.sizeof(_PlainSample)])


@cache
def native_evaluation() -> NativeEvaluation:
    """The evaluation that noughts ships."""
    return NativeEvaluation([*network_weights(count_rule=False), *network_weights(count_rule=True)])


class Engine(NativeEngine):
    """The strong player of Ultimate: an Analyzer that searches in native code.

    >>> from noughts.rules.ultimate import ultimate
    >>> with Engine(hash_mb=1) as engine:
    ...     len(engine.analyze(ultimate(), Limit(depth=4), lines=3).moves)
    3
    """

    Report, Callback = _PlainReport, _ProgressCallback

    def __init__(
        self,
        *,
        hash_mb: int = 16,
        threads: int = 1,
        cpu_time: bool = False,
        evaluation: NativeEvaluation | None = None,
    ) -> None:
        """`cpu_time`: seconds of a limit are CPU time of the calling thread, for fair matches on a busy machine."""
        self._evaluation = evaluation or native_evaluation()
        handle = call("engine_new", self._evaluation.handle, small(hash_mb), small(threads))
        super().__init__(handle, cpu_time=cpu_time)

    def clear(self) -> None:
        """Forget everything learned from earlier analyses."""
        call("engine_clear", self._handle)

    def tune(self, **numbers: int) -> None:
        """Set numbers of the search by the names of native/tuning.hpp, to measure what they are worth."""
        for name, value in numbers.items():
            call("engine_tune", self._handle, name.encode(), value)

    def analyze(
        self,
        position: Position,
        limit: Limit = NO_LIMIT,
        *,
        lines: int | None = None,
        progress: Progress | None = None,
        stop: threading.Event | None = None,
    ) -> Analysis:
        """As every Analyzer does it; without any limit it thinks until `stop`.

        `progress` is told after every depth.
        """
        if not isinstance(position, UltimatePosition):
            raise EngineError("the engine plays Ultimate only")
        return self._run("engine_analyze", _plain(position), limit, lines, progress, stop)
