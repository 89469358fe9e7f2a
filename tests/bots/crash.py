"""Ends in the middle of its third thought."""

from __future__ import annotations

import sys

from ugi_bot import first_move, talk

from noughts.rules.position import Position

moves = 0


def think(position: Position) -> None:
    global moves
    moves += 1
    if moves == 3:
        sys.exit("something terrible has happened")
    first_move(position)


talk(think)
