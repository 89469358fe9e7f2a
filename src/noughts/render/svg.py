"""Boards as stand-alone SVG pictures."""

from __future__ import annotations

from collections.abc import Mapping

from noughts.render.svg_board import EXTENT, cell_size, draw_board, middle
from noughts.render.svg_theme import Theme, picture, text
from noughts.rules.line_game import COLUMN_LETTERS
from noughts.rules.mark import Move
from noughts.rules.position import Position
from noughts.words import describe, state_words

EDGE = 44.0
"""The room for letters and numbers at the top and at the left."""
PADDING = 16.0


def board_svg(
    position: Position,
    *,
    last_move: Move | None = None,
    values: Mapping[Move, str] | None = None,
    coordinates: bool = True,
    theme: Theme = "auto",
) -> str:
    """The board with what has happened and what may happen next.

    A dashed frame has the last move, a tinted one the boards to play in, and a line runs through what won the game.
    Closed boards fade under one big mark. `values` are written on empty cells: `W3`, `D`, `L4` or a number.
    """
    edge = EDGE if coordinates else PADDING
    width, height = (EXTENT * side / max(position.columns, position.rows) for side in (position.columns, position.rows))
    drawing = draw_board(position, last_move=last_move, values=values or {})
    body = f'<g transform="translate({edge:g} {edge:g})">{drawing}</g>'
    return picture(
        edge + width + PADDING,
        edge + height + PADDING,
        title=f"{position.game}: {state_words(position)}",
        description=describe(position, last_move),
        theme=theme,
        body=body + (_coordinates(position) if coordinates else ""),
    )


def _coordinates(board: Position) -> str:
    font = min(24, 0.5 * cell_size(board))
    letters = [
        text(EDGE + middle(board, column), EDGE / 2, COLUMN_LETTERS[column], "soft", font)
        for column in range(board.columns)
    ]
    numbers = [text(EDGE / 2, EDGE + middle(board, row), str(row + 1), "soft", font) for row in range(board.rows)]
    return "".join(letters + numbers)
