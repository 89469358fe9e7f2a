"""Ultimate and large boards in the app, on windows of many sizes."""

from __future__ import annotations

from tests.terminal.tui_driver import TWO, ULTIMATE, Driver, drive

from noughts.terminal.setup import Setup

FREE_CHOICE = ("a1", "c3", "g7", "c1", "g1", "c2", "g4")
"""O has won board 1, and is sent there by X."""


def test_ultimate_with_a_forced_board() -> None:
    async def script(driver: Driver) -> None:
        await driver.type("e5", "d4", "a1", "a2")
        driver.check_screen("ultimate-forced")
        await driver.type("e5")
        assert "e5 is not allowed: the move has to be in the left board (4)." in driver.said

    drive(ULTIMATE, script)


def test_ultimate_with_a_free_choice_and_a_closed_board() -> None:
    """Now X is sent to board 1 too: every open board has a frame, the closed one a big mark."""

    async def script(driver: Driver) -> None:
        await driver.type(*FREE_CHOICE)
        await driver.type("a7")
        assert "to move, any open board" in driver.screen
        driver.check_screen("ultimate-free")

    drive(ULTIMATE, script)


def test_number_keys_name_the_cell_of_the_forced_board_and_board_and_cell_of_a_free_choice() -> None:
    async def script(driver: Driver) -> None:
        await driver.press("5")
        assert "5_" in driver.screen
        await driver.press("1", "9")
        assert driver.moves == (36, 8)

    drive(ULTIMATE, script)


def test_the_app_says_how_much_room_the_board_needs() -> None:
    async def script(driver: Driver) -> None:
        assert "This board needs 44 x 22 characters; this window has 60 x 15." in driver.said
        await driver.pilot.resize_terminal(80, 24)
        await driver.settle()
        assert "needs" not in driver.said

    drive(ULTIMATE, script, size=(60, 15))


def test_a_narrow_window_shows_the_board_without_the_panel() -> None:
    async def script(driver: Driver) -> None:
        await driver.type("b2")
        assert "X played b2." in driver.screen
        assert "Ada" not in driver.screen

    drive(TWO, script, size=(44, 24))


def test_a_large_window_has_a_large_board() -> None:
    async def script(driver: Driver) -> None:
        await driver.type("e5", "d4", "a1")
        driver.check_screen("ultimate-large")

    drive(ULTIMATE, script, size=(130, 42))


def test_a_large_board_without_lines() -> None:
    async def script(driver: Driver) -> None:
        await driver.type("h8", "j7")
        await driver.press("o", "1", "enter", "f3")  # o is a column here, and undo has another key
        assert len(driver.moves) == 2
        driver.check_screen("gomoku")

    drive(Setup(game="15,15,5", opponent="two"), script)
