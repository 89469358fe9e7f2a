"""Positions of line games for tests; the same in every run."""

from __future__ import annotations

import random
from collections.abc import Iterator

from noughts.rules.line_game import LinePosition, line_game
from noughts.rules.mark import Move

SIZES = [
    (1, 1, 1), (2, 1, 2), (1, 5, 3), (3, 3, 3), (4, 3, 4), (4, 4, 3), (5, 4, 4), (6, 3, 1), (7, 7, 5), (8, 8, 4),
    (9, 9, 5), (10, 11, 3), (15, 15, 5), (16, 16, 6), (26, 1, 2), (26, 26, 6), (26, 26, 26),
]  # fmt: skip
"""Boards of one word, two, four and eleven in the core, and lines of every kind."""


def random_play(
    size: tuple[int, int, int], count: int, seed: int, *, most_empty: int | None = None, near: bool = False
) -> Iterator[tuple[list[Move], LinePosition]]:
    """Games broken off at a random moment before the end, with the moves that were played.

    `near`: every move is next to another, so that large boards get threats.
    """
    chance = random.Random(seed)
    start = line_game(*size)
    while count > 0:
        position, moves = start, list[Move]()
        for _ in range(chance.randrange(start.grid.cells)):
            legal = position.legal_moves()
            close = [move for move in legal if _touches(position, move)] if near and moves else legal
            move = chance.choice(close or legal)
            after = position.play(move)
            if after.outcome is not None:
                break
            moves.append(move)
            position = after
        if most_empty is None or len(position.legal_moves()) <= most_empty:
            count -= 1
            yield moves, position


def _touches(position: LinePosition, move: Move) -> bool:
    columns, rows = position.grid.columns, position.grid.rows
    row, column = divmod(move, columns)
    return any(
        position.mark_at(r * columns + c) is not None
        for r in range(max(0, row - 1), min(rows, row + 2))
        for c in range(max(0, column - 1), min(columns, column + 2))
    )
