"""The rules once more, slowly: plain lists, written from the text of the rules and not from the code.

`cells` is a list of "X", "O" and None, in the order of move numbers.
"""

from __future__ import annotations

from collections.abc import Sequence

from noughts.rules.position import Position

Cell = str | None

THREES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


def cells_of(position: Position, count: int) -> list[Cell]:
    return [None if mark is None else mark.value for mark in map(position.mark_at, range(count))]


class SlowLineGame:
    """m columns, n rows, k in a row."""

    def __init__(self, columns: int, rows: int, in_line: int) -> None:
        self.columns, self.rows, self.in_line = columns, rows, in_line
        self.cells: list[Cell] = [None] * (columns * rows)
        self.mover = "X"

    def winner(self) -> str | None:
        rows = [self.cells[self.columns * row : self.columns * (row + 1)] for row in range(self.rows)]
        columns = [list(column) for column in zip(*rows, strict=True)]
        diagonals: dict[tuple[str, int], list[Cell]] = {}
        for r in range(self.rows):
            for c in range(self.columns):
                diagonals.setdefault(("falling", r - c), []).append(rows[r][c])
                diagonals.setdefault(("rising", r + c), []).append(rows[r][c])
        for line in [*rows, *columns, *diagonals.values()]:
            text = "".join(cell or "." for cell in line)
            for mark in "XO":
                if mark * self.in_line in text:
                    return mark
        return None

    def outcome(self) -> str | None:
        if winner := self.winner():
            return f"{winner} wins"
        return None if None in self.cells else "draw"

    def legal_moves(self) -> list[int]:
        if self.outcome() is not None:
            return []
        return [cell for cell, mark in enumerate(self.cells) if mark is None]

    def play(self, move: int) -> None:
        assert move in self.legal_moves()
        self.cells[move] = self.mover
        self.mover = "O" if self.mover == "X" else "X"


class SlowUltimate:
    """Nine boards of nine cells; a move in cell c sends the opponent to board c."""

    def __init__(self, count_rule: bool) -> None:
        self.count_rule = count_rule
        self.cells: list[Cell] = [None] * 81
        self.mover = "X"
        self.last_cell: int | None = None

    def board_state(self, board: int) -> str | None:
        """Who has won a board, `full` when nobody can any more, None while it is open."""
        cells = self.cells[9 * board : 9 * board + 9]
        return three_in_line(cells) or (None if None in cells else "full")

    def outcome(self) -> str | None:
        states = [self.board_state(board) for board in range(9)]
        winner = three_in_line([state if state in ("X", "O") else None for state in states])
        if winner:
            return f"{winner} wins"
        if None in states:
            return None
        lead = states.count("X") - states.count("O")
        if lead == 0 or not self.count_rule:
            return "draw"
        return "X wins" if lead > 0 else "O wins"

    def target(self) -> int | None:
        """The board to play in, None when the choice is free."""
        return None if self.last_cell is None or self.board_state(self.last_cell) else self.last_cell

    def legal_moves(self) -> list[int]:
        if self.outcome() is not None:
            return []
        target = self.target()
        boards = [board for board in range(9) if not self.board_state(board)] if target is None else [target]
        return [9 * board + cell for board in boards for cell in range(9) if self.cells[9 * board + cell] is None]

    def play(self, move: int) -> None:
        assert move in self.legal_moves()
        self.cells[move] = self.mover
        self.last_cell = move % 9
        self.mover = "O" if self.mover == "X" else "X"


def three_in_line(cells: Sequence[Cell]) -> str | None:
    for a, b, c in THREES:
        if cells[a] is not None and cells[a] == cells[b] == cells[c]:
            return cells[a]
    return None


SlowGame = SlowLineGame | SlowUltimate


def slow_game(game: str) -> SlowGame:
    if game.startswith("ultimate"):
        return SlowUltimate(count_rule=game == "ultimate-count")
    columns, rows, in_line = (3, 3, 3) if game == "classic" else map(int, game.split(","))
    return SlowLineGame(columns, rows, in_line)
