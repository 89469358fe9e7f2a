"""The menu of the app."""

from __future__ import annotations

import pytest
from tests.terminal.tui_driver import Driver, drive
from textual.widgets import Input

from noughts.rules.mark import Mark, Outcome
from noughts.terminal.game_screen import GameScreen
from noughts.terminal.setup import Setup


def test_the_main_screen() -> None:
    async def script(driver: Driver) -> None:
        driver.check_screen("menu")

    drive(Setup(), script)


@pytest.mark.parametrize(("key", "opponent"), [("1", "two"), ("2", "1"), ("3", "perfect"), ("4", "5")])
def test_the_usual_ways_to_play_are_one_key_away(key: str, opponent: str) -> None:
    async def script(driver: Driver) -> None:
        await driver.press(key)
        assert isinstance(driver.app.screen, GameScreen)
        assert driver.app._setup.opponent == opponent

    drive(Setup(), script)


def test_everything_can_be_chosen_with_arrows_and_enter() -> None:
    async def script(driver: Driver) -> None:
        await driver.press("right", "right", "right", "right")  # ultimate
        await driver.press("down", "down", "right", "right")  # level 7
        await driver.press("down", "right", "down", "right")  # O, and O opens
        await driver.press("down", "right", "right", "right", "down", *"Ada", "enter")  # 5+3
        setup = driver.app._setup
        assert (setup.game, setup.opponent, setup.mark, setup.first) == ("ultimate", "7", Mark.O, Mark.O)
        assert (setup.names, str(setup.clock)) == (("Ada",), "5+3")
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


def test_the_menu_offers_only_what_can_be_played() -> None:
    async def script(driver: Driver) -> None:
        await driver.press("down", "down", *["left"] * 6)
        assert "[perfect]" in driver.screen
        await driver.press("up", "up", "right", "right", "right", "right")
        assert "perfect" not in driver.screen
        assert "[10]" in driver.screen, "the strongest that there is"
        await driver.press("enter")
        assert isinstance(driver.app.screen, GameScreen)

    drive(Setup(), script)


def test_two_computers_are_watched_from_the_menu() -> None:
    async def script(driver: Driver) -> None:
        await driver.press("down", "right", "down", *["left"] * 5, "down", *["left"] * 5, "enter")
        assert isinstance(driver.app.screen, GameScreen)
        assert driver.app.sitting is not None
        assert [driver.app.sitting.game.seats[mark].name for mark in Mark] == ["perfect", "perfect"]
        assert driver.app.sitting.game.outcome is Outcome.DRAW

    drive(Setup(seed=1), script)


def test_the_menu_calls_people_what_the_game_calls_them() -> None:
    async def script(driver: Driver) -> None:
        assert driver.app.screen.query_one("#name", Input).placeholder == "You"
        await driver.press("down", "down", *["left"] * 5)
        names = [driver.app.screen.query_one(name, Input).placeholder for name in ("#name", "#other-name")]
        await driver.press("enter")
        assert driver.app.sitting is not None
        assert names == [driver.app.sitting.game.seats[mark].name for mark in Mark]

    drive(Setup(), script)


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (100, 35), (200, 60)])
def test_the_whole_menu_is_seen_in_windows_of_all_sizes(size: tuple[int, int]) -> None:
    async def script(driver: Driver) -> None:
        await driver.press("left", "down", "down", "down", *["left"] * 5)  # with all rows that there can be
        for text in ("Strongest AI", "Size", "[person]", "Clock", "Other name", "q quit"):
            assert text in driver.screen

    drive(Setup(), script, size=size)


def test_a_window_without_room_for_the_menu_is_told() -> None:
    async def script(driver: Driver) -> None:
        assert "The menu needs 60 x 20 characters; this window has 50 x 18." in " ".join(driver.screen.split())

    drive(Setup(), script, size=(50, 18))


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
