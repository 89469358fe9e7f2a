"""Begins with 0 instead of a value that is worse than all others."""

from __future__ import annotations

from functools import cache

from noughts.learn.scores import SCORES
from noughts.rules.line_game import LinePosition
from noughts.rules.mark import Mark, Move


def best_move(position: LinePosition) -> Move:
    moves = position.legal_moves()
    better = max if position.to_move is Mark.X else min
    return better(moves, key=lambda move: value(position.play(move)))


@cache
def value(position: LinePosition) -> int:
    if position.outcome is not None:
        return SCORES[position.outcome]
    best = 0
    for move in position.legal_moves():
        found = value(position.play(move))
        best = max(best, found) if position.to_move is Mark.X else min(best, found)
    return best
