"""A well-behaved CodinGame program that plays the first legal cell; with an argument, that instead."""

from __future__ import annotations

import sys

try:
    while True:
        input()
        cells = [input() for _ in range(int(input()))]
        print(*(sys.argv[1:] or [cells[0]]), flush=True)
except EOFError:
    pass
