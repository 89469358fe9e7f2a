"""Line games: m columns, n rows, k in a row wins. Classic tic-tac-toe is 3,3,3.

A cell is numbered `row * m + column`, and bit c of a mask stands for cell c:

    0 1 2
    3 4 5
    6 7 8
"""

from __future__ import annotations

from functools import cache, cached_property
from string import ascii_lowercase
from typing import Literal, NamedTuple

from noughts.errors import IllegalMoveError
from noughts.rules.mark import Mark, Move, Outcome
from noughts.rules.symmetry import Permutation, permute_mask, symmetries

LARGEST_SIDE = 26
COLUMN_LETTERS = ascii_lowercase


def cell_at(row: int, column: int) -> str:
    """The name of a cell: column letter and row number from the top left."""
    return f"{COLUMN_LETTERS[column]}{row + 1}"


def bits(mask: int) -> tuple[int, ...]:
    """The numbers of the cells in a mask, ascending."""
    return tuple(bit for bit in range(mask.bit_length()) if mask >> bit & 1)


class Grid:
    """The board of an m,n,k game: where its lines are. One object per size, made by `grid`."""

    def __init__(self, columns: int, rows: int, in_line: int) -> None:
        self.columns = columns
        self.rows = rows
        self.in_line = in_line
        self.cells = columns * rows
        self.full = (1 << self.cells) - 1

    def __reduce__(self) -> tuple[object, tuple[int, int, int]]:
        return grid, (self.columns, self.rows, self.in_line)

    def __repr__(self) -> str:
        return f"grid({self.columns}, {self.rows}, {self.in_line})"

    @cached_property
    def lines(self) -> tuple[int, ...]:
        """Every set of `in_line` neighbouring cells in a row, column or diagonal, as masks."""
        found = []
        for row in range(self.rows):
            for column in range(self.columns):
                for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                    cells = [(row + down * i, column + right * i) for i in range(self.in_line)]
                    if all(0 <= r < self.rows and 0 <= c < self.columns for r, c in cells):
                        found.append(sum(1 << (r * self.columns + c) for r, c in cells))
        return tuple(dict.fromkeys(found))  # with k = 1 the four directions give the same line

    @cached_property
    def lines_through(self) -> tuple[tuple[int, ...], ...]:
        """For each cell the lines that it lies on."""
        return tuple(tuple(line for line in self.lines if line >> cell & 1) for cell in range(self.cells))

    @cached_property
    def symmetries(self) -> tuple[Permutation, ...]:
        return symmetries(self.columns, self.rows)

    def line_in(self, mask: int) -> int | None:
        """The first line that a set of cells contains, as a mask."""
        return next((line for line in self.lines if mask & line == line), None)


@cache
def grid(columns: int, rows: int, in_line: int) -> Grid:
    """The one Grid of this size; ValueError when there is no such game."""
    if not (1 <= columns <= LARGEST_SIDE and 1 <= rows <= LARGEST_SIDE):
        raise ValueError(f"a board has 1 to {LARGEST_SIDE} columns and rows, got {columns} and {rows}")
    if not 1 <= in_line <= max(columns, rows):
        raise ValueError(
            f"a line on {columns} columns and {rows} rows has 1 to {max(columns, rows)} cells, got {in_line}"
        )
    return Grid(columns, rows, in_line)


