"""What there is to see on a board, the same for text and for pictures."""

from __future__ import annotations

from string import ascii_lowercase
from typing import TypeAlias

from noughts.rules.line_game import LinePosition
from noughts.rules.position import Mark, Position
from noughts.rules.ultimate import ANYWHERE, SMALL, UltimatePosition

COLUMN_LETTERS = ascii_lowercase

Board: TypeAlias = LinePosition | UltimatePosition


def as_board(position: Position) -> Board:
    """The position as one of the two kinds that can be drawn."""
    if isinstance(position, LinePosition | UltimatePosition):
        return position
    raise TypeError(f"no picture for a {type(position).__name__}")


def bits(mask: int) -> tuple[int, ...]:
    """The numbers of the cells in a mask, ascending."""
    return tuple(bit for bit in range(mask.bit_length()) if mask >> bit & 1)


def winning_lines(position: Board) -> tuple[tuple[int, ...], ...]:
    """The lines that won the game: of cells, in Ultimate of boards. One move can complete several."""
    winner = position.outcome.winner if position.outcome else None
    if winner is None:
        return ()
    if isinstance(position, LinePosition):
        lines, own = position.grid.lines, position.cells_of(winner)
    else:
        lines, own = SMALL.lines, position.boards_won(winner)
    return tuple(bits(line) for line in lines if own & line == line)


def target_boards(position: Board) -> tuple[int, ...]:
    """The small boards in which the next move may be; none in a line game."""
    if isinstance(position, LinePosition) or position.outcome is not None:
        return ()
    if position.target != ANYWHERE:
        return (position.target,)
    return tuple(board for board in range(9) if not position.closed >> board & 1)


def board_winner(position: UltimatePosition, board: int) -> Mark | None:
    """Who has won a small board; None when nobody has."""
    return next((mark for mark in Mark if position.boards_won(mark) >> board & 1), None)
