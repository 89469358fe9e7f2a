"""What runs beside the screen: the computer's choice, and the analysis behind hints and values."""

from __future__ import annotations

import contextlib
import time
from threading import Event

from noughts.analysis import EVERY_MOVE, Analysis, Limit
from noughts.analyzers import strongest
from noughts.errors import NoughtsError
from noughts.explain.review import Review, review
from noughts.game import STRONGEST
from noughts.notation import format_move
from noughts.players.levels import is_solved
from noughts.players.player import LevelPlayer, Player
from noughts.record import GameRecord
from noughts.rules.mark import Move
from noughts.rules.position import Position
from noughts.words import value_text

EXPECTED_PLIES = 5
"""How much of the expected line is told."""
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
        self._known: Analysis | None = None

    def choose(self) -> Move:
        """The move, not before the pause is over; what goes wrong is raised."""
        if isinstance(self._player, LevelPlayer):
            move = self._player.choose_move(self.position, stop=self._hurry, progress=self._hear)
        else:
            move = self._player.choose_move(self.position, stop=self._hurry)
        self._hurry.wait(self._began + self._pause - time.monotonic())
        return move

    def stop(self) -> None:
        """Make it choose now."""
        self._hurry.set()

    def _hear(self, analysis: Analysis) -> None:
        self._known = analysis

    def expectation(self) -> str:
        """What the computer knows so far: how far it looks, what it hopes for, and the line it expects."""
        known = self._known
        if known is None or known.best is None:
            return ""
        line = " ".join(format_move(move, self.position) for move in known.best.line[:EXPECTED_PLIES])
        value = value_text(known.best, self.position)
        return f"Depth {known.depth}, {self.position.to_move} {value}, expects {line}"

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
    """One analysis of every move of a position: runs in a thread, can be stopped from another."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self._stop = Event()

    def analyze(self) -> Analysis | None:
        """None when the analysis fails: a hint is no reason to end a game."""
        try:
            return strongest(self.position).analyze(self.position, LOOK, lines=EVERY_MOVE, stop=self._stop)
        except NoughtsError:
            return None

    def stop(self) -> None:
        self._stop.set()


class Reviewing:
    """One review of a game: runs in a thread, can be stopped and watched from another."""

    def __init__(self, record: GameRecord) -> None:
        self.record = record
        self.done = 0
        self._stop = Event()

    def review(self) -> Review | None:
        """None when it was stopped before its end."""
        with contextlib.closing(strongest(self.record.start, cpu_time=True)) as analyzer:
            found = review(self.record, analyzer, progress=self._hear, stop=self._stop)
        return found if found.is_complete else None

    def _hear(self, done: int, of: int) -> None:
        self.done = done

    def stop(self) -> None:
        self._stop.set()
