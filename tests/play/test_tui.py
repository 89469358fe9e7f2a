"""The app, driven by keys and mouse, on a screen of 80 x 24."""

from __future__ import annotations

from pathlib import Path
from threading import Event

import pytest
from tests.play.terminal import Terminal
from tests.play.tui_driver import Driver, drive

from noughts.analysis import Limit
from noughts.play import GameFile, load_game
from noughts.record import read_records
from noughts.rules.position import Mark, Move, Outcome, Position
from noughts.seats import Seat, Setup
from noughts.tui.board import Board
from noughts.tui.game import GameScreen
from noughts.tui.menu import MenuScreen

TWO = Setup(opponent="two", names=("Ada", "Bob"))
ULTIMATE = Setup(game="ultimate", opponent="two", names=("Ada", "Bob"))
FREE_CHOICE = ("a1", "c3", "g7", "c1", "g1", "c2", "g4")
"""O has won board 1, and is sent there by X."""


class Ponderer:
    """A player that thinks until it is told to stop."""

    name = "ponderer"

    def __init__(self) -> None:
        self.stopped = Event()

    def choose_move(self, position: Position, limit: Limit) -> Move:
        assert self.stopped.wait(timeout=60)
        return position.legal_moves()[0]

    def stop(self) -> None:
        self.stopped.set()


# The menu


def test_the_main_screen() -> None:
    async def script(driver: Driver) -> None:
        driver.check_screen("menu")

    drive(Setup(), script)


@pytest.mark.parametrize(("key", "opponent"), [("1", "two"), ("2", "random"), ("3", "perfect")])
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
        assert driver.app.game is not None
        assert driver.app.game.seats[Mark.O].name == "Ada"

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


# Classic


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
        game = driver.app.game
        assert game is not None
        await driver.type("a1", "b1", "b2", "c1")
        await driver.press("u", "r")
        await driver.type("c3")
        assert game.outcome is Outcome.X_WINS
        await driver.press("n")
        assert not driver.moves
        await driver.press("w")
        assert game.seats[Mark.X].name == "Bob"
        assert game.score_line() == "Ada 1, Bob 0, draws 0"
        await driver.press("u")
        assert "nothing to take back" in driver.said

    drive(TWO, script)


def test_resigning_ends_the_game_and_no_move_is_taken_after_it() -> None:
    async def script(driver: Driver) -> None:
        await driver.type("a1")
        await driver.press("x")
        assert "X wins: Ada, the other side resigned" in driver.said
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
        assert driver.app.game is not None
        assert driver.app.game.outcome is Outcome.DRAW

    drive(Setup(opponent="10", watched="perfect", seed=1), script)


def test_escape_leaves_a_game_between_computers() -> None:
    async def script(driver: Driver) -> None:
        assert driver.app.game is not None
        driver.app.game.again()
        for mark in Mark:
            driver.app.game.seats[mark] = Seat(f"slow {mark}", Ponderer())
        assert isinstance(driver.app.screen, GameScreen)
        driver.app.screen.go_on()
        await driver.pilot.press("escape")
        await driver.pilot.pause()
        assert isinstance(driver.app.screen, MenuScreen)

    drive(Setup(opponent="10", watched="perfect", seed=1), script)


def test_keys_can_be_clicked() -> None:
    async def script(driver: Driver) -> None:
        await driver.type("b2")
        lines = driver.screen.splitlines()
        row = next(number for number, line in enumerate(lines) if "u undo" in line)
        await driver.click(lines[row].index("u undo") + 3, row)
        assert not driver.moves

    drive(TWO, script)


# Ultimate


def test_ultimate_with_a_forced_board() -> None:
    async def script(driver: Driver) -> None:
        await driver.type("e5", "d4", "a1", "a2")
        driver.check_screen("ultimate-forced")
        await driver.type("e5")
        assert "e5 is not allowed: the move has to be in board 4." in driver.said

    drive(ULTIMATE, script)


def test_ultimate_with_a_free_choice_and_a_closed_board() -> None:
    """Now X is sent to board 1 too: every open board has a frame, the closed one a big mark."""

    async def script(driver: Driver) -> None:
        await driver.type(*FREE_CHOICE)
        await driver.type("a7")
        assert "to move in any open board" in driver.screen
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
        assert "This board needs 44 x 24 characters; this window has 60 x 15." in driver.said
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


# Thinking


def test_a_long_think_is_told_can_be_stopped_and_never_freezes_the_screen() -> None:
    async def script(driver: Driver) -> None:
        assert driver.app.game is not None
        driver.app.game.seats[Mark.O] = Seat("slow", Ponderer())
        await driver.pilot.press("5", "5")
        await driver.pilot.pause(0.5)
        assert "esc stops" in driver.screen
        await driver.pilot.press("t", "1")  # keys work meanwhile
        assert "It is not your turn." in driver.said
        await driver.pilot.press("escape")
        await driver.settle()
        assert len(driver.moves) == 2
        assert isinstance(driver.app.screen, GameScreen)

    drive(ULTIMATE, script)


def test_taking_back_while_the_computer_thinks_forgets_its_move() -> None:
    async def script(driver: Driver) -> None:
        assert driver.app.game is not None
        player = Ponderer()
        driver.app.game.seats[Mark.O] = Seat("slow", player)
        await driver.pilot.press("5", "5", "u")
        await driver.settle()
        await driver.app.workers.wait_for_complete()
        assert player.stopped.is_set()
        assert not driver.moves

    drive(ULTIMATE, script)


def test_leaving_while_the_computer_thinks_stops_it() -> None:
    player = Ponderer()

    async def script(driver: Driver) -> None:
        assert driver.app.game is not None
        driver.app.game.seats[Mark.O] = Seat("slow", player)
        await driver.pilot.press("5", "5", "q")

    drive(ULTIMATE, script)
    assert player.stopped.is_set()


def test_a_hint_in_ultimate_tells_the_target_and_the_expected_line() -> None:
    async def script(driver: Driver) -> None:
        await driver.type("e5", "d4")
        await driver.press("question_mark")
        assert "sends O to board" in driver.said
        assert "expected:" in driver.said

    drive(ULTIMATE, script)


def test_values_in_ultimate_stand_on_every_cell_that_can_be_played() -> None:
    async def script(driver: Driver) -> None:
        await driver.type("e5", "d4")
        await driver.press("question_mark", "v")
        screen = driver.app.screen
        assert isinstance(screen, GameScreen)
        assert driver.app.game is not None
        assert set(screen.query_one(Board)._values) == set(driver.app.game.position.legal_moves())

    drive(ULTIMATE, script)


# Files, themes, leaving


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


# A real terminal


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
