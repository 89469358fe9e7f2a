"""A whole class at once: marks, groups, hints, the same twice, and after a kill from where it was."""

from __future__ import annotations

import csv
import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from tests.grade.classroom import CLASS, write_class
from tests.grade.grading import SOLUTIONS, noughts_grade
from tests.grade.hostile import RIGHT, running_from, wait_until

COLUMNS = ["program", "verdict", "check50", "functions_wrong", "minimax_right", "minimax_asked", "seconds"]
LIMITS = ("--timeout", "3")


@pytest.fixture(scope="module")
def graded(tmp_path_factory: pytest.TempPathFactory) -> tuple[int, dict[str, Any], Path]:
    """Exit code, document and folder of a class of 20."""
    folder = tmp_path_factory.mktemp("class")
    files = map(str, write_class(folder / "submissions"))
    outputs = ["--csv", str(folder / "marks.csv"), "--html", str(folder / "report")]
    code, out, err = noughts_grade(*files, *outputs, *LIMITS, "--json")
    assert err == ""
    return code, json.loads(out), folder


def rows(file: Path) -> list[dict[str, str]]:
    with file.open(newline="") as text:
        reader = csv.DictReader(text)
        assert reader.fieldnames == COLUMNS
        return list(reader)


def essence(document: dict[str, Any]) -> Any:
    """What must be the same every time."""
    programs = [
        [one[column] for column in COLUMNS[:-1]] + [one["report"]["hints"], one["report"]["cheating"]]
        for one in document["programs"]
    ]
    mistakes = [(one["function"], one["mistake"], one["programs"], one["smallest"]) for one in document["mistakes"]]
    return programs, mistakes, document["same_minimax"], document["by_chance"]


def test_the_marks_are_right(graded: tuple[int, dict[str, Any], Path]) -> None:
    code, _, folder = graded
    assert code == 1
    marks = {row["program"].removesuffix(".py"): row for row in rows(folder / "marks.csv")}
    assert {name: row["verdict"] for name, row in marks.items()} == {
        name: student.verdict for name, student in CLASS.items()
    }
    assert {name: int(row["functions_wrong"]) for name, row in marks.items()} == {
        name: student.wrong for name, student in CLASS.items()
    }
    plays_right = {"frances", "grace", "hedy", "niklaus", *(name for name in CLASS if CLASS[name].verdict == "right")}
    for name, row in marks.items():
        assert (row["minimax_right"] == row["minimax_asked"] == "627") is (name in {*plays_right, "radia"})
        assert CLASS[name].verdict != "right" or row["check50"] == "33"


def test_hints_are_found_for_each_classic_mistake_and_for_nobody_else(graded: tuple[int, dict[str, Any], Path]) -> None:
    for one in graded[1]["programs"]:
        student, hints = CLASS[one["program"].removesuffix(".py")], one["report"]["hints"]
        if student.hint:
            assert hints[0]["words"].startswith(student.hint), one["program"]
        elif student.verdict != "wrong":
            assert hints == []


def test_the_same_mistake_is_told_once_with_its_smallest_board(graded: tuple[int, dict[str, Any], Path]) -> None:
    groups = {f"{one['function']} {one['mistake']}": one for one in graded[1]["mistakes"]}
    for name, student in CLASS.items():
        for mistake in student.mistakes:
            assert f"{name}.py" in groups[mistake]["programs"]
    negative = groups["result accepts negative indices"]
    assert negative["programs"] == ["frances.py", "grace.py"]
    assert (negative["smallest"]["position"], negative["smallest"]["call"]) == (
        ".../.../... x",
        "result(board, (-1, 2))",
    )
    taken = groups["result accepts a taken cell"]
    assert (taken["programs"], taken["smallest"]["position"]) == (["hedy.py"], "X../.../... o")


def test_chance_and_copies_are_said_as_facts(graded: tuple[int, dict[str, Any], Path]) -> None:
    document = graded[1]
    assert document["by_chance"] == ["tim.py"]
    [copied] = [one for one in document["same_minimax"] if "barbara.py" in one["programs"]]
    assert "ada.py" in copied["programs"]
    assert "alan.py" not in copied["programs"]
    assert copied["words"].endswith("have the same minimax, to the letter, but for the names in it")


def test_the_pages_link_to_each_other_and_load_nothing(graded: tuple[int, dict[str, Any], Path]) -> None:
    folder = graded[2] / "report"
    index = (folder / "index.html").read_text(encoding="utf-8")
    assert sorted(path.name for path in folder.iterdir()) == sorted(["index.html", *(f"{name}.html" for name in CLASS)])
    for name in CLASS:
        assert f'<a href="{name}.html">{name}.py</a>' in index
        report = (folder / f"{name}.html").read_text(encoding="utf-8")
        assert '<a href="index.html">' in report
        assert f"{name}.py" in report
    for page in (index, report):
        assert "http" not in page.replace("http://www.w3.org/2000/svg", "")
    assert "3 programs: result accepts" not in index
    assert "2 programs: result accepts negative indices" in index


