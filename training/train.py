"""Trains the network on the labels of self-play, with one thread.

python -m training.train --steps 4000 --rate 1e-2 --output count-1.pt FOLDER...
python -m training.train --start count-1.pt --steps 1500 --rate 3e-3 --output count-2.pt FOLDER...
"""

from __future__ import annotations

import argparse
import math
import sys
import time
from pathlib import Path

import numpy as np
import torch
from torch import Tensor

from training.integers import load
from training.model import Network, command
from training.rows import Rows, phases, read_rows, table_rows

BATCH, BETAS = 8_192, (0.9, 0.98)
WARM_UP, LAST_RATE, CLIP, HEAD_DECAY, DIRECT_SHARE = 0.02, 1e-5, 1.0, 1e-5, 0.1


def batch_of(rows: Rows, *, symmetric: bool) -> tuple[Tensor, Tensor, Tensor]:
    """The table rows, the phase and the chance of each position."""
    phase = phases()[rows.open_cells]
    indices = table_rows(rows, symmetric=symmetric)
    return torch.from_numpy(indices), torch.from_numpy(phase), torch.from_numpy(rows.chance)


def error(network: Network, rows: Rows) -> float:
    """The mean squared error of the predicted chance."""
    total = 0.0
    with torch.no_grad():
        for begin in range(0, len(rows), BATCH):
            part = rows.part(slice(begin, begin + BATCH))
            indices, phase, target = batch_of(part, symmetric=False)
            predicted = torch.sigmoid(network(indices, phase)[0])
            total += float(((predicted - target) ** 2).sum())
    return total / len(rows)


def train(network: Network, rows: Rows, held_out: Rows, steps: int, rate: float, seed: int) -> None:
    head = [*network.first.parameters(), *network.second.parameters(), *network.last.parameters()]
    of_head = {id(parameter) for parameter in head}
    rest = [parameter for parameter in network.parameters() if id(parameter) not in of_head]
    groups = [{"params": head, "weight_decay": HEAD_DECAY}, {"params": rest, "weight_decay": 0.0}]
    optimizer = torch.optim.AdamW(groups, lr=rate, betas=BETAS)
    chance = np.random.default_rng(seed)
    order, begin, began = chance.permutation(len(rows)), 0, time.monotonic()
    running = 0.0
    for step in range(1, steps + 1):
        if begin + BATCH > len(rows):
            order, begin = chance.permutation(len(rows)), 0
        part = rows.part(order[begin : begin + BATCH])
        begin += BATCH
        now = rate_at(step / steps, rate)
        for group in optimizer.param_groups:
            group["lr"] = now
        indices, phase, target = batch_of(part, symmetric=True)
        logit, direct = network(indices, phase)
        plain = ((torch.sigmoid(logit) - target) ** 2).mean()
        loss = plain + DIRECT_SHARE * ((torch.sigmoid(direct) - target) ** 2).mean()
        optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(network.parameters(), CLIP)
        optimizer.step()
        running += 0.02 * (float(plain.detach()) - running) if step > 1 else float(plain.detach())
        if step % 200 == 0 or step == steps:
            left = (time.monotonic() - began) / step * (steps - step) / 60
            held = f", held out {error(network, held_out):.5f}" if step % 2000 == 0 or step == steps else ""
            print(f"step {step}: error {running:.5f}{held}, {left:.0f} minutes left", file=sys.stderr, flush=True)


def rate_at(done: float, rate: float) -> float:
    """Up along a line, then down along a cosine."""
    if done < WARM_UP:
        return rate * done / WARM_UP
    return LAST_RATE + (rate - LAST_RATE) * 0.5 * (1 + math.cos(math.pi * (done - WARM_UP) / (1 - WARM_UP)))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--start", type=Path, help="the network to go on from, exported or not")
    parser.add_argument("--steps", type=int, default=4000)
    parser.add_argument("--rate", type=float, default=1e-2, help="the highest learning rate")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--output", type=Path, required=True)
    parser.add_argument("folders", type=Path, nargs="+", help="of training.generate")
    arguments = parser.parse_args()
    torch.set_num_threads(1)
    torch.manual_seed(arguments.seed)
    torch.set_flush_denormal(True)
    network = Network()
    commands = load(network, arguments.start) if arguments.start else []
    rows, held_out = (read_rows(arguments.folders, held_out=which) for which in (False, True))
    print(f"{len(rows):,} positions, {len(held_out):,} held out", file=sys.stderr)
    train(network, rows, held_out, arguments.steps, arguments.rate, arguments.seed)
    network.save(arguments.output, [*commands, command("training.train", sys.argv[1:])])


if __name__ == "__main__":
    main()
