"""Fits the numbers of the evaluation to self-play, by gradient descent on the error of the predicted result.

python -m training.fit --start FILE --ultimate SAMPLES... --count SAMPLES... OUTPUT
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import numpy.typing as npt

from noughts.evaluation import CERTAIN, HOPE_SHIFT, NUMBERS, NUMBERS_PER_PATTERN, SCALARS
from noughts.rules.ultimate import SMALL
from training.samples import CERTAIN_SLOT, PATTERNS, WON_SLOT, Floats, Samples, read_samples

SCALE = 400.0
"""A score of so much means odds of e : 1."""
FROM_SEARCH = 0.7
"""How much of the target is the score of the search; the rest is the result of the game."""
BALANCE_UNIT = 100.0
"""Balances are fitted in units of this, so that one learning rate fits all numbers."""
CERTAIN_LINE = float(CERTAIN**3 >> HOPE_SHIFT)
LINES = [tuple(cell for cell in range(9) if line >> cell & 1) for line in SMALL.lines]
BATCH, RATE, HELD_OUT = 16_384, 0.01, 0.05


class Model:
    """The evaluation in floating point: potentials, balances, tempo and free move in one vector."""

    def __init__(self, numbers: Sequence[int]) -> None:
        table = np.array(numbers[SCALARS:], np.float32).reshape(PATTERNS, NUMBERS_PER_PATTERN)
        potentials = table[:, [0, 2, 3]].T.ravel() / CERTAIN
        balances = np.concatenate([table[:, [1, 4]].T.ravel(), np.array(numbers[2:SCALARS], np.float32), [0]])
        self.potentials = np.concatenate([potentials, [1, 0]]).astype(np.float32)
        self.balances = (balances / BALANCE_UNIT).astype(np.float32)
        self.move = np.array(numbers[:2], np.float32) / BALANCE_UNIT

    def numbers(self) -> list[int]:
        """As integers, in the order of `noughts.evaluation`."""
        potentials = np.clip(self.potentials[: 3 * PATTERNS] * CERTAIN, 0, 2 * CERTAIN).reshape(3, PATTERNS)
        balances = self.balances[:WON_SLOT].reshape(2, PATTERNS) * BALANCE_UNIT
        table = np.stack([potentials[0], balances[0], potentials[1], potentials[2], balances[1]], axis=1)
        scalars = np.concatenate([self.move, self.balances[WON_SLOT : WON_SLOT + 3]]) * BALANCE_UNIT
        return [int(number) for number in np.rint(np.concatenate([scalars, table.ravel()]))]

    def scores(self, batch: Samples) -> tuple[Floats, Floats, Floats]:
        """The estimates, and the potentials that they come from."""
        mine, theirs = self.potentials[batch.mine], self.potentials[batch.theirs]
        hope = sum(
            mine[:, a] * mine[:, b] * mine[:, c] - theirs[:, a] * theirs[:, b] * theirs[:, c] for a, b, c in LINES
        )
        balance = self.balances[batch.plus].sum(1) - self.balances[batch.minus].sum(1)
        balance += np.where(batch.free, self.move[1], self.move[0])
        return CERTAIN_LINE * hope + BALANCE_UNIT * balance, mine, theirs

    def gradients(self, batch: Samples) -> tuple[float, list[Floats]]:
        """The mean error, and where it grows: by potentials, balances, and the move."""
        scores, mine, theirs = self.scores(batch)
        target, predicted = targets(batch), sigmoid(scores / SCALE)
        error = float(np.mean((predicted - target) ** 2))
        slope = (predicted - target) / (SCALE * len(batch))
        by_potential = np.bincount(
            batch.mine.ravel(), (_slopes(mine) * slope[:, None]).ravel(), len(self.potentials)
        ) - np.bincount(batch.theirs.ravel(), (_slopes(theirs) * slope[:, None]).ravel(), len(self.potentials))
        spread = np.repeat(slope, 9)
        by_balance = np.bincount(batch.plus.ravel(), spread, len(self.balances)) - np.bincount(
            batch.minus.ravel(), spread, len(self.balances)
        )
        by_potential[CERTAIN_SLOT:] = 0
        by_balance[-1] = 0
        by_move = np.array([slope[~batch.free].sum(), slope[batch.free].sum()])
        gradients = CERTAIN_LINE * by_potential, BALANCE_UNIT * by_balance, BALANCE_UNIT * by_move
        return error, [gradient.astype(np.float32) for gradient in gradients]


def _slopes(potentials: Floats) -> Floats:
    """How the hope grows with the potential of each board."""
    slopes = np.zeros_like(potentials)
    for a, b, c in LINES:
        slopes[:, a] += potentials[:, b] * potentials[:, c]
        slopes[:, b] += potentials[:, a] * potentials[:, c]
        slopes[:, c] += potentials[:, a] * potentials[:, b]
    return slopes


def sigmoid(x: Floats) -> Floats:
    return (1 / (1 + np.exp(-np.clip(x, -30, 30)))).astype(np.float32)


def targets(batch: Samples) -> Floats:
    searched = sigmoid(batch.score / SCALE)
    with_result = FROM_SEARCH * searched + (1 - FROM_SEARCH) * batch.result
    mixed: Floats = np.where(np.isnan(batch.result), searched, with_result).astype(np.float32)
    return mixed


def part(samples: Samples, rows: npt.NDArray[np.intp] | slice) -> Samples:
    return Samples(*(getattr(samples, name)[rows] for name in Samples.__dataclass_fields__))


def fit(model: Model, samples: Samples, epochs: int, seed: int) -> None:
    """Adam with a learning rate that falls to nothing along a cosine."""
    held_out = part(samples, slice(int(len(samples) * (1 - HELD_OUT)), None))
    count = int(len(samples) * (1 - HELD_OUT))
    chance = np.random.default_rng(seed)
    parameters = [model.potentials, model.balances, model.move]
    first, second = [np.zeros_like(p) for p in parameters], [np.zeros_like(p) for p in parameters]
    steps, step = epochs * (count // BATCH), 0
    print(f"{len(samples)} positions, held-out error {model.gradients(held_out)[0]:.5f}", file=sys.stderr)
    for epoch in range(epochs):
        order = chance.permutation(count)
        for begin in range(0, count - BATCH + 1, BATCH):
            step += 1
            rate = RATE * 0.5 * (1 + np.cos(np.pi * step / steps))
            _, gradients = model.gradients(part(samples, order[begin : begin + BATCH]))
            for parameter, m, v, gradient in zip(parameters, first, second, gradients, strict=True):
                m += 0.1 * (gradient - m)
                v += 0.001 * (gradient**2 - v)
                corrected = np.sqrt(v / (1 - 0.999**step)) + 1e-10
                parameter -= (rate * m / (1 - 0.9**step) / corrected).astype(np.float32)
            np.clip(model.potentials, 0, 2, out=model.potentials)
        print(f"epoch {epoch + 1}: held-out error {model.gradients(held_out)[0]:.5f}", file=sys.stderr)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--start", type=Path, required=True, help="the numbers to start from")
    parser.add_argument("--ultimate", type=Path, nargs="+", required=True)
    parser.add_argument("--count", type=Path, nargs="+", required=True)
    parser.add_argument("--epochs", type=int, default=8)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("output", type=Path)
    arguments = parser.parse_args()
    start = NUMBERS.unpack(arguments.start.read_bytes())
    half = len(start) // 2
    fitted: list[int] = []
    for numbers, paths in ((start[:half], arguments.ultimate), (start[half:], arguments.count)):
        model = Model(numbers)
        fit(model, read_samples(paths), arguments.epochs, arguments.seed)
        fitted += model.numbers()
    arguments.output.write_bytes(NUMBERS.pack(fitted, " ".join(["python -m training.fit", *_names(sys.argv[1:])])))


def _names(words: list[str]) -> list[str]:
    """The command without the folders of this machine."""
    return [Path(word).name for word in words]


if __name__ == "__main__":
    main()
