"""The app while a computer thinks."""

from __future__ import annotations

import re
from threading import Event

from tests.terminal.tui_driver import ULTIMATE, Driver, drive

from noughts.analysis import NO_LIMIT, Analysis, Limit, Progress, RankedMove
from noughts.notation import parse_move, parse_position
from noughts.players.player import LevelPlayer
from noughts.rules.mark import Mark, Move
from noughts.rules.position import Position
from noughts.terminal.board_widget import Board
from noughts.terminal.game_screen import GameScreen
from noughts.terminal.menu_screen import MenuScreen
from noughts.terminal.setup import Setup
from noughts.terminal.thinking import Thinking

AGAINST_COMPUTER = Setup(game="ultimate", opponent="10")


class Ponderer:
    """A player that thinks until it is told to stop."""

    name = "ponderer"

    def __init__(self) -> None:
        self.stopped = Event()

    def choose_move(self, position: Position, limit: Limit = NO_LIMIT, *, stop: Event | None = None) -> Move:
        assert stop is not None
        assert stop.wait(timeout=60)
        self.stopped.set()
        return position.legal_moves()[0]


def test_a_long_think_is_told_can_be_stopped_and_never_freezes_the_screen() -> None:
    async def script(driver: Driver) -> None:
        assert driver.app.sitting is not None
        driver.app.sitting.players[Mark.O] = Ponderer()
        await driver.pilot.press("5", "5")
        await driver.pilot.pause(0.5)
        assert "esc stops" in driver.screen
        await driver.pilot.press("t", "1")  # keys work meanwhile
        assert "It is not your turn." in driver.said
        await driver.pilot.press("escape")
        await driver.settle()
        assert len(driver.moves) == 2
        assert isinstance(driver.app.screen, GameScreen)

    drive(AGAINST_COMPUTER, script)


def test_taking_back_while_the_computer_thinks_forgets_its_move() -> None:
    async def script(driver: Driver) -> None:
        assert driver.app.sitting is not None
        player = Ponderer()
        driver.app.sitting.players[Mark.O] = player
        await driver.pilot.press("5", "5", "u")
        await driver.settle()
        await driver.app.workers.wait_for_complete()
        assert player.stopped.is_set()
        assert not driver.moves

    drive(AGAINST_COMPUTER, script)


def test_leaving_while_the_computer_thinks_stops_it() -> None:
    player = Ponderer()

    async def script(driver: Driver) -> None:
        assert driver.app.sitting is not None
        driver.app.sitting.players[Mark.O] = player
        await driver.pilot.press("5", "5", "q")

    drive(AGAINST_COMPUTER, script)
    assert player.stopped.wait(timeout=60)


def test_a_hint_in_ultimate_tells_the_target_and_the_expected_line() -> None:
    async def script(driver: Driver) -> None:
        await driver.type("e5", "d4")
        await driver.press("question_mark")
        assert "sends O to the " in driver.said
        assert "expected:" in driver.said

    drive(ULTIMATE, script)


def test_values_in_ultimate_stand_on_every_cell_that_can_be_played() -> None:
    async def script(driver: Driver) -> None:
        await driver.type("e5", "d4")
        await driver.press("question_mark", "v")
        screen = driver.app.screen
        assert isinstance(screen, GameScreen)
        assert driver.app.sitting is not None
        board, position = screen.query_one(Board), driver.app.sitting.game.position
        assert set(board._values) == set(position.legal_moves())
        best = screen._known[position].best
        assert best is not None
        assert board._hint == best.move, "the hint and the values come from one analysis"

    drive(ULTIMATE, script)


def test_escape_leaves_a_game_between_computers() -> None:
    async def script(driver: Driver) -> None:
        assert driver.app.sitting is not None
        driver.app.sitting.again()
        for mark in Mark:
            driver.app.sitting.players[mark] = Ponderer()
        assert isinstance(driver.app.screen, GameScreen)
        driver.app.screen.go_on()
        await driver.pilot.press("escape")
        await driver.pilot.pause()
        assert isinstance(driver.app.screen, MenuScreen)

    drive(Setup(opponent="10", watched="perfect", seed=1), script)


def test_while_level_10_thinks_its_depth_chance_and_expected_line_are_told() -> None:
    position = parse_position("start moves e5 d4", "ultimate")
    thinking = Thinking(position, LevelPlayer(10, seed=1), 0.0)
    assert thinking.expectation() == ""
    move = thinking.choose()
    told = re.fullmatch(r"Depth (\d+), X (\d+%|[WDL]\d*), expects ((?:[a-i][1-9] ?)+)", thinking.expectation())
    assert told is not None
    assert int(told[1]) > 3
    for number, text in enumerate(told[3].split()):
        expected = parse_move(text, position)
        assert number or expected == move
        position = position.play(expected)


def test_what_the_computer_expects_is_on_the_screen_while_it_thinks() -> None:
    class Teller(LevelPlayer):
        """Tells something at once, and then thinks until it is stopped."""

        def choose_move(
            self,
            position: Position,
            limit: Limit = NO_LIMIT,
            *,
            stop: Event | None = None,
            progress: Progress | None = None,
        ) -> Move:
            assert progress is not None
            assert stop is not None
            move = position.legal_moves()[0]
            progress(Analysis((RankedMove(move, 0, (move,)),), 7, 1, 0.0, solved=False))
            assert stop.wait(timeout=60)
            return move

    async def script(driver: Driver) -> None:
        assert driver.app.sitting is not None
        driver.app.sitting.players[Mark.O] = Teller(10)
        await driver.pilot.press("5", "5")
        await driver.pilot.pause(0.5)
        assert "Depth 7, O 50%, expects d4" in driver.said
        await driver.pilot.press("escape")
        await driver.settle()
        assert len(driver.moves) == 2

    drive(AGAINST_COMPUTER, script)
