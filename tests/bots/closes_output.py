"""Closes its output and lives on."""

from __future__ import annotations

import os
import time

from ugi_bot import talk

from noughts.rules.position import Position


def think(position: Position) -> None:
    os.close(1)
    time.sleep(60)


talk(think)
