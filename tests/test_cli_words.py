"""What the command line says: suggestions, plural forms, notes, progress, and nothing that moves the cursor."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.command_line import call
from tests.terminal.terminal import Terminal


@pytest.mark.parametrize(
    ("typed", "meant"), [("analyse", "analyze"), ("mach", "match"), ("GRADE", "grade"), ("perf", "perft")]
)
def test_a_mistyped_command_gets_the_right_one_suggested(typed: str, meant: str) -> None:
    assert f"did you mean '{meant}'?" in call(typed).refusal()


def test_a_command_like_no_other_is_refused_with_a_way_on() -> None:
    assert "noughts --help lists them" in call("xyzzy").refusal()


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["perft", "0"], "1 position at depth 0"),
        (["perft", "1"], "9 positions at depth 1"),
        (["solve", "--position", "XX./OO./..."], "X wins in 1 ply with"),
        (["solve", "--position", "X.O/X.O/... o"], "O wins in 1 ply with"),
        (["solve", "--position", "X../.O./..X o"], "draw with"),
    ],
)
def test_one_is_one_and_two_are_many(arguments: list[str], words: str) -> None:
    assert words in call(*arguments).out


FILE = """[X "A\x1b[2Jda"]
[O "Bob"]

1. b2 {\x1b]0;gotcha\x07 hm} a1 *
"""


def test_escape_sequences_of_files_never_reach_the_terminal(tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    path.write_text(FILE)
    for arguments in ([], ["--show", "1"], ["--check"]):
        done = call("games", str(path), *arguments)
        assert done.code == 0
        assert all(letter.isprintable() or letter == "\n" for letter in done.out)
    assert "?]0;gotcha? hm" in call("games", str(path), "--show", "1").out
    assert "1 game, 2 moves, all legal" in call("games", str(path), "--check").out


def test_a_match_says_which_option_does_not_apply_to_whom(tmp_path: Path) -> None:
    record = str(tmp_path / "match.txt")
    done = call(
        "match", "1", "2", "--game", "classic", "--games", "2", "--jobs", "1", "--nodes", "50", "--record", record
    )
    assert "note: --nodes does not apply to level 1 and level 2" in done.err
    quiet = call("match", "1", "2", "--game", "classic", "--games", "2", "--jobs", "1", "--record", record + "2")
    assert "does not apply" not in quiet.err


@pytest.mark.parametrize(
    "arguments", [["perft", "8", "--game", "5,5,4"], ["solve", "--game", "ultimate", "--seconds", "2"]]
)
def test_what_takes_long_shows_on_a_terminal_that_it_moves(arguments: list[str]) -> None:
    terminal = Terminal(*arguments)
    seen = terminal.until("s (Ctrl-C stops)") + terminal.until("s (Ctrl-C stops)")
    terminal.type("\x03")
    assert terminal.end() in (0, 1, 130)
    assert "counting" in seen or "move " in seen or "depth" in seen or "thinking" in seen
