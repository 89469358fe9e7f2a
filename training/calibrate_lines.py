"""Fits how a score of a line game turns into a chance: by open cells, on games of the engine against itself.

python -m training.calibrate_lines [--count 400] [--nodes 2000] [7,7,5 9,9,5 15,15,5 ...]

Prints the scales for `noughts.chances`, fitted on every other game, and how reliable they are in the rest.
"""

from __future__ import annotations

import argparse
import random

import numpy as np
import numpy.typing as npt

from noughts.analysis import ESTIMATE, Limit
from noughts.chances import LINE_PHASES
from noughts.native.line import LineEngine
from noughts.notation import start_position
from training.calibrate import Floats, best_scale, print_reliability

GAMES = ["7,7,5", "8,8,5", "9,9,5", "11,11,5", "15,15,5", "19,19,5"]
"""Boards with four in a row are solved; with six or more everything is drawn."""

Ints = npt.NDArray[np.int64]
Sample = tuple[int, int, float]
"""How many cells are open, the score of the side to move, and the points it got."""


def play(game: str, nodes: int, chance: random.Random, engine: LineEngine) -> list[Sample]:
    """The estimates of one game; its first plies are random, near the centre."""
    position = start_position(game)
    seen: list[tuple[int, int, str]] = []
    random_plies = chance.randint(1, 6)
    while position.outcome is None:
        if position.cells - position.open_cells < random_plies:
            near = [move for move in position.legal_moves() if _is_central(move, position.columns, position.rows)]
            position = position.play(chance.choice(near or list(position.legal_moves())))
            continue
        best = engine.analyze(position, Limit(nodes=nodes), lines=1).best
        assert best is not None
        if abs(best.score) <= ESTIMATE and not best.exact:
            seen.append((position.open_cells, best.score, position.to_move))
        position = position.play(best.move)
    winner = position.outcome.winner
    return [(cells, score, 0.5 if winner is None else float(winner == mover)) for cells, score, mover in seen]


def _is_central(move: int, columns: int, rows: int) -> bool:
    row, column = divmod(move, columns)
    return columns // 4 <= column < columns - columns // 4 and rows // 4 <= row < rows - rows // 4


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", default=GAMES)
    parser.add_argument("--count", type=int, default=400, help="how many games of each")
    parser.add_argument("--nodes", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    fitted: list[Sample] = []
    held_out: list[Sample] = []
    for game in arguments.games:
        chance = random.Random(f"{arguments.seed}/{game}")
        with LineEngine(hash_mb=4) as engine:
            for number in range(arguments.count):
                (held_out if number % 2 else fitted).extend(play(game, arguments.nodes, chance, engine))
        print(f"{game}: {len(fitted) + len(held_out):,} positions so far", flush=True)
    phase, score, points = columns(fitted)
    scales = np.array([best_scale(score[phase == p], points[phase == p]) for p in range(len(LINE_PHASES) + 1)])
    counts = np.bincount(phase, minlength=len(scales))
    print(", ".join(f"{scale:.0f} ({count:,})" for scale, count in zip(scales, counts, strict=True)))
    phase, score, points = columns(held_out)
    print_reliability(score, points, scales[phase])


def columns(samples: list[Sample]) -> tuple[Ints, Floats, Floats]:
    """Phase, score and points."""
    cells, score, points = np.array(samples).T
    return np.searchsorted(LINE_PHASES, cells, side="right"), score, points


if __name__ == "__main__":
    main()
