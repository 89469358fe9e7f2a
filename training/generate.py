"""Positions to learn from: games of the engine against itself.

python -m training.generate --numbers FILE --rule ultimate --positions 2000000 --nodes 500 --seed 1 OUTPUT
"""

from __future__ import annotations

import argparse
from pathlib import Path

from noughts.evaluation import unpack_numbers
from noughts.native.ultimate import NativeEvaluation

CHUNK = 100_000


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--numbers", type=Path, required=True, help="the evaluation that plays")
    parser.add_argument("--rule", choices=["ultimate", "ultimate-count"], default="ultimate")
    parser.add_argument("--positions", type=int, default=2_000_000)
    parser.add_argument("--nodes", type=int, default=500, help="of the search of each position")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("output", type=Path)
    arguments = parser.parse_args()
    evaluation = NativeEvaluation(unpack_numbers(arguments.numbers.read_bytes()))
    with arguments.output.open("wb") as output:
        for chunk in range(arguments.positions // CHUNK):
            output.write(
                evaluation.self_play(
                    count_rule=arguments.rule == "ultimate-count",
                    nodes=arguments.nodes,
                    seed=arguments.seed * 1_000_003 + chunk,
                    capacity=CHUNK,
                )
            )


if __name__ == "__main__":
    main()
