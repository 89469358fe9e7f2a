"""Our engine against OpenSpiel's MCTSBot at Ultimate, equal CPU time a move: strength against what others wrote.

python3 run.py benchmark open_spiel_match [--games 100] [--milliseconds 50]

Openings come from the shipped book, each played twice with the sides exchanged. MCTSBot counts simulations, not time:
its rate is measured move by move, and it gets as many as fit. OpenSpiel takes a free choice as two actions, the board
and then the cell; each of them gets half of the time. Every result is compared with OpenSpiel's own.
"""

from __future__ import annotations

import argparse
import sys
import time
from itertools import islice
from threading import Event
from typing import Any

import pyspiel

from noughts.analysis import NO_LIMIT, Limit
from noughts.match.elo import standing
from noughts.match.game import play_game
from noughts.match.openings import openings
from noughts.match.pairs import Pair
from noughts.native.ultimate import Engine
from noughts.players.player import AnalyzerPlayer, Player
from noughts.record import GameRecord
from noughts.rules.mark import Mark, Move, Outcome
from noughts.rules.position import Position
from noughts.rules.ultimate import ANYWHERE, UltimatePosition

UCT_C = 2.0
"""The exploration constant of OpenSpiel's own example."""
MOST_FASTER = 4
"""Playouts get shorter in the course of a game, but not more than so many times."""
RETURNS = {Outcome.X_WINS: [1.0, -1.0], Outcome.O_WINS: [-1.0, 1.0], Outcome.DRAW: [0.0, 0.0]}


class MctsPlayer:
    """OpenSpiel's MCTSBot with one random playout a simulation."""

    name = "MCTSBot"

    def __init__(self, seed: int) -> None:
        self._game = pyspiel.load_game("ultimate_tic_tac_toe")
        self._evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
        self._seed = seed
        self._rate = self._first_rate = self._measured_rate()
        self.simulations = self.moves = 0
        self.seconds = 0.0

    def _measured_rate(self) -> float:
        """Simulations a second on the empty board."""
        began = time.thread_time()
        pyspiel.MCTSBot(self._game, self._evaluator, UCT_C, 2000, 1000, True, self._seed, False).step(
            self._game.new_initial_state()
        )
        return 2000 / (time.thread_time() - began)

    def begin(self, opening: GameRecord) -> None:
        self.state = self._game.new_initial_state()
        self._position = opening.start
        for move in opening.moves:
            self.follow(move)

    def follow(self, move: Move) -> None:
        """Play a move in OpenSpiel as well."""
        assert isinstance(self._position, UltimatePosition)
        if self._position.target == ANYWHERE:
            self.state.apply_action(move // 9)
        self.state.apply_action(move % 9)
        self._position = self._position.play(move)

    def catch_up(self, position: Position) -> None:
        """Follow the opponent's move, if there was one."""
        if position != self._position:
            self.follow(next(move for move in self._position.legal_moves() if self._position.play(move) == position))

    def choose_move(self, position: Position, limit: Limit = NO_LIMIT, *, stop: Event | None = None) -> Move:
        assert isinstance(position, UltimatePosition)
        assert limit.seconds is not None
        self.catch_up(position)
        board = position.target
        state = self.state.clone()
        seconds = limit.seconds
        if board == ANYWHERE:
            seconds /= 2
            board = self._step(state, seconds)
            state.apply_action(board)
        move = 9 * board + self._step(state, seconds)
        self.follow(move)
        self.moves += 1
        return move

    def _step(self, state: Any, seconds: float) -> int:
        simulations = max(1, round(self._rate * seconds))
        self._seed += 1
        bot = pyspiel.MCTSBot(self._game, self._evaluator, UCT_C, simulations, 1000, True, self._seed, False)
        began = time.thread_time()
        action: int = bot.step(state)
        used = time.thread_time() - began
        if used > 0.5 * seconds:  # a proved position ends early and says nothing about the rate
            rate = 0.5 * self._rate + 0.5 * simulations / used
            self._rate = min(rate, MOST_FASTER * self._first_rate)
        self.simulations += simulations
        self.seconds += used
        return action


def play_checked_game(
    players: dict[Mark, Player], opponent: MctsPlayer, opening: GameRecord, limit: Limit
) -> GameRecord:
    """A game whose end OpenSpiel agrees with."""
    opponent.begin(opening)
    record = play_game(players, opening, limit)
    opponent.catch_up(record.position())
    assert record.outcome is not None
    assert opponent.state.is_terminal()
    assert opponent.state.returns() == RETURNS[record.outcome], "OpenSpiel sees another result"
    return record


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--milliseconds", type=float, default=50)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    limit = Limit(seconds=arguments.milliseconds / 1000)
    opponent = MctsPlayer(arguments.seed)
    pairs: list[Pair] = []
    with Engine(cpu_time=True) as engine:
        ours = AnalyzerPlayer("noughts", engine)
        for opening in islice(openings("ultimate", arguments.seed), arguments.games // 2):
            pairs.append(
                Pair(
                    (
                        play_checked_game({Mark.X: ours, Mark.O: opponent}, opponent, opening, limit),
                        play_checked_game({Mark.X: opponent, Mark.O: ours}, opponent, opening, limit),
                    )
                )
            )
            print(standing(pairs), file=sys.stderr, flush=True)
    print(f"noughts against OpenSpiel's MCTSBot, {arguments.milliseconds:g} ms of CPU a move: {standing(pairs)}")
    each = opponent.moves or 1
    print(f"MCTSBot: {opponent.simulations / each:,.0f} simulations and {1000 * opponent.seconds / each:.0f} ms a move")


if __name__ == "__main__":
    main()
