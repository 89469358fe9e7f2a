"""A clock for two: so many minutes a game, and some seconds more for each move."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace

from noughts.errors import NotationError
from noughts.rules.mark import Mark

LONGEST_CLOCK = 180


@dataclass(frozen=True)
class Clock:
    """The time that each side has left; `now` is in seconds of any clock that its users agree on."""

    seconds: float
    """What both begin with."""
    increment: float
    """What a move adds."""
    left: Mapping[Mark, float]
    since: float | None = None
    """When the time of the side to move began to run; None before the first move and after the last."""

    @staticmethod
    def parse(text: str) -> Clock:
        """Minutes and the seconds that a move adds.

        >>> Clock.parse("5+3").seconds
        300.0
        """
        found = re.fullmatch(r"\s*(\d{1,3}(?:\.5)?)\s*\+\s*(\d{1,3})\s*", text)
        minutes, increment = map(float, found.groups()) if found else (0.0, 0.0)
        if not 0 < minutes <= LONGEST_CLOCK or increment > LONGEST_CLOCK:
            raise NotationError(f"expected a clock like '5+3' (minutes, seconds a move), got {text!r}")
        return Clock(60 * minutes, increment, dict.fromkeys(Mark, 60 * minutes))

    def __str__(self) -> str:
        return f"{self.seconds / 60:g}+{self.increment:g}"

    def pressed(self, mark: Mark, now: float) -> Clock:
        """After a move of one side; the first move of a game takes no time."""
        if self.since is None:
            return replace(self, since=now)
        return replace(self, left={**self.left, mark: self.left[mark] - (now - self.since) + self.increment}, since=now)

    def stopped(self, mark: Mark, now: float) -> Clock:
        """At the end of a game in which one side was to move."""
        return replace(self, left={**self.left, mark: self.left_at(mark, now)}, since=None)

    def left_at(self, mark: Mark, now: float) -> float:
        """The seconds of the side to move, never less than none."""
        return max(0.0, self.left[mark] - (0.0 if self.since is None else now - self.since))

    def reset(self) -> Clock:
        """As it stands before a game."""
        return replace(self, left=dict.fromkeys(Mark, self.seconds), since=None)

    # In a game file

    def tags(self, mover: Mark | None, now: float) -> dict[str, str]:
        """What a game file says of it: how it was set, and what both have left."""
        stopped = self if mover is None else self.stopped(mover, now)
        return {"Clock": str(self), "Left": " ".join(f"{stopped.left[mark]:.1f}" for mark in Mark)}

    @staticmethod
    def of_tags(tags: Mapping[str, str]) -> Clock | None:
        """The clock of a game file, stopped; None where it says nothing of one that can be read."""
        try:
            clock = Clock.parse(tags.get("Clock", ""))
            x, o = map(float, tags.get("Left", "").split())
        except (NotationError, ValueError):
            return None
        whole_game = clock.seconds + 1000 * clock.increment
        return replace(clock, left={Mark.X: x, Mark.O: o}) if 0 <= x < whole_game and 0 <= o < whole_game else None


def clock_text(seconds: float) -> str:
    """Time left as a clock shows it, with tenths in the last twenty seconds.

    >>> clock_text(299.9), clock_text(8.25)
    ('4:59', '0:08.2')
    """
    return f"0:{seconds:04.1f}" if seconds < 20 else f"{int(seconds) // 60}:{int(seconds) % 60:02}"
