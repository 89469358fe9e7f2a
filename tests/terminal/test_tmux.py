"""The app in a real terminal, where keys come faster than screens change."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from tests.terminal.tmux import in_tmux, needs_tmux

from noughts.terminal.game_file import load_game

pytestmark = needs_tmux


@pytest.mark.parametrize("key", ["s", "o"])
def test_two_quick_enters_in_a_file_question_do_no_harm(key: str, tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    with in_tmux(tmp_path, "play", "--two", "--save", str(path)) as tmux:
        tmux.until("resign")
        tmux.send("b", "2", "a", "1", "s")
        tmux.until("Save this game in")
        tmux.send("Enter")
        tmux.until("Saved in")
        if key == "o":
            tmux.send("n")
            tmux.until("Begin a new game?")
            tmux.send("Enter")
            tmux.until("F1 is help")
        tmux.send(key)
        tmux.until("Enter goes on")
        tmux.send("Enter", "Enter")
        tmux.until("Saved in" if key == "s" else "Loaded from")
        tmux.send("c", "3")
        tmux.wait(lambda screen: "X played c3." in screen and "resign" in screen, "the game does not go on")
        assert tmux.is_running
    assert load_game(path).moves[:2] == (4, 0)


def test_escapes_in_a_hurry_neither_leave_a_game_nor_the_menu(tmp_path: Path) -> None:
    with in_tmux(tmp_path, "play", "--two") as tmux:
        tmux.until("resign")
        tmux.send("b", "2")
        tmux.until("X played b2.")
        tmux.send("Escape")
        tmux.until("Leave this game?")
        tmux.send("Escape")
        tmux.until("X played b2.")
        tmux.send("Escape")
        tmux.until("Leave this game?")
        tmux.send("Enter", "Enter")
        tmux.wait(lambda screen: "Go on" in screen or "resign" in screen, "neither menu nor game")
        for _ in range(3):
            tmux.send("Escape")
            time.sleep(0.2)  # tmux sends two of them at once as one key with alt
        assert tmux.is_running


def test_a_replay_goes_through_the_moves_with_the_arrow_keys(tmp_path: Path) -> None:
    with in_tmux(tmp_path, "play", "--two", "--game", "ultimate", size=(100, 35)) as tmux:
        tmux.until("resign")
        tmux.send("e", "5", "d", "4", "a", "1")
        tmux.until("X played a1.")
        tmux.send("F12")
        tmux.until("Move 3 of 3.")
        tmux.send("Left", "Left")
        tmux.until("Move 1 of 3. X played e5.")
        tmux.send("Home")
        tmux.until("Move 0 of 3.")
        tmux.send("End")
        tmux.until("Move 3 of 3.")
        tmux.send("Escape")
        tmux.until("resign")


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (100, 35), (200, 60)])
@pytest.mark.parametrize("environment", [{}, {"NO_COLOR": "1"}, {"COLORFGBG": "0;15"}])
def test_every_window_shows_the_menu_and_a_game(
    size: tuple[int, int], environment: dict[str, str], tmp_path: Path
) -> None:
    with in_tmux(tmp_path, size=size, environment=environment) as tmux:
        tmux.until("q quit")
        tmux.send("1")
        tmux.until("esc menu")
        tmux.send("b", "2", "b", "1", "v")
        tmux.wait(lambda screen: screen.count("W5") >= 6, "the values never came")
