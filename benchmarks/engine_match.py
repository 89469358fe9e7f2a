"""Two engines against each other: pairs from the even openings of the book, equal CPU time a move.

python benchmarks/engine_match.py --second reverse_futility=0 --games 200 --milliseconds 20
python benchmarks/engine_match.py --second network=OTHER.bin --game ultimate-count
python benchmarks/engine_match.py --second tree=../noughts-of-before --game ultimate-count
python benchmarks/engine_match.py --second uct=1

A setting is any number of native/tuning.hpp, `network` (a file of training/), `hash_mb`, `threads`, `uct` (a seed: not
our engine, but a plain UCT), or `tree`: another checkout of noughts, set up by its own run.py, whose engine plays in a
process of its own.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import threading
from contextlib import ExitStack
from pathlib import Path

from plain_uct import UctPlayer

from noughts.analysis import NO_LIMIT, Limit
from noughts.match.elo import standing
from noughts.match.openings import openings
from noughts.match.pairs import Pair, play_pair
from noughts.native.ultimate import Engine, NativeEvaluation
from noughts.network import WEIGHTS
from noughts.notation import format_position
from noughts.players.player import AnalyzerPlayer, Player
from noughts.rules.mark import Move
from noughts.rules.position import Position

PLAYER_OF_TREE = """
import sys
from noughts import Engine, Limit, parse_position
engine = Engine(hash_mb=16, cpu_time=True)
for line in sys.stdin:
    game, seconds, nodes, position = line.strip().split(" ", 3)
    limit = Limit(nodes=int(nodes)) if int(nodes) else Limit(seconds=float(seconds))
    print(engine.analyze(parse_position(position, game), limit).best.move, flush=True)
"""


class TreePlayer:
    """The engine of another checkout."""

    def __init__(self, tree: Path, stack: ExitStack) -> None:
        self.name = tree.name
        python = tree / ".venv" / "bin" / "python"
        command = [str(python), "-c", PLAYER_OF_TREE]
        self._process = stack.enter_context(
            subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=tree)
        )

    def choose_move(self, position: Position, limit: Limit = NO_LIMIT, *, stop: threading.Event | None = None) -> Move:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        line = f"{position.game} {limit.seconds or 0} {limit.nodes or 0} {format_position(position)}"
        print(line, file=self._process.stdin, flush=True)
        return int(self._process.stdout.readline())


def player_with(settings: list[str], stack: ExitStack) -> Player:
    values = dict(setting.split("=", 1) for setting in settings)
    if tree := values.pop("tree", None):
        return TreePlayer(Path(tree).resolve(), stack)
    if seed := values.pop("uct", None):
        return UctPlayer(int(seed))
    network = values.pop("network", None)
    hash_mb, threads = int(values.pop("hash_mb", "16")), int(values.pop("threads", "1"))
    evaluation = NativeEvaluation(WEIGHTS.unpack(Path(network).read_bytes()) * 2) if network else None
    engine = stack.enter_context(Engine(hash_mb=hash_mb, threads=threads, cpu_time=True, evaluation=evaluation))
    engine.tune(**{name: int(value) for name, value in values.items()})
    return AnalyzerPlayer("engine", engine)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--first", nargs="*", default=[], metavar="NAME=VALUE")
    parser.add_argument("--second", nargs="*", default=[], metavar="NAME=VALUE")
    parser.add_argument("--game", choices=["ultimate", "ultimate-count"], default="ultimate")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--milliseconds", type=float, default=20)
    parser.add_argument("--nodes", type=int, help="instead of time")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    limit = Limit(nodes=arguments.nodes) if arguments.nodes else Limit(seconds=arguments.milliseconds / 1000)
    pairs: list[Pair] = []
    with ExitStack() as stack:
        first, second = player_with(arguments.first, stack), player_with(arguments.second, stack)
        starts = openings(arguments.game, arguments.seed)
        for _ in range(arguments.games // 2):
            pairs.append(play_pair(first, second, next(starts), limit))
            if len(pairs) % 20 == 0:
                print(standing(pairs), file=sys.stderr, flush=True)
    names = (" ".join(settings) or "default" for settings in (arguments.first, arguments.second))
    print(f"{' against '.join(names)}: {standing(pairs)}")


if __name__ == "__main__":
    main()
