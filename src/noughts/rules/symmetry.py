"""The symmetries of a rectangular board, as permutations of its cells."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

Permutation = tuple[int, ...]
"""The cell `c` goes to the cell `permutation[c]`."""


@cache
def symmetries(columns: int, rows: int) -> tuple[Permutation, ...]:
    """All that map the board onto itself, the identity first: eight for a square, four for a rectangle."""
    right, bottom = columns - 1, rows - 1
    maps: list[Callable[[int, int], tuple[int, int]]] = [
        lambda row, column: (row, column),
        lambda row, column: (row, right - column),
        lambda row, column: (bottom - row, column),
        lambda row, column: (bottom - row, right - column),
    ]
    if columns == rows:
        maps += [
            lambda row, column: (column, row),
            lambda row, column: (column, bottom - row),
            lambda row, column: (right - column, row),
            lambda row, column: (right - column, bottom - row),
        ]
    return tuple(
        tuple(r * columns + c for row in range(rows) for column in range(columns) for r, c in [to(row, column)])
        for to in maps
    )


def inverse(permutation: Permutation) -> Permutation:
    """The permutation that undoes this one."""
    return tuple(sorted(range(len(permutation)), key=permutation.__getitem__))


def permute_mask(mask: int, permutation: Permutation) -> int:
    """The image of a set of cells, both as bit masks."""
    image = 0
    while mask:
        lowest = mask & -mask
        image |= 1 << permutation[lowest.bit_length() - 1]
        mask ^= lowest
    return image
