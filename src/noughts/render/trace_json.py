"""A search as one JSON document of everything it tells, written while it runs."""

from __future__ import annotations

import json
from collections.abc import Callable

from noughts.analysis import INFINITY, WIN, Score
from noughts.notation import format_move, format_position
from noughts.rules.mark import Mark, Move
from noughts.rules.position import Position
from noughts.words import score_for_x


class TraceJson:
    """A Trace that writes `{"events": [...]}`: scores and windows are for X, 10, 0 and -10 as `TraceText` has them."""

    def __init__(self, write: Callable[[str], object]) -> None:
        self._write = write
        self._movers: list[Mark] = []
        self._written = 0

    def __enter__(self) -> TraceJson:
        self._write('{"events": [')
        return self

    def __exit__(self, *_: object) -> None:
        self._write("]}\n")

    def enter(self, move: Move | None, position: Position, alpha: Score, beta: Score) -> None:
        mover = position.to_move
        low, high = (alpha, beta) if mover is Mark.X else (-beta, -alpha)
        name = None if move is None else format_move(move, position)
        self._movers.append(mover)
        self._tell("enter", name, format_position(position), plain_scale(low), plain_scale(high))

    def cut(self, skipped: int) -> None:
        self._tell("cut", skipped)

    def leave(self, score: Score) -> None:
        self._tell("leave", plain_scale(score_for_x(score, self._movers.pop())))

    def _tell(self, *event: object) -> None:
        self._write(f"{', ' if self._written else ''}{json.dumps(event)}")
        self._written += 1


def plain_scale(score: Score) -> int | None:
    """A score or a bound with a win as 10; None without a bound, estimates as they are.

    >>> [plain_scale(score) for score in (30_000, -30_000, 0, 45, 30_001)]
    [10, -10, 0, 45, None]
    """
    named: dict[Score, int | None] = {WIN: 10, -WIN: -10, INFINITY: None, -INFINITY: None}
    return named.get(score, score)
