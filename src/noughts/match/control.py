"""How long the players of a match may think."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass

from noughts.errors import NotationError
from noughts.protocol.messages import Go
from noughts.rules.mark import Mark

MARGIN = 0.05
"""Seconds by which an answer may be late: on its way through pipes and a busy machine."""
LONGEST_SILENCE = 60.0
"""Seconds after which a program that has no time limit counts as silent."""


@dataclass(frozen=True)
class Control:
    """The limits of each move, and the clock of a whole game; what is None does not limit."""

    movetime: float | None = None
    """Seconds a move."""
    nodes: int | None = None
    depth: int | None = None
    base: float | None = None
    """Seconds a game."""
    increment: float = 0.0
    """Seconds that each move adds to the clock."""

    def __str__(self) -> str:
        words = []
        if self.movetime is not None:
            words.append(f"{self.movetime * 1000:g} ms a move")
        if self.base is not None:
            words.append(f"{self.base:g}+{self.increment:g} s")
        if self.nodes is not None:
            words.append(f"{self.nodes:,} nodes a move")
        if self.depth is not None:
            words.append(f"depth {self.depth}")
        return ", ".join(words) or "no limit"


def parse_clock(text: str) -> tuple[float, float]:
    """Seconds a game and seconds a move.

    >>> parse_clock("10+0.1"), parse_clock("60")
    ((10.0, 0.1), (60.0, 0.0))
    """
    parts = re.fullmatch(r"([0-9]+(?:\.[0-9]+)?)(?:\+([0-9]+(?:\.[0-9]+)?))?", text)
    numbers = [float(number or 0) for number in parts.groups()] if parts else []
    if not numbers or not all(map(math.isfinite, numbers)) or numbers[0] <= 0:
        raise NotationError(f"expected seconds a game and seconds a move like '10+0.1', got {text!r}")
    return numbers[0], numbers[1]


class ThinkingTime:
    """The time of one player in one game."""

    def __init__(self, control: Control, margin: float) -> None:
        self.control = control
        self.used = 0.0
        self._left = control.base
        self._margin = margin

    def go(self, mark: Mark, other: ThinkingTime) -> Go:
        """What to tell the player."""
        control = self.control
        movetime = None if control.movetime is None else round(control.movetime * 1000)
        if self._left is None:
            return Go(movetime, control.depth, control.nodes)
        clocks = {mark: self, mark.other: other}
        p1, p2 = (_milliseconds(clocks[side]._left) for side in Mark)
        p1_increment, p2_increment = (round(clocks[side].control.increment * 1000) for side in Mark)
        return Go(movetime, control.depth, control.nodes, p1, p2, p1_increment, p2_increment)

    def allowed(self) -> float | None:
        """Seconds for this move, the margin included; None when time does not count."""
        limits = [limit for limit in (self.control.movetime, self._left) if limit is not None]
        return min(limits) + self._margin if limits else None

    def take(self, seconds: float) -> None:
        """Count the time of a move that came in time."""
        self.used += seconds
        if self._left is not None:
            self._left = max(0.0, self._left - seconds) + self.control.increment


def _milliseconds(seconds: float | None) -> int:
    return 60_000 if seconds is None else max(1, round(seconds * 1000))
