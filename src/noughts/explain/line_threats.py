"""What a move of a line game makes and blocks, in the words of those who play five in a row.

A four is a line that lacks one cell, an open four one that can be completed in two places; an open three becomes an
open four with one more move. With lines of another length the names count their marks: on 4,4,4 it is a three that
lacks one. Everything said here is computed from the lines of the board.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from functools import reduce
from operator import or_
from typing import NamedTuple

from noughts.analysis import RankedMove, is_proved_win
from noughts.rules.line_game import Grid, LinePosition
from noughts.rules.mark import Move
from noughts.rules.threats import threats

NUMBERS = ("none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


class Threat(NamedTuple):
    """Marks of one side on a line, or on several, that may win."""

    marks: int
    """How many marks a line has; the number in its name."""
    is_open: bool
    cells: int
    """The marks, as a mask."""

    def named(self, article: str = "") -> str:
        """Like "an open three"; with an article of its own: "the four"."""
        number = NUMBERS[self.marks] if self.marks < len(NUMBERS) else str(self.marks)
        name = f"open {number}" if self.is_open else number
        return f"{article or ('an' if name[0] in 'aeio' and name != 'one' else 'a')} {name}"


def threat_facts(position: LinePosition, move: Move) -> list[str]:
    """What a move that does not end the game makes and blocks.

    >>> from noughts.notation import parse_move, parse_position
    >>> position = parse_position("start moves d4 a1 e4 c1", "9,9,5")
    >>> threat_facts(position, parse_move("f4", position))
    ['makes an open three']
    """
    bit = 1 << move
    facts = []
    made = _strongest(position.grid, position.mine | bit, position.theirs, through=bit)
    if made is not None:
        facts.append(f"makes {made.named()}")
    blocked = _blocked(position, bit)
    if blocked is not None:
        facts.append(f"blocks {blocked.named('the')} at {_place(position, blocked.cells)}")
    return facts


def forced_win(position: LinePosition, ranked: RankedMove) -> str | None:
    """Like "wins by d4 e5 f6 whatever O does", where every reply on the way to a proved win is forced; else None."""
    if not is_proved_win(ranked.score) or position.grid.in_line < 4:
        return None
    after = position
    for move in ranked.line:
        if after.to_move is not position.to_move and move not in threats(after):
            return None
        after = after.play(move)
    if after.outcome is None or after.outcome.winner is not position.to_move:
        return None
    moves = " ".join(position.cell_name(move) for move in ranked.line[::2])
    return f"wins by {moves} whatever {position.to_move.other} does"


def _blocked(position: LinePosition, bit: int) -> Threat | None:
    """The strongest threat of the other side that it has no more once the cell is taken."""
    grid = position.grid
    completed = [line for line in grid.lines if line & ~position.theirs == bit]
    if completed:
        return Threat(grid.in_line - 1, False, _union(completed) & position.theirs)
    before = _strongest(grid, position.theirs, position.mine, through=bit)
    if before is None or before.marks == grid.in_line - 1:
        return None
    after = _strongest(grid, position.theirs, position.mine | bit, through=before.cells)
    return before if after is None else None


def _strongest(grid: Grid, own: int, other: int, *, through: int) -> Threat | None:
    """The best of what a side has on lines that touch some cells: a line that lacks one cell, else an open one
    that lacks two."""
    lines = [line for line in grid.lines if line & through and not line & other]
    nearly = [line for line in lines if (own & line).bit_count() == grid.in_line - 1]
    if nearly:
        lacking = {line & ~own for line in nearly}
        return Threat(grid.in_line - 1, len(lacking) > 1, _union(nearly) & own)
    if grid.in_line < 4:
        return None
    answers: dict[int, dict[int, int]] = defaultdict(dict)  # by the cell that makes a four: its answers and lines
    for line in lines:
        if (own & line).bit_count() == grid.in_line - 2:
            rest = line & ~own
            low = rest & -rest
            answers[low][rest ^ low] = answers[rest ^ low][low] = line
    for found in answers.values():
        ways = Counter(line & own for line in found.values())
        for cells, count in ways.items():
            if count > 1:
                return Threat(grid.in_line - 2, True, cells)
    return None


def _union(lines: list[int]) -> int:
    return reduce(or_, lines)


def _place(position: LinePosition, cells: int) -> str:
    """From the first to the last of some cells: "c5-f5"."""
    first, last = (cells & -cells).bit_length() - 1, cells.bit_length() - 1
    return "-".join(dict.fromkeys([position.cell_name(first), position.cell_name(last)]))
