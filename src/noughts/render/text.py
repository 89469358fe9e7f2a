"""Boards as text: plain ASCII, or Unicode with colour."""

from __future__ import annotations

from collections.abc import Mapping

from noughts.render.canvas import PLAIN, Canvas, Ink, TextStyle
from noughts.render.cell_text import CellDrawer
from noughts.render.ultimate_text import draw_ultimate
from noughts.rules.line_game import COLUMN_LETTERS, LinePosition
from noughts.rules.mark import Move
from noughts.rules.position import Position

LARGEST_WITH_LINES = 9
"""Boards with more columns or rows are drawn without lines between the cells, or no screen would hold them."""


def board_text(
    position: Position,
    *,
    last_move: Move | None = None,
    values: Mapping[Move, str] | None = None,
    coordinates: bool = True,
    dense: bool | None = None,
    style: TextStyle = PLAIN,
) -> str:
    """The board, without a line break at the end.

    The last move stands in parentheses, the winning line in stars. In Ultimate the boards to play in have a frame,
    and a closed board is one big mark. `values` are written on empty cells: `W3`, `D`, `L4` or a number.
    A dense board has no lines between its cells; None leaves that to its size.

    >>> from noughts.rules.line_game import classic
    >>> print(board_text(classic().play(4).play(0), last_move=0, values={8: "W5"}))
        a    b    c
     1 (O) |    |
       ----+----+----
     2     | X  |
       ----+----+----
     3     |    | W5
    """
    if dense is None:
        dense = max(position.columns, position.rows) > LARGEST_WITH_LINES
    empty = " " if not dense else "·" if style.unicode else "."
    cells = CellDrawer(Canvas(), position, style, last_move, values or {}, empty)
    if isinstance(position, LinePosition):
        _draw_line_game(cells, position, coordinates=coordinates, dense=dense)
    else:
        draw_ultimate(cells, position, coordinates=coordinates, dense=dense)
    return "\n".join(cells.canvas.lines(style))


def _draw_line_game(cells: CellDrawer, position: LinePosition, *, coordinates: bool, dense: bool) -> None:
    grid, canvas = position.grid, cells.canvas
    left, top = (3, 1) if coordinates else (0, 0)
    across = cells.width + (1 if dense else 3)
    down = 1 if dense else 2
    if not dense:
        vertical, rule, crossing = "│─┼" if cells.style.unicode else "|-+"
        bar = crossing.join([rule * (cells.width + 2)] * grid.columns)
        for row in range(grid.rows):
            for column in range(1, grid.columns):
                canvas.put(top + row * down, left + column * across - 1, vertical, Ink.DIM)
            if row:
                canvas.put(top + row * down - 1, left, bar, Ink.DIM)
    if coordinates:
        for column in range(grid.columns):
            canvas.put(0, left + column * across + 1 + (cells.width - 1) // 2, COLUMN_LETTERS[column], Ink.DIM)
        for row in range(grid.rows):
            canvas.put(top + row * down, 0, f"{row + 1:2}", Ink.DIM)
    for cell in range(grid.cells):
        row, column = divmod(cell, grid.columns)
        cells.draw(top + row * down, left + column * across, cell)
