"""Engines that speak UGI: their moves, and what they think of every position on the way."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from random import Random

from noughts.errors import EngineError
from noughts.grade.engines.asking import Asking, Question
from noughts.grade.engines.grading import EngineGrading
from noughts.grade.engines.perft import PERFT, check_perft
from noughts.grade.engines.scripts import scripts
from noughts.grade.grader import Listener
from noughts.notation import format_move, format_position
from noughts.protocol.client import Answer, UgiClient
from noughts.protocol.messages import RESULTS
from noughts.rules.mark import Mark, Move
from noughts.rules.ultimate import UltimatePosition, ultimate

GO, GAME_OVER, TURN, RESULT, FEN = "go", "query gameover", "query p1turn", "query result", "position fen"


class UgiGrading(EngineGrading[UgiClient]):
    """Games that X opens are told as `startpos moves ...`, those that O opens as `fen`, position by position."""

    form = "UGI"

    def __init__(
        self,
        target: str,
        start: Callable[[], UgiClient],
        game: str,
        listener: Listener,
        movetime: int,
        seconds: float,
    ) -> None:
        functions = (GO, GAME_OVER, TURN, RESULT, FEN, PERFT)
        asking = Asking(target, start, functions, listener)
        super().__init__(target, asking, listener, movetime, seconds)
        self._game = game
        self._visited: set[UltimatePosition] = set()

    def _grade(self, games: int) -> None:
        try:
            options = self._asking.running().options
        except EngineError as error:
            self.report.broken = f"it does not begin a game (ugi, uginewgame, isready): {self._asking.words(error)}"
            return
        if "game" not in map(str.lower, options):
            self.report.notes.append(f"it has no option Game, and was not told that this is {self._game}")
        planned = scripts(games, ultimate(count_rule=self._game == "ultimate-count"))
        for script in planned:
            for ply, position in enumerate(script.positions):
                self._visit(script.moves[:ply], position, script.positions[ply - 1] if ply else None)
            begun = script.positions[script.taken_over], list(script.moves[: script.taken_over])
            self._play(*begun, script.engine, Random(script.seed))
            self._listener.done("games")
        check_perft(self._asking, planned, self._seconds)

    def _choose(self, moves: Sequence[Move], position: UltimatePosition) -> Move | None:
        told = _told(moves, position)

        def choose(client: UgiClient) -> Answer:
            client.process.send(told)
            client.process.send(str(self._go))
            return self._timed(lambda deadline: client.read_answer(position, deadline))

        return self._asking.move(Question(_function(GO, told), position, f"{told}; {self._go}"), choose)

    def _visit(self, moves: Sequence[Move], position: UltimatePosition, before: UltimatePosition | None) -> None:
        if position in self._visited:
            return
        self._visited.add(position)
        super()._visit(moves, position, before)
        is_over = position.outcome is not None
        told = _told(moves, position)
        self._query(GAME_OVER, told, position, str(is_over).lower())
        self._query(RESULT, told, position, RESULTS[position.outcome])
        if not is_over:  # whose turn it would be is a matter of taste
            self._query(TURN, told, position, str(position.to_move is Mark.X).lower())

    def _query(self, question: str, told: str, position: UltimatePosition, expected: str) -> None:
        def put(client: UgiClient) -> str:
            client.process.send(told)
            client.process.send(question)
            deadline = time.monotonic() + self._seconds
            line = client.read_until(lambda line: line.split()[:1] == ["response"], deadline)
            return line.removeprefix("response").strip()

        self._asking.compare(Question(_function(question, told), position, f"{told}; {question}"), expected, put)


def _told(moves: Sequence[Move], position: UltimatePosition) -> str:
    """The command that sets up a position."""
    opener = position.to_move if len(moves) % 2 == 0 else position.to_move.other
    if opener is Mark.O:
        return f"position fen {format_position(position)}"
    words = " ".join(format_move(move, position) for move in moves)
    return f"position startpos moves {words}" if moves else "position startpos"


def _function(function: str, told: str) -> str:
    """Where an answer is counted: whatever follows a fen is about reading it."""
    return FEN if told.startswith(FEN) else function
