"""Looking back on games, the help screen and clocks."""

from __future__ import annotations

import functools
import time
from dataclasses import replace
from pathlib import Path

import pytest
from tests.terminal.tui_driver import TWO, ULTIMATE, Driver, drive

from noughts.clock import Clock, clock_text
from noughts.errors import NotationError
from noughts.explain.review import review
from noughts.record import format_records, parse_records
from noughts.rules.mark import Mark, Outcome, Termination
from noughts.terminal.dialogs import HelpScreen
from noughts.terminal.game_file import GameFile
from noughts.terminal.game_screen import GameScreen
from noughts.terminal.menu_screen import MenuScreen
from noughts.terminal.replay_screen import ReplayScreen
from noughts.terminal.setup import Setup
from noughts.terminal.sitting import Sitting

FILE = """[X "Ada"]
[O "Bob"]
1. b2 {a \x1b[31mstrong\x1b[0m beginning} a1 2. c1 a3 *

[X "Eve"]
[O "level 3"]
1. a1 b1 2. b2 c1 3. c3
X wins
"""


def test_the_games_of_a_file_are_looked_back_on_from_the_menu(tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    GameFile(path).save(parse_records(FILE))

    async def script(driver: Driver) -> None:
        await driver.press("l")
        await driver.answer(str(path))
        assert "Game 2 of 2, move 5 of 5. X played c3. Eve (X) won." in driver.said
        await driver.press("up")
        assert "Game 1 of 2, move 0 of 4." in driver.said
        await driver.press("right")
        assert "X played b2. a ?[31mstrong?[0m beginning" in driver.said, "no escape sequence gets through"
        await driver.press("right", "right", "question_mark")
        assert "blocks" in driver.said
        await driver.press("end", "p")
        assert isinstance(driver.app.screen, GameScreen)
        assert driver.moves == (4, 0, 2, 6)
        await driver.press("escape", "enter")
        assert isinstance(driver.app.screen, MenuScreen)

    drive(Setup(), script)


def test_a_game_is_reviewed_where_it_is_looked_back_on(tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    GameFile(path).save(parse_records(FILE))

    async def script(driver: Driver) -> None:
        await driver.press("l")
        await driver.answer(str(path))
        await driver.press("r")
        assert "Best: X's chance 100 %. c3 wins at once." in driver.said
        assert "█" in driver.screen
        await driver.press("home", "m")
        assert "Blunder: O's chance falls from 50 % to 0 %. b1 " in driver.said
        assert "Better: b2 " in driver.said
        assert "b1??" in driver.screen
        await driver.press("home")
        assert "level 3: accuracy" in driver.said

    drive(Setup(), script, size=(100, 40))


def test_a_review_is_stopped_by_the_key_that_began_it(monkeypatch: pytest.MonkeyPatch) -> None:
    endless = functools.partial(review, seconds=3600.0, nodes=10**12)
    monkeypatch.setattr("noughts.terminal.thinking.review", endless)

    async def script(driver: Driver) -> None:
        await driver.type("e5", "d4", "a1", "b2", "e6", "d7", "b1", "d1", "b3", "d8")
        await driver.pilot.press("l", "r", "r")
        await driver.settle()
        assert "Reviewing" not in driver.said
        assert "chance" not in driver.said

    drive(ULTIMATE, script)


def test_a_running_game_is_looked_back_on_and_goes_on(tmp_path: Path) -> None:
    async def script(driver: Driver) -> None:
        await driver.type("e5", "d4", "a1")
        await driver.press("l", "left", "left", "v")
        assert isinstance(driver.app.screen, ReplayScreen)
        assert "Move 1 of 3." in driver.said
        assert "%" in driver.screen
        await driver.press("escape")
        assert isinstance(driver.app.screen, GameScreen)
        assert len(driver.moves) == 3

    drive(ULTIMATE, script)


def test_without_a_name_the_games_that_were_played_here_are_looked_back_on() -> None:
    async def nothing_yet(driver: Driver) -> None:
        await driver.press("l", "enter")
        assert "no game was played here yet" in driver.screen

    drive(Setup(), nothing_yet)

    async def script(driver: Driver) -> None:
        await driver.type("a1", "b1", "b2", "c1", "c3")
        await driver.press("escape", "l", "enter")
        assert "Move 5 of 5." in driver.said

    drive(TWO, script)


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (200, 60)])
def test_help_tells_keys_values_and_rules(size: tuple[int, int]) -> None:
    async def script(driver: Driver) -> None:
        await driver.press("f1")
        assert isinstance(driver.app.screen, HelpScreen)
        assert "hint: the best move and why" in driver.screen
        await driver.press(*["pagedown"] * 5)
        assert "win a small board" in driver.screen
        await driver.press("escape")
        assert isinstance(driver.app.screen, GameScreen)

    drive(ULTIMATE, script, size=size)


def test_h_is_a_hint_too() -> None:
    async def script(driver: Driver) -> None:
        await driver.press("h")
        assert "keeps the draw" in driver.said

    drive(TWO, script)


def test_who_has_no_time_left_has_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    async def script(driver: Driver) -> None:
        await driver.type("b2")
        assert "5:00" in driver.screen
        assert driver.app.sitting is not None
        clock = driver.app.sitting.game.clock
        assert clock is not None
        late = replace(clock, left={Mark.X: 300.0, Mark.O: 0.0})
        driver.app.sitting.game = replace(driver.app.sitting.game, clock=late)
        await driver.pilot.pause(0.5)
        assert driver.app.sitting.game.outcome is Outcome.X_WINS
        assert driver.app.sitting.game.record.termination is Termination.TIME
        assert "Bob ran out of time." in driver.said
        await driver.press("u")
        assert driver.app.sitting.game.outcome is None, "the game can go on without a clock"

    drive(Setup(opponent="two", names=("Ada", "Bob"), clock=Clock.parse("5+3")), script)


def test_a_clock_runs_for_one_side_and_gives_the_increment_back() -> None:
    clock = Clock.parse("1+2")
    assert clock_text(clock.left_at(Mark.X, 30.0)) == "1:00", "nothing runs before the first move"
    clock = clock.pressed(Mark.X, 30.0)
    assert [clock_text(clock.left_at(mark, 40.0)) for mark in (Mark.O,)] == ["0:50"]
    clock = clock.pressed(Mark.O, 40.0)
    assert (clock.left[Mark.X], clock.left[Mark.O]) == (60, 52)
    assert clock_text(clock.left_at(Mark.X, 99.0)) == "0:01.0"
    assert clock.left_at(Mark.X, 105.0) == 0


def test_a_game_that_is_kept_goes_on_with_the_time_that_was_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = 1000.0
    monkeypatch.setattr(time, "monotonic", lambda: now)
    sitting = Sitting.of(Setup(opponent="two", names=("Ada", "Bob"), clock=Clock.parse("5+3")))
    sitting.play(4)
    now += 100
    sitting.play(0)
    now += 20
    file = tmp_path / "kept.txt"
    file.write_text(format_records(sitting.records()))
    now += 10_000
    again = Sitting.of(Setup().going_on(file))
    assert again.game.time_left(now) == {Mark.X: 280.0, Mark.O: 203.0}
    now += 280
    assert again.check_time()
    assert again.game.record.termination is Termination.TIME
    assert "Left" not in again.game.rematch().record.tags


@pytest.mark.parametrize("text", ["", "5", "0+3", "5+", "a+b", "5+3+1", "-1+2"])
def test_a_bad_time_control_is_refused(text: str) -> None:
    with pytest.raises(NotationError, match="like '5"):
        Clock.parse(text)
