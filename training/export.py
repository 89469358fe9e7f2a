"""Turns a trained network into the integers that noughts plays with.

python -m training.export --check FOLDER count-1.pt ultimate-count-network.bin
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import numpy as np
import torch

from noughts.evaluation import can_win
from noughts.native.ultimate import NativeEvaluation
from noughts.network import SCALE, WEIGHTS
from noughts.rules.ultimate import HAS_LINE, UltimatePosition, ultimate
from training.integers import direct_shift, float_weights, integer_weights
from training.model import Network, command
from training.rows import HELD_OUT_EVERY, SAMPLE, digits_of, rows_of
from training.train import batch_of

CHECKED, MOST_MEAN_ERROR = 20_000, 4.0


def position_of(sample: np.void) -> UltimatePosition:
    """The position of a sample, with X to move."""
    digits = digits_of(sample["patterns"])
    mine, theirs = (
        [sum(1 << int(cell) for cell in np.flatnonzero(board == mark)) for board in digits] for mark in (1, 2)
    )
    won, lost = (sum(1 << i for i, cells in enumerate(boards) if HAS_LINE[cells]) for boards in (mine, theirs))
    full = sum(1 << i for i, board in enumerate(digits) if (board != 0).all())
    return ultimate()._replace(
        mine=sum(cells << 9 * board for board, cells in enumerate(mine)),
        theirs=sum(cells << 9 * board for board, cells in enumerate(theirs)),
        mine_won=won,
        theirs_won=lost,
        closed=won | lost | full,
        target=int(sample["target"]),
    )


def check(network: Network, weights: list[int], folder: Path) -> None:
    """Say how far the integers of the core are from the floats, in positions that nothing was learned from."""
    evaluation = NativeEvaluation(weights * 2)
    held_out = [path for path in sorted(folder.glob("*.samples")) if int(path.stem) % HELD_OUT_EVERY == 0]
    samples = np.concatenate([np.fromfile(path, SAMPLE) for path in held_out[:2]])
    rows = rows_of(samples)
    with torch.no_grad():
        indices, phase, _ = batch_of(rows, symmetric=False)
        floats = network.scores(indices, phase).numpy()
    errors: list[float] = []
    for sample, exact in zip(samples, floats, strict=True):
        position = position_of(sample)
        sides = (
            (position.theirs, position.mine_won, position.theirs_won),
            (position.mine, position.theirs_won, position.mine_won),
        )
        if len(errors) < CHECKED and all(can_win(False, *side) for side in sides):  # nobody clamps those
            errors.append(abs(evaluation.estimate(position) - float(exact)))
    print(f"{len(errors)} positions: mean error {np.mean(errors):.2f}, most {np.max(errors):.1f} of {SCALE} a logit")
    if np.mean(errors) > MOST_MEAN_ERROR:
        raise SystemExit("error: the integers are too far from what was trained")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", type=Path, required=True, help="a folder of training.generate to compare with")
    parser.add_argument("network", type=Path, help="of training.train")
    parser.add_argument("output", type=Path)
    arguments = parser.parse_args()
    network = Network()
    commands = network.load(arguments.network)
    weights = integer_weights(network)
    network.load_state_dict(float_weights(weights), strict=False)
    if integer_weights(network) != weights:
        raise SystemExit("error: the integers do not come back")
    check(network, weights, arguments.check)
    made_by = " && ".join([*commands, command("training.export", sys.argv[1:])])
    arguments.output.write_bytes(WEIGHTS.pack(weights, made_by))
    print(f"{len(weights)} numbers, {arguments.output.stat().st_size} bytes, direct lane x 2^{direct_shift(network)}")


if __name__ == "__main__":
    main()
