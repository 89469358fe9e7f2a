"""OpenSpiel's MCTS as a player of Ultimate, for matches; needs the extra `peers`."""

from __future__ import annotations

import time

import pyspiel

from noughts.analysis import Limit
from noughts.rules.position import Move, Position
from noughts.rules.ultimate import ANYWHERE, UltimatePosition, ultimate


def moves_between(start: UltimatePosition, end: UltimatePosition) -> list[Move] | None:
    """Some moves that lead from one position to another, None when there are none."""
    if start == end:
        return []
    missing = (end.mine | end.theirs) & ~(start.mine | start.theirs)
    for move in start.legal_moves():
        mark = end.mark_at(move)
        if missing >> move & 1 and mark is start.to_move:
            rest = moves_between(start.play(move), end)
            if rest is not None:
                return [move, *rest]
    return None


class OpenSpielPlayer:
    """Follows the game from position to position, because OpenSpiel cannot set one up."""

    name = "OpenSpiel MCTS"

    def __init__(self, simulations: int, seed: int = 1) -> None:
        self._game = pyspiel.load_game("ultimate_tic_tac_toe")
        evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
        self._bot = pyspiel.MCTSBot(self._game, evaluator, 2.0, simulations, 1000, True, seed, False)
        self._position = ultimate()
        self._state = self._game.new_initial_state()
        self.seconds = 0.0
        self.moves = 0

    def choose_move(self, position: Position, limit: Limit) -> Move:
        assert isinstance(position, UltimatePosition)
        self._follow(position)
        begin = time.process_time()
        board = self._step() if position.target == ANYWHERE else position.target
        cell = self._step()
        self.seconds += time.process_time() - begin
        self.moves += 1
        move = 9 * board + cell
        self._position = position.play(move)
        return move

    def _step(self) -> int:
        action: int = self._bot.step(self._state)
        self._state.apply_action(action)
        return action

    def _follow(self, position: UltimatePosition) -> None:
        moves = moves_between(self._position, position)
        if moves is None:
            self._position, self._state = ultimate(), self._game.new_initial_state()
            moves = moves_between(self._position, position)
            assert moves is not None
        for move in moves:
            if self._position.target == ANYWHERE:
                self._state.apply_action(move // 9)
            self._state.apply_action(move % 9)
            self._position = self._position.play(move)


def simulations_for(seconds: float) -> int:
    """How many simulations take about so much CPU time a move over a whole game, on this machine now."""
    player = OpenSpielPlayer(2000)
    position = ultimate()
    while position.outcome is None:
        position = position.play(player.choose_move(position, Limit()))
    return int(2000 * seconds * player.moves / player.seconds)
