"""The functions of the CS50 AI project "Tic-Tac-Toe": a drop-in for its tictactoe.py.

A board is a list of three rows of three cells; an action is (row, column), both counted from 0.
"""

from __future__ import annotations

from typing import TypeAlias

from noughts.rules.line_game import Grid, grid
from noughts.rules.mark import Mark
from noughts.rules.setup import set_up_line_game
from noughts.tablebase import tablebase

__all__ = [
    "EMPTY",
    "O",
    "X",
    "actions",
    "initial_state",
    "minimax",
    "player",
    "result",
    "terminal",
    "utility",
    "winner",
]

X = "X"
O = "O"
EMPTY = None

Board: TypeAlias = list[list[str | None]]
Action: TypeAlias = tuple[int, int]

_GRID: Grid = grid(3, 3, 3)


def initial_state() -> Board:
    """The empty board."""
    return [[EMPTY] * 3 for _ in range(3)]


def player(board: Board) -> str | None:
    """Whose turn it is; None when the board is full."""
    x, o = _cells(board, X), _cells(board, O)
    if x | o == _GRID.full:
        return None
    return O if x.bit_count() > o.bit_count() else X


def actions(board: Board) -> set[Action]:
    """Every empty cell; none when the game is over."""
    if winner(board) is not None:
        return set()
    return {(row, column) for row in range(3) for column in range(3) if board[row][column] is EMPTY}


def result(board: Board, action: Action) -> Board:
    """A new board with the action played; ValueError when it is not possible."""
    row, column = action
    if not (0 <= row < 3 and 0 <= column < 3):
        raise ValueError(f"there is no cell {action!r}")
    if board[row][column] is not EMPTY:
        raise ValueError(f"the cell {action!r} is taken")
    after = [list(cells) for cells in board]
    after[row][column] = player(board)
    return after


def winner(board: Board) -> str | None:
    """Who has three in a row, None when nobody has."""
    for mark in (X, O):
        if _GRID.line_in(_cells(board, mark)) is not None:
            return mark
    return None


def terminal(board: Board) -> bool:
    """Whether the game is over."""
    return winner(board) is not None or player(board) is None


def utility(board: Board) -> int:
    """1 when X has won, -1 when O has, 0 otherwise."""
    return {X: 1, O: -1, None: 0}[winner(board)]


def minimax(board: Board) -> Action | None:
    """An optimal action, with the quickest win there is; None when the game is over."""
    if terminal(board):
        return None
    to_move = Mark.X if player(board) == X else Mark.O
    position = set_up_line_game(_GRID, _cells(board, X), _cells(board, O), to_move)
    return divmod(tablebase().best_moves(position)[0], 3)


def _cells(board: Board, mark: str) -> int:
    return sum(1 << 3 * row + column for row in range(3) for column in range(3) if board[row][column] == mark)
