"""Engines that speak CodinGame's protocol of Ultimate.

It names the legal cells and asks for one of them, from the empty board on: legality is all there is to check.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from noughts.grade.engines.asking import Asking, Question
from noughts.grade.engines.grading import EngineGrading
from noughts.grade.grader import Listener
from noughts.notation import format_move
from noughts.protocol.client import Answer, CodinGameClient
from noughts.rules.mark import Mark, Move
from noughts.rules.ultimate import UltimatePosition, ultimate

GAME = "ultimate-count"
MOVE = "move"


class CodinGameGrading(EngineGrading[CodinGameClient]):
    """The engine opens every other game."""

    form = "CodinGame"

    def __init__(
        self, target: str, start: Callable[[], CodinGameClient], listener: Listener, movetime: int, seconds: float
    ) -> None:
        asking = Asking(target, start, (MOVE,), listener)
        super().__init__(target, asking, listener, movetime, seconds)

    def _grade(self, games: int) -> None:
        start = ultimate(count_rule=True)
        for number in range(games):
            self._visit((), start, None)
            self._play(start, [], Mark.O if number & 1 else Mark.X, Random(number))
            self._asking.end()  # a program plays one game
            self._listener.done("games")

    def _choose(self, moves: Sequence[Move], position: UltimatePosition) -> Move | None:
        def choose(client: CodinGameClient) -> Answer:
            return self._timed(lambda deadline: client.choose(position, self._go, deadline), counts=len(moves) > 1)

        words = " ".join(format_move(move, position) for move in moves)
        return self._asking.move(Question(MOVE, position, f"after {words}" if moves else "-1 -1"), choose)
