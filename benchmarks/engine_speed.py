"""How fast the core is, side by side with our Python rules and OpenSpiel in one run: CPU time, ratios.

python benchmarks/engine_speed.py        needs the extra `peers`
"""

from __future__ import annotations

import time
from collections.abc import Callable

import pyspiel

from noughts.analysis import Limit
from noughts.native import ultimate as engine
from noughts.rules.position import perft
from noughts.rules.ultimate import ultimate

THREADS_DEPTH = 20


def rate(count: int, work: Callable[[], object]) -> float:
    """So many things a second of CPU time; the best of three."""
    best = float("inf")
    for _ in range(3):
        begin = time.process_time()
        work()
        best = min(best, time.process_time() - begin)
    return count / best


def openspiel_perft(state: pyspiel.State, depth: int) -> int:
    """A free choice is two actions there, of which the first does not count as a ply."""
    total = 0
    for action in state.legal_actions():
        after = state.child(action)
        mid_move = after.current_player() == state.current_player()
        if mid_move:
            total += openspiel_perft(after, depth)
        elif depth == 1 or after.is_terminal():
            total += 1
        else:
            total += openspiel_perft(after, depth - 1)
    return total


def openspiel_playouts(games: int) -> None:
    """One simulation that ends in so many rollouts: there is no other way to call them from Python."""
    game = pyspiel.load_game("ultimate_tic_tac_toe")
    bot = pyspiel.MCTSBot(game, pyspiel.RandomRolloutEvaluator(games, 1), 2.0, 1, 100, False, 1, False)
    bot.step(game.new_initial_state())


def seconds_to_depth(depth: int, threads: int) -> float:
    """Wall clock, summed over some openings; two threads need two free cores to show anything."""
    total = 0.0
    with engine.Engine(hash_mb=64, threads=threads) as native:
        for opening in ([40], [40, 36], [40, 44, 72, 0], [10, 12, 30, 27]):
            position = ultimate()
            for move in opening:
                position = position.play(move)
            native.clear()
            total += native.analyze(position, Limit(depth=depth)).seconds
    return total


def show(name: str, rates: dict[str, float]) -> None:
    ours = next(iter(rates.values()))
    print(f"{name}:")
    for who, value in rates.items():
        print(
            f"  {who:<24}{value:>14,.0f}   {ours / value:8.1f} times slower"
            if value != ours
            else f"  {who:<24}{value:>14,.0f}"
        )


def main() -> None:
    start = ultimate()
    state = pyspiel.load_game("ultimate_tic_tac_toe").new_initial_state()
    assert openspiel_perft(state, 3) == 6336
    show(
        "perft, leaves a second",
        {
            "core": rate(33_782_544, lambda: engine.perft(start, 7)),
            "Python rules": rate(55_080, lambda: perft(start, 4)),
            "OpenSpiel from Python": rate(6_336, lambda: openspiel_perft(state, 3)),
        },
    )
    show(
        "random games a second",
        {
            "core": rate(100_000, lambda: engine.play_out(start, 100_000)),
            "OpenSpiel, its C++": rate(2_000, lambda: openspiel_playouts(2_000)),
        },
    )
    with engine.Engine(cpu_time=True) as native:
        for seconds in (0.1, 1.0):
            native.clear()
            analysis = native.analyze(start, Limit(seconds=seconds))
            speed = analysis.nodes / analysis.seconds
            print(f"search from the start, {seconds} s: depth {analysis.depth}, {speed:,.0f} nodes a second")
    alone, together = seconds_to_depth(THREADS_DEPTH, 1), seconds_to_depth(THREADS_DEPTH, 2)
    print(f"to depth {THREADS_DEPTH}: two threads are {alone / together:.2f} times as fast as one")


if __name__ == "__main__":
    main()
