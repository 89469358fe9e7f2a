"""Numbers for the Ultimate evaluation from common sense: where fitting starts, and what it has to beat.

python -m training.handmade OUTPUT
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from noughts.evaluation import CERTAIN, MODELS, NUMBERS, places
from noughts.rules.ultimate import SMALL

TEMPO, FREE_MOVE, WON_BOARD = 20, 80, 40
BY_MARKS = (80, 190, 560, 0)
"""What a line of a small board promises by the marks on it, as long as the other side has none there."""
MOST = 1500
"""An open board promises no more than this, of CERTAIN."""


def handmade_numbers() -> list[int]:
    """Both end rules alike, in the order of `noughts.evaluation`."""
    numbers = [TEMPO, FREE_MOVE, *[WON_BOARD] * len(MODELS)]
    for patterns in places():
        for pattern in patterns:
            mine, theirs = cells_of(pattern)
            promise, other = promise_of(mine, theirs), promise_of(theirs, mine)
            numbers += [promise, 0, promise, other, 0]
    return numbers * 2


def promise_of(own: int, other: int) -> int:
    promise = sum(BY_MARKS[(own & line).bit_count()] for line in SMALL.lines if not other & line)
    return min(promise, MOST * CERTAIN // 2048)


def cells_of(pattern: int) -> tuple[int, int]:
    """The two masks of cells that a pattern in base three stands for."""
    digits = list(_digits(pattern))
    return sum(1 << cell for cell in range(9) if digits[cell] == 1), sum(
        1 << cell for cell in range(9) if digits[cell] == 2
    )


def _digits(pattern: int) -> Iterator[int]:
    for _ in range(9):
        pattern, digit = divmod(pattern, 3)
        yield digit


if __name__ == "__main__":
    Path(sys.argv[1]).write_bytes(NUMBERS.pack(handmade_numbers(), "python -m training.handmade"))
