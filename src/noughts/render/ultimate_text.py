"""Ultimate as text.

Beside every small board a column is free on either side. The frame of a board that may be played in runs through
these columns and through the rows of the strong lines, so that it is clear whose frame it is.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from noughts.render.canvas import Canvas, Ink
from noughts.render.cell_text import MARK_INK, WINNER_INK, CellDrawer
from noughts.rules.line_game import COLUMN_LETTERS
from noughts.rules.mark import Mark
from noughts.rules.ultimate import UltimatePosition

BIG_MARKS = {
    Mark.X: ("##     ##", "  ## ##  ", "    #    ", "  ## ##  ", "##     ##"),
    Mark.O: ("  #####  ", " ##   ## ", "##     ##", " ##   ## ", "  #####  "),
    None: ("         ", "#########", "         ", "#########", "         "),  # an equals sign: drawn
}
DENSE_BIG_MARKS = {
    Mark.X: ("# #", " # ", "# #"),
    Mark.O: ("###", "# #", "###"),
    None: ("###", "   ", "###"),
}


@dataclass(frozen=True, slots=True)
class _Layout:
    """Where the parts of the small boards are, for cells of some width."""

    left: int
    top: int
    width: int
    dense: bool

    @property
    def across(self) -> int:
        """From one cell to the next one of its board."""
        return self.width + (1 if self.dense else 3)

    @property
    def down(self) -> int:
        return 1 if self.dense else 2

    @property
    def board_width(self) -> int:
        return 3 * self.across + (1 if self.dense else -1)

    @property
    def board_height(self) -> int:
        return 3 if self.dense else 5

    def corner(self, board: int) -> tuple[int, int]:
        """Row and column of the first character of a board."""
        row, column = divmod(board, 3)
        return self.top + 1 + row * (self.board_height + 1), self.left + 1 + column * (self.board_width + 3)

    def cells(self, board: int) -> Iterator[tuple[int, int, int]]:
        """Each cell of a board as a move with the row and column of its left sign."""
        top, left = self.corner(board)
        for cell in range(9):
            yield 9 * board + cell, top + cell // 3 * self.down, left + cell % 3 * self.across


def draw_ultimate(cells: CellDrawer, position: UltimatePosition, *, coordinates: bool, dense: bool) -> None:
    layout = _Layout(*((3, 1) if coordinates else (0, 0)), cells.width, dense)
    _draw_strong_lines(cells, layout)
    if coordinates:
        _draw_coordinates(cells.canvas, layout)
    for board in range(9):
        if position.closed >> board & 1:
            _draw_closed(cells, position, layout, board)
        else:
            _draw_open(cells, layout, board)
    for board in position.targets():
        _draw_frame(cells, layout, board)
    for line in position.winning_lines():
        for board in line:
            _draw_stars(cells.canvas, position, layout, board)


def _draw_strong_lines(cells: CellDrawer, layout: _Layout) -> None:
    vertical, horizontal, crossing = "┃━╋" if cells.style.unicode else "###"
    bar = crossing.join([horizontal * (layout.board_width + 2)] * 3)
    last_row = layout.corner(8)[0] + layout.board_height
    for number in (1, 2):
        column = layout.corner(number)[1] - 2
        for row in range(layout.top, last_row + 1):
            cells.canvas.put(row, column, vertical, Ink.PLAIN)
    for number in (3, 6):
        cells.canvas.put(layout.corner(number)[0] - 1, layout.left, bar, Ink.PLAIN)


def _draw_coordinates(canvas: Canvas, layout: _Layout) -> None:
    for board in range(0, 9, 4):  # a diagonal has all rows and all columns
        for move, row, column in layout.cells(board):
            cell = move % 9
            if cell % 4 == 0:
                number = board // 4 * 3 + cell // 4
                canvas.put(0, column + 1 + (layout.width - 1) // 2, COLUMN_LETTERS[number], Ink.DIM)
                canvas.put(row, 0, f"{number + 1:2}", Ink.DIM)


def _draw_open(cells: CellDrawer, layout: _Layout, board: int) -> None:
    top, left = layout.corner(board)
    if not layout.dense:
        vertical, horizontal, crossing = "│─┼" if cells.style.unicode else "|-+"
        bar = crossing.join([horizontal * (layout.width + 2)] * 3)
        for row in range(layout.board_height):
            cells.canvas.put(top + row, left, bar if row % 2 else bar.replace(horizontal, " "), Ink.DIM)
            if row % 2 == 0:
                for column in (1, 2):
                    cells.canvas.put(top + row, left + column * layout.across - 1, vertical, Ink.DIM)
    for move, row, column in layout.cells(board):
        cells.draw(row, column, move)


def _draw_closed(cells: CellDrawer, position: UltimatePosition, layout: _Layout, board: int) -> None:
    """One big mark; of the small ones only the last move is still of interest."""
    winner = position.board_winner(board)
    ink = MARK_INK[winner] if winner else Ink.DIM
    brush = "█" if cells.style.unicode else str(winner or "=")
    shape = (DENSE_BIG_MARKS if layout.dense else BIG_MARKS)[winner]
    top, left = layout.corner(board)
    for row, line in enumerate(shape, start=top):
        cells.canvas.put(row, left, line.replace("#", brush).center(layout.board_width), ink)
    for move, row, column in layout.cells(board):
        if move == cells.last_move:
            cells.draw(row, column, move)


def _draw_frame(cells: CellDrawer, layout: _Layout, board: int) -> None:
    top, left = layout.corner(board)
    bottom = top + layout.board_height
    right = left + layout.board_width
    side, rule, corners = ("║║", "═", "╔╗╚╝") if cells.style.unicode else ("[]", "=", "[][]")
    for row in range(top, bottom):
        cells.canvas.put(row, left - 1, side[0], Ink.TARGET)
        cells.canvas.put(row, right, side[1], Ink.TARGET)
    targets = cells.position.targets()
    below_another = board - 3 in targets
    upper = "╠╣" if below_another and cells.style.unicode else corners[:2]
    for row, ends in ((top - 1, upper), (bottom, corners[2:])):
        cells.canvas.put(row, left - 1, ends[0] + rule * layout.board_width + ends[1], Ink.TARGET)


def _draw_stars(canvas: Canvas, position: UltimatePosition, layout: _Layout, board: int) -> None:
    """The boards of the winning line stand between stars."""
    winner = position.board_winner(board)
    assert winner is not None
    top, left = layout.corner(board)
    for row in range(top, top + layout.board_height):
        canvas.put(row, left - 1, "*", WINNER_INK[winner])
        canvas.put(row, left + layout.board_width, "*", WINNER_INK[winner])
