"""Files and themes of the app, and leaving it."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.terminal.terminal import Terminal
from tests.terminal.tui_driver import TWO, Driver, drive
from textual.widgets import Input

from noughts.record import read_records
from noughts.terminal.dialogs import Question
from noughts.terminal.game_file import GameFile, kept_games, load_game
from noughts.terminal.game_screen import GameScreen
from noughts.terminal.menu_screen import MenuScreen
from noughts.terminal.setup import Setup


def test_a_game_is_saved_and_loaded_again(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"

    async def script(driver: Driver) -> None:
        await driver.type("b2", "a1")
        await driver.press("s")
        await driver.answer(str(path))
        assert load_game(path).moves == (4, 0)
        await driver.press("n", "enter", "o", "enter")
        assert driver.moves == (4, 0)

    drive(TWO, script)


def test_a_file_that_cannot_be_read_is_told_and_nothing_changes() -> None:
    async def script(driver: Driver) -> None:
        await driver.press("o")
        await driver.answer("/none")
        assert "No such file" in driver.screen
        assert driver.app.screen.query_one(Input).value == "/none"
        await driver.press("escape")
        assert isinstance(driver.app.screen, GameScreen)

    drive(TWO, script)


def test_a_failed_save_keeps_the_question_and_what_was_typed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))

    async def script(driver: Driver) -> None:
        await driver.type("b2")
        await driver.press("s")
        await driver.answer("~/none/game.txt")
        assert "there is no folder" in driver.screen
        assert driver.app.screen.query_one(Input).value == "~/none/game.txt"
        await driver.answer("~/game.txt")
        assert isinstance(driver.app.screen, GameScreen)
        assert "Saved in ~/game.txt." in driver.said

    drive(TWO, script)
    assert load_game(tmp_path / "game.txt").moves == (4,)


def test_a_game_with_moves_is_not_left_without_a_question() -> None:
    async def script(driver: Driver) -> None:
        await driver.type("b2")
        for key in ("escape", "q", "n", "w", "o"):
            await driver.press(key)
            assert isinstance(driver.app.screen, Question), key
            await driver.press("escape")
            assert isinstance(driver.app.screen, GameScreen), key
            assert driver.moves == (4,)
        await driver.press("n", "enter")
        assert not driver.moves
        await driver.press("escape")
        assert isinstance(driver.app.screen, MenuScreen), "an empty board is nothing to ask about"
        await driver.press("escape", "escape")
        assert isinstance(driver.app.screen, MenuScreen)
        assert driver.app.is_running

    drive(TWO, script)


def test_a_finished_game_is_left_without_a_question() -> None:
    async def script(driver: Driver) -> None:
        await driver.type("a1", "b1", "b2", "c1", "c3")
        await driver.press("escape")
        assert isinstance(driver.app.screen, MenuScreen)
        assert "Go on" not in driver.screen

    drive(TWO, script)


def test_the_menu_goes_on_with_the_game_that_was_left_last_and_then_with_the_one_before() -> None:
    async def play_one(driver: Driver) -> None:
        await driver.type("b2", "a1")

    drive(Setup(game="4,4,3", opponent="two", names=("Ada", "Bob")), play_one)

    async def play_another(driver: Driver) -> None:
        await driver.type("b2")
        await driver.press("escape", "enter")
        assert "Go on: classic, Ada and Bob, 1 move" in driver.screen
        await driver.press("g")
        assert driver.moves == (4,)
        await driver.type("a1", "a2", "b1", "c2")
        assert driver.app.sitting is not None
        assert driver.app.sitting.game.outcome is not None
        await driver.press("escape")
        assert "Go on: 4,4,3, Ada and Bob, 2 moves" in driver.screen
        await driver.press("g")
        assert tuple(driver.moves) == (5, 0)

    drive(TWO, play_another)
    assert [len(record.moves) for record in kept_games()] == [5, 2], "no game is kept twice"


def test_a_home_that_cannot_be_written_to_stops_no_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", "/proc/none")

    async def script(driver: Driver) -> None:
        await driver.type("b2")
        assert driver.moves == (4,)

    drive(TWO, script)


def test_the_games_of_a_sitting_are_saved_when_it_ends(tmp_path: Path) -> None:
    path = tmp_path / "games.txt"

    async def script(driver: Driver) -> None:
        await driver.type("a1", "b1", "b2", "c1", "c3")
        assert len(read_records(path)) == 1
        await driver.press("n", "5", "escape", "enter", "1", "9")

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


def test_q_leaves() -> None:
    async def script(driver: Driver) -> None:
        await driver.press("escape")
        assert isinstance(driver.app.screen, MenuScreen)
        await driver.pilot.press("q")

    assert drive(TWO, script).return_code == 0


@pytest.mark.parametrize(("key", "code"), [("q\r", 0), ("\x03", 130)])
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


def test_a_folder_that_does_not_exist_is_told_before_the_game(tmp_path: Path) -> None:
    terminal = Terminal("play", "--save", str(tmp_path / "none" / "games.txt"), environment={"TERM": "xterm-256color"})
    assert terminal.end() == 2
    assert "there is no folder" in terminal.seen
    assert "\x1b[?1049h" not in terminal.seen, "the full screen was not opened"


def test_a_killed_game_goes_on_next_time(tmp_path: Path) -> None:
    terminal = Terminal("play", "--two", environment={"TERM": "xterm-256color"})
    terminal.until("resign")
    terminal.type("b2")
    terminal.until("played")
    terminal.process.kill()
    terminal.end()
    assert [game.moves for game in kept_games()] == [(4,)]


def test_a_dumb_terminal_gets_lines_of_text() -> None:
    terminal = Terminal("play", "--two", environment={"TERM": "dumb"})
    terminal.until("Player 1 (X): ")
    terminal.type("\x04")
    assert terminal.end() == 0
