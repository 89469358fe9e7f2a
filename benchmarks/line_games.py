"""Line games: how long boards take to solve, how fast and deep the search is, and how strong. CPU time, one core.

python benchmarks/line_games.py                          solving, speed and depth; needs the extra `peers`
python benchmarks/line_games.py --match plain            against alpha-beta of depth 4 with the same estimate
python benchmarks/line_games.py --match mcts             against OpenSpiel's MCTSBot with three times the time
    [--game 15,15,5] [--games 40] [--seconds 0.3]    three random stones in the middle, each opening by both sides
"""

from __future__ import annotations

import argparse
import math
import random
import time
from collections.abc import Callable

from noughts.analysis import INFINITY, WIN, Limit, Score, score_for_parent
from noughts.native.line import LineEngine, fixed_depth, perft
from noughts.notation import parse_position
from noughts.rules import position as python_rules
from noughts.rules.line_game import LinePosition, line_game
from noughts.rules.mark import Mark, Move

BOARDS = ["4,4,3", "5,3,3", "5,5,3", "4,4,4", "5,4,4", "5,5,4", "6,5,4", "6,4,4", "7,4,4", "6,6,5"]
SIX_STONES = ["h8 h9 i8 g8 j10 h7", "h8 g7 j9 f9 i6 h10", "h8 i9 f8 h6 k8 j7"]
PLAIN_DEPTH = 4
MARKS = tuple(Mark)

Player = Callable[[LinePosition], Move]


def seconds_of(work: Callable[[], object]) -> float:
    """CPU time; the best of three."""
    best = math.inf
    for _ in range(3):
        begin = time.process_time()
        work()
        best = min(best, time.process_time() - begin)
    return best


def solving() -> None:
    for game in BOARDS:
        start = parse_position("start", game)
        for _ in range(3):
            with LineEngine(hash_mb=16, cpu_time=True, prove=True) as engine:
                found = engine.analyze(start, Limit(seconds=60), lines=1)
        best = found.best
        assert best is not None
        value = ("win" if best.score else "draw") if best.exact else "not solved"
        print(f"  {game:<8}{value:<12}{found.nodes:>12,} positions {found.seconds:9.4f} s")


def rivals() -> None:
    """Classic from the empty board, by everybody's own alpha-beta."""
    import pyspiel
    from easyAI import AI_Player, Negamax, TwoPlayerGame
    from open_spiel.python.algorithms.minimax import alpha_beta_search

    class Classic(TwoPlayerGame):  # type: ignore[misc]
        def __init__(self) -> None:
            self.players, self.current_player, self.board = [AI_Player(None), AI_Player(None)], 1, [0] * 9

        def possible_moves(self) -> list[int]:
            return [cell for cell, mark in enumerate(self.board) if not mark]

        def make_move(self, cell: int) -> None:
            self.board[cell] = self.current_player

        def unmake_move(self, cell: int) -> None:
            self.board[cell] = 0

        def lose(self) -> bool:
            lines = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
            return any(all(self.board[cell] == self.opponent_index for cell in line) for line in lines)

        def is_over(self) -> bool:
            return not self.possible_moves() or self.lose()

        def scoring(self) -> int:
            return -100 if self.lose() else 0

    def ours() -> None:
        with LineEngine(hash_mb=1) as engine:
            engine.analyze(line_game(3, 3, 3))

    base = seconds_of(ours)
    others = {
        "OpenSpiel's alpha_beta_search": lambda: alpha_beta_search(pyspiel.load_game("tic_tac_toe")),
        "easyAI's Negamax(9)": lambda: Negamax(9)(Classic()),
    }
    print(f"  noughts, every move exact     {base:9.4f} s")
    for name, work in others.items():
        took = seconds_of(work)
        print(f"  {name:<30}{took:9.4f} s  {took / base:8.0f} times ours")


