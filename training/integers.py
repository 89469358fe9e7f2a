"""The weights of the network as the integers that noughts plays with, and back."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path

import numpy as np
import numpy.typing as npt
import torch

from noughts.chances import PHASES
from noughts.network import (
    DIRECT,
    EMBEDDING,
    FORCED,
    HIDDEN,
    LANE_SHIFT,
    LANES,
    LAYERS,
    MOST_ACTIVATION,
    SLOTS,
    SQUARE_SHIFT,
    WEIGHTS,
)
from training.model import Network

UNIT_SHIFT = 11
"""An activation of 1 in the generator."""
HEAD_SHIFT = 11
"""A weight of 1 in the layers behind the lanes, where nothing larger than 15 is among them."""

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
    used = network.used.double().numpy()
    for weights in state["projection.weight"].reshape(SLOTS, LANES, -1) * used[:, :, None]:
        numbers += projection(weights, np.zeros(LANES), 16, UNIT_SHIFT, lane_shifts)
    closed = state["closed"] * np.delete(used, (FORCED, FORCED + 1), 0)
    numbers += ints(closed.transpose(1, 0, 2) * lane_scale) + ints(state["constraint"] * lane_scale)
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


def load(network: Network, path: Path) -> list[str]:
    """Read weights of training.train, or those of an exported file; the commands that made them."""
    if path.suffix == ".pt":
        return network.load(path)
    content = path.read_bytes()
    network.load_state_dict(float_weights(WEIGHTS.unpack(content)), strict=False)
    return content.partition(b"\n")[0].decode().split(" ", 3)[3].split(" && ")


def float_weights(numbers: Sequence[int]) -> dict[str, torch.Tensor]:
    """The way back from `integer_weights`, but for the rounding: what `Network.load_state_dict` takes."""
    rest = iter(numbers)
    state = {
        "encoder.0.bias": taken(rest, LAYERS[0]) / 2**UNIT_SHIFT,
        "encoder.0.weight": taken(rest, 27, LAYERS[0]).T / 2**UNIT_SHIFT,
    }
    for number, (inputs, outputs) in enumerate((LAYERS, (LAYERS[1], EMBEDDING)), 1):
        state |= float_layer(rest, f"encoder.{number}", inputs, outputs, UNIT_SHIFT, UNIT_SHIFT)
    slots = [float_layer(rest, "", EMBEDDING, LANES, UNIT_SHIFT, LANE_SHIFT)[".weight"] for _ in range(SLOTS)]
    closed, constraint = taken(rest, SLOTS - 2, 3, LANES).transpose(1, 0, 2), taken(rest, 2, 10, LANES)
    direct = np.where(np.arange(LANES) == DIRECT, 2.0 ** (next(rest) - LANE_SHIFT), 1.0)
    state["projection.weight"] = (np.stack(slots) / direct[:, None]).reshape(SLOTS * LANES, EMBEDDING)
    state |= {"closed": closed / direct / 2**LANE_SHIFT, "constraint": constraint / direct / 2**LANE_SHIFT}
    first = []
    for phase in range(PHASES):
        first.append(float_layer(rest, "", 2 * LANES, HIDDEN[0], SQUARE_SHIFT, LANE_SHIFT))
        state |= float_layer(rest, f"second.{phase}", *HIDDEN, LANE_SHIFT, LANE_SHIFT)
        state |= float_layer(rest, f"last.{phase}", HIDDEN[1], 1, LANE_SHIFT, LANE_SHIFT)
    weights = np.concatenate([layer[".weight"] for layer in first]).reshape(-1, 2, LANES)[:, :, :DIRECT]
    state["first.weight"] = weights.reshape(-1, 2 * DIRECT)
    state["first.bias"] = np.concatenate([layer[".bias"] for layer in first])
    return {name: torch.from_numpy(np.ascontiguousarray(numbers)).float() for name, numbers in state.items()}


def float_layer(
    numbers: Iterator[int], name: str, inputs: int, outputs: int, input_shift: int, output_shift: int
) -> dict[str, Doubles]:
    """The way back from `projection`."""
    scale = 2.0 ** (next(numbers) + output_shift - input_shift)
    bias = taken(numbers, outputs) / scale / 2**input_shift
    return {f"{name}.bias": bias, f"{name}.weight": taken(numbers, outputs, inputs) / scale}


def taken(numbers: Iterator[int], *shape: int) -> Doubles:
    return np.array(list(islice(numbers, int(np.prod(shape)))), np.float64).reshape(shape)
