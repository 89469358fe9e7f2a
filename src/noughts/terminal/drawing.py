"""A position as characters with styles, for the board widget to show."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import groupby

from rich.segment import Segment
from rich.style import Style

from noughts.rules.line_game import COLUMN_LETTERS
from noughts.rules.mark import Mark, Move
from noughts.rules.position import Position
from noughts.rules.ultimate import UltimatePosition
from noughts.terminal.layout import LEFT, Layout
from noughts.terminal.palette import Palette
from noughts.terminal.shapes import shape
from noughts.words import Kind, kind_of

BEST_SHOWN = 5
"""How many values a board shows whose cells have no room for all."""
BAR_HEIGHT = 3
"""Cells so high also show a chance as a bar."""


class Canvas:
    """Characters, each with the colours of its ink and of the paper under it."""

    def __init__(self, width: int, height: int, palette: Palette) -> None:
        self._cells = [[(" ", palette.ink, palette.paper, False)] * width for _ in range(height)]

    def put(self, row: int, column: int, text: str, ink: str, *, bold: bool = False) -> None:
        """Write over what is there; the paper stays."""
        for place, character in enumerate(text, start=column):
            self._cells[row][place] = (character, ink, self._cells[row][place][2], bold)

    def put_shape(self, row: int, column: int, rows: tuple[str, ...], ink: str) -> None:
        """Write a shape whose blanks are transparent."""
        for down, text in enumerate(rows):
            for right, character in enumerate(text):
                if character != " ":
                    self.put(row + down, column + right, character, ink, bold=True)

    def tint(self, row: int, column: int, height: int, width: int, paper: str) -> None:
        for line in self._cells[row : row + height]:
            line[column : column + width] = [
                (text, ink, paper, bold) for text, ink, _, bold in line[column : column + width]
            ]

    def segments(self, row: int) -> list[Segment]:
        return [
            Segment("".join(text for text, *_ in run), Style(color=ink, bgcolor=paper, bold=bold))
            for (ink, paper, bold), run in groupby(self._cells[row], key=lambda cell: cell[1:])
        ]


@dataclass(frozen=True)
class BoardDrawing:
    """Everything there is to see on a board at one moment."""

    layout: Layout
    palette: Palette
    last_move: Move | None = None
    cursor: Move | None = None
    hint: Move | None = None
    values: Mapping[Move, str] = field(default_factory=dict)
    """Best first."""
    best: Collection[Move] = ()
    """The moves that are as good as the best; where all are, none stands out."""

    def canvas(self) -> Canvas:
        canvas = Canvas(self.layout.width, self.layout.height, self.palette)
        self._draw_coordinates(canvas)
        if isinstance(self._board, UltimatePosition):
            self._draw_ultimate(canvas, self._board)
        else:
            self._draw_lines(canvas)
            self._tint_winning_cells(canvas)
            for move in range(self._board.cells):
                self._draw_cell(canvas, move)
        self._draw_cursor(canvas)
        return canvas

    @cached_property
    def _board(self) -> Position:
        return self.layout.position

    def _ink(self, mark: Mark | None) -> str:
        if mark is None:
            return self.palette.soft
        return self.palette.x if mark is Mark.X else self.palette.o

    def _draw_coordinates(self, canvas: Canvas) -> None:
        columns, rows = self._board.columns, self._board.rows
        middle = self.layout.cell_width // 2 if self.layout.lined else 0
        for column in range(columns):
            move = column // 3 * 9 + column % 3 if self.layout.grouped else column
            left = self.layout.cell_corner(move)[1]
            canvas.put(0, left + middle, COLUMN_LETTERS[column], self.palette.soft)
        for row in range(rows):
            move = row // 3 * 27 + row % 3 * 3 if self.layout.grouped else row * columns
            top = self.layout.cell_corner(move)[0]
            canvas.put(top + (self.layout.cell_height - 1) // 2, 0, f"{row + 1:2}", self.palette.soft)

    # Line games

    def _draw_lines(self, canvas: Canvas) -> None:
        if not self.layout.lined:
            return
        columns, rows = self._board.columns, self._board.rows
        self._draw_grid(canvas, 1, LEFT, columns, rows, self.palette.strong)

    def _draw_grid(self, canvas: Canvas, top: int, left: int, columns: int, rows: int, ink: str) -> None:
        """The lines between cells."""
        across, down = self.layout.step
        bar = "┼".join(["─" * self.layout.cell_width] * columns)
        for row in range(rows):
            for line in range(self.layout.cell_height):
                for column in range(1, columns):
                    canvas.put(top + row * down + line, left + column * across - 1, "│", ink)
            if row:
                canvas.put(top + row * down - 1, left, bar, ink)

    def _tint_winning_cells(self, canvas: Canvas) -> None:
        for move in self._winning_cells:
            self._tint_cell(canvas, move, self._ink(self._board.mark_at(move)))

    @cached_property
    def _winning_cells(self) -> frozenset[Move]:
        return self._board.winning_cells()

    def _tint_cell(self, canvas: Canvas, move: Move, paper: str) -> None:
        top, left = self.layout.cell_corner(move)
        canvas.tint(top, left, self.layout.cell_height, self.layout.cell_width, paper)

    # Cells

    def _draw_cell(self, canvas: Canvas, move: Move) -> None:
        mark = self._board.mark_at(move)
        if mark is None:
            self._draw_empty(canvas, move)
            return
        ink = self.palette.paper if move in self._winning_cells else self._ink(mark)
        top, left = self.layout.cell_corner(move)
        height, width = self.layout.cell_height, self.layout.cell_width
        rows = shape(mark, height)
        canvas.put_shape(top, left + (width - len(rows[0])) // 2, rows, ink)
        if move == self.last_move:
            self._frame_cell(canvas, move, "()╭╮╰╯", ink)

    def _draw_empty(self, canvas: Canvas, move: Move) -> None:
        top, left = self.layout.cell_corner(move)
        row = top + (self.layout.cell_height - 1) // 2
        width = self.layout.cell_width
        value = self._values_shown.get(move, "")
        if value:
            self._draw_value(canvas, move, row, value)
        elif not self.layout.lined:
            canvas.put(row, left, "·", self.palette.soft)
        if move == self.hint:
            place = max(0, (width - len(value)) // 2 - 2) if value else width // 2
            canvas.put(row, left + place, "◆", self.palette.edge, bold=True)

    @cached_property
    def _values_shown(self) -> Mapping[Move, str]:
        """All of them; where cells touch each other, the best few."""
        return self.values if self.layout.lined else dict(list(self.values.items())[:BEST_SHOWN])

    def _draw_value(self, canvas: Canvas, move: Move, row: int, value: str) -> None:
        """In the colour of its quality, the best on paper of that colour; under it how far the chance reaches."""
        left, width = self.layout.cell_corner(move)[1], self.layout.cell_width
        ink = self._value_ink(value)
        if len(value) > width:  # who wins is still true, a number without its end would not be
            value = value.rstrip("%") if value.endswith("%") else value[0]
        begin = left + value.center(width).index(value)
        if move in self.best and len(self.best) < len(self.values):
            room = min(1, (width - len(value)) // 2)
            canvas.tint(row, begin - room, 1, len(value) + 2 * room, ink)
            canvas.put(row, begin, value, self.palette.paper, bold=True)
        else:
            canvas.put(row, begin, value, ink, bold=True)
        if self.layout.cell_height >= BAR_HEIGHT and value.endswith("%"):
            done = round((width - 2) * int(value[:-1]) / 100)
            canvas.put(row + 1, left + 1, "━" * done, ink)
            canvas.put(row + 1, left + 1 + done, "─" * (width - 2 - done), self.palette.line)

    def _value_ink(self, value: str) -> str:
        kinds = {Kind.WIN: self.palette.good, Kind.DRAW: self.palette.even, Kind.LOSS: self.palette.bad}
        return kinds.get(kind_of(value), self.palette.soft)

    def _frame_cell(self, canvas: Canvas, move: Move, signs: str, ink: str) -> None:
        """Two brackets around a low cell, four corners around a high one."""
        top, left = self.layout.cell_corner(move)
        right, bottom = left + self.layout.cell_width - 1, top + self.layout.cell_height - 1
        if self.layout.cell_height == 1:
            if self.layout.lined:
                canvas.put(top, left, signs[0], ink)
            canvas.put(top, right, signs[1], ink)
            return
        for row, column, sign in ((top, left, 2), (top, right, 3), (bottom, left, 4), (bottom, right, 5)):
            canvas.put(row, column, signs[sign], ink)

    def _draw_cursor(self, canvas: Canvas) -> None:
        if self.cursor is not None:
            self._tint_cell(canvas, self.cursor, self.palette.cursor)
            self._frame_cell(canvas, self.cursor, "[]┏┓┗┛", self.palette.ink)

    # Ultimate

    def _draw_ultimate(self, canvas: Canvas, position: UltimatePosition) -> None:
        width, height = self.layout.small_board
        self._draw_strong_lines(canvas)
        targets = position.targets()
        won = {board for line in position.winning_lines() for board in line}
        for board in range(9):
            top, left = self.layout.board_corner(board)
            if board in targets:
                canvas.tint(top, left, height, width, self.palette.active)
            if position.closed >> board & 1:
                self._draw_closed(canvas, position, board, won=board in won)
            else:
                self._draw_grid(canvas, top, left, 3, 3, self.palette.line)
                for move in range(9 * board, 9 * board + 9):
                    self._draw_cell(canvas, move)
        for board in targets:
            self._draw_frame(canvas, board)

    def _draw_strong_lines(self, canvas: Canvas) -> None:
        width, _ = self.layout.small_board
        bar = "╋".join(["━" * (width + 2)] * 3)
        for board in (1, 2):
            column = self.layout.board_corner(board)[1] - 2
            for row in range(1, self.layout.height):
                canvas.put(row, column, "┃", self.palette.strong)
        for board in (3, 6):
            canvas.put(self.layout.board_corner(board)[0] - 1, LEFT, bar, self.palette.strong)

    def _draw_closed(self, canvas: Canvas, position: UltimatePosition, board: int, *, won: bool) -> None:
        """One big mark; of the small ones only the last move is still of interest."""
        top, left = self.layout.board_corner(board)
        width, height = self.layout.small_board
        winner = position.board_winner(board)
        ink = self._ink(winner)
        if won:
            canvas.tint(top, left - 1, height, width + 2, ink)
            ink = self.palette.paper
        rows = shape(winner, height)
        canvas.put_shape(top, left + (width - len(rows[0])) // 2, rows, ink)
        if self.last_move is not None and self.last_move // 9 == board:
            if self.layout.cell_height == 1:
                self._tint_cell(canvas, self.last_move, self.palette.paper)
                self._draw_cell(canvas, self.last_move)
            else:
                self._frame_cell(canvas, self.last_move, "()╭╮╰╯", self.palette.ink)

    def _draw_frame(self, canvas: Canvas, board: int) -> None:
        top, left = self.layout.board_corner(board)
        width, height = self.layout.small_board
        ink = self.palette.edge
        for row in range(top, top + height):
            canvas.put(row, left - 1, "║", ink)
            canvas.put(row, left + width, "║", ink)
        under_another = board - 3 in self._board.targets()
        canvas.put(top - 1, left - 1, ("╠{}╣" if under_another else "╔{}╗").format("═" * width), ink)
        canvas.put(top + height, left - 1, f"╚{'═' * width}╝", ink)
