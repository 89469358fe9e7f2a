"""Wins where it can, blocks where it must, and otherwise prefers the centre and corners."""

from __future__ import annotations

from noughts.rules.line_game import LinePosition
from noughts.rules.mark import Mark, Move


def best_move(position: LinePosition) -> Move:
    for mark in (position.to_move, position.to_move.other):
        for move in position.legal_moves():
            if wins(position, move, mark):
                return move
    return min(position.legal_moves(), key=[4, 0, 2, 6, 8, 1, 3, 5, 7].index)


def wins(position: LinePosition, move: Move, mark: Mark) -> bool:
    cells = position.cells_of(mark) | 1 << move
    return position.grid.line_in(cells) is not None
