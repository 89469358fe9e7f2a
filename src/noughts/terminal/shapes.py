"""Marks of any size, drawn from half blocks: two square pixels to a character."""

from __future__ import annotations

from functools import cache
from math import hypot

from noughts.rules.mark import Mark

SMALL_SHAPES = {
    (Mark.X, 1): ("X",),
    (Mark.O, 1): ("O",),
    (Mark.X, 2): ("▀▄▀", "▄▀▄"),
    (Mark.O, 2): ("█▀█", "█▄█"),
}
"""Where there is no room for round shapes, by mark and height."""

_SIDES = {3: 5, 5: 10}
"""How many pixels a mark is wide and high where it may use more of its place than usual."""


@cache
def shape(mark: Mark | None, height: int) -> tuple[str, ...]:
    """A mark for a place of so many rows, with a little room above and below; None is the sign of a drawn board."""
    if mark is not None and (mark, height) in SMALL_SHAPES:
        return SMALL_SHAPES[mark, height]
    rows = 2 * height
    side = _SIDES.get(height, rows - 2 if height < 8 else rows - 4)
    above = (rows - side) // 2
    pixels = [[_is_inked(mark, x, y - above, side) for x in range(side)] for y in range(rows)]
    return tuple("".join(map(_half_blocks, *pixels[row : row + 2])) for row in range(0, rows, 2))


def _half_blocks(upper: bool, lower: bool) -> str:
    return "█" if upper and lower else "▀" if upper else "▄" if lower else " "


def _is_inked(mark: Mark | None, x: int, y: int, side: int) -> bool:
    """Whether a pixel belongs to the mark; strokes are about a fifth of the side wide."""
    stroke = max(1.0, side / 5)
    if not 0 <= y < side:
        return False
    across, down = x + 0.5 - side / 2, y + 0.5 - side / 2
    if mark is Mark.X:
        return min(abs(across - down), abs(across + down)) < 0.71 * stroke
    if mark is Mark.O:
        radius = (side - stroke) / 2
        return abs(hypot(across, down) - radius) <= stroke / 2
    return abs(abs(down) - side / 5) <= stroke / 2 and abs(across) < side / 2 - 1
