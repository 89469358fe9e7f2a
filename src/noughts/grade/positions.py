"""The boards that a program is asked about, and which of two boards is the smaller counterexample."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from itertools import chain

from noughts.notation import cell_letters
from noughts.rules.line_game import classic
from noughts.rules.mark import Move
from noughts.rules.position import Position, layers

CELLS = 9


cells_text = cache(cell_letters)
"""The same boards are asked about many times."""


@cache
def sort_key(position: Position) -> tuple[int, str]:
    """Smaller is the board with fewer marks, then the one whose marks come first in reading order, X before O."""
    text = cells_text(position)
    return len(text) - text.count("."), text.translate({ord("X"): "0", ord("O"): "1", ord("."): "2"})


@cache
def reachable() -> tuple[Position, ...]:
    """All 5,478 positions of classic, the smallest first."""
    return tuple(sorted(chain.from_iterable(layers(classic())), key=sort_key))


@cache
def unfinished() -> tuple[Position, ...]:
    """The 4,520 positions in which somebody has to move."""
    return tuple(position for position in reachable() if position.outcome is None)


@cache
def finished() -> tuple[Position, ...]:
    """The 958 positions in which the game is over."""
    return tuple(position for position in reachable() if position.outcome is not None)


def up_to_symmetry(positions: Iterable[Position]) -> list[Position]:
    """The smallest of each family of images; the positions come smallest first."""
    seen: set[Position] = set()
    first = []
    for position in positions:
        if position not in seen:
            first.append(position)
            seen.update(position.images())
    return first


def fewest_empty_first(positions: Iterable[Position]) -> list[Position]:
    """The order in which to ask: what a search answers at once comes before what takes it long."""

    def emptiness(position: Position) -> tuple[int, str]:
        marks, text = sort_key(position)
        return -marks, text

    return sorted(positions, key=emptiness)


def cell(move: Move) -> tuple[int, int]:
    """Row and column of a move, counted from 0."""
    return divmod(move, 3)
