"""Minimax: the value of a position when both sides play their best."""

from __future__ import annotations

from collections.abc import Callable

from noughts.analysis import INFINITY, Score
from noughts.evaluation import estimate as estimate_position
from noughts.rules.mark import Move
from noughts.rules.position import Position
from noughts.search.choices import Order, Scoring, quicker_wins, reading_order
from noughts.search.trace import NO_TRACE, Trace


def minimax(
    position: Position,
    *,
    depth: int | None = None,
    estimate: Callable[[Position], Score] = estimate_position,
    order: Order = reading_order,
    scoring: Scoring = quicker_wins,
    trace: Trace | None = NO_TRACE,
    ply: int = 0,
) -> Score:
    """The value for the side to move, by trying every line of play.

    What is best for one side is worst for the other, so the value of a position is the largest of what its moves
    leave to the opponent, with the sign turned. With a depth, `estimate` stands for what lies beyond it.
    With a `ply`, the part of a larger search that begins so many plies below its root.

    >>> from noughts.notation import parse_position
    >>> minimax(parse_position("XOX/OOX/..."))  # X wins with the next move
    29999
    """

    def value(move: Move | None, position: Position, depth: int, ply: int) -> Score:
        if trace is not None:
            trace.enter(move, position, -INFINITY, INFINITY)
        if position.outcome is not None:
            best = scoring(position, ply)
        elif depth == 0:
            best = estimate(position)
        else:
            best = -INFINITY
            for move in order(position, position.legal_moves()):
                best = max(best, -value(move, position.play(move), depth - 1, ply + 1))
        if trace is not None:
            trace.leave(best)
        return best

    return value(None, position, -1 if depth is None else depth, ply)
