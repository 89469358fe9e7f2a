"""Alpha-beta: minimax that does not look where the answer cannot change."""

from __future__ import annotations

from collections.abc import Callable

from noughts.analysis import INFINITY, Score
from noughts.evaluation import estimate as estimate_position
from noughts.rules.mark import Move
from noughts.rules.position import Position
from noughts.search.choices import Order, Scoring, quicker_wins, reading_order
from noughts.search.trace import NO_TRACE, Trace


def alphabeta(
    position: Position,
    *,
    depth: int | None = None,
    estimate: Callable[[Position], Score] = estimate_position,
    order: Order = reading_order,
    scoring: Scoring = quicker_wins,
    trace: Trace | None = NO_TRACE,
    alpha: Score = -INFINITY,
    beta: Score = INFINITY,
    ply: int = 0,
) -> Score:
    """The same value as minimax, from fewer positions.

    The window (alpha, beta) says what is at stake: the side to move has alpha already, somewhere else, and the
    opponent will not let it have beta or more. A score is exact inside of the window and a bound outside of it.
    With a window and a `ply` of its own, the part of a larger search that begins so many plies below its root.

    >>> from noughts.notation import parse_position
    >>> from noughts.search.trace import Counter
    >>> counter = Counter()
    >>> alphabeta(parse_position("start"), trace=counter), counter.total_visited
    (0, 20866)
    """

    def value(move: Move | None, position: Position, depth: int, ply: int, alpha: Score, beta: Score) -> Score:
        if trace is not None:
            trace.enter(move, position, alpha, beta)
        if position.outcome is not None:
            best = scoring(position, ply)
        elif depth == 0:
            best = estimate(position)
        else:
            best = -INFINITY
            moves = order(position, position.legal_moves())
            for tried, move in enumerate(moves, start=1):
                best = max(best, -value(move, position.play(move), depth - 1, ply + 1, -beta, -alpha))
                alpha = max(alpha, best)
                if alpha >= beta:
                    if trace is not None and tried < len(moves):
                        trace.cut(len(moves) - tried)
                    break
        if trace is not None:
            trace.leave(best)
        return best

    return value(None, position, -1 if depth is None else depth, ply, alpha, beta)
