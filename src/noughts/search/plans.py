"""A search by the names of its parts, from any node on: recorded as a tree, or only counted."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from noughts.analysis import INFINITY, Limit, Score
from noughts.errors import IllegalMoveError, NotPossibleError
from noughts.rules.mark import Move
from noughts.rules.position import Position
from noughts.search.alphabeta import alphabeta
from noughts.search.budget import Budget, OutOfBudgetError
from noughts.search.choices import Order, Scoring, centre_first, plain, quicker_wins, reading_order
from noughts.search.minimax import minimax
from noughts.search.trace import Trace, TreeRecorder

ALGORITHMS: dict[str, Callable[..., Score]] = {"minimax": minimax, "alphabeta": alphabeta}
ORDERS: dict[str, Order] = {"reading": reading_order, "centre": centre_first}
SCORINGS: dict[str, Scoring] = {"plain": plain, "quicker": quicker_wins}

MOST_POSITIONS = 2_000_000
"""A search that visits more is refused."""
LARGEST_BOARD = 81
"""On boards with more cells every position costs more, and so many fewer are allowed."""
MOST_COUNTED = 200_000
"""How many different positions are looked at to count all lines of play."""


@dataclass(frozen=True, slots=True)
class SearchPlan:
    """Which search to run; with a window and a ply, the part of a larger one that begins at an inner node."""

    algorithm: str = "minimax"
    order: str | tuple[Move, ...] = "reading"
    """A name, or the moves of the root in the order to try them; those left out follow, and below the root all are
    tried in reading order."""
    scoring: str = "plain"
    depth: int | None = None
    alpha: Score = -INFINITY
    """For the side to move, like beta; minimax has no window."""
    beta: Score = INFINITY
    ply: int = 0
    """How far the position lies below the root of the larger search."""

    def order_from(self, root: Position) -> Order:
        return ORDERS[self.order] if isinstance(self.order, str) else root_order(root, self.order)

    def run(self, position: Position, trace: Trace) -> Score:
        window = {"alpha": self.alpha, "beta": self.beta} if self.algorithm == "alphabeta" else {}
        return ALGORITHMS[self.algorithm](
            position,
            depth=self.depth,
            order=self.order_from(position),
            scoring=SCORINGS[self.scoring],
            trace=trace,
            ply=self.ply,
            **window,
        )


def root_order(root: Position, first: Sequence[Move]) -> Order:
    """These moves of the root first, each legal and named once; everything else in reading order."""
    if strange := [move for move in first if move not in root.legal_moves()]:
        root.play(strange[0])  # says why
    if len(set(first)) < len(first):
        twice = next(move for place, move in enumerate(first) if move in first[:place])
        raise IllegalMoveError(root, twice, "it is in the order already")

    def order(position: Position, moves: Sequence[Move]) -> Sequence[Move]:
        return [*first, *(move for move in moves if move not in first)] if position is root else moves

    return order


class BoundedRecorder(TreeRecorder):
    """Records a search until its budget is spent."""

    def __init__(self, most: int, budget: Budget) -> None:
        super().__init__(most)
        self._budget = budget

    def enter(self, move: Move | None, position: Position, alpha: Score, beta: Score) -> None:
        self._budget.spend_node()
        super().enter(move, position, alpha, beta)


def record_search(position: Position, plan: SearchPlan, most: int, stop: threading.Event | None = None) -> TreeRecorder:
    """The tree of a search, its first `most` nodes with their children; NotPossibleError when it is too large."""
    recorder = BoundedRecorder(most, _budget(position, stop))
    _run_bounded(position, plan, recorder)
    return recorder


def _budget(position: Position, stop: threading.Event | None) -> Budget:
    nodes = MOST_POSITIONS * LARGEST_BOARD // max(LARGEST_BOARD, position.cells)
    return Budget(Limit(nodes=nodes), stop)


def _run_bounded(position: Position, plan: SearchPlan, listener: Trace) -> None:
    try:
        plan.run(position, listener)
    except OutOfBudgetError:
        most = f"{MOST_POSITIONS:,}"
        raise NotPossibleError(f"this search is too large (more than {most} positions): give a smaller depth") from None


class TreeSizes:
    """How many positions minimax visits below the positions of one search, each different one looked at once."""

    def __init__(self, root: Position, depth: int | None = None, most: int = MOST_COUNTED) -> None:
        self._most = most
        self.sizes: dict[Position, int] = {}
        self.total = self._count(root, -1 if depth is None else depth)
        """Of the whole tree; None when there are too many different positions."""

    def _count(self, position: Position, depth: int) -> int | None:
        if position in self.sizes:  # equal positions lie equally deep
            return self.sizes[position]
        size = 1
        if depth:
            for move in position.legal_moves():
                below = self._count(position.play(move), depth - 1)
                if below is None:
                    return None
                size += below
        if len(self.sizes) >= self._most:
            return None
        self.sizes[position] = size
        return size


class SearchCosts(NamedTuple):
    """What it costs to know the value of one position: positions visited, or entries that a table needs."""

    minimax: int
    alphabeta: int
    alphabeta_centre: int
    table: int
    """Different positions."""
    symmetry: int
    """Different positions up to symmetry."""


def compare_searches(position: Position, depth: int | None = None, stop: threading.Event | None = None) -> SearchCosts:
    """The same position searched in several ways; NotPossibleError when it is too large."""
    sizes = TreeSizes(position, depth)
    if sizes.total is None:
        raise NotPossibleError(f"there are more than {MOST_COUNTED:,} different positions here: give a smaller depth")
    return SearchCosts(
        sizes.total,
        _visited(position, SearchPlan("alphabeta", "reading", depth=depth), stop),
        _visited(position, SearchPlan("alphabeta", "centre", depth=depth), stop),
        len(sizes.sizes),
        len({each.canonical() for each in sizes.sizes}),
    )


def _visited(position: Position, plan: SearchPlan, stop: threading.Event | None) -> int:
    budget = _budget(position, stop)
    _run_bounded(position, plan, budget)
    return budget.nodes
