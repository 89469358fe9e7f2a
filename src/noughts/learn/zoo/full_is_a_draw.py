"""Asks whether the board is full before it asks whether somebody has won."""

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
    if all(position.mark_at(cell) for cell in range(9)):
        return 0
    if position.outcome is not None:
        return SCORES[position.outcome]
    values = [value(position.play(move)) for move in position.legal_moves()]
    return max(values) if position.to_move is Mark.X else min(values)
