"""A position of either game: both are immutable, hashable, equal by value, and have the same methods."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeAlias, TypeVar

from noughts.rules.line_game import LinePosition
from noughts.rules.mark import Move
from noughts.rules.ultimate import UltimatePosition

Position: TypeAlias = LinePosition | UltimatePosition

_Kind = TypeVar("_Kind", LinePosition, UltimatePosition)


def after(position: Position, moves: Iterable[Move]) -> Position:
    """The position after some moves; IllegalMoveError names the first that is not allowed."""
    for move in moves:
        position = position.play(move)
    return position


def layers(position: _Kind) -> Iterator[list[_Kind]]:
    """The positions that can be reached in no ply, in one, in two and so on, each once, to the end of the game."""
    layer = [position]
    while layer:
        yield layer
        layer = list(dict.fromkeys(before.play(move) for before in layer for move in before.legal_moves()))


def perft(position: Position, depth: int) -> int:
    """How many positions lie exactly `depth` plies ahead, counted once for each way to get there."""
    if depth < 0:
        raise ValueError(f"depth is at least 0, got {depth}")
    if depth == 0:
        return 1
    moves = position.legal_moves()
    if depth == 1:
        return len(moves)
    return sum(perft(position.play(move), depth - 1) for move in moves)
