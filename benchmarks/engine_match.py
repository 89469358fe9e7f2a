"""Two settings of the engine against each other: pairs from random openings, equal CPU time a move.

python benchmarks/engine_match.py --second reverse_futility=0 --games 200 --milliseconds 20
python benchmarks/engine_match.py --second numbers=OTHER.bin --game ultimate-count

A setting is any number of native/tuning.hpp, `numbers` (a file of training/) or `hash_mb`.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from noughts.analysis import Limit
from noughts.evaluation import unpack_numbers
from noughts.match.elo import standing
from noughts.match.pairs import Pair, play_pairs
from noughts.native.ultimate import Engine, NativeEvaluation
from noughts.notation import start_position
from noughts.players.player import AnalyzerPlayer


def engine_with(settings: list[str]) -> Engine:
    values = dict(setting.split("=", 1) for setting in settings)
    numbers = values.pop("numbers", None)
    hash_mb = int(values.pop("hash_mb", "16"))
    evaluation = NativeEvaluation(unpack_numbers(Path(numbers).read_bytes())) if numbers else None
    engine = Engine(hash_mb=hash_mb, cpu_time=True, evaluation=evaluation)
    engine.tune(**{name: int(value) for name, value in values.items()})
    return engine


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
    with engine_with(arguments.first) as first, engine_with(arguments.second) as second:
        players = AnalyzerPlayer("first", first), AnalyzerPlayer("second", second)
        start = start_position(arguments.game)
        for pair in play_pairs(*players, start, limit, arguments.games // 2, arguments.seed):
            pairs.append(pair)
            if len(pairs) % 20 == 0:
                print(standing(pairs), file=sys.stderr, flush=True)
    print(
        f"{' '.join(arguments.first) or 'default'} against {' '.join(arguments.second) or 'default'}: {standing(pairs)}"
    )


if __name__ == "__main__":
    main()
