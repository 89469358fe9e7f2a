"""Moves, but a second too late."""

from __future__ import annotations

import time

from ugi_bot import first_move, talk

from noughts.rules.position import Position


def think(position: Position) -> None:
    time.sleep(1)
    first_move(position)


talk(think)
