"""The network that estimates positions of Ultimate: the readable twin of native/network.hpp, equal integers.

Each small board adds a row of LANES numbers to the sum of a side, found by the board and by what that side sees on it;
so do the board that has to be played in, the target, and each board to which a move there would send the opponent. The
lanes of both sides, clamped to [0, 1] and squared, go through two small layers to a score; the last lane goes around
them. The rows come out of a generator, a network over the cells of a small board. It is some hundred times slower than
the core: for tests and readers, not for the search in Python.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import islice

from noughts.analysis import ESTIMATE, Score
from noughts.chances import PHASES, phase_of
from noughts.evaluation import can_win
from noughts.packed import Packing
from noughts.rules.ultimate import ANYWHERE, FULL, HAS_LINE, UltimatePosition

LANES = 32
DIRECT = LANES - 1
"""The lane that goes straight into the score."""
LAYERS = 64, 64
EMBEDDING = 32
"""The widths of the generator."""
FORCED = 9
DESTINATIONS = FORCED + 2
KINDS = 3
"""Of moves: quiet ones, those that take their board, those that only keep the opponent from taking it."""
SLOTS = DESTINATIONS + 2 * 2 * KINDS
"""An open pattern has a row for each of the nine boards, then two for the forced board: mover and other side. Then rows
as a destination, for the mover and the other side: by whether the opponent would win the game by taking it, and by kind
of the move. Those have no direct lane: the proof search, which uses nothing else, does without them."""
HIDDEN = 16, 32
SCALE = 400
"""A score of so much means odds of e : 1."""
LANE_SHIFT = 9
"""A lane of 1 is 2 ** LANE_SHIFT."""
SQUARE_SHIFT = 14
"""Its square is 2 ** SQUARE_SHIFT."""
MOST_ACTIVATION = 32767
WEIGHTS = Packing("noughts-network 3", "i")

Row = Sequence[int]


class Layer:
    """Sums of weighted inputs, shifted to the scale of the next layer and rounded."""

    def __init__(self, weights: Iterator[int], inputs: int, outputs: int) -> None:
        self.shift = next(weights)
        self.bias = list(islice(weights, outputs))
        self.weights = [list(islice(weights, inputs)) for _ in range(outputs)]

    def sums(self, inputs: Row) -> list[int]:
        return [
            bias + sum(weight * number for weight, number in zip(weights, inputs, strict=True))
            for bias, weights in zip(self.bias, self.weights, strict=True)
        ]

    def apply(self, inputs: Row) -> list[int]:
        return [round_shift(total, self.shift) for total in self.sums(inputs)]


class Network:
    """The network of one end rule, from weights in the order in which the file has them."""

    def __init__(self, weights: Sequence[int]) -> None:
        rest = iter(weights)
        self._first_bias = list(islice(rest, LAYERS[0]))
        self._first = [list(islice(rest, LAYERS[0])) for _ in range(27)]
        self._encoder = [Layer(rest, *LAYERS), Layer(rest, LAYERS[1], EMBEDDING)]
        self._projections = [Layer(rest, EMBEDDING, LANES) for _ in range(SLOTS)]
        self._closed = [[list(islice(rest, LANES)) for _ in range(3)] for _ in range(SLOTS - 2)]
        self._constraint = [[list(islice(rest, LANES)) for _ in range(10)] for _ in range(2)]
        self._direct_shift = next(rest)
        self._heads = [
            (Layer(rest, 2 * LANES, HIDDEN[0]), Layer(rest, *HIDDEN), Layer(rest, HIDDEN[1], 1)) for _ in range(PHASES)
        ]
        self._embedding = cache(self._embed)
        self._row = cache(self._project)

    def estimate(self, position: UltimatePosition) -> Score:
        """How promising a position is for the side to move; the game goes on."""
        lanes = [self._sum(position, 0), self._sum(position, 1)]
        score = self._score(phase_of(position.open_cells), *lanes)
        if not can_win(position.count_rule, position.theirs, position.mine_won, position.theirs_won):
            score = min(score, 0)
        if not can_win(position.count_rule, position.mine, position.theirs_won, position.mine_won):
            score = max(score, 0)
        return max(-ESTIMATE, min(ESTIMATE, score))

    def _sum(self, position: UltimatePosition, which: int) -> Row:
        """The lanes of the mover (0) or the other side (1)."""
        own, other = (position.mine, position.theirs) if which == 0 else (position.theirs, position.mine)
        boards = [(own >> 9 * board & FULL, other >> 9 * board & FULL) for board in range(9)]
        rows = [self._row(board, *cells) for board, cells in enumerate(boards)]
        if position.target != ANYWHERE:
            rows.append(self._row(FORCED + which, *boards[position.target]))
            rows += [self._row(slot, *boards[cell]) for cell, slot in _destinations(position, which)]
        rows.append(self._constraint[which][position.target])
        return [sum(lane) for lane in zip(*rows, strict=True)]

    def _score(self, phase: int, mover: Row, other: Row) -> Score:
        first, second, last = self._heads[phase]
        lanes = _clamped([*mover, *other], 1 << LANE_SHIFT)
        hidden = first.apply([lane * lane >> 2 * LANE_SHIFT - SQUARE_SHIFT for lane in lanes])
        hidden = second.apply(_clamped(hidden, 1 << LANE_SHIFT))
        (out,) = last.sums(_clamped(hidden, 1 << LANE_SHIFT))
        shift = LANE_SHIFT + last.shift
        through, around = out << self._direct_shift + 1, (mover[DIRECT] - other[DIRECT]) << shift
        return round_shift(SCALE * (through + around), shift + self._direct_shift + 1)

    def _project(self, slot: int, own: int, other: int) -> Row:
        """The row of a pattern, as the side with the stones `own` sees it."""
        if HAS_LINE[own] or HAS_LINE[other] or own | other == FULL:
            how = 0 if HAS_LINE[own] else 1 if HAS_LINE[other] else 2
            row = self._closed[slot if slot < FORCED else slot - 2][how]  # a closed board is never forced
        else:
            row = self._projections[slot].apply(self._embedding(own, other))
        return row if slot < DESTINATIONS else [*row[:DIRECT], 0]

    def _embed(self, own: int, other: int) -> Row:
        cells = [3 * cell + (own >> cell & 1) + 2 * (other >> cell & 1) for cell in range(9)]
        numbers = [sum(column) for column in zip(self._first_bias, *(self._first[i] for i in cells), strict=True)]
        for layer in self._encoder:
            numbers = layer.apply(_clamped(numbers, MOST_ACTIVATION))
        return _clamped(numbers, MOST_ACTIVATION)


def _destinations(position: UltimatePosition, which: int) -> Iterator[tuple[int, int]]:
    """The cells of the forced board that are empty, which are boards to send the opponent to, with their slots."""
    mine, theirs = (stones >> 9 * position.target & FULL for stones in (position.mine, position.theirs))
    for cell in range(9):
        if (mine | theirs) >> cell & 1 == 0:
            kind = 1 if HAS_LINE[mine | 1 << cell] else 2 if HAS_LINE[theirs | 1 << cell] else 0
            loses = HAS_LINE[position.theirs_won | 1 << cell]
            yield cell, DESTINATIONS + (2 * which + loses) * KINDS + kind


def round_shift(number: int, shift: int) -> int:
    return (number + (1 << shift >> 1)) >> shift


def _clamped(numbers: Row, most: int) -> list[int]:
    return [0 if number < 0 else most if number > most else number for number in numbers]


@cache
def network(*, count_rule: bool) -> Network:
    """The network that noughts ships for an end rule."""
    return Network(network_weights(count_rule=count_rule))


@cache
def network_weights(*, count_rule: bool) -> Sequence[int]:
    """The weights that noughts ships, made by training/."""
    return WEIGHTS.shipped(f"{'ultimate-count' if count_rule else 'ultimate'}-network.bin")
