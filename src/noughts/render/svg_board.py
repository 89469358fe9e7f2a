"""What is drawn inside the edges of a board, as pieces of SVG. The longer side of the board has EXTENT units."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from noughts.render.svg_theme import number, text
from noughts.rules.line_game import LinePosition
from noughts.rules.mark import Mark, Move
from noughts.rules.position import Position
from noughts.rules.ultimate import UltimatePosition
from noughts.words import Kind, kind_of

EXTENT = 900.0
SMALL_BOARD = EXTENT / 3
INSET = 22.0
"""Between the edge of a small board of Ultimate and its cells."""


def cell_size(position: Position) -> float:
    return (SMALL_BOARD - 2 * INSET) / 3 if position.boards() else EXTENT / max(position.columns, position.rows)


def middle(position: Position, place: int) -> float:
    """Where the middle of a column or row is."""
    cell = cell_size(position)
    if position.boards():
        return place // 3 * SMALL_BOARD + INSET + (place % 3 + 0.5) * cell
    return (place + 0.5) * cell


def draw_board(
    position: Position,
    *,
    last_move: Move | None,
    values: Mapping[Move, str],
    scale: float = 1.0,
    through: bool = True,
) -> str:
    """The board without coordinates. When it will be scaled down, its lines and marks are drawn bolder.

    `through` draws a line through what won the game.
    """
    cell = cell_size(position)
    tiny = scale < 0.25
    line_width = 1 / scale if tiny else min(4.0, max(1.5, 0.03 * cell))
    pen = _Pen(position, cell, line_width, *((0.29, 0.15) if tiny else (0.24, 0.105)))
    tints = [pen.target(board) for board in position.targets()]
    marks = pen.line_game(position) if isinstance(position, LinePosition) else pen.ultimate(position)
    last = [] if last_move is None else [pen.spot(last_move) if tiny else pen.last_move(last_move)]
    texts = [pen.value(move, value) for move, value in values.items()]
    lines = [pen.through(line) for line in position.winning_lines()] if through else []
    return "".join(tints + last + marks + texts + lines)


@dataclass(frozen=True, slots=True)
class _Pen:
    position: Position
    cell: float
    line_width: float
    mark_radius: float
    mark_width: float
    """Both as parts of a cell."""

    def line_game(self, position: LinePosition) -> list[str]:
        columns, rows = (position.columns, position.rows)
        cell, width, height = self.cell, columns * self.cell, rows * self.cell
        trace = "".join(f"M{number(column * cell)} 0V{number(height)}" for column in range(1, columns))
        trace += "".join(f"M0 {number(row * cell)}H{number(width)}" for row in range(1, rows))
        tone = "strong" if max(columns, rows) <= 9 else "line"  # many lines are loud enough
        grid = [f'<path class="{tone}" stroke-width="{number(self.line_width)}" d="{trace}"/>'] if trace else []
        return grid + [self.small_mark(move, "") for move in range(position.grid.cells)]

    def ultimate(self, position: UltimatePosition) -> list[str]:
        parts = []
        for board in range(9):
            closed = position.closed >> board & 1
            shade = " faded" if closed else ""
            parts.append(self.small_grid(board, shade))
            parts += [self.small_mark(9 * board + cell, shade) for cell in range(9)]
            if closed:
                parts.append(self.big_mark(position, board))
        ends = f"{number(SMALL_BOARD)} 14V{number(EXTENT - 14)}", f"{number(2 * SMALL_BOARD)} 14V{number(EXTENT - 14)}"
        trace = "".join(f"M{end}" for end in ends)
        trace += "".join(f"M14 {number(place * SMALL_BOARD)}H{number(EXTENT - 14)}" for place in (1, 2))
        return [*parts, f'<path class="strong" stroke-width="{number(min(2 * self.line_width, 11))}" d="{trace}"/>']

    def target(self, board: int) -> str:
        x, y = board % 3 * SMALL_BOARD + 9, board // 3 * SMALL_BOARD + 9
        side = SMALL_BOARD - 18
        return (
            f'<rect class="target" x="{number(x)}" y="{number(y)}" width="{number(side)}" height="{number(side)}" '
            f'rx="14" stroke-width="{number(1.3 * self.line_width)}"/>'
        )

    def small_grid(self, board: int, shade: str) -> str:
        x, y = board % 3 * SMALL_BOARD + INSET, board // 3 * SMALL_BOARD + INSET
        end = 3 * self.cell - 8
        trace = "".join(
            f"M{number(x + place * self.cell)} {number(y + 8)}V{number(y + end)}"
            f"M{number(x + 8)} {number(y + place * self.cell)}H{number(x + end)}"
            for place in (1, 2)
        )
        return f'<path class="line{shade}" stroke-width="{number(self.line_width)}" d="{trace}"/>'

    def centre(self, move: Move) -> tuple[float, float]:
        row, column = self.position.row_and_column(move)
        return middle(self.position, column), middle(self.position, row)

    def small_mark(self, move: Move, shade: str) -> str:
        mark = self.position.mark_at(move)
        if mark is None:
            return ""
        return draw_mark(mark, *self.centre(move), self.mark_radius * self.cell, self.mark_width * self.cell, shade)

    def big_mark(self, position: UltimatePosition, board: int) -> str:
        """The winner of a closed board; on a drawn one both, in grey."""
        winner = position.board_winner(board)
        x, y = board_centre(board)
        if winner is not None:
            return draw_mark(winner, x, y, 90, 20, " big")
        return "".join(draw_mark(mark, x, y, 90 if mark is Mark.O else 48, 10, " drawn") for mark in Mark)

    def last_move(self, move: Move) -> str:
        x, y = self.centre(move)
        half, dash = 0.42 * self.cell, number(2 * self.line_width)
        return (
            f'<rect class="last" x="{number(x - half)}" y="{number(y - half)}" width="{number(2 * half)}" '
            f'height="{number(2 * half)}" rx="{number(0.1 * self.cell)}" fill="none" '
            f'stroke-width="{number(max(2.0, 0.8 * self.line_width))}" stroke-dasharray="{dash} {dash}"/>'
        )

    def spot(self, move: Move) -> str:
        """The last move where a dashed frame would be too fine to see."""
        x, y = (number(middle - self.cell / 2) for middle in self.centre(move))
        side = number(self.cell)
        return f'<rect class="spot" x="{x}" y="{y}" width="{side}" height="{side}"/>'

    def value(self, move: Move, value: str) -> str:
        """Empty cells alone have room for one."""
        if self.position.mark_at(move) is not None:
            return ""
        kind = kind_of(value)
        height, most = (0.26, 48) if kind is Kind.ESTIMATE else (0.36, 72)
        fit = min(height * self.cell, 1.3 * self.cell / max(1, len(value)), most)
        return text(*self.centre(move), value, f"{kind.value} value", fit)

    def through(self, line: tuple[int, ...]) -> str:
        """From a little before the first cell (in Ultimate: board) of the line to a little behind its last."""
        boards = bool(self.position.boards())
        ends = [board_centre(place) if boards else self.centre(place) for place in (line[0], line[-1])]
        (x1, y1), (x2, y2) = ends
        span = SMALL_BOARD if boards else self.cell
        reach = 0.38 * span / (max(abs(x2 - x1), abs(y2 - y1)) or 1)
        dx, dy = (x2 - x1) * reach, (y2 - y1) * reach
        trace = f"M{number(x1 - dx)} {number(y1 - dy)}L{number(x2 + dx)} {number(y2 + dy)}"
        return (
            f'<path class="through" stroke-width="{number(max(3.0, 1.4 * self.line_width, 0.04 * span))}" d="{trace}"/>'
        )


def board_centre(board: int) -> tuple[float, float]:
    return (board % 3 + 0.5) * SMALL_BOARD, (board // 3 + 0.5) * SMALL_BOARD


def draw_mark(mark: Mark, x: float, y: float, radius: float, width: float, shade: str = "") -> str:
    """One X or O around a point."""
    kind = "" if shade == " drawn" else str(mark).lower()
    attributes = f'class="{(kind + shade).strip()}" stroke-width="{number(width)}"'
    if mark is Mark.O:
        return f'<circle {attributes} cx="{number(x)}" cy="{number(y)}" r="{number(1.08 * radius)}"/>'
    side = number(2 * radius)
    return f'<path {attributes} d="M{number(x - radius)} {number(y - radius)}l{side} {side}m0-{side}l-{side} {side}"/>'
