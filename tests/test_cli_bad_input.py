"""Bad input: exactly one line on stderr, nothing on stdout, exit code 2, never a traceback."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.command_line import call, run

EMPTY_ULTIMATE = "/".join(["........."] * 9)

POSITIONS = [
    ("", "expected 3 rows of 3 cells"),
    (" ", "expected 3 rows of 3 cells"),
    ("XOX/OOX", "expected 3 rows of 3 cells"),
    ("XOX/OOX/..../", "expected 3 rows of 3 cells"),
    ("XOX/OOX/... x rubbish", "expected 3 rows of 3 cells"),
    ("XOX/OOX/..? x", "got '?'"),
    ("XX./.../...", "X has 2 marks and O has 0"),
    ("X../.../... x", "X has more marks"),
    ("XXX/OOO/...", "both X and O have 3 in a row"),
    ("XXX/OO./O.. x", "X cannot be to move"),
    ("start moves b2 b2", "b2 is not allowed: the cell is taken"),
    ("start moves d4", "expected a cell from a1 to c3, got 'd4'"),
    ("start moves 5", "got '5'"),
    ("start rubbish", "expected 3 rows"),
    ("\ud83d", "expected 3 rows"),
    ("X\nO\nX\nO", "expected 3 rows"),
]

ULTIMATE_POSITIONS = [
    ("start moves a1 e5", "e5 is not allowed: the move has to be in the top left board (1)"),
    ("start moves j1", "expected a cell from a1 to i9"),
    (f"{EMPTY_ULTIMATE} x 5", "the first move is free"),
    (f"{EMPTY_ULTIMATE} x", "expected nine boards"),
    (f"X{EMPTY_ULTIMATE[1:]} o 2", "no move of X can have been the last"),
    ("0" * 93, "expected 1 or 2 for the side to move"),
    ("XOX/OOX/...", "expected nine boards"),
]


@pytest.mark.parametrize("command", ["analyze", "trace"])
@pytest.mark.parametrize(("text", "says"), POSITIONS)
def test_a_position_that_cannot_be_is_refused_in_one_line(command: str, text: str, says: str) -> None:
    assert says in call(command, text).refusal()


@pytest.mark.parametrize(("text", "says"), ULTIMATE_POSITIONS)
def test_a_position_of_ultimate_that_cannot_be_is_refused_in_one_line(text: str, says: str) -> None:
    for arguments in (["analyze", text, "--json"], ["perft", "1", "--position", text], ["solve", "--position", text]):
        assert says in call(*arguments, "--game", "ultimate").refusal()


@pytest.mark.parametrize("game", ["", "chess", "3,3", "0,3,3", "27,3,3", "3,3,4", "3,3,nan", "-3,3,3"])
def test_an_unknown_game_is_refused(game: str) -> None:
    for arguments in (["analyze", "start"], ["solve"], ["perft", "1"], ["trace", "start"]):
        assert f"there is no game {game!r}" in call(*arguments, "--game", game).refusal()


@pytest.mark.parametrize("value", ["nan", "inf", "-inf", "0", "-1", "0.0", "-0.5", "", "ten", "1e999", "1s"])
def test_seconds_are_finite_and_positive(value: str) -> None:
    for command in (["analyze", "start"], ["solve"]):
        assert "expected a positive number of seconds" in call(*command, "--seconds", value).refusal()


@pytest.mark.parametrize("value", ["nan", "inf", "0", "-1", "1.5", "", "ten", "1e3"])
def test_depth_nodes_and_lines_are_whole_numbers_from_one(value: str) -> None:
    for option in ("--depth", "--nodes", "--lines"):
        assert option in call("analyze", "start", option, value).refusal()
    assert "--depth" in call("trace", "start", "--depth", value).refusal()
    assert "--nodes" in call("solve", "--nodes", value).refusal()


@pytest.mark.parametrize("value", ["-1", "nan", "1.0", "", "two"])
def test_the_depth_of_perft_is_a_whole_number_from_zero(value: str) -> None:
    call("perft", value).refusal()
    call("perft", "--", value).refusal()


@pytest.mark.parametrize(
    "arguments",
    [
        ["no-such-command"],
        ["analyze"],
        ["analyze", "start", "start"],
        ["analyze", "start", "--no-such-option"],
        ["analyze", "start", "-z"],
        ["analyze", "start", "--game"],
        ["analyze", "start", "--depth"],
        ["trace", "start", "--algorithm", "guess"],
        ["trace", "start", "--marks", "XX"],
        ["trace", "start", "--marks", "X"],
        ["trace", "start", "--marks", ""],
        ["trace", "start", "--game", "ultimate"],
        ["perft"],
        ["perft", "1", "2"],
        ["games"],
        ["games", "one", "two"],
        ["solve", "start"],
    ],
)
def test_misuse_is_one_line_too(arguments: list[str]) -> None:
    call(*arguments).refusal()


def test_a_bad_line_of_standard_input_is_named() -> None:
    result = call("analyze", "-", "--json", stdin="XOX/OOX/...\n\nXXX/OOO/...\n")
    assert result.code == 2
    assert result.err == "error: line 3: both X and O have 3 in a row\n"
    result = call("analyze", "-", stdin="start moves b2 b2\n")
    assert result.refusal() == "line 1: b2 is not allowed: the cell is taken (move 2 of 2)"


def test_files_that_are_no_records_are_refused(tmp_path: Path) -> None:
    binary, empty = tmp_path / "picture.png", tmp_path / "empty"
    binary.write_bytes(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR")
    empty.write_bytes(b"")
    assert call("games", str(binary)).refusal() == f"{binary}: not a text file"
    assert call("games", str(empty)).refusal() == f"{empty}: no game in it"
    assert call("games", str(tmp_path / "none")).refusal() == f"{tmp_path / 'none'}: No such file or directory"
    assert call("games", str(tmp_path)).refusal() == f"{tmp_path}: Is a directory"


def test_an_illegal_move_is_named_with_file_game_and_number(tmp_path: Path) -> None:
    file = tmp_path / "games.txt"
    sixteen = "a1 b1 c1 d1 b3 a3 d3 c3 a2 b2 c2 d2 b4 a4 d4 c4"
    file.write_text(f'b2 *\n\n[Game "5,5,5"]\n\n{sixteen} c4 *\n')
    for options in ([], ["--check"], ["--show", "1"]):
        refusal = call("games", str(file), *options).refusal()
        assert refusal == f"{file}, game 2, move 17 (9. c4): c4 is not allowed: the cell is taken"


@pytest.mark.parametrize(
    "arguments",
    [["analyze", "XX./.../..."], ["analyze", "start", "--seconds", "nan"], ["no-such-command"], ["games", "/nowhere"]],
)
def test_the_installed_command_keeps_the_same_promise(arguments: list[str]) -> None:
    run(*arguments).refusal()


@pytest.mark.parametrize("coding", ["utf-8:strict", "ascii:strict", "utf-8:surrogateescape"])
def test_binary_standard_input_is_refused_in_one_line(coding: str) -> None:
    refusal = run("analyze", "-", stdin=b"\xff\xfe\0\x01\n", environment={"PYTHONIOENCODING": coding}).refusal()
    assert refusal.startswith("line 1: expected 3 rows of 3 cells")
