"""A clock for two: so many minutes a game, and some seconds more for each move."""

from __future__ import annotations

import re
import time
from dataclasses import dataclass, field
from typing import NamedTuple

from noughts.errors import NotationError
from noughts.rules.mark import Mark


class TimeControl(NamedTuple):
    """How much time each side has."""

    minutes: int
    increment: int
    """Seconds that come back with every move."""

    def __str__(self) -> str:
        return f"{self.minutes}+{self.increment}"


def parse_time_control(text: str) -> TimeControl:
    """Minutes a game and seconds a move, as players write it.

    >>> parse_time_control("5+3")
    TimeControl(minutes=5, increment=3)
    """
    found = re.fullmatch(r"(\d{1,3})\+(\d{1,2})", text.strip())
    if found is None or not int(found[1]):
        raise NotationError(f"expected minutes a game and seconds a move like 5+3, got {text!r}")
    return TimeControl(int(found[1]), int(found[2]))


@dataclass
class Clock:
    """Runs for one side at a time, from the first move on."""

    control: TimeControl
    _left: dict[Mark, float] = field(init=False)
    _running: tuple[Mark, float] | None = field(init=False, default=None)

    def __post_init__(self) -> None:
        self._left = dict.fromkeys(Mark, 60.0 * self.control.minutes)

    def moved(self, mover: Mark) -> None:
        """The side that moved gets its increment, and the other one's time begins to run."""
        ran = self._running is not None and self._running[0] is mover
        self.run(mover.other)
        self._left[mover] += self.control.increment if ran else 0

    def run(self, mark: Mark) -> None:
        """Let the time of one side run, whoever's ran before."""
        self.stop()
        self._running = mark, time.monotonic()

    def stop(self) -> None:
        if self._running is not None:
            mark = self._running[0]
            self._left[mark], self._running = self.left(mark), None

    def left(self, mark: Mark) -> float:
        """Seconds, never less than none."""
        ran = time.monotonic() - self._running[1] if self._running and self._running[0] is mark else 0.0
        return max(0.0, self._left[mark] - ran)

    def text(self, mark: Mark) -> str:
        """`4:59`; with tenths in the last twenty seconds."""
        left = self.left(mark)
        return f"0:{left:04.1f}" if left < 20 else f"{int(left) // 60}:{int(left) % 60:02}"
