"""Who says what to play."""

from __future__ import annotations

import random
from typing import Protocol

from noughts.analysis import NO_LIMIT, Analyzer, Limit
from noughts.rules.position import Move, Position


class Player(Protocol):
    """Says what to play. A human is a seat without one."""

    @property
    def name(self) -> str: ...

    def choose_move(self, position: Position, limit: Limit) -> Move:
        """A legal move; the position is not over."""


class RandomPlayer:
    """Plays any legal move, each as likely as the others; different every run unless seeded."""

    name = "random"

    def __init__(self, seed: int | None = None) -> None:
        self._random = random.Random(seed)

    def choose_move(self, position: Position, limit: Limit = NO_LIMIT) -> Move:
        return self._random.choice(position.legal_moves())


class AnalyzerPlayer:
    """Plays the first of the moves that an analyzer ranks best."""

    def __init__(self, name: str, analyzer: Analyzer) -> None:
        self.name = name
        self._analyzer = analyzer

    def choose_move(self, position: Position, limit: Limit) -> Move:
        best = self._analyzer.analyze(position, limit).best
        if best is None:
            raise ValueError("the game is over")
        return best.move
