"""Takes the last of equal moves, although alpha-beta knows only a bound for it."""

from __future__ import annotations

from functools import cache

from noughts.learn.scores import SCORES
from noughts.rules.line_game import LinePosition
from noughts.rules.mark import Mark, Move


def best_move(position: LinePosition) -> Move:
    alpha, beta, best = -99, 99, -1
    for move in position.legal_moves():
        found = value(position.play(move), alpha, beta)
        if position.to_move is Mark.X and found >= alpha:
            alpha, best = found, move
        elif position.to_move is Mark.O and found <= beta:
            beta, best = found, move
    return best


@cache
def value(position: LinePosition, alpha: int, beta: int) -> int:
    if position.outcome is not None:
        return SCORES[position.outcome]
    best = -99 if position.to_move is Mark.X else 99
    for move in position.legal_moves():
        found = value(position.play(move), alpha, beta)
        if position.to_move is Mark.X:
            best, alpha = max(best, found), max(alpha, found)
        else:
            best, beta = min(best, found), min(beta, found)
        if alpha >= beta:
            break
    return best
