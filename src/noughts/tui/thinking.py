"""What runs beside the screen: the computer's choice, and the analysis behind hints and values."""

from __future__ import annotations

import time
from collections.abc import Callable
from threading import Event

from noughts.analysis import NO_LIMIT, Analysis, Analyzer, Limit
from noughts.errors import NoughtsError
from noughts.levels import STRONGEST, is_solved
from noughts.players import LevelPlayer, Player
from noughts.rules.position import Move, Position
from noughts.strongest import analyze_every_move, strongest

PAUSE = 0.4
"""How long the computer waits at least, so that its move is seen."""
LOOK = Limit(seconds=1.0)
"""How long a hint may take."""
SHORT = 0.3
"""A think shorter than this is not worth a word."""


class Thinking:
    """One choice of a computer player: runs in a thread, can be stopped and watched from another."""

    def __init__(self, position: Position, player: Player, pause: float) -> None:
        self.position = position
        self._player = player
        self._pause = pause
        self._hurry = Event()
        self._began = time.monotonic()
        self._expected = _expected_seconds(position, player)

    def choose(self) -> Move:
        """The move, not before the pause is over; what goes wrong is raised."""
        move = self._player.choose_move(self.position, NO_LIMIT)
        self._hurry.wait(self._began + self._pause - time.monotonic())
        return move

    def stop(self) -> None:
        """Make it choose now."""
        self._hurry.set()
        stop: Callable[[], None] | None = getattr(self._player, "stop", None)
        if stop is not None:
            stop()

    def words(self) -> str:
        """How it is going; the bar is there where the end is known."""
        seconds = time.monotonic() - self._began
        if seconds < max(SHORT, self._pause):
            return "thinking"
        if self._expected is None:
            return f"thinking {seconds:.1f} s, esc stops"
        done = min(8, int(8 * seconds / self._expected))
        return f"thinking {'▰' * done}{'▱' * (8 - done)} esc stops"


def _expected_seconds(position: Position, player: Player) -> float | None:
    strong = isinstance(player, LevelPlayer) and player.level == STRONGEST
    return LevelPlayer.SECONDS if strong and not is_solved(position) else None


class Looking:
    """One analysis of a position: runs in a thread, can be stopped from another."""

    def __init__(self, position: Position, *, every_move: bool) -> None:
        self.position = position
        self.every_move = every_move
        self._analyzer: Analyzer = strongest(position)

    def analyze(self) -> Analysis | None:
        """None when the analysis fails: a hint is no reason to end a game."""
        try:
            if self.every_move:
                return analyze_every_move(self._analyzer, self.position, LOOK)
            return self._analyzer.analyze(self.position, LOOK)
        except NoughtsError:
            return None

    def stop(self) -> None:
        self._analyzer.stop()
