"""Moves that are typed key by key: `b2`, or the number of a cell."""

from __future__ import annotations

from noughts.notation import format_move, move_at, size
from noughts.rules.position import Move, Position
from noughts.rules.ultimate import ANYWHERE, UltimatePosition


def spellings(position: Position) -> dict[str, Move]:
    """Everything that can be typed for a cell.

    Its letter and number; in line games its number from 1; in Ultimate its number in the target board, and with a free
    choice the numbers of the board and of the cell.
    """
    columns, rows = size(position)
    found = {}
    for move in (move_at(row, column, position) for row in range(rows) for column in range(columns)):
        found[format_move(move, position)] = move
        if not isinstance(position, UltimatePosition):
            found[str(move + 1)] = move
        elif position.target == ANYWHERE:
            found[f"{move // 9 + 1}{move % 9 + 1}"] = move
        elif position.target == move // 9:
            found[str(move % 9 + 1)] = move
    return found


def begins_move(text: str, position: Position) -> bool:
    """Whether some move begins like this."""
    return any(spelling.startswith(text) for spelling in spellings(position))


def finished_move(text: str, position: Position) -> Move | None:
    """The move, when nothing that is typed after it could make it another one."""
    longer = [spelling for spelling in spellings(position) if spelling.startswith(text)]
    return spellings(position)[text] if longer == [text] else None
