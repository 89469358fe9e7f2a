"""A CodinGame program that plays the last legal cell, or makes the mistake named by its argument."""

import sys
import time

from game import Game, burn, cell_at, row_and_column

mistake = sys.argv[1] if len(sys.argv) > 1 else ""
game = Game(mistake, count=True)
while line := sys.stdin.readline():
    row, column = map(int, line.split())
    if row >= 0:
        game = game.play(*cell_at(row, column))
    for _ in range(int(input())):
        input()
    if mistake == "silent":
        time.sleep(3600)
    if mistake == "burns":
        burn(0.2)
    if mistake == "crashes" and row >= 0:
        raise ValueError("no idea")
    if mistake == "garbage":
        print("pass", flush=True)
        continue
    move = game.moves()[-1]
    game = game.play(*move)
    print(*row_and_column(*move), flush=True)
