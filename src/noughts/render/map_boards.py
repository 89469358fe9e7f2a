"""Boards nested in the cells of boards: what a plan answers to every reply, as pieces of SVG.

A board has 300 units and is drawn alike on every level; in the cell of each reply stands the next board, smaller. Its
group carries the position that is answered and the move, so that a program can read the map too.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeAlias

from noughts.notation import format_position
from noughts.render.strategy_tree import Answer, End, end_of
from noughts.render.svg_theme import number, text
from noughts.rules.line_game import bits
from noughts.rules.mark import Mark, Move
from noughts.rules.position import Position

SIDE, CELL = 300, 100
NESTED = 0.306
"""The size of a board in a cell of another."""
EVERY_LEVEL = 9

Mistake: TypeAlias = Literal["loss", "draw"]
"""What a move makes of a better position."""

# Twins of the first hand in web/static/marks.js
_CROSS = (
    "M-45.6-33.4Q-8.3 8.3 34.6 44.4A7.6 7.6 0 0 0 45.4 33.6Q3.7-3.7-32.4-46.6A9.4 9.4 0 0 0-45.6-33.4Z"
    "M33.7-45.2Q-3-2.4-45.5 34.7A7.6 7.6 0 0 0-34.5 45.3Q6.8 7 42.3-36.8A6 6 0 0 0 33.7-45.2Z"
)
_RING = (
    "M38.2-23.8A45 43.5-32 0 1-38.2 23.8A45 43.5-32 0 1 38.2-23.8Z"
    "M23.7-14.9A27 33.5-32 0 1-22.1 13.7A27 33.5-32 0 1 23.7-14.9Z"
)
SHAPES = "".join(
    f'<path id="{mark}-{age}" transform="scale({size})" d="{trace}"/>'
    for mark, trace in ((Mark.X, _CROSS), (Mark.O, _RING))
    for age, size in (("now", 0.86), ("old", 0.62))
)
"""The marks, for the definitions of a picture; the boards only name them."""

STYLE = """
.at>path{fill:none;stroke-linecap:round}.at>.grid{stroke:#958b78}.paper{fill:none}
.l0>.grid{stroke:#57514a;stroke-width:1.3}.l1>.grid{stroke:#6f675b;stroke-width:1.9}.l2>.grid{stroke-width:2.8}
.l3>.grid{stroke-width:4.2}.l4>.grid{stroke-width:6}.legend .grid{stroke-width:3}
use.X{fill:#1b5fb4}use.O{fill:#c8471b;fill-rule:evenodd}use.X.old{fill:#8fb2dd}use.O.old{fill:#eba78c}.through{stroke-width:7}
.for-X>.through{stroke:#5c8fd0}.for-O>.through{stroke:#dd7a56}.lost>.through{stroke:#b3261e}
.won.for-X>.paper{fill:#dfeaf7}.won.for-O>.paper{fill:#fde5d9}.drawn>.paper{fill:#ece5d6}
.lost>.paper,.stuck>.paper{fill:#f2aaa2}.way{fill:none;stroke:#b3261e;stroke-width:6}.l1>.way{stroke-width:3}
use.gives-loss,.stuck>text{fill:#b3261e}.unknown>text{fill:#958b78}use.gives-draw{fill:#96690a}
rect.gives-loss{fill:#f2aaa2}rect.gives-draw{fill:#f6e3ad}
.here{fill:#fff8e3;stroke:#b98200;stroke-width:5}
"""


_WAY = '<rect class="way" x="-3" y="-3" width="306" height="306" rx="14"/>'
"""Around the boards that lead to a lost game."""


class NestedBoards:
    """Draws the boards of one plan."""

    def __init__(self, mark: Mark, mistakes: Mapping[Position, Mistake]) -> None:
        self.mark = mark
        self.mistakes = mistakes

    def draw(self, answer: Answer, *, levels: int = EVERY_LEVEL, level: int = 0, framed: Move | None = None) -> str:
        """The board of an answer and, so many levels deep, what follows."""
        after, move, kind = answer.after, answer.move, self.kind(answer)
        parts = [_board(after), *([] if framed is None else [_frame(after, framed)]), *_through(after)]
        parts += [_use(after, cell, "old") for cell in _marked(after) if cell != move]
        if move is not None:
            mistake = self.mistakes.get(answer.position)
            parts.append(_use(after, move, f"gives-{mistake}" if mistake else "now"))
        if level and kind in ("to-loss", "stuck"):
            parts.append(_WAY)
        if kind in ("stuck", "unknown"):
            parts.append(text(SIDE / 2, SIDE / 2, "?", "serif bold", 200))
        for reply, follow_up in answer.replies.items() if levels else ():
            if isinstance(follow_up, Answer):
                parts.append(_in_cell(after, reply, self.draw(follow_up, levels=levels - 1, level=level + 1)))
            elif self.is_lost(follow_up):
                parts.append(_in_cell(after, reply, self.lost(follow_up, level + 1)))
            else:  # the last cell
                parts.append(_use(follow_up, reply, "old"))
        told = f' data-move="{after.cell_name(move)}"' if move is not None else ""
        position = f'data-position="{format_position(answer.position)}"'
        return f'<g class="at l{level} {kind} for-{self.mark}" {position}{told}>{"".join(parts)}</g>'

    def kind(self, answer: Answer) -> str:
        """What is special about a board: how the game ends there, or that it can be lost."""
        if answer.ends[End.LOST]:
            return "to-loss"
        goes_on = any(isinstance(follow_up, Answer) for follow_up in answer.replies.values())
        kinds = {End.WON: "won", End.DRAWN: "drawn", End.STUCK: "stuck", End.UNKNOWN: "unknown"}
        return "open" if goes_on else kinds[next(iter(answer.ends))]

    def is_lost(self, position: Position) -> bool:
        return end_of(position, self.mark) is End.LOST

    def lost(self, position: Position, level: int) -> str:
        """The board of a lost game."""
        marks = [_use(position, cell, "old") for cell in _marked(position)]
        parts = [_board(position), _WAY, *_through(position), *marks]
        return f'<g class="at l{level} lost" data-end="{format_position(position)}">{"".join(parts)}</g>'


def one_mark(mark: Mark, kind: str) -> str:
    """A mark alone, in the units of a board."""
    sign = f'{_ground(50, 50, kind)}<use href="#{mark}-{_shape(kind)}" class="{mark} {kind}" x="50" y="50"/>'
    return f'<g transform="translate(20 20) scale(2.6)">{sign}</g>'


def scaled(x: float, y: float, side: float, board: str) -> str:
    """A board put somewhere, in another size."""
    return f'<g transform="translate({number(x)} {number(y)}) scale({side / SIDE:.5f})">{board}</g>'


def _shape(kind: str) -> str:
    return "old" if kind == "old" else "now"


def _board(position: Position) -> str:
    end = position.columns * CELL - 8
    trace = "".join(f"M{at} 8V{end}M8 {at}H{end}" for at in (CELL, 2 * CELL))
    return f'<rect class="paper" x="4" y="4" width="292" height="292" rx="12"/><path class="grid" d="{trace}"/>'


def _frame(position: Position, cell: Move) -> str:
    x, y = (at - 43 for at in _middle(position, cell))
    return f'<rect class="here" x="{x}" y="{y}" width="86" height="86" rx="10"/>'


def _marked(position: Position) -> tuple[Move, ...]:
    return bits(position.cells_of(Mark.X) | position.cells_of(Mark.O))


def _middle(position: Position, cell: Move) -> tuple[int, int]:
    row, column = position.row_and_column(cell)
    return column * CELL + CELL // 2, row * CELL + CELL // 2


def _use(position: Position, cell: Move, kind: str) -> str:
    """A mark of the board: `old`, `now`, or one that gives something away."""
    mark, (x, y) = position.mark_at(cell), _middle(position, cell)
    return f'{_ground(x, y, kind)}<use href="#{mark}-{_shape(kind)}" class="{mark} {kind}" x="{x}" y="{y}"/>'


def _ground(x: int, y: int, kind: str) -> str:
    """What tells a mistake where colours are not printed, or the mark is red itself."""
    if kind in ("now", "old"):
        return ""
    return f'<rect class="{kind}" x="{x - 46}" y="{y - 46}" width="92" height="92" rx="10"/>'


def _through(position: Position) -> list[str]:
    found = []
    for line in position.winning_lines():
        (x1, y1), (x2, y2) = (_middle(position, cell) for cell in (line[0], line[-1]))
        dx, dy = (x2 - x1) // 6, (y2 - y1) // 6
        found.append(f'<path class="through" d="M{x1 - dx} {y1 - dy}L{x2 + dx} {y2 + dy}"/>')
    return found


def _in_cell(position: Position, cell: Move, board: str) -> str:
    x, y = (at - SIDE * NESTED / 2 for at in _middle(position, cell))
    return scaled(x, y, SIDE * NESTED, board)
