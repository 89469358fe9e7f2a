"""Making a book of even openings: random first moves, kept where a search sees no advantage for either side."""

from __future__ import annotations

import contextlib
import random
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from dataclasses import dataclass

from noughts.analysis import Analyzer, Limit
from noughts.analyzers import strongest
from noughts.notation import ULTIMATE, start_position
from noughts.rules.mark import Move
from noughts.rules.position import Position, after

BATCH = 60
"""Candidates that are judged at a time: about a second of work."""
FRUITLESS = 20
"""After so many batches without a new opening there are no more."""
FIRST_LOOK = 10
"""The first look visits so many times fewer positions, and sorts out what is clearly uneven."""


@dataclass(frozen=True)
class BookPlan:
    """Which openings are wanted. The same plan gives the same book on every machine."""

    game: str = "ultimate"
    plies: tuple[int, int] = (4, 8)
    """The least and the most."""
    window: int = 60
    """How far from even the score may be, for either side."""
    nodes: int = 50_000
    seed: int = 1

    def candidate(self, number: int) -> tuple[Move, ...]:
        """Random moves of a random number; empty when they end the game."""
        chance = random.Random(f"{self.seed}/{number}")
        position = start_position(self.game)
        moves = []
        for _ in range(chance.randint(*self.plies)):
            if not (legal := position.legal_moves()):
                return ()
            moves.append(chance.choice(legal))
            position = position.play(moves[-1])
        return tuple(moves) if position.outcome is None else ()


def judge(plan: BookPlan, numbers: range) -> list[tuple[Move, ...]]:
    """Those of some candidates that are even; in Ultimate by either end rule."""
    even = []
    looks = (plan.nodes // FIRST_LOOK or 1, plan.nodes)
    with contextlib.closing(strongest(start_position(plan.game), hash_mb=4)) as analyzer:
        for moves in filter(None, map(plan.candidate, numbers)):
            rules = [
                after(start_position(game), moves) for game in (ULTIMATE if plan.game in ULTIMATE else (plan.game,))
            ]
            if all(abs(_score(analyzer, each, nodes)) <= plan.window for nodes in looks for each in rules):
                even.append(moves)
    return even


def make_book(
    plan: BookPlan, count: int, executor: Executor, jobs: int, found: Callable[[int], None] = lambda total: None
) -> Iterator[tuple[Move, ...]]:
    """So many different even openings, none the mirror image of another; `found` hears how many there are.

    Small games have fewer: after many candidates without a new one it ends.
    """
    seen: set[Position] = set()
    running: deque[Future[list[tuple[Move, ...]]]] = deque()
    first = fruitless = 0
    while len(seen) < count and fruitless < FRUITLESS:
        while len(running) < 2 * jobs:
            running.append(executor.submit(judge, plan, range(first, first + BATCH)))
            first += BATCH
        fruitless += 1
        for moves in running.popleft().result():
            key = after(start_position(plan.game), moves).canonical()
            if key not in seen and len(seen) < count:
                seen.add(key)
                fruitless = 0
                yield moves
        found(len(seen))


def _score(analyzer: Analyzer, position: Position, nodes: int) -> int:
    analyzer.clear()
    best = analyzer.analyze(position, Limit(nodes=nodes)).best
    assert best is not None
    return best.score
