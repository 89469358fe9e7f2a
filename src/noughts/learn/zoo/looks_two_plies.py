"""Stops two plies below the root and takes what it does not know for a draw."""

from __future__ import annotations

from functools import cache

from noughts.learn.scores import SCORES
from noughts.rules.line_game import LinePosition
from noughts.rules.mark import Mark, Move


def best_move(position: LinePosition) -> Move:
    moves = position.legal_moves()
    better = max if position.to_move is Mark.X else min
    return better(moves, key=lambda move: value(position.play(move), 2))


@cache
def value(position: LinePosition, depth: int) -> int:
    if position.outcome is not None:
        return SCORES[position.outcome]
    if depth == 0:
        return 0
    values = [value(position.play(move), depth - 1) for move in position.legal_moves()]
    return max(values) if position.to_move is Mark.X else min(values)
