"""One cell of a board as text."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from noughts.render.canvas import Canvas, Ink, TextStyle
from noughts.rules.mark import Mark, Move
from noughts.rules.position import Position
from noughts.words import Kind, kind_of

MARK_INK = {Mark.X: Ink.X, Mark.O: Ink.O}
WINNER_INK = {Mark.X: Ink.X_WINS, Mark.O: Ink.O_WINS}
VALUE_INK = {Kind.WIN: Ink.GOOD, Kind.DRAW: Ink.EVEN, Kind.LOSS: Ink.BAD, Kind.ESTIMATE: Ink.PLAIN}


@dataclass(frozen=True)
class CellDrawer:
    """Puts the cells of one position on a canvas, each with a place for a sign on its left and right."""

    canvas: Canvas
    position: Position
    style: TextStyle
    last_move: Move | None
    values: Mapping[Move, str]
    empty: str

    @cached_property
    def winning(self) -> frozenset[Move]:
        return self.position.winning_cells()

    @cached_property
    def width(self) -> int:
        """Of every cell, without the signs beside it: room for the longest value."""
        return max([1, *map(len, self.values.values())])

    def draw(self, row: int, column: int, move: Move) -> None:
        """Draw the cell whose left sign is at this place."""
        mark = self.position.mark_at(move)
        value = self.values.get(move, "")
        if mark is None and value:
            self.canvas.put(row, column + 1, value.center(self.width), VALUE_INK[kind_of(value)])
            return
        place = column + 1 + (self.width - 1) // 2
        if mark is None:
            self.canvas.put(row, place, self.empty, Ink.DIM)
        elif move in self.winning:
            self.canvas.put(row, place - 1, f"*{mark}*", WINNER_INK[mark])
        elif move == self.last_move:
            self.canvas.put(row, place - 1, f"({mark})", MARK_INK[mark])
        else:
            self.canvas.put(row, place, str(mark), MARK_INK[mark])