def speed() -> None:
    start = line_game(5, 5, 4)
    fast, slow = seconds_of(lambda: perft(start, 5)), seconds_of(lambda: python_rules.perft(start, 3))
    rate, python_rate = perft(start, 5) / fast, perft(start, 3) / slow
    print(f"  perft of 5,5,4: {rate:,.0f} a second, {rate / python_rate:.0f} times the Python rules")
    with LineEngine(cpu_time=True) as engine:
        found = engine.analyze(line_game(7, 7, 5), Limit(seconds=2))
        print(f"  7,7,5: {found.nodes / found.seconds:,.0f} positions a second, depth {found.depth} after 2 s")
        for moves in SIX_STONES:
            engine.clear()
            found = engine.analyze(parse_position(f"start moves {moves}", "15,15,5"), Limit(seconds=1), lines=1)
            assert found.best is not None
            print(f"  15,15,5 after {moves}: depth {found.depth} after {found.seconds:.2f} s, score {found.best.score}")


def plain_player(position: LinePosition) -> Move:
    """Alpha-beta of a fixed depth, without any selection."""
    best: tuple[Score, Move] = (-INFINITY, -1)
    for move in position.legal_moves():
        after = position.play(move)
        if after.outcome is not None:
            score = WIN - 1 if after.outcome.winner else 0
        else:
            score = score_for_parent(fixed_depth(after, PLAIN_DEPTH - 1, beta=min(INFINITY, 2 - best[0])))
        if score > best[0]:
            best = score, move
    return best[1]


def mcts_player(game: str, seconds: float) -> Player:
    """MCTSBot takes simulations, not time: so many as fit into the time in the first position."""
    import pyspiel

    columns, rows, in_line = map(int, game.split(","))
    spiel = pyspiel.load_game(f"mnk(m={columns},n={rows},k={in_line})")

    def bot(simulations: int) -> pyspiel.MCTSBot:
        return pyspiel.MCTSBot(spiel, pyspiel.RandomRolloutEvaluator(1, 1), 2.0, simulations, 1000, True, 1, False)

    begin = time.process_time()
    bot(200).step(spiel.new_initial_state())
    simulations = max(50, int(200 * seconds / (time.process_time() - begin)))

    def choose(position: LinePosition) -> Move:
        state = spiel.new_initial_state()
        marks = [[cell for cell in range(position.cells) if position.mark_at(cell) is mark] for mark in MARKS]
        for first, second in zip(marks[0], [*marks[1], None], strict=False):
            state.apply_action(first)
            if second is not None:
                state.apply_action(second)
        return int(bot(simulations).step(state))

    return choose


def match(game: str, rival: Player, games: int, seconds: float) -> None:
    rng = random.Random(1)
    won = drawn = lost = 0
    start = parse_position("start", game)
    assert isinstance(start, LinePosition)
    middle = [
        row * start.columns + column
        for row in range(start.rows // 2 - 2, start.rows // 2 + 3)
        for column in range(start.columns // 2 - 2, start.columns // 2 + 3)
    ]
    with LineEngine(cpu_time=True) as engine:

        def ours(position: LinePosition) -> Move:
            best = engine.analyze(position, Limit(seconds=seconds), lines=1).best
            assert best is not None
            return best.move

        for number in range(games):
            if number % 2 == 0:
                opening = rng.sample(middle, 3)
            position = start
            for move in opening:
                position = position.play(move)
            mine = MARKS[number % 2]
            while position.outcome is None:
                position = position.play((ours if position.to_move is mine else rival)(position))
            won += position.outcome.winner is mine
            lost += position.outcome.winner is mine.other
            drawn += position.outcome.winner is None
            print(f"  {number + 1}: +{won} ={drawn} -{lost}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--match", choices=["plain", "mcts"])
    parser.add_argument("--game", default="15,15,5")
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--seconds", type=float, default=0.3)
    arguments = parser.parse_args()
    if arguments.match:
        rival = plain_player if arguments.match == "plain" else mcts_player(arguments.game, 3 * arguments.seconds)
        match(arguments.game, rival, arguments.games, arguments.seconds)
        return
    print("Solving from the empty board, 16 MB:")
    solving()
    print("Classic from the empty board, side by side:")
    rivals()
    print("Speed and depth:")
    speed()


if __name__ == "__main__":
    main()
