"""Classic games in the app, by keys and mouse."""

from __future__ import annotations

from tests.terminal.tui_driver import TWO, Driver, drive
from textual import events

from noughts.rules.mark import Mark, Outcome
from noughts.terminal.board_widget import Board
from noughts.terminal.game_screen import GameScreen
from noughts.terminal.setup import Setup


def test_a_classic_game_won_by_x() -> None:
    async def script(driver: Driver) -> None:
        await driver.type("a1", "b1", "b2", "c1", "c3")
        driver.check_screen("classic-x-wins")

    drive(TWO, script)


def test_a_classic_game_won_by_o() -> None:
    async def script(driver: Driver) -> None:
        await driver.press("1", "3", "2", "5", "9", "7")
        driver.check_screen("classic-o-wins")

    drive(TWO, script)


def test_a_classic_draw() -> None:
    async def script(driver: Driver) -> None:
        await driver.type("a1", "b2", "c3", "b1", "b3", "a3", "c1", "c2", "a2")
        driver.check_screen("classic-draw")

    drive(TWO, script)


def test_values_and_a_hint_with_its_reason() -> None:
    async def script(driver: Driver) -> None:
        await driver.type("b2", "b1")
        await driver.press("v", "question_mark")
        driver.check_screen("classic-values-and-hint")
        await driver.press("v")
        assert "W5" not in driver.screen

    drive(TWO, script)


def test_arrows_and_enter_play_where_the_cursor_is() -> None:
    async def script(driver: Driver) -> None:
        await driver.press("up", "enter")  # the cursor appears in the middle
        await driver.press("left", "up", "enter")
        assert driver.moves == (4, 0)

    drive(TWO, script)


def test_a_click_plays_in_the_cell_under_the_mouse() -> None:
    async def script(driver: Driver) -> None:
        lines = driver.screen.splitlines()
        for letter, digit in ("a", "3"), ("c", "1"):
            row = next(number for number, line in enumerate(lines) if line.strip().startswith(digit))
            await driver.click(lines[0].index(letter), row)
        assert driver.moves == (6, 2)

    drive(TWO, script)


def test_what_is_wrong_with_a_move_is_said_and_nothing_changes() -> None:
    async def script(driver: Driver) -> None:
        await driver.type("b2", "b2")
        assert "b2 is not allowed: the cell is taken." in driver.said
        assert driver.moves == (4,)

    drive(TWO, script)


def test_who_types_faster_than_the_board_is_drawn_loses_no_key() -> None:
    async def script(driver: Driver) -> None:
        board = driver.app.screen.query_one(Board)
        for key in "b2b":
            board.post_message(events.Key(key, key))  # the third is typed before the move of the first two is shown
        await driver.settle()
        await driver.press("1")
        assert driver.moves == (4, 1)

    drive(TWO, script)


def test_typing_can_be_taken_back() -> None:
    async def script(driver: Driver) -> None:
        await driver.press("b")
        assert "b_" in driver.screen
        await driver.press("escape")
        assert "b_" not in driver.screen
        assert isinstance(driver.app.screen, GameScreen)
        await driver.press("c", "backspace", "5")
        assert driver.moves == (4,)

    drive(TWO, script)


def test_undo_redo_again_swap_and_the_running_score() -> None:
    async def script(driver: Driver) -> None:
        game = driver.app.sitting
        assert game is not None
        await driver.type("a1", "b1", "b2", "c1")
        await driver.press("u", "r")
        await driver.type("c3")
        assert game.game.outcome is Outcome.X_WINS
        await driver.press("n")
        assert not driver.moves
        await driver.press("w")
        assert game.game.seats[Mark.X].name == "Bob"
        assert game.score_line() == "Ada 1, Bob 0, draws 0"
        await driver.press("u")
        assert "nothing to take back" in driver.said

    drive(TWO, script)


def test_resigning_ends_the_game_and_no_move_is_taken_after_it() -> None:
    async def script(driver: Driver) -> None:
        await driver.type("a1")
        await driver.press("x")
        assert "Bob resigned. Ada (X) won." in driver.said
        await driver.type("b2")
        assert "The game is over" in driver.said
        assert driver.moves == (0,)

    drive(TWO, script)


def test_the_computer_answers_and_undo_takes_back_both() -> None:
    async def script(driver: Driver) -> None:
        await driver.type("b2")
        assert len(driver.moves) == 2
        await driver.press("u")
        assert not driver.moves
        await driver.press("r")
        assert len(driver.moves) == 2

    drive(Setup(opponent="perfect", seed=1), script)


def test_the_computer_opens_when_it_has_the_first_move() -> None:
    async def script(driver: Driver) -> None:
        assert len(driver.moves) == 1

    drive(Setup(opponent="3", mark=Mark.O, seed=1), script)


def test_two_computers_play_to_the_end() -> None:
    async def script(driver: Driver) -> None:
        assert driver.app.sitting is not None
        assert driver.app.sitting.game.outcome is Outcome.DRAW

    drive(Setup(opponent="10", watched="perfect", seed=1), script)


def test_keys_can_be_clicked() -> None:
    async def script(driver: Driver) -> None:
        await driver.type("b2")
        lines = driver.screen.splitlines()
        row = next(number for number, line in enumerate(lines) if "u undo" in line)
        await driver.click(lines[row].index("u undo") + 3, row)
        assert not driver.moves

    drive(TWO, script)
