"""Minimax and alpha-beta as an Analyzer: every move ranked, deeper and deeper."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable

from noughts.analysis import (
    DRAW,
    NO_LIMIT,
    Analysis,
    Limit,
    Progress,
    RankedMove,
    Score,
    is_proved_win,
    plies_to_end,
    score_for_parent,
)
from noughts.evaluation import estimate
from noughts.rules.mark import Move
from noughts.rules.position import Position
from noughts.search.alphabeta import alphabeta
from noughts.search.budget import Budget, OutOfBudgetError
from noughts.search.choices import Order, reading_order
from noughts.search.trace import LineRecorder, TraceGroup

MOST_PLIES = 81 * 9
"""No game lasts longer."""


class SearchAnalyzer:
    """Ranks the moves of any game with one of the readable searches."""

    def __init__(
        self,
        algorithm: Callable[..., Score] = alphabeta,
        *,
        estimate: Callable[[Position], Score] = estimate,
        order: Order = reading_order,
    ) -> None:
        self._algorithm = algorithm
        self._estimate = estimate
        self._order = order

    def analyze(
        self,
        position: Position,
        limit: Limit = NO_LIMIT,
        *,
        lines: int | None = None,
        progress: Progress | None = None,
        stop: threading.Event | None = None,
    ) -> Analysis:
        """All moves ranked, one ply deeper at a time, until nothing is estimated or the limit is reached."""
        budget = Budget(limit, stop)
        unseen = tuple(RankedMove(move, DRAW, (move,)) for move in position.legal_moves())
        found = Analysis(unseen, 0, 0, 0.0, solved=not unseen)
        with contextlib.suppress(OutOfBudgetError):
            for depth in range(1, (limit.depth or MOST_PLIES) + 1):
                if found.solved or is_proved_win(found.moves[0].score):
                    break
                found = self._at_depth(position, depth, found.moves, budget)
                if progress is not None:
                    progress(found)
        return Analysis(found.moves, found.depth, budget.nodes, budget.seconds, found.solved).top(lines)

    def clear(self) -> None:
        """It learns nothing."""

    def close(self) -> None:
        """There is nothing to give back."""

    def _at_depth(self, position: Position, depth: int, ranked: tuple[RankedMove, ...], budget: Budget) -> Analysis:
        estimates = 0

        def counted_estimate(position: Position) -> Score:
            nonlocal estimates
            estimates += 1
            return self._estimate(position)

        def rank(move: Move) -> RankedMove:
            nonlocal estimates
            estimates = 0
            line = LineRecorder()
            below = self._algorithm(
                position.play(move),
                depth=depth - 1,
                estimate=counted_estimate,
                order=self._order,
                trace=TraceGroup(budget, line),
            )
            score = score_for_parent(below)
            exact = estimates == 0 or plies_to_end(score) is not None
            return RankedMove(move, score, (move, *line.line), exact)

        moves = sorted((rank(ranked_move.move) for ranked_move in ranked), key=lambda found: -found.score)
        solved = all(found.exact for found in moves)
        return Analysis(tuple(moves), depth, budget.nodes, budget.seconds, solved)
