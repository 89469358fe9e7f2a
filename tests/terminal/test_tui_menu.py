"""The menu of the app."""

from __future__ import annotations

import pytest
from tests.terminal.tui_driver import Driver, drive

from noughts.rules.mark import Mark
from noughts.terminal.game_screen import GameScreen
from noughts.terminal.menu_screen import MenuScreen
from noughts.terminal.setup import Setup


def test_the_main_screen() -> None:
    async def script(driver: Driver) -> None:
        driver.check_screen("menu")

    drive(Setup(), script)


@pytest.mark.parametrize(("key", "opponent"), [("1", "two"), ("2", "1"), ("3", "perfect")])
def test_the_three_ways_to_play_are_one_key_away(key: str, opponent: str) -> None:
    async def script(driver: Driver) -> None:
        await driver.press(key)
        assert isinstance(driver.app.screen, GameScreen)
        assert driver.app._setup.opponent == opponent

    drive(Setup(), script)


def test_everything_can_be_chosen_with_arrows_and_enter() -> None:
    async def script(driver: Driver) -> None:
        await driver.press("right", "right", "right", "right")  # ultimate
        await driver.press("down", "right", "right")  # level 7
        await driver.press("down", "right", "down", "right")  # O, and O opens
        await driver.press("down", *"Ada", "enter")
        setup = driver.app._setup
        assert (setup.game, setup.opponent, setup.mark, setup.first) == ("ultimate", "7", Mark.O, Mark.O)
        assert setup.names == ("Ada",)
        assert driver.app.sitting is not None
        assert driver.app.sitting.game.seats[Mark.O].name == "Ada"

    drive(Setup(), script)


def test_any_size_can_be_typed_and_a_bad_one_is_refused() -> None:
    async def script(driver: Driver) -> None:
        await driver.press("left")  # other
        await driver.press("down", *["backspace"] * 5, *"9,9,10", "enter")
        assert "there is no game '9,9,10'" in driver.screen
        await driver.press(*["backspace"] * 6, *"4,3,3", "enter")
        assert isinstance(driver.app.screen, GameScreen)
        assert driver.app._setup.game == "4,3,3"

    drive(Setup(), script)


def test_perfect_play_of_ultimate_is_refused_and_level_10_named() -> None:
    async def script(driver: Driver) -> None:
        await driver.press("right", "right", "right", "right", "down", *["left"] * 6, "enter")
        assert isinstance(driver.app.screen, MenuScreen)
        assert "level 10" in driver.screen

    drive(Setup(), script)


def test_the_mouse_chooses_too() -> None:
    async def script(driver: Driver) -> None:
        row = next(number for number, line in enumerate(driver.screen.splitlines()) if "ultimate" in line)
        await driver.click(driver.screen.splitlines()[row].index("ultimate") + 2, row)
        assert "[ultimate]" in driver.screen
        assert "Strongest AI" in driver.screen

    drive(Setup(), script)


def test_names_with_brackets_are_shown_as_they_are() -> None:
    async def script(driver: Driver) -> None:
        assert "[red]Ada[/]" in driver.screen

    drive(Setup(opponent="two", names=("[red]Ada[/]", "$x")), script)
