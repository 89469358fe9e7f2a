"""Code that misbehaves is a finding in the report, and nothing of it is left behind."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from tests.grade.grading import SOLUTIONS, error_of, noughts_grade, report, report_of, the_function, verdicts

SOON = ("--timeout", "1")


@pytest.mark.parametrize(
    ("solution", "kind", "got"),
    [
        ("endless", "times_out", "no answer within 1 s"),
        ("crashes", "crashes", "SIGSEGV"),
        ("eats_memory", "crashes", "memory"),
        ("closes_everything", "crashes", "the process ended"),
    ],
)
def test_after_two_calls_without_an_answer_the_rest_is_not_tried(solution: str, kind: str, got: str) -> None:
    found = report_of(f"{solution}.py", "--only", "minimax", *SOON)
    finished = kind != "times_out"
    assert verdicts(found) == {"minimax": "failed" if finished else "not finished"}
    assert found["passed"] is (False if finished else None)
    error = error_of(found, "minimax", kind)
    assert error["count"] == 2
    assert got in error["got"]
    moves = found["moves"]
    assert (moves["right"], moves["not_tried"]) == (0, 625)
    assert moves["no_move" if finished else "not_finished"] == 2
    assert {told["answer"] for told in found["unbeatable"].values()} == {None}


def test_recursion_without_limit_is_survived() -> None:
    found = report_of("deep_recursion.py", "--only", "minimax", *SOON)
    assert verdicts(found) == {"minimax": "not finished"}
    assert the_function(found, "minimax")["not_finished"] == 2


def test_a_board_that_takes_too_long_is_told_and_the_others_are_graded() -> None:
    found = report_of("slow_start.py", "--only", "minimax", *SOON)
    assert error_of(found, "minimax", "times_out")["position"] == ".../.../... x"
    assert (found["moves"]["right"], found["moves"]["not_finished"], found["moves"]["not_tried"]) == (626, 1, 0)
    assert {told["answer"] for told in found["unbeatable"].values()} == {None, True}


def test_a_program_that_loops_everywhere_is_given_up(tmp_path: Path) -> None:
    text = (
        (SOLUTIONS / "right_alphabeta.py")
        .read_text()
        .replace("def flat(board):", "def flat(board):\n    while True: pass")
    )
    (tmp_path / "loops.py").write_text(text)
    found = report(str(tmp_path / "loops.py"), "--timeout", "0.5")
    deaths = [error["count"] for one in found["functions"] for error in one["unfinished"]]
    assert deaths == [2, 2]  # the first two functions that loop; the others are not tried
    verdicts = [one["verdict"] for one in found["functions"]]
    assert verdicts == ["passed", "not finished", "not finished"] + ["not tried"] * 5
    assert (found["passed"], found["given_up"]) == (None, "4 calls did not finish")


@pytest.mark.parametrize(
    ("solution", "remark"),
    [
        ("prints_megabytes", "it prints a lot"),
        ("leaves_thread", "it leaves a thread running"),
        ("leaves_process", "it leaves a process running"),
        ("replaces_builtins", "it replaces builtins: "),
        ("forks", ""),
    ],
)
def test_what_is_right_but_odd_is_a_remark(solution: str, remark: str) -> None:
    found = report_of(f"{solution}.py", "--only", "minimax")
    assert found["passed"]
    assert any(remark in note for note in found["notes"]) or not remark


def test_printed_answers_are_not_taken_for_answers() -> None:
    faked, honest = (report_of(name, "--only", "minimax") for name in ("fakes_answers.py", "first_empty_cell.py"))
    assert faked["moves"] == honest["moves"]


@pytest.mark.parametrize(
    ("solution", "reason"), [("exits_when_imported", "SystemExit"), ("does_not_parse", "SyntaxError")]
)
def test_a_file_that_cannot_be_loaded_is_wrong(solution: str, reason: str) -> None:
    found = report_of(f"{solution}.py")
    assert (found["passed"], found["functions"]) == (False, [])
    assert reason in found["error"]


def spying(tmp_path: Path, expression: str) -> str:
    """What an expression is worth inside the child process, told through an exception."""
    path = tmp_path / "spy.py"
    path.write_text(f"import os, sys\ndef player(board):\n    raise RuntimeError({expression})\n")
    found: dict[str, Any] = report(str(path), "--only", "player")
    return str(error_of(found, "player", "raises")["got"])


def test_the_environment_holds_nothing_of_ours(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MY_SECRET", "hunter2")
    assert "RuntimeError: None" in spying(tmp_path, "os.environ.get('MY_SECRET')")
    assert "['HOME', 'LANG', 'PATH'" in spying(tmp_path, "sorted(set(os.environ) - {'PWD', 'OLDPWD', '_', 'SHLVL'})")


def test_the_working_directory_is_empty_and_its_own(tmp_path: Path) -> None:
    assert "RuntimeError: []" in spying(tmp_path, "os.listdir()")
    told = spying(tmp_path, "os.getcwd()")
    directory = Path(told.removeprefix("raises RuntimeError: ").split(" (")[0])
    assert directory != Path.cwd()
    assert not directory.exists()


def test_the_namespace_is_clean(tmp_path: Path) -> None:
    assert "RuntimeError: False" in spying(tmp_path, "any(name.split('.')[0] == 'noughts' for name in sys.modules)")


def test_no_bytecode_is_left_beside_the_file(tmp_path: Path) -> None:
    (tmp_path / "other.py").write_text("MARK = 'X'\n")
    (tmp_path / "ttt.py").write_text("from other import MARK\ndef player(board):\n    return MARK\n")
    assert error_of(report(str(tmp_path / "ttt.py"), "--only", "player"), "player", "wrong")["got"] == "'X'"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["other.py", "ttt.py"]


def test_no_process_outlives_the_grading() -> None:
    assert report_of("leaves_process.py", "--only", "minimax")["passed"]
    left = subprocess.run(["ps", "-e", "-o", "args"], capture_output=True, text=True, check=True).stdout
    assert "sleep 997" not in left.splitlines()


def test_ctrl_c_ends_with_what_is_known(tmp_path: Path) -> None:
    import signal
    import time

    marker = tmp_path / "started"
    text = (
        (SOLUTIONS / "endless.py")
        .read_text()
        .replace("    while True:", f"    open({str(marker)!r}, 'w')\n    while True:")
    )
    (tmp_path / "endless.py").write_text(text)
    only = ["--only", "winner", "--only", "minimax"]
    command = [sys.executable, "-m", "noughts", "grade", str(tmp_path / "endless.py"), *only, "--isolation", "off"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    while not marker.exists():
        assert process.poll() is None
        time.sleep(0.05)
    os.kill(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "Interrupted: this is what was known by then." in out
    assert "winner   passed" in out
    assert err == ""


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        ([], "give a file to grade"),
        (["nowhere.py"], "there is no file 'nowhere.py'"),
        ([str(SOLUTIONS / "nothing_of_it.py")], "has none of the functions initial_state, player"),
        ([__file__.replace(".py", ".txt")], "there is no file"),
        ([str(SOLUTIONS / "c" / "minimax.h")], "expected a .py or a .c file"),
        (["--command", "./no_such_program"], "there is no program ./no_such_program"),
        (["--command", "'"], "cannot run"),
        (["--command", ""], "it is empty"),
        ([str(SOLUTIONS / "right_alphabeta.py"), "--only", "think"], "there is no function 'think'"),
        (["x.py", "--timeout", "0"], "positive number of seconds"),
        (["x.py", "--timeout", "nan"], "positive number of seconds"),
        (["x.py", "--html", "no/such/place/report.html"], "no directory"),
        ([str(SOLUTIONS / "c" / "right.c")], "there is no right.h"),
        (["--trace", str(SOLUTIONS / "c" / "right.c")], "needs the POSITION"),
    ],
)
def test_misuse_gets_one_line(arguments: list[str], reason: str) -> None:
    code, out, err = noughts_grade(*arguments)
    assert (code, out) == (2, "")
    assert err.startswith("error: ")
    assert err.count("\n") == 1
    assert reason in err
