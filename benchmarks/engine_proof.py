"""How many random positions with few open cells get solved within a second of CPU time, and how fast.

python benchmarks/engine_proof.py [OPEN_CELLS] [POSITIONS]

"value" counts positions whose win, draw or loss is proved, "solved" those with the exact score of every move.
"""

from __future__ import annotations

import random
import statistics
import sys

from noughts.analysis import ESTIMATE, Limit
from noughts.native.ultimate import Engine
from noughts.rules.ultimate import FULL, UltimatePosition, ultimate


def open_cells(position: UltimatePosition) -> int:
    taken = position.mine | position.theirs
    return sum(9 - (taken >> 9 * board & FULL).bit_count() for board in range(9) if not position.closed >> board & 1)


def random_position(cells: int, chance: random.Random, *, count_rule: bool) -> UltimatePosition:
    """The first position of a random game with so few open cells."""
    while True:
        position = ultimate(count_rule=count_rule)
        while position.outcome is None and open_cells(position) > cells:
            position = position.play(chance.choice(position.legal_moves()))
        if position.outcome is None:
            return position


def main(cells: str = "30", count: str = "50") -> None:
    for count_rule in (False, True):
        chance = random.Random(1)
        values = solved = 0
        seconds = []
        for _ in range(int(count)):
            position = random_position(int(cells), chance, count_rule=count_rule)
            with Engine(cpu_time=True, hash_mb=64) as engine:
                analysis = engine.analyze(position, Limit(seconds=1))
            best = analysis.best
            assert best is not None
            values += best.exact or abs(best.score) > ESTIMATE
            solved += analysis.solved
            seconds.append(analysis.seconds)
        print(
            f"{'ultimate-count' if count_rule else 'ultimate'}, {cells} open cells or fewer: "
            f"value {values}, solved {solved} of {count}; median {statistics.median(seconds):.3f} s, "
            f"most {max(seconds):.3f} s",
            flush=True,
        )


if __name__ == "__main__":
    main(*sys.argv[1:])
