"""Knows seven of the eight lines."""

from __future__ import annotations

from functools import cache

from noughts.rules.line_game import LinePosition
from noughts.rules.mark import Mark, Move

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8)]


def best_move(position: LinePosition) -> Move:
    moves = position.legal_moves()
    better = max if position.to_move is Mark.X else min
    return better(moves, key=lambda move: value(position.play(move)))


@cache
def value(position: LinePosition) -> int:
    for line in LINES:
        marks = {position.mark_at(cell) for cell in line}
        if len(marks) == 1 and marks != {None}:
            return 10 if marks == {Mark.X} else -10
    values = [value(position.play(move)) for move in position.legal_moves()]
    if not values:
        return 0
    return max(values) if position.to_move is Mark.X else min(values)