class LinePosition(NamedTuple):
    """A position of a line game, seen from the side to move."""

    grid: Grid
    mine: int
    """The cells of the side to move."""
    theirs: int
    """The cells of the other side, which made the last move."""
    to_move: Mark
    outcome: Outcome | None

    def legal_moves(self) -> tuple[Move, ...]:
        """The moves in ascending order; empty exactly when the game is over."""
        if self.outcome is not None:
            return ()
        taken = self.mine | self.theirs
        return tuple([cell for cell in range(self.grid.cells) if not taken >> cell & 1])

    def play(self, move: Move) -> LinePosition:
        """The position after the move; IllegalMoveError when the rules forbid it."""
        grid, mine, theirs, to_move, outcome = self
        if outcome is not None or not 0 <= move < grid.cells or (mine | theirs) >> move & 1:
            raise IllegalMoveError(self, move, self._why_illegal(move))
        mine |= 1 << move
        for line in grid.lines_through[move]:
            if mine & line == line:
                outcome = Outcome.won_by(to_move)
                break
        else:
            if mine | theirs == grid.full:
                outcome = Outcome.DRAW
        return LinePosition(grid, theirs, mine, Mark.O if to_move is Mark.X else Mark.X, outcome)

    def _why_illegal(self, move: Move) -> str:
        if self.outcome is not None:
            return "the game is over"
        if not 0 <= move < self.grid.cells:
            return "there is no such cell"
        return "the cell is taken"

    def mark_at(self, cell: Move) -> Mark | None:
        """The mark on a cell, which is numbered like the move that goes there."""
        if self.mine >> cell & 1:
            return self.to_move
        return self.to_move.other if self.theirs >> cell & 1 else None

    def cells_of(self, mark: Mark) -> int:
        """The cells of one side as a mask."""
        return self.mine if mark is self.to_move else self.theirs

    # The board

    @property
    def kind(self) -> Literal["line"]:
        return "line"

    @property
    def game(self) -> str:
        """The name of the game: `classic`, `4,4,3`."""
        name = f"{self.grid.columns},{self.grid.rows},{self.grid.in_line}"
        return "classic" if name == "3,3,3" else name

    @property
    def columns(self) -> int:
        return self.grid.columns

    @property
    def rows(self) -> int:
        return self.grid.rows

    @property
    def cells(self) -> int:
        return self.grid.cells

    @property
    def open_cells(self) -> int:
        """How many cells can still be played; the game lasts no longer than that."""
        return 0 if self.outcome is not None else self.grid.cells - (self.mine | self.theirs).bit_count()

    def row_and_column(self, cell: Move) -> tuple[int, int]:
        """Where a cell lies on the whole board, counted from 0."""
        return divmod(cell, self.grid.columns)

    def move_at(self, row: int, column: int) -> Move:
        """The move to a place on the whole board, counted from 0; the place must be on it."""
        return row * self.grid.columns + column

    def cell_name(self, cell: Move) -> str:
        """`b2` for the centre of classic."""
        return cell_at(*self.row_and_column(cell))

    def lines_through(self, cell: Move) -> tuple[int, ...]:
        """How many lines a cell lies on: the more, the more it is worth."""
        return (len(self.grid.lines_through[cell]),)

    def winning_lines(self) -> tuple[tuple[int, ...], ...]:
        """The lines of cells that won the game; one move can complete several."""
        winner = self.outcome.winner if self.outcome else None
        if winner is None:
            return ()
        own = self.cells_of(winner)
        return tuple(bits(line) for line in self.grid.lines if own & line == line)

    def winning_cells(self) -> frozenset[Move]:
        """The cells of all winning lines."""
        return frozenset(cell for line in self.winning_lines() for cell in line)

    def targets(self) -> tuple[int, ...]:
        """There are no small boards to be sent to."""
        return ()

    def targets_of(self, move: Move) -> tuple[int, ...]:
        return ()

    def boards(self) -> tuple[str, ...]:
        """There are no small boards."""
        return ()

    # Symmetry

    def images(self) -> tuple[LinePosition, ...]:
        """What the symmetries of the board make of this position, itself first."""
        return tuple(
            self._replace(mine=permute_mask(self.mine, to), theirs=permute_mask(self.theirs, to))
            for to in self.grid.symmetries
        )

    def canonical(self) -> LinePosition:
        """The one image that stands for all of them."""
        return min(self.images(), key=lambda image: (image.mine, image.theirs))


def line_game(columns: int, rows: int, in_line: int) -> LinePosition:
    """The empty board of an m,n,k game, X to move."""
    return LinePosition(grid(columns, rows, in_line), 0, 0, Mark.X, None)


def classic() -> LinePosition:
    """The empty board of tic-tac-toe."""
    return line_game(3, 3, 3)
