"""Programs that cheat: they fail, and what is proved is named. Whoever leaves or tampers gains nothing."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import Any

import pytest
from tests.grade.grading import SOLUTIONS, error_of, kinds, noughts_grade, report, the_function
from tests.grade.hostile import RIGHT, SOURCE, before_the_first_move, while_loading

from noughts.process.isolation import isolation_tool

IMPORTS = "it imports noughts"
RUNS = "it asks the program noughts for its answers"

pytestmark = pytest.mark.skipif(isolation_tool() is None, reason="this system isolates no programs")


CHEATS = {
    "imports": ("from noughts.teaching.cs50 import *", [IMPORTS]),
    "imports and has a way out": (
        f"{RIGHT}\ntry:\n    from noughts.teaching.cs50 import minimax\nexcept ImportError:\n    pass\n",
        [IMPORTS],
    ),
    "imports when asked": (
        before_the_first_move(
            "import importlib\nreturn importlib.import_module('noughts.teaching.cs50').minimax(board)"
        ),
        [IMPORTS],
    ),
    "asks the command": (
        before_the_first_move(
            "import subprocess\ncells = '/'.join(''.join(c or '.' for c in row) for row in board)\n"
            "subprocess.run(['noughts', 'analyze', cells, '--json'], check=True, capture_output=True)"
        ),
        [RUNS],
    ),
    "asks the module": (
        before_the_first_move(
            "import subprocess\nsubprocess.run(f'{sys.executable} -m noughts bench', shell=True, check=True)"
        ),
        [RUNS],
    ),
    "finds it on the disk": (
        while_loading(
            f"for place in ({str(SOURCE)!r}, *[p for p, d, f in os.walk('/') if 'noughts' in d]):\n"
            "    if os.path.isdir(place + '/noughts'):\n        sys.path.insert(0, place)\n"
            "        from noughts.teaching.cs50 import minimax\n"
        ),
        [],
    ),
    "reads our table": (
        while_loading(
            f"import glob\nfor f in glob.glob({str(SOURCE)!r} + '/noughts/teaching/*.py'):\n    exec(open(f).read())\n"
        ),
        [],
    ),
}


@pytest.mark.parametrize("name", CHEATS)
def test_cheats_fail_and_are_named_when_they_are_proved(graded: Any, name: str) -> None:
    text, sentences = CHEATS[name]
    found = graded(text, "--only", "minimax")
    assert found["passed"] is False
    assert found["cheating"] == sentences


def test_the_report_says_it_in_its_first_lines(tmp_path: Path) -> None:
    (tmp_path / "ttt.py").write_text(CHEATS["imports and has a way out"][0])
    page = tmp_path / "page.html"
    code, out, _ = noughts_grade(str(tmp_path / "ttt.py"), "--only", "minimax", "--html", str(page))
    assert code == 1
    assert out.splitlines()[:2] == ["ttt.py is not right", "Cheating: it imports noughts."]
    assert "Cheating: it imports noughts." in page.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "text",
    [
        RIGHT + "\nif __name__ == '__main__':\n    import noughts\n",
        before_the_first_move("os.system('echo noughts and crosses; true # noughts')"),
        "from noughts import *\n",  # a module of their own
    ],
)
def test_nobody_is_accused_of_what_is_not_proved(graded: Any, tmp_path: Path, text: str) -> None:
    (tmp_path / "noughts.py").write_text(RIGHT)
    if "from noughts" not in text:
        (tmp_path / "noughts.py").unlink()
    found = graded(text, "--only", "minimax")
    assert (found["passed"], found["cheating"]) == (True, [])


TAMPERS = {
    # Answers in the driver's place, with its token, before the boards are known.
    "forges replies": while_loading(
        "frame = sys._getframe()\nwhile 'replies' not in frame.f_locals:\n    frame = frame.f_back\n"
        "replies = frame.f_locals['replies']\n"
        "for cell in range(9):\n    replies.send('value', {'tuple': [cell // 3, cell % 3]}, None)\n"
    ),
    "replaces the judge's words": while_loading(
        "main = sys.modules['__main__']\nmain.encode = lambda value, depth=0: {'tuple': [1, 1]}\n"
        "main.describe = lambda *_: ['AssertionError', 'you are right', '']\n"
    ),
    "sends what no driver sends": while_loading(
        "frame = sys._getframe()\nwhile 'replies' not in frame.f_locals:\n    frame = frame.f_back\n"
        "replies = frame.f_locals['replies']\n"
        "for words in ([], [5], ['value'], ['value', {'tuple': 5}], ['value', {}], ['value', [[]]], ['raised', 7],\n"
        "              ['value', {'set': [{'list': []}]}, 3], ['loaded', 1, 2], ['notice', {}, []]):\n"
        "    replies.send(*words)\n"
        "os.write(replies.pipe, (replies.token + '[' * 5000 + '\\n').encode())\n"
        "os.write(replies.pipe, ('[\"' + replies.token + '\", ' + '[' * 5000 + ']' * 5000 + ']\\n').encode())\n"
    ),
}


@pytest.mark.parametrize("name", TAMPERS)
def test_who_tampers_with_the_driver_gains_nothing(graded: Any, name: str) -> None:
    found = graded(TAMPERS[name], "--only", "minimax")
    assert found["passed"] is False
    assert found["functions"] == [] or the_function(found, "minimax")["failed"] > 0


def test_boards_come_in_another_order_every_time(graded: Any) -> None:
    text = while_loading("asked = []\n") + (
        "def player(board):\n    asked.append(''.join(c or '.' for row in board for c in row))\n"
        "    return ' '.join(asked[:10])\n"
    )
    seen = set()
    for _ in range(3):
        got = error_of(graded(text, "--only", "player"), "player", "wrong")["got"]
        seen.add(tuple(re.findall(r"[XO.]{9}", got)))
    assert len(seen) == 3


# exit()


@pytest.mark.parametrize("leave", ["exit()", "quit()", "sys.exit(1)", "raise KeyboardInterrupt"])
def test_leaving_the_program_is_a_finding_and_the_report_is_written(graded: Any, leave: str) -> None:
    text = RIGHT.replace('raise ValueError("taken")', leave) + "\nimport sys\n"
    assert leave in text
    found = graded(text, "--only", "result", "--only", "winner")
    error = error_of(found, "result", "raises")
    assert error["expected"] == "an exception"
    assert ("KeyboardInterrupt" if "Keyboard" in leave else "SystemExit") in error["got"]
    assert the_function(found, "result")["calls"] == 25_941
    assert the_function(found, "winner")["verdict"] == "passed"


@pytest.mark.parametrize("leave", ["os._exit(0)", "os.kill(os.getpid(), 9)", "os.abort()"])
def test_dying_on_a_taken_cell_is_a_crash(graded: Any, leave: str) -> None:
    text = RIGHT.replace('raise ValueError("taken")', leave) + "\nimport os\n"
    found = graded(text, "--only", "result", "--only", "winner")
    assert kinds(found, "result") == ["crashes"]
    assert the_function(found, "winner")["verdict"] == "passed"


# Choices of the grader


def test_required_isolation_is_refused_where_there_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("noughts.process.isolation.isolation_tool", lambda: None)
    file = str(SOLUTIONS / "right_alphabeta.py")
    code, out, err = noughts_grade(file, "--isolation", "required")
    assert (code, out) == (2, "")
    assert err.startswith("error: this system isolates no programs")
    code, out, _ = noughts_grade(file, "--only", "player")
    assert (code, out.splitlines()[1][:13]) == (0, "Not isolated:")
    code, out, _ = noughts_grade(file, "--only", "player", "--json", "--isolation", "off")
    assert json.loads(out)["isolation"] == "limits"


def test_another_python_brings_its_packages_but_not_noughts(tmp_path: Path) -> None:
    found = report(
        write(tmp_path, before_the_first_move("import click")), "--only", "minimax", "--python", sys.executable
    )
    assert found["passed"] is True
    found = report(write(tmp_path, CHEATS["imports"][0]), "--only", "minimax", "--python", sys.executable)
    assert (found["passed"], found["cheating"]) == (False, [IMPORTS])
    found = report(write(tmp_path, before_the_first_move("import click")), "--only", "minimax")
    assert "No module named 'click'" in error_of(found, "minimax", "raises")["got"]


def write(folder: Path, text: str) -> str:
    (folder / "ttt.py").write_text(text)
    return str(folder / "ttt.py")
