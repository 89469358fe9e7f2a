"""Keeps the clocks of all games: who runs out of time loses, also when nobody looks at the board."""

from __future__ import annotations

import asyncio
import logging

from noughts.errors import NoughtsError
from noughts.storage import GameStore
from noughts.web.games import Games

LOOK_SECONDS = 1.0
DOWN_SECONDS = 5.0
"""A pause of so long was one in which nobody could move, and is given back to the players."""


async def keep_clocks(games: Games, store: GameStore) -> None:
    """Look at the clocks until cancelled; time in which no server ran counts for nobody."""
    log = logging.getLogger("noughts.web")
    try:
        await asyncio.to_thread(store.give_back_time, DOWN_SECONDS)
    except NoughtsError as error:
        log.error("cannot give back the time of a restart: %s", error)
    while True:
        try:
            await asyncio.to_thread(games.end_out_of_time)
        except NoughtsError as error:
            log.error("cannot look at the clocks: %s", error)
        await asyncio.sleep(LOOK_SECONDS)
