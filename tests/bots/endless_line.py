"""Writes a line that never ends."""

from __future__ import annotations

import sys

from ugi_bot import talk

from noughts.rules.position import Position


def think(position: Position) -> None:
    while True:
        sys.stdout.write(1000 * "info ")


talk(think)
