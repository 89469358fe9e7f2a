"""Samples of self-play as rows of the network's table: which rows each position adds up."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
import numpy.typing as npt

from noughts.analysis import ESTIMATE
from noughts.chances import phase_of
from noughts.network import DESTINATIONS, FORCED, KINDS, SCALE, SLOTS
from noughts.rules.symmetry import symmetries
from noughts.rules.ultimate import ANYWHERE, FULL, HAS_LINE

SAMPLE = np.dtype([("patterns", "<u2", 9), ("target", "u1"), ("result", "i1"), ("score", "<i2")])
"""noughts_sample of native/c_api.h: patterns in base three (1 the mover's stone, 2 the other's), seen by the mover."""
NO_RESULT = 2
HELD_OUT_EVERY = 20
"""Of so many files of whole games one is never learned from."""

MOST_SURE = 12 * SCALE
"""Proved scores count as this much: more than any chance that a float can tell from certainty would add nothing."""
FOLLOWED, FOLLOWED_PLIES = 0.7, 12
"""How much of what is learned about a position comes from those that followed in its game, and for how many plies."""

PATTERNS = 3**9
ROWS = 9 + 1 + 1 + 9
"""Of a position and a side: of the boards, the forced one, the target, and the destinations."""

Ints = npt.NDArray[np.int32]
Floats = npt.NDArray[np.float32]


def phases() -> npt.NDArray[np.int64]:
    """The phase of the game by open cells."""
    return np.array([phase_of(cells) for cells in range(82)])


def digits_of(patterns: npt.NDArray[np.integer]) -> Ints:
    """The nine digits of patterns in base three, cell 0 first."""
    return (patterns[..., None] // 3 ** np.arange(9) % 3).astype(np.int32)


def pattern_of(digits: npt.NDArray[np.integer]) -> Ints:
    found: Ints = (digits * 3 ** np.arange(9)).sum(-1).astype(np.int32)
    return found


@dataclass(frozen=True)
class Classes:
    """All patterns of a small board that the network tells apart: the open ones, then won, lost and drawn."""

    open_patterns: Ints
    of_pattern: Ints
    swapped: Ints
    """The class of the same board seen by the other side."""
    image: Ints
    """By symmetry and class."""
    kinds: Ints
    """By class and cell: of a move there, as noughts.network numbers them; -1 where there is none."""

    @property
    def count(self) -> int:
        return len(self.open_patterns) + 3


@cache
def classes() -> Classes:
    digits = digits_of(np.arange(PATTERNS))
    bits = 1 << np.arange(9)
    mine, theirs = ((digits == mark) @ bits for mark in (1, 2))
    has_line = np.array(HAS_LINE)
    won, lost, full = has_line[mine], has_line[theirs], mine | theirs == FULL
    is_open = ~(won | lost | full)
    patterns = np.flatnonzero(is_open).astype(np.int32)
    count = len(patterns)
    of_pattern = np.select([won, lost, full], [count, count + 1, count + 2], -1).astype(np.int32)
    of_pattern[patterns] = np.arange(count)
    open_digits = digits_of(patterns)
    swapped = of_pattern[pattern_of(-open_digits % 3)]
    images = []
    for to in symmetries(3, 3):
        moved = np.empty_like(open_digits)
        moved[:, list(to)] = open_digits
        images.append(np.concatenate([of_pattern[pattern_of(moved)], count + np.arange(3)]))
    swapped = np.concatenate([swapped, np.array([count + 1, count, count + 2])])
    takes, blocks = (has_line[stones[patterns, None] | bits] for stones in (mine, theirs))
    kinds = np.select([open_digits != 0, takes, blocks], [-1, 1, 2], 0)
    kinds = np.concatenate([kinds, np.full((3, 9), -1)])
    return Classes(patterns, of_pattern, *(part.astype(np.int32) for part in (swapped, np.array(images), kinds)))


@dataclass
class Rows:
    """For each position the classes of its boards seen by the mover, the target, score, result and open cells."""

    boards: npt.NDArray[np.uint16]
    target: npt.NDArray[np.uint8]
    score: npt.NDArray[np.int16]
    result: npt.NDArray[np.int8]
    open_cells: npt.NDArray[np.uint8]
    chance: Floats
    """What is learned: of the mover to win, from 0 to 1."""

    def __len__(self) -> int:
        return len(self.target)

    def part(self, rows: npt.NDArray[np.intp] | slice) -> Rows:
        return Rows(*(getattr(self, name)[rows] for name in Rows.__dataclass_fields__))


def read_rows(folders: list[Path], *, held_out: bool) -> Rows:
    """What is in these folders of training.generate, either to learn from or to check with: no game is in both."""
    files = [path for folder in folders for path in sorted(folder.glob("*.samples"))]
    chosen = [path for path in files if (int(path.stem) % HELD_OUT_EVERY == 0) == held_out]
    if not chosen:
        raise SystemExit(f"error: no samples in {', '.join(map(str, folders))}")
    return rows_of(np.concatenate([np.fromfile(path, SAMPLE) for path in chosen]))


def rows_of(raw: npt.NDArray[np.void]) -> Rows:
    """Samples as rows."""
    empty = (digits_of(np.arange(PATTERNS)) == 0).sum(1)
    is_open = classes().of_pattern < len(classes().open_patterns)
    open_cells = np.where(is_open, empty, 0).astype(np.uint8)
    return Rows(
        classes().of_pattern[raw["patterns"]].astype(np.uint16),
        raw["target"].copy(),
        raw["score"].copy(),
        raw["result"].copy(),
        open_cells[raw["patterns"]].sum(1).astype(np.uint8),
        chances_of(raw),
    )


def chances_of(raw: npt.NDArray[np.void]) -> Floats:
    """By its own search, and where the game went on and nothing was proved, by the searches of what followed."""
    score = raw["score"].astype(np.float32)
    own: Floats = (1 / (1 + np.exp(-np.clip(score, -MOST_SURE, MOST_SURE) / SCALE))).astype(np.float32)
    path = np.flatnonzero(raw["result"] != NO_RESULT)
    now, then = path[:-1], path[1:]
    swapped = pattern_of(-digits_of(np.arange(PATTERNS)) % 3)
    is_one_move = (swapped[raw["patterns"][then]] != raw["patterns"][now]).sum(1) == 1
    follows = is_one_move & (np.abs(score[now]) <= ESTIMATE)
    now, then = now[follows], then[follows]
    chance = own.copy()
    for _ in range(FOLLOWED_PLIES):
        chance[now] = (1 - FOLLOWED) * own[now] + FOLLOWED * (1 - chance[then])
    return chance


def table_rows(rows: Rows, *, symmetric: bool) -> Ints:
    """The rows to add up, for the mover of each position and then for the other side of each.

    Where `symmetric`, each eighth of the positions is seen through another of the eight symmetries.
    """
    known = classes()
    boards, target = rows.boards.astype(np.intp), rows.target.astype(np.intp)
    if symmetric:
        eighth = len(rows) // 8
        for number, to in enumerate(symmetries(3, 3)):
            part = slice(number * eighth, (number + 1) * eighth)
            moved = np.empty_like(boards[part])
            moved[:, list(to)] = known.image[number][boards[part]]
            boards[part] = moved
            target[part] = np.array([*to, ANYWHERE])[target[part]]
    nothing = (known.count - 1) * SLOTS + FORCED  # a closed board is never forced: that row is zero
    free = target == ANYWHERE
    forced = boards[np.arange(len(boards)), np.where(free, 0, target)]
    bits = 1 << np.arange(9)
    loses = np.array(HAS_LINE)[((boards == known.count - 2) @ bits)[:, None] | bits]
    kinds = np.where(free[:, None], -1, known.kinds[forced])
    found = np.empty((2, len(boards), ROWS), np.int32)
    for side in range(2):
        own, own_forced = (boards, forced) if side == 0 else (known.swapped[boards], known.swapped[forced])
        found[side, :, :9] = own * SLOTS + np.arange(9)
        found[side, :, 9] = np.where(free, nothing, own_forced * SLOTS + FORCED + side)
        found[side, :, 10] = (known.count + target) * SLOTS + side
        slots = DESTINATIONS + (2 * side + loses) * KINDS + kinds
        found[side, :, 11:] = np.where(kinds < 0, nothing, own * SLOTS + slots)
    return found.reshape(-1, ROWS)
