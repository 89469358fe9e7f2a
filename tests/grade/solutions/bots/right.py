"""Right: reads a board a line, answers a move a line, until its input ends."""

import sys
from functools import cache

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


@cache
def value(cells, mark):
    """For the side to move; a quicker win is worth more."""
    other = "O" if mark == "X" else "X"
    if any(cells[a] == cells[b] == cells[c] == other for a, b, c in LINES):
        return -1 - cells.count(".")
    if "." not in cells:
        return 0
    return max(-value(cells[:i] + mark + cells[i + 1 :], other) for i in range(9) if cells[i] == ".")


for line in sys.stdin:
    rows, mark = line.split()
    cells, mark = rows.replace("/", ""), mark.upper()
    other = "O" if mark == "X" else "X"
    empty = [i for i in range(9) if cells[i] == "."]
    best = max(empty, key=lambda i: -value(cells[:i] + mark + cells[i + 1 :], other))
    print("abc"[best % 3] + str(best // 3 + 1), flush=True)
