"""Our engine as a program that speaks CodinGame's protocol of Ultimate.

Every turn it reads where the opponent went (`-1 -1` when nobody has moved yet), the number of legal cells and the
cells themselves, all as `row column` counted from 0, and answers with its own cell. All boards decided without a line
of three: more boards win.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import TextIO

from noughts.analysis import Limit
from noughts.errors import NotationError
from noughts.native.ultimate import Engine
from noughts.rules.mark import Move
from noughts.rules.ultimate import UltimatePosition, ultimate

FIRST_SECONDS = 0.4
"""Of the 1000 ms that the first answer may take; Python takes the rest to start."""
SECONDS = 0.085
"""Of the 100 ms that every other answer may take."""


def serve_codingame(lines: Iterable[str], output: TextIO) -> None:
    """Play one game; the end of input ends it."""
    position = ultimate(count_rule=True)
    turns = _turns(iter(lines))
    with Engine() as engine:
        for seconds, (opponent, legal) in zip(_times(), turns, strict=False):
            if opponent is not None:
                position = position.play(opponent)
            if set(position.legal_moves()) != set(legal):
                raise NotationError("the legal cells are not those of the game so far")
            best = engine.analyze(position, Limit(seconds=seconds)).best
            assert best is not None
            position = position.play(best.move)
            print(*position.row_and_column(best.move), file=output, flush=True)


def _times() -> Iterator[float]:
    yield FIRST_SECONDS
    while True:
        yield SECONDS


def _turns(lines: Iterator[str]) -> Iterator[tuple[Move | None, list[Move]]]:
    """What each turn tells: the opponent's move and the legal moves."""
    start = ultimate(count_rule=True)
    for line in lines:
        if not line.strip():
            continue
        opponent = None if line.split() == ["-1", "-1"] else _cell(line, start)
        count = next(lines, "").strip()
        if not re.fullmatch(r"[1-9][0-9]?", count):
            raise NotationError(f"expected the number of legal cells, got {count!r}")
        yield opponent, [_cell(next(lines, ""), start) for _ in range(int(count))]


def _cell(text: str, start: UltimatePosition) -> Move:
    pair = re.fullmatch(r"\s*([0-8])\s+([0-8])\s*", text)
    if not pair:
        raise NotationError(f"expected a row and a column from 0 to 8, got {text.strip()!r}")
    return start.move_at(int(pair[1]), int(pair[2]))
