"""Files and themes of the app, and leaving it."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.terminal.terminal import Terminal
from tests.terminal.tui_driver import TWO, Driver, drive

from noughts.record import read_records
from noughts.terminal.game_file import GameFile, load_game
from noughts.terminal.game_screen import GameScreen
from noughts.terminal.menu_screen import MenuScreen


def test_a_game_is_saved_and_loaded_again(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"

    async def script(driver: Driver) -> None:
        await driver.type("b2", "a1")
        await driver.press("s")
        await driver.answer(str(path))
        assert load_game(path).moves == (4, 0)
        await driver.press("n", "o", "enter")
        assert driver.moves == (4, 0)

    drive(TWO, script)


def test_a_file_that_cannot_be_read_is_told_and_nothing_changes() -> None:
    async def script(driver: Driver) -> None:
        await driver.type("b2")
        await driver.press("o")
        await driver.answer("/none")
        assert "No such file" in driver.said
        assert driver.moves == (4,)
        await driver.press("o", "escape")
        assert isinstance(driver.app.screen, GameScreen)

    drive(TWO, script)


def test_the_games_of_a_sitting_are_saved_when_it_ends(tmp_path: Path) -> None:
    path = tmp_path / "games.txt"

    async def script(driver: Driver) -> None:
        await driver.type("a1", "b1", "b2", "c1", "c3")
        assert len(read_records(path)) == 1
        await driver.press("n", "5", "escape", "1", "9")

    drive(TWO, script, file=GameFile(path)).save()
    assert [len(record.moves) for record in read_records(path)] == [5, 1, 1]


def test_the_theme_can_be_changed_in_a_game() -> None:
    async def script(driver: Driver) -> None:
        before = driver.screen
        dark = driver.app.current_theme.dark
        await driver.press("t")
        assert driver.app.current_theme.dark != dark
        assert driver.screen == before

    drive(TWO, script)


def test_ctrl_c_ends_with_130() -> None:
    async def script(driver: Driver) -> None:
        await driver.pilot.press("ctrl+c")

    assert drive(TWO, script).return_code == 130


def test_q_and_escape_leave() -> None:
    async def script(driver: Driver) -> None:
        await driver.press("escape")
        assert isinstance(driver.app.screen, MenuScreen)
        await driver.pilot.press("q")

    assert drive(TWO, script).return_code == 0


@pytest.mark.parametrize(("key", "code"), [("q", 0), ("\x03", 130)])
def test_the_app_runs_on_a_terminal_and_leaves_with_the_right_code(key: str, code: int, tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    terminal = Terminal("play", "--two", "--save", str(path), environment={"TERM": "xterm-256color"})
    terminal.until("resign")
    terminal.type("b2")
    terminal.until("played")
    terminal.type(key)
    assert terminal.end() == code
    assert "Traceback" not in terminal.seen
    assert load_game(path).moves == (4,)


def test_a_dumb_terminal_gets_lines_of_text() -> None:
    terminal = Terminal("play", "--two", environment={"TERM": "dumb"})
    terminal.until("Player 1 (X): ")
    terminal.type("\x04")
    assert terminal.end() == 0
