"""Samples of self-play as arrays: which numbers of the tables in `noughts.evaluation` each position uses."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from noughts.evaluation import KIND_OF, canonical_pattern, places
from noughts.rules.ultimate import ANYWHERE, FULL, HAS_LINE
from training.rows import NO_RESULT, SAMPLE, digits_of
from training.rows import PATTERNS as ALL_PATTERNS

PATTERNS = sum(map(len, places()))
CERTAIN_SLOT, ZERO_SLOT = 3 * PATTERNS, 3 * PATTERNS + 1
"""Potentials: quiet, forced of the mover, forced of the other side, by pattern; then that of a won and a lost board."""
WON_SLOT, NO_BALANCE_SLOT = 2 * PATTERNS, 2 * PATTERNS + 3
"""Balances: quiet, forced, each by pattern; then that of a won corner, edge and centre; then none."""

Indices = npt.NDArray[np.uint16]
Floats = npt.NDArray[np.float32]


@dataclass
class Samples:
    """For each position and board the slots of its numbers; mine means the side to move."""

    mine: Indices
    theirs: Indices
    plus: Indices
    minus: Indices
    free: npt.NDArray[np.bool_]
    score: Floats
    result: Floats
    """0, 0.5 or 1; NaN where the game was not played on."""

    def __len__(self) -> int:
        return len(self.score)


def read_samples(paths: list[Path]) -> Samples:
    raw = np.concatenate([np.fromfile(path, SAMPLE) for path in paths])
    digits = digits_of(np.arange(ALL_PATTERNS))
    own, other = (((digits == mark) @ (1 << np.arange(9))).astype(np.uint16)[raw["patterns"]] for mark in (1, 2))
    place_own, place_other = _places_of(own, other), _places_of(other, own)
    is_open = place_own >= 0
    won, lost = _has_line()[own], _has_line()[other]

    mine = np.where(is_open, place_own, np.where(won, CERTAIN_SLOT, ZERO_SLOT))
    theirs = np.where(is_open, place_other, np.where(lost, CERTAIN_SLOT, ZERO_SLOT))
    won_slot = WON_SLOT + np.array(KIND_OF)
    plus = np.where(is_open, place_own, np.where(won, won_slot, NO_BALANCE_SLOT))
    minus = np.where(is_open, place_other, np.where(lost, won_slot, NO_BALANCE_SLOT))

    forced = np.flatnonzero(raw["target"] != ANYWHERE)
    board = raw["target"][forced].astype(np.intp)
    pattern = place_own[forced, board]
    mine[forced, board] = PATTERNS + pattern
    theirs[forced, board] = 2 * PATTERNS + pattern
    plus[forced, board] = PATTERNS + pattern
    minus[forced, board] = NO_BALANCE_SLOT

    result = np.where(raw["result"] == NO_RESULT, np.nan, (raw["result"] + 1) / 2)
    return Samples(
        mine.astype(np.uint16),
        theirs.astype(np.uint16),
        plus.astype(np.uint16),
        minus.astype(np.uint16),
        raw["target"] == ANYWHERE,
        raw["score"].astype(np.float32),
        result.astype(np.float32),
    )


def _has_line() -> npt.NDArray[np.bool_]:
    return np.array(HAS_LINE)


def _places_of(own: npt.NDArray[np.uint16], other: npt.NDArray[np.uint16]) -> npt.NDArray[np.int32]:
    """By position and board the place of its pattern, -1 for a closed board."""
    table = np.full((9, 512, 512), -1, np.int32)
    lines = _has_line()
    for mine in np.flatnonzero(~lines).tolist():
        for theirs in np.flatnonzero(~lines & (np.arange(512) & mine == 0)).tolist():
            if mine | theirs != FULL:
                for board in range(9):
                    table[board, mine, theirs] = places()[KIND_OF[board]][canonical_pattern(board, mine, theirs)]
    found: npt.NDArray[np.int32] = table[np.arange(9), own, other]
    return found
