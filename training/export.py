"""Turns a trained network into the integers that noughts plays with.

python -m training.export --check FOLDER count-1.pt ultimate-count-network.bin
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import numpy as np
import numpy.typing as npt
import torch

from noughts.chances import PHASES
from noughts.evaluation import can_win
from noughts.native.ultimate import NativeEvaluation
from noughts.network import DIRECT, LANE_SHIFT, LANES, MOST_ACTIVATION, SCALE, SQUARE_SHIFT, WEIGHTS
from noughts.rules.ultimate import HAS_LINE, UltimatePosition, ultimate
from training.model import Network, command
from training.rows import HELD_OUT_EVERY, SAMPLE, SLOTS, digits_of, rows_of
from training.train import batch_of

UNIT_SHIFT = 11
"""An activation of 1 in the generator."""
HEAD_SHIFT = 11
"""A weight of 1 in the layers behind the lanes, where nothing larger than 15 is among them."""
CHECKED, MOST_MEAN_ERROR = 20_000, 4.0

Doubles = npt.NDArray[np.float64]


def layer(weights: Doubles, bias: Doubles, most_shift: int, input_shift: int) -> list[int]:
    """A layer whose sums keep the scale of its inputs: as exact as fits into 16 bits, or into sums of 32."""
    return projection(weights, bias, most_shift, input_shift, np.full(len(bias), input_shift))


def projection(
    weights: Doubles,
    bias: Doubles,
    most_shift: int,
    input_shift: int,
    output_shift: npt.NDArray[np.int64],
    most_input: int = MOST_ACTIVATION,
) -> list[int]:
    """Each output at a scale of its own."""
    for shift in range(most_shift, -1, -1):
        scale = 2.0 ** (shift + output_shift - input_shift)
        whole = np.rint(weights * scale[:, None])
        sums = np.abs(whole).sum(1) * most_input + np.abs(np.rint(bias * scale * 2**input_shift)) + 2**shift
        if np.abs(whole).max() < 2**15 and sums.max() < 2**31:
            return [shift, *ints(bias * scale * 2**input_shift), *ints(whole)]
    raise SystemExit("error: weights too large for 16 bits")


def ints(numbers: Doubles) -> list[int]:
    return [int(number) for number in np.rint(numbers).ravel()]


def integer_weights(network: Network) -> list[int]:
    """All the weights, in the order of `noughts.network.Network`."""
    state = {name: tensor.double().numpy() for name, tensor in network.state_dict().items()}
    lane_shifts = np.full(LANES, LANE_SHIFT)
    lane_shifts[DIRECT] = direct_shift(network)
    lane_scale = 2.0**lane_shifts
    numbers = ints(state["encoder.0.bias"] * 2**UNIT_SHIFT) + ints(state["encoder.0.weight"].T * 2**UNIT_SHIFT)
    for number in (1, 2):
        numbers += layer(state[f"encoder.{number}.weight"], state[f"encoder.{number}.bias"], 14, UNIT_SHIFT)
    for weights in state["projection.weight"].reshape(SLOTS, LANES, -1):
        numbers += projection(weights, np.zeros(LANES), 16, UNIT_SHIFT, lane_shifts)
    numbers += ints(state["closed"].transpose(1, 0, 2) * lane_scale) + ints(state["constraint"] * lane_scale)
    numbers.append(int(lane_shifts[DIRECT]))
    first = state["first.weight"].reshape(PHASES, -1, 2, DIRECT)
    first = np.concatenate([first, np.zeros((*first.shape[:3], 1))], 3).reshape(PHASES, -1, 2 * LANES)
    for phase in range(PHASES):
        biases = state["first.bias"].reshape(PHASES, -1)[phase]
        numbers += head_layer(first[phase], biases, SQUARE_SHIFT)
        numbers += head_layer(state[f"second.{phase}.weight"], state[f"second.{phase}.bias"])
        numbers += head_layer(state[f"last.{phase}.weight"], state[f"last.{phase}.bias"])
    return numbers


def head_layer(weights: Doubles, bias: Doubles, input_shift: int = LANE_SHIFT) -> list[int]:
    outputs = np.full(len(bias), LANE_SHIFT)
    return projection(weights, bias, HEAD_SHIFT + input_shift - LANE_SHIFT, input_shift, outputs, 1 << input_shift)


def direct_shift(network: Network) -> int:
    """The largest scale at which no position makes the direct lane overflow."""
    with torch.no_grad():
        table = network.table()[:, DIRECT].double().numpy().reshape(-1, SLOTS)
    patterns, constraint = table[:-10], table[-10:, :2]
    most = np.abs(patterns[:, :9]).max(0).sum() + np.abs(patterns[:, 9:]).max() + np.abs(constraint).max()
    return int(np.floor(np.log2((2**15 - 20) / most)))


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
    check(network, weights, arguments.check)
    made_by = " && ".join([*commands, command("training.export", sys.argv[1:])])
    arguments.output.write_bytes(WEIGHTS.pack(weights, made_by))
    print(f"{len(weights)} numbers, {arguments.output.stat().st_size} bytes, direct lane x 2^{direct_shift(network)}")


if __name__ == "__main__":
    main()
