"""What a search can be told to do differently: the order of moves and the scores of finished games."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from noughts.analysis import Score, final_score
from noughts.rules.mark import Move
from noughts.rules.position import Position

Order: TypeAlias = Callable[[Position, Sequence[Move]], Sequence[Move]]
"""Sorts the moves of a position in the order in which they are tried."""

Scoring: TypeAlias = Callable[[Position, int], Score]
"""The score of a finished game that lies so many plies below the root."""


def reading_order(position: Position, moves: Sequence[Move]) -> Sequence[Move]:
    """As they come: row by row."""
    return moves


def centre_first(position: Position, moves: Sequence[Move]) -> Sequence[Move]:
    """Cells on many lines first: on 3x3 the centre, the corners, the edges, each in reading order."""
    return sorted(moves, key=position.lines_through, reverse=True)


def plain(position: Position, ply: int) -> Score:
    """A win is a win, however long it takes."""
    assert position.outcome is not None
    return final_score(position.outcome, position.to_move)


def quicker_wins(position: Position, ply: int) -> Score:
    """A win is worth more the sooner it comes, a loss the later."""
    score = plain(position, ply)
    return score - ply if score > 0 else score + ply if score < 0 else score
