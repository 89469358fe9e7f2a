"""The engine against OpenSpiel's MCTS with as much CPU time a move: pairs from random openings.

python benchmarks/engine_against_mcts.py [GAMES] [MILLISECONDS]        needs the extra `peers`
"""

from __future__ import annotations

import sys

from benchmarks.openspiel_player import OpenSpielPlayer, simulations_for

from noughts.analysis import Limit
from noughts.engine import Engine
from noughts.match.elo import standing
from noughts.match.pairs import Pair, play_pairs
from noughts.players import AnalyzerPlayer
from noughts.rules.ultimate import ultimate


def main(games: str = "100", milliseconds: str = "50") -> None:
    seconds = float(milliseconds) / 1000
    simulations = simulations_for(seconds)
    print(f"{simulations} simulations a move", flush=True)
    other = OpenSpielPlayer(simulations)
    pairs: list[Pair] = []
    with Engine(cpu_time=True) as engine:
        player = AnalyzerPlayer("noughts", engine)
        for pair in play_pairs(player, other, ultimate(), Limit(seconds=seconds), int(games) // 2, seed=1):
            pairs.append(pair)
            print(standing(pairs), f" {1000 * other.seconds / other.moves:.0f} ms a move of MCTS", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
