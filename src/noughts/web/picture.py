"""A position as a small PNG, for those who show a preview of a shared link."""

from __future__ import annotations

import struct
import zlib
from functools import lru_cache

from noughts.rules.mark import Mark
from noughts.rules.position import Position

SIDE = 480
EDGE = 30
_SHEET, _LINE, _BIG_LINE, _X, _O, _X_WASH, _O_WASH, _GOLD = range(8)
_PALETTE = ("fffdf8", "cdc3ae", "57514a", "1b5fb4", "c8471b", "dbe7f5", "fde6da", "f8e7b5")
_MARKS = {Mark.X: (_X, _X_WASH), Mark.O: (_O, _O_WASH)}


@lru_cache(256)
def picture(position: Position) -> bytes:
    """The board as people know it: lines, marks, closed boards, and where to play."""
    canvas = [bytearray(SIDE) for _ in range(SIDE)]
    is_ultimate = position.kind == "ultimate"
    most = max(position.columns, position.rows)
    cell = (SIDE - 2 * EDGE) / most
    inset = cell * 0.18 if is_ultimate else 0.0
    left, top = ((SIDE - cell * count) / 2 for count in (position.columns, position.rows))
    for board, state in enumerate(position.boards()):
        colour = _GOLD if board in position.targets() and len(position.targets()) == 1 else _SHEET
        if state in ("X", "O"):
            colour = _MARKS[Mark(state)][1]
        x, y = left + board % 3 * 3 * cell, top + board // 3 * 3 * cell
        _fill(canvas, x + 5, y + 5, x + 3 * cell - 5, y + 3 * cell - 5, colour)
    for is_row, count, other in ((False, position.columns, position.rows), (True, position.rows, position.columns)):
        for index in range(1, count):
            is_big = is_ultimate and index % 3 == 0
            at, half = (top if is_row else left) + index * cell, 2.5 if is_big or not is_ultimate else 1.0
            begin = left if is_row else top
            colour = _BIG_LINE if is_big or not is_ultimate else _LINE
            for part in range(3 if is_ultimate and not is_big else 1):
                length = other * cell / (3 if is_ultimate and not is_big else 1)
                start, end = begin + part * length + inset, begin + (part + 1) * length - inset
                box = (start, at - half, end, at + half) if is_row else (at - half, start, at + half, end)
                _fill(canvas, *box, colour)
    closed = position.boards()
    for move in range(position.cells):
        mark, (row, column) = position.mark_at(move), position.row_and_column(move)
        if mark is not None and not (closed and closed[move // 9] != "."):
            _draw(canvas, mark, left + (column + 0.5) * cell, top + (row + 0.5) * cell, cell * 0.31)
    for board, state in enumerate(closed):
        if state in ("X", "O"):
            x, y = left + (board % 3 + 0.5) * 3 * cell, top + (board // 3 + 0.5) * 3 * cell
            _draw(canvas, Mark(state), x, y, cell)
    return _png(canvas)


def _fill(canvas: list[bytearray], x1: float, y1: float, x2: float, y2: float, colour: int) -> None:
    begin, end = round(x1), round(x2)
    for y in range(round(y1), round(y2)):
        canvas[y][begin:end] = bytes([colour]) * (end - begin)


def _draw(canvas: list[bytearray], mark: Mark, x: float, y: float, radius: float) -> None:
    pen, colour = radius * 0.17, _MARKS[mark][0]
    for row in range(int(y - radius) - 2, int(y + radius) + 3):
        for column in range(int(x - radius) - 2, int(x + radius) + 3):
            dx, dy = column - x, row - y
            if mark is Mark.O:
                is_ink = abs((dx * dx + dy * dy) ** 0.5 - radius + pen) <= pen
            else:
                is_ink = max(abs(dx), abs(dy)) <= radius * 0.92 and min(abs(dx - dy), abs(dx + dy)) <= pen * 1.4
            if is_ink:
                canvas[row][column] = colour


def _png(canvas: list[bytearray]) -> bytes:
    def chunk(kind: bytes, content: bytes) -> bytes:
        return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))

    header = struct.pack(">IIBBBBB", SIDE, SIDE, 8, 3, 0, 0, 0)
    palette = bytes.fromhex("".join(_PALETTE))
    pixels = zlib.compress(b"".join(b"\0" + row for row in canvas), 9)
    chunks = [(b"IHDR", header), (b"PLTE", palette), (b"IDAT", pixels), (b"IEND", b"")]
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunk(*part) for part in chunks)
