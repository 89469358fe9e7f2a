"""What a search can be told to do differently: the order of moves and the scores of finished games."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import TypeAlias

from noughts.analysis import Score, final_score
from noughts.rules.line_game import Grid, LinePosition
from noughts.rules.position import Move, Position
from noughts.rules.ultimate import SMALL

Order: TypeAlias = Callable[[Position, Sequence[Move]], Sequence[Move]]
"""Sorts the moves of a position in the order in which they are tried."""

Scoring: TypeAlias = Callable[[Position, int], Score]
"""The score of a finished game that lies so many plies below the root."""


def reading_order(position: Position, moves: Sequence[Move]) -> Sequence[Move]:
    """As they come: row by row."""
    return moves


def centre_first(position: Position, moves: Sequence[Move]) -> Sequence[Move]:
    """Cells on many lines first: on 3x3 the centre, the corners, the edges, each in reading order."""
    if isinstance(position, LinePosition):
        rank = _ranks(position.grid)
        return sorted(moves, key=rank.__getitem__)
    rank = _ranks(SMALL)
    return sorted(moves, key=lambda move: (rank[move % 9], rank[move // 9]))


@cache
def _ranks(grid: Grid) -> tuple[int, ...]:
    return tuple(-len(lines) for lines in grid.lines_through)


def plain(position: Position, ply: int) -> Score:
    """A win is a win, however long it takes."""
    assert position.outcome is not None
    return final_score(position.outcome, position.to_move)


def quicker_wins(position: Position, ply: int) -> Score:
    """A win is worth more the sooner it comes, a loss the later."""
    score = plain(position, ply)
    return score - ply if score > 0 else score + ply if score < 0 else score
