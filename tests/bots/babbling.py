"""Talks and talks instead of moving."""

from __future__ import annotations

from ugi_bot import say, talk

from noughts.rules.position import Position


def think(position: Position) -> None:
    while True:
        say("info string " + 1000 * "and another thing " + "\n")


talk(think)
