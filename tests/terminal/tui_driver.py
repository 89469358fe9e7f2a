"""Drives the app without a terminal, and compares what it shows with stored screens."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Awaitable, Callable
from pathlib import Path

from textual.pilot import Pilot
from textual.widgets import Input, Static

from noughts.terminal.app import NoughtsApp
from noughts.terminal.game_file import GameFile
from noughts.terminal.game_screen import GameScreen
from noughts.terminal.replay_screen import ReplayScreen
from noughts.terminal.setup import Setup

SCREENS = Path(__file__).with_name("screens")
SMALLEST = (80, 24)
TWO = Setup(opponent="two", names=("Ada", "Bob"))
ULTIMATE = Setup(game="ultimate", opponent="two", names=("Ada", "Bob"))


class Driver:
    """Presses keys and looks at the screen; always waits until everything has come to rest."""

    def __init__(self, app: NoughtsApp, pilot: Pilot[None]) -> None:
        self.app = app
        self.pilot = pilot

    async def settle(self) -> None:
        await self.pilot.pause()
        while isinstance(self.app.screen, GameScreen | ReplayScreen) and self.app.screen.busy:
            await asyncio.sleep(0.01)
        await self.pilot.pause()

    async def press(self, *keys: str) -> None:
        await self.pilot.press(*keys)
        await self.settle()

    async def type(self, *texts: str) -> None:
        """Type cells like b2, key by key."""
        await self.press(*"".join(texts))

    async def click(self, column: int, row: int) -> None:
        await self.pilot.click(offset=(column, row))
        await self.settle()

    @property
    def screen(self) -> str:
        """What is to be seen, without blanks at the ends of lines."""
        strips = self.app.screen._compositor.render_strips()
        return "\n".join("".join(segment.text for segment in strip).rstrip() for strip in strips) + "\n"

    @property
    def said(self) -> str:
        """The sentences beside the board, in one line."""
        statics = (self.app.screen.query_one(name, Static) for name in ("#happened", "#reason", "#too-small"))
        return " ".join(str(static.render()) for static in statics if static.display)

    async def answer(self, text: str) -> None:
        """Answer the question on top of the screen."""
        self.app.screen.query_one(Input).value = text
        await self.press("enter")

    @property
    def moves(self) -> tuple[int, ...]:
        assert self.app.sitting is not None
        return self.app.sitting.game.record.moves

    def check_screen(self, name: str) -> None:
        """Compare with the stored screen; NOUGHTS_UPDATE_SCREENS=1 stores it anew."""
        path = SCREENS / f"{name}.txt"
        if os.environ.get("NOUGHTS_UPDATE_SCREENS"):
            path.write_text(self.screen, encoding="utf-8")
        assert self.screen == path.read_text(encoding="utf-8")


def drive(
    setup: Setup,
    script: Callable[[Driver], Awaitable[None]],
    *,
    size: tuple[int, int] = SMALLEST,
    file: GameFile | None = None,
) -> NoughtsApp:
    """Run the app through a script; the app is handed back for what it ended with."""
    app = NoughtsApp(setup, file, pause=False)

    async def run() -> None:
        async with app.run_test(size=size) as pilot:
            driver = Driver(app, pilot)
            await driver.settle()
            await script(driver)

    asyncio.run(run())
    return app
