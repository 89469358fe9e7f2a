"""Where everything on a board is: characters on the screen, counted from the top left of the board."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from noughts.rules.mark import Move
from noughts.rules.position import Position

LEFT, TOP = 3, 1
"""The room for row numbers and column letters."""
TALLEST_CELL = 9


@dataclass(frozen=True)
class Layout:
    """A board with cells of one size; Ultimate has room for a frame around each small board."""

    position: Position
    cell_height: int
    lined: bool = True
    """Whether there are lines between the cells; the largest boards have no room for them."""

    @cached_property
    def grouped(self) -> bool:
        return bool(self.position.boards())

    @property
    def cell_width(self) -> int:
        return 2 * self.cell_height + 1 if self.lined else 2

    @property
    def step(self) -> tuple[int, int]:
        """From a cell to the next one, across and down."""
        return self.cell_width + self.lined, self.cell_height + self.lined

    @property
    def small_board(self) -> tuple[int, int]:
        """Width and height of a small board of Ultimate without its frame."""
        return 3 * self.cell_width + 2, 3 * self.cell_height + 2

    @cached_property
    def width(self) -> int:
        line_game = self.position.columns * self.step[0] - self.lined
        return LEFT + (3 * (self.small_board[0] + 3) - 1 if self.grouped else line_game)

    @cached_property
    def height(self) -> int:
        line_game = self.position.rows * self.step[1] - self.lined
        return TOP + (3 * (self.small_board[1] + 1) + 1 if self.grouped else line_game)

    def board_corner(self, board: int) -> tuple[int, int]:
        """Row and column of the first character of a small board."""
        row, column = divmod(board, 3)
        return TOP + 1 + row * (self.small_board[1] + 1), LEFT + 1 + column * (self.small_board[0] + 3)

    def cell_corner(self, move: Move) -> tuple[int, int]:
        """Row and column of the first character of a cell."""
        across, down = self.step
        if self.grouped:
            top, left = self.board_corner(move // 9)
            return top + move % 9 // 3 * down, left + move % 3 * across
        row, column = self.position.row_and_column(move)
        return TOP + row * down, LEFT + column * across

    def move_under(self, row: int, column: int) -> Move | None:
        """The cell at a place on the screen, None between the cells."""
        return self._cells.get((row, column))

    @cached_property
    def _cells(self) -> dict[tuple[int, int], Move]:
        found = {}
        for move in range(self.position.cells):
            top, left = self.cell_corner(move)
            for row in range(top, top + self.cell_height):
                for column in range(left, left + self.cell_width):
                    found[row, column] = move
        return found


def smallest(position: Position) -> Layout:
    """The layout that needs the least room: with lines unless the board is large."""
    return Layout(position, 1, lined=max(position.columns, position.rows) <= 9)


def fitting(position: Position, width: int, height: int) -> Layout | None:
    """The largest layout that fits; None when not even the smallest does."""
    for cell_height in range(TALLEST_CELL, 0, -1):
        layout = Layout(position, cell_height)
        if layout.width <= width and layout.height <= height:
            return layout
    layout = smallest(position)
    return layout if layout.width <= width and layout.height <= height else None
