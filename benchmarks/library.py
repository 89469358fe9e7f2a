"""The library beside its peers, in one run: python3 run.py benchmark library

Each line is a ratio of CPU times (or rates) measured side by side, the best of several rounds that alternate, because
machines are noisy. The peers are OpenSpiel and easyAI, from the extra `peers`.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pyspiel
from easyAI import AI_Player, Negamax, TranspositionTable, TwoPlayerGame
from open_spiel.python.algorithms import minimax as open_spiel_minimax

from noughts.native.batch import Batch
from noughts.rules.ultimate import ultimate
from noughts.tablebase import Tablebase

ROUNDS = 7
GAMES = 500
BATCHED_GAMES = 10_000


def cpu_seconds(work: Callable[[], object]) -> float:
    began = time.process_time()
    work()
    return time.process_time() - began


def best_of(*works: Callable[[], object]) -> list[float]:
    """The least CPU time of each, in rounds that take turns."""
    rounds = [[cpu_seconds(work) for work in works] for _ in range(ROUNDS)]
    return [min(times) for times in zip(*rounds, strict=True)]


class EasyTicTacToe(TwoPlayerGame):  # type: ignore[misc]
    """Tic-tac-toe as easyAI wants it."""

    LINES = (7, 56, 448, 73, 146, 292, 273, 84)

    def __init__(self) -> None:
        self.players = [AI_Player(None), AI_Player(None)]
        self.current_player = 1
        self.cells = [0, 0, 0]

    def possible_moves(self) -> list[int]:
        return [cell for cell in range(9) if not (self.cells[1] | self.cells[2]) >> cell & 1]

    def make_move(self, move: int) -> None:
        self.cells[self.current_player] |= 1 << move

    def unmake_move(self, move: int) -> None:
        self.cells[self.current_player] &= ~(1 << move)

    def lose(self) -> bool:
        return any(self.cells[self.opponent_index] & line == line for line in self.LINES)

    def is_over(self) -> bool:
        return self.cells[1] | self.cells[2] == 511 or self.lose()

    def scoring(self) -> int:
        return -100 if self.lose() else 0

    def ttentry(self) -> tuple[int, int, int]:
        return self.cells[1], self.cells[2], self.current_player


def open_spiel_games() -> None:
    game = pyspiel.load_game("ultimate_tic_tac_toe")
    for _ in range(GAMES):
        state = game.new_initial_state()
        while not state.is_terminal():
            actions = state.legal_actions()
            state.apply_action(actions[int(random.random() * len(actions))])


def our_games() -> None:
    for _ in range(GAMES):
        position = ultimate()
        while position.outcome is None:
            moves = position.legal_moves()
            position = position.play(moves[int(random.random() * len(moves))])


def our_batches() -> None:
    batch = Batch(BATCHED_GAMES)
    for ply in range(81):
        batch.play(batch.random_moves(seed=ply))
    assert batch.over().all()


def process_seconds(*command: str) -> float:
    """The least CPU time of a whole process."""

    def once() -> float:
        before = os.times()
        subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
        after = os.times()
        return after.children_user + after.children_system - before.children_user - before.children_system

    return min(once() for _ in range(ROUNDS))


def main() -> None:
    ours, theirs, easy = best_of(
        lambda: Tablebase("classic"),
        lambda: open_spiel_minimax.alpha_beta_search(pyspiel.load_game("tic_tac_toe")),
        lambda: Negamax(9, tt=TranspositionTable())(EasyTicTacToe()),
    )
    print(f"exact classic table            {1000 * ours:6.1f} ms")
    print(f"  OpenSpiel alpha_beta_search  {1000 * theirs:6.1f} ms   {theirs / ours:5.2f} times ours (goal 2)")
    print(f"  easyAI Negamax(9) + table    {1000 * easy:6.1f} ms   {easy / ours:5.2f} times ours (goal 2)")
    ours, theirs = best_of(our_games, open_spiel_games)
    print(f"random Ultimate games          {GAMES / ours:6,.0f} a second")
    print(
        f"  OpenSpiel from Python        {GAMES / theirs:6,.0f} a second   ours: {theirs / ours:.2f} of it (goal 0.67)"
    )
    theirs, ours = best_of(open_spiel_games, our_batches)
    ratio = BATCHED_GAMES / ours / (GAMES / theirs)
    print(
        f"  noughts.Batch                {BATCHED_GAMES / ours:6,.0f} a second   {ratio:.1f} times OpenSpiel (goal 10)"
    )
    bare = process_seconds(sys.executable, "-c", "pass")
    package = process_seconds(sys.executable, "-c", "import noughts")
    print(f"import noughts                 {1000 * (package - bare):6.1f} ms more than python -c pass (goal 30)")
    noughts = str(Path(sys.executable).with_name("noughts"))
    print(f"noughts analyze, whole process {process_seconds(noughts, 'analyze', 'XOX/OOX/...'):6.2f} s CPU (goal 0.2)")


if __name__ == "__main__":
    main()
