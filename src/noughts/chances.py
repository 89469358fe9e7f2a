"""What a score promises."""

from __future__ import annotations

import bisect
import math

from noughts.analysis import ESTIMATE, Score
from noughts.rules.position import Position

PHASES = 5
"""Of a game of Ultimate; each has its own layers in the network."""
SCALES = {"ultimate": (408, 268, 286, 298, 308), "ultimate-count": (153, 234, 262, 268, 270)}
"""By game and phase, the last one of the game first: the score that means odds of e : 1.

Fitted by training.calibrate on games of the engine against itself that nothing was learned from.
"""
LINE_PHASES = (30, 42, 56, 72, 120)
LINE_SCALES = (2000, 2000, 1156, 373, 214, 193)
"""The same for line games, by open cells: the fewer, the more games end in a draw whatever the score.

Fitted by training.calibrate_lines.
"""


def phase_of(open_cells: int) -> int:
    """The phase of a game of Ultimate, the last one first."""
    return min(open_cells // 16, PHASES - 1)


def winning_chance(score: Score, position: Position) -> float:
    """The points that the side to move may expect with such a score: 1 for a win, a half for a draw.

    >>> from noughts.rules.ultimate import ultimate
    >>> [round(winning_chance(score, ultimate(count_rule=True)), 2) for score in (0, 234, 29990, -29990)]
    [0.5, 0.7, 1.0, 0.0]
    """
    if abs(score) > ESTIMATE:
        return float(score > 0)
    return 1 / (1 + math.exp(-score / _scale(position)))


def _scale(position: Position) -> int:
    if scales := SCALES.get(position.game):
        return scales[phase_of(position.open_cells)]
    return LINE_SCALES[bisect.bisect(LINE_PHASES, position.open_cells)]
