"""The network in floating point, as it is trained; native/network.hpp and noughts.network play it with integers."""

from __future__ import annotations

import ctypes
import subprocess
import tempfile
from collections.abc import Callable
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

from noughts.chances import PHASES
from noughts.network import DESTINATIONS, DIRECT, EMBEDDING, HIDDEN, LANES, LAYERS, SCALE, SLOTS
from training.rows import classes, digits_of


@cache
def _bag() -> ctypes.CDLL:
    """training/bag.c, compiled for this machine."""
    library = Path(tempfile.mkdtemp()) / "bag.so"
    source = Path(__file__).with_name("bag.c")
    subprocess.run(["cc", "-O3", "-march=native", "-shared", "-fPIC", source, "-o", library], check=True)
    return ctypes.CDLL(str(library))


def _call(function: str, table: Tensor, rows: Tensor, sums: Tensor) -> None:
    count, each = rows.shape
    call: Callable[..., None] = _bag()[function]
    pointers = (ctypes.c_void_p(tensor.data_ptr()) for tensor in (table, rows, sums))
    table_pointer, rows_pointer, sums_pointer = pointers
    call(table_pointer, rows_pointer, ctypes.c_int64(count), ctypes.c_int64(each), sums_pointer)


class BagSum(torch.autograd.Function):  # type: ignore[misc]
    """The sums of the rows of a table of LANES columns that are named by each line of indices."""

    @staticmethod
    def forward(ctx: Any, table: Tensor, rows: Tensor) -> Tensor:
        ctx.save_for_backward(rows)
        ctx.shape = table.shape
        sums = torch.empty(len(rows), LANES)
        _call("bag_forward", table, rows, sums)
        return sums

    @staticmethod
    def backward(ctx: Any, gradient: Tensor) -> tuple[Tensor, None]:
        (rows,) = ctx.saved_tensors
        table = torch.zeros(ctx.shape)
        _call("bag_backward", table, rows, gradient.contiguous())
        return table, None


class Network(nn.Module):  # type: ignore[misc]
    """A generator of table rows from the cells of a small board, and a head for each phase of the game."""

    def __init__(self) -> None:
        super().__init__()
        digits = digits_of(classes().open_patterns)
        self.register_buffer("cells", torch.from_numpy(np.eye(3, dtype=np.float32)[digits].reshape(len(digits), 27)))
        widths = (27, *LAYERS, EMBEDDING)
        self.encoder = nn.ModuleList(nn.Linear(a, b) for a, b in pairwise(widths))
        self.projection = nn.Linear(EMBEDDING, SLOTS * LANES, bias=False)
        self.closed = nn.Parameter(torch.zeros(3, SLOTS - 2, LANES))
        constraint = torch.zeros(2, 10, LANES)
        constraint[:, :, :DIRECT] = 0.5
        self.constraint = nn.Parameter(constraint)
        nn.init.normal_(self.projection.weight, std=0.05)
        nn.init.normal_(self.closed, std=0.05)
        with torch.no_grad():
            self.projection.weight[DESTINATIONS * LANES :] = 0.0
            self.closed[:, 9:] = 0.0
        used = torch.ones(SLOTS, LANES)  # destinations have no direct lane: the proof search does without them
        used[DESTINATIONS:, DIRECT] = 0.0
        self.register_buffer("used", used, persistent=False)
        self.first = nn.Linear(2 * DIRECT, PHASES * HIDDEN[0])
        self.second = nn.ModuleList(nn.Linear(*HIDDEN) for _ in range(PHASES))
        self.last = nn.ModuleList(nn.Linear(HIDDEN[1], 1) for _ in range(PHASES))

    def table(self) -> Tensor:
        """Rows by class and slot: the patterns of open boards, closed boards, and where the mover has to play."""
        embedding = self.cells
        for layer in self.encoder:
            embedding = torch.relu(layer(embedding))
        patterns = self.projection(embedding)
        closed = torch.cat([self.closed[:, :9], torch.zeros(3, 2, LANES), self.closed[:, 9:]], 1)
        constraint = torch.cat([self.constraint.transpose(0, 1), torch.zeros(10, SLOTS - 2, LANES)], 1)
        whole = torch.cat([patterns, closed.reshape(3, -1), constraint.reshape(10, -1)])
        return (whole.reshape(-1, SLOTS, LANES) * self.used).reshape(-1, LANES)

    def forward(self, rows: Tensor, phase: Tensor) -> tuple[Tensor, Tensor]:
        """The logits of winning chances, and what the direct lane alone says; rows as `table_rows` gives them."""
        sums = BagSum.apply(self.table(), rows)
        mover, other = sums[: len(phase)], sums[len(phase) :]
        direct = (mover[:, DIRECT] - other[:, DIRECT]) / 2
        lanes = torch.cat([mover[:, :DIRECT], other[:, :DIRECT]], 1).clamp(0, 1).square()
        count = torch.arange(len(phase))
        hidden = self.first(lanes).reshape(-1, PHASES, HIDDEN[0])[count, phase].clamp(0, 1)
        weights = torch.cat([layer.weight for layer in self.second])
        biases = torch.cat([layer.bias for layer in self.second])
        hidden = (hidden @ weights.T + biases).reshape(-1, PHASES, HIDDEN[1])[count, phase].clamp(0, 1)
        last = torch.cat([layer.weight for layer in self.last])
        out = (hidden * last[phase]).sum(1) + torch.cat([layer.bias for layer in self.last])[phase]
        return out + direct, direct

    def scores(self, rows: Tensor, phase: Tensor) -> Tensor:
        return SCALE * self(rows, phase)[0]

    def save(self, path: Path, commands: list[str]) -> None:
        """Write the weights with the commands that made them."""
        partial = path.with_suffix(".partial")
        torch.save({"weights": self.state_dict(), "commands": commands}, partial)
        partial.rename(path)

    def load(self, path: Path) -> list[str]:
        """Read the weights; the commands that made them."""
        saved = torch.load(path, weights_only=True)
        self.load_state_dict(saved["weights"])
        commands: list[str] = saved["commands"]
        return commands


def command(module: str, words: list[str]) -> str:
    """A command line without the folders of this machine."""
    return " ".join(["python", "-m", module, *(Path(word).name for word in words)])