def test_killed_in_the_middle_it_goes_on_and_comes_to_the_same(
    graded: tuple[int, dict[str, Any], Path], tmp_path: Path
) -> None:
    place, marks = tmp_path / "temporary", tmp_path / "marks.csv"
    place.mkdir()
    files = map(str, write_class(tmp_path / "submissions"))
    command = [sys.executable, "-m", "noughts", "grade", *files, *LIMITS, "--csv", str(marks), "--json"]
    environment = os.environ | {"TMPDIR": str(place)}
    run = subprocess.Popen(command, stdout=subprocess.DEVNULL, env=environment)
    journal = tmp_path / "marks.csv.unfinished.jsonl"
    wait_until(lambda: journal.is_file() and journal.read_bytes().count(b"\n") >= 4)
    os.kill(run.pid, signal.SIGKILL)
    run.wait()
    wait_until(lambda: not running_from(place))
    wait_until(lambda: not list(place.glob("noughts-grade-*")))
    before = journal.read_bytes().count(b"\n")
    done = subprocess.run(command, capture_output=True, env=environment, text=True, check=False)
    assert (done.returncode, done.stderr) == (1, "")
    assert before < len(CLASS)
    assert not journal.exists()
    assert essence(json.loads(done.stdout)) == essence(graded[1])
    assert [row["verdict"] for row in rows(marks)] == [student.verdict for student in CLASS.values()]


def test_a_folder_has_one_program_for_each_student(tmp_path: Path) -> None:
    for name in ("ada", "bob"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "tictactoe.py").write_text("from mine import *\n")
        (tmp_path / name / "mine.py").write_text(RIGHT)
        (tmp_path / name / "runner.py").write_text("import pygame\n")
    (tmp_path / "carl").mkdir()
    (tmp_path / "carl" / "notes.txt").write_text("I was ill.")
    code, out, _ = noughts_grade(str(tmp_path), "--only", "player", "--json")
    found = json.loads(out)["programs"]
    assert [(one["program"], one["verdict"]) for one in found] == [
        ("ada/tictactoe.py", "right"),
        ("bob/tictactoe.py", "right"),
        ("carl", "not graded"),
    ]
    assert (code, found[2]["reason"]) == (3, "there is no program in this folder")


def test_no_submission_can_see_another(tmp_path: Path) -> None:
    folder = tmp_path / "submissions"
    folder.mkdir()
    (folder / "ada.py").write_text(RIGHT)
    (folder / "bob.py").write_text("from ada import *\n")
    (folder / "carl").mkdir()
    (folder / "carl" / "ada.py").symlink_to(folder / "ada.py")
    (folder / "carl" / "tictactoe.py").write_text("from ada import *\n")
    look = "\nimport os\nassert not os.path.exists({!r}), 'seen'\n"
    (folder / "dora.py").write_text(RIGHT + look.format(str(folder / "ada.py")))
    code, out, _ = noughts_grade(str(folder), "--only", "player", "--json")
    found = {one["program"]: one for one in json.loads(out)["programs"]}
    assert {name: one["verdict"] for name, one in found.items()} == {
        "ada.py": "right",
        "bob.py": "wrong",
        "carl/tictactoe.py": "wrong",
        "dora.py": "right",
    }
    assert code == 1
    for name in ("bob.py", "carl/tictactoe.py"):
        assert (
            found[name]["report"]["error"] == "it cannot be loaded: ModuleNotFoundError: No module named 'ada' (line 1)"
        )


def test_a_budget_bounds_the_whole_run(tmp_path: Path) -> None:
    burns = RIGHT + "\nimport time\nwhile time.process_time() < 8: pass\n"
    for name in "abcdef":
        (tmp_path / f"{name}.py").write_text(burns)
    code, out, _ = noughts_grade(str(tmp_path), "--only", "player", "--run-budget", "12", "--json")
    found = json.loads(out)["programs"]
    assert (code in (2, 3), found[-1]["verdict"]) == (True, "not graded")
    assert "--run-budget" in found[-1]["reason"]


def test_what_is_no_program_is_named_and_the_others_are_graded(tmp_path: Path) -> None:
    right, nothing = SOLUTIONS / "right_alphabeta.py", SOLUTIONS / "nothing_of_it.py"
    marks = tmp_path / "marks.csv"
    code, out, err = noughts_grade(str(nothing), str(right), "--only", "player", "--csv", str(marks))
    assert (code, err) == (3, "")
    assert [row["verdict"] for row in rows(marks)] == ["not graded", "right"]
    assert "nothing_of_it.py has none of the functions" in " ".join(out.split())


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["no_such_folder", "other.py"], "there is no file or folder 'no_such_folder'"),
        (["--csv", "marks.csv"], "give a file to grade"),
        (["--command", "true", "--csv", "marks.csv"], "--csv is for files and folders"),
        (["{solution}", "--csv", "no_such_folder/marks.csv"], "there is no directory 'no_such_folder' for the marks"),
        (["{solution}", "{solution}x", "--html", "{solution}"], "--html needs a directory for the pages"),
    ],
)
def test_misuse_is_one_line(arguments: list[str], reason: str) -> None:
    given = [argument.format(solution=SOLUTIONS / "max_twice.py") for argument in arguments]
    code, out, err = noughts_grade(*given)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert reason in err
