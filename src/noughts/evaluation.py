"""Estimates of positions whose value nobody has computed, for the side to move."""

from __future__ import annotations

from functools import cache

from noughts.analysis import ESTIMATE, Score
from noughts.rules.line_game import LinePosition
from noughts.rules.position import Position
from noughts.rules.ultimate import FULL, SMALL, UltimatePosition


def estimate(position: Position) -> Score:
    """How promising a position is; within plus and minus ESTIMATE, for a game that goes on."""
    if isinstance(position, LinePosition):
        return estimate_line_game(position)
    assert isinstance(position, UltimatePosition)
    return estimate_ultimate(position)


def estimate_line_game(position: LinePosition) -> Score:
    """Each line that only one side can still fill counts for it, four times as much with each mark on it."""
    return estimate_lines(position.grid.lines, position.mine, position.theirs)


def estimate_lines(lines: tuple[int, ...], mine: int, theirs: int) -> Score:
    total = 0
    for line in lines:
        if not theirs & line:
            if own := mine & line:
                total += 4 ** own.bit_count()
        elif not mine & line:
            total -= 4 ** (theirs & line).bit_count()
    return max(-ESTIMATE, min(ESTIMATE, total))


def estimate_ultimate(position: UltimatePosition) -> Score:
    """Macro lines that can still be filled, each worth the product of what its boards promise."""
    mine = _promises(position.mine, position.theirs, position.mine_won, position.closed)
    theirs = _promises(position.theirs, position.mine, position.theirs_won, position.closed)
    total = sum(mine[a] * mine[b] * mine[c] - theirs[a] * theirs[b] * theirs[c] for a, b, c in _MACRO_LINES)
    return max(-ESTIMATE, min(ESTIMATE, total // 40))


_WON = 100
_MACRO_LINES = [tuple(cell for cell in range(9) if line >> cell & 1) for line in SMALL.lines]


def _promises(own: int, other: int, won: int, closed: int) -> list[int]:
    """How near one side is to each of the nine boards: 0 lost for it, _WON won."""
    return [
        (_WON if won >> board & 1 else 0)
        if closed >> board & 1
        else _promise(own >> 9 * board & FULL, other >> 9 * board & FULL)
        for board in range(9)
    ]


@cache
def _promise(own: int, other: int) -> int:
    """By the lines of a small board that the other side has not touched, and the marks on them."""
    return sum((4, 9, 28, 0)[(own & line).bit_count()] for line in SMALL.lines if not other & line)
