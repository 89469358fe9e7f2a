"""Cheats and attacks: the verdict they get, and that nothing of them is left behind."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from tests.grade.grading import SOLUTIONS, error_of, kinds, noughts_grade, report, the_function
from tests.grade.hostile import RIGHT, before_the_first_move, nothing_left_behind, running_from, while_loading

from noughts.process.isolation import BWRAP, UNSHARE, isolation_tool

TOOLS = [tool for tool in (UNSHARE, BWRAP) if tool == UNSHARE or shutil.which(BWRAP)]
IMPORTS = "it imports noughts"
RUNS = "it asks the program noughts for its answers"
SOURCE = Path(__file__).parents[2] / "src"

pytestmark = pytest.mark.skipif(isolation_tool() is None, reason="this system isolates no programs")


@pytest.fixture(params=TOOLS)
def tool(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Each way to isolate, one after the other."""
    chosen = str(request.param)
    monkeypatch.setattr("noughts.process.process.isolation_tool", lambda: chosen)
    return chosen


@pytest.fixture
def graded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Grade a text, and check that nothing is left."""

    def grade(text: str, *options: str) -> dict[str, Any]:
        file = tmp_path / "tictactoe.py"
        file.write_text(text)
        with nothing_left_behind(tmp_path, monkeypatch):
            found = report(str(file), *options)
        assert file.read_text() == text
        assert found["isolation"] == "namespaces"
        return found

    return grade


# Cheats


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


# Attacks on the machine


def test_six_children_of_700_megabytes_get_no_4_gigabytes(graded: Any, tool: str) -> None:
    text = before_the_first_move(
        "for _ in range(6):\n    if os.fork() == 0:\n        held = bytearray(700 << 20)\n"
        "        for i in range(0, len(held), 4096): held[i] = 1\n        time.sleep(600)\ntime.sleep(600)"
    )
    found = graded(text, "--only", "minimax")
    assert found["passed"] is False
    assert "used more than 1,024 MB of memory" in error_of(found, "minimax", "crashes")["got"]


def test_gigabytes_in_small_files_do_not_fill_the_disk(graded: Any, tool: str, tmp_path: Path) -> None:
    before = shutil.disk_usage(tmp_path).free
    text = before_the_first_move(
        "for place in (os.getcwd(), '/tmp', '/dev/shm', '/var/tmp', os.path.dirname(__file__)):\n"
        "    for number in range(750_000):\n        try:\n"
        "            with open(f'{place}/{number}', 'wb') as file: file.write(bytes(4096))\n"
        "        except OSError: break\nos.write(os.open('one more', os.O_CREAT | os.O_WRONLY), bytes(4096))"
    )
    found = graded(text, "--only", "minimax")
    assert "No space left on device" in error_of(found, "minimax", "raises")["got"]
    assert before - shutil.disk_usage(tmp_path).free < 200 << 20


def test_a_fork_bomb_is_one_crash_and_ends(graded: Any) -> None:
    text = before_the_first_move("while True:\n    try:\n        os.fork()\n    except OSError:\n        pass")
    found = graded(text, "--only", "minimax", "--timeout", "5")
    assert found["passed"] is not True
    assert the_function(found, "minimax")["not_tried"] > 600


def test_a_daemon_does_not_outlive_the_grading(graded: Any, tool: str) -> None:
    text = before_the_first_move(
        "if os.fork() == 0:\n    os.setsid()\n    if os.fork() == 0:\n"
        "        signal.signal(signal.SIGTERM, signal.SIG_IGN)\n"
        "        os.execvp('sleep', ['sleep', '98765.4321'])\n    os._exit(0)"
    )
    found = graded(text, "--only", "minimax")
    assert "it leaves a process running" in found["notes"] or found["passed"] is False
    assert "98765.4321" not in subprocess.run(["ps", "-e", "-o", "args"], capture_output=True, text=True).stdout


def test_there_is_no_network(graded: Any, tool: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        found = graded(
            before_the_first_move(f"import socket\nsocket.create_connection(('127.0.0.1', {port}), 5)"),
            "--only",
            "minimax",
        )
    assert "raises OSError" in (got := error_of(found, "minimax", "raises")["got"]) or "raises ConnectionRefused" in got


def test_nobody_elses_files_are_seen(graded: Any, tool: str, tmp_path: Path) -> None:
    (tmp_path / "somebody_else.py").write_text(RIGHT)
    places = [
        str(tmp_path / "somebody_else.py"),
        str(SOURCE),
        "/home",
        "/etc/passwd",
        "/var",
        str(Path.home() / ".ssh"),
    ]
    text = before_the_first_move(
        f"seen = [p for p in {places!r} if os.path.exists(p)]\n"
        f"if not sys.prefix.startswith({str(Path.home())!r}): seen += os.listdir({str(Path.home())!r})\n"
        "raise RuntimeError(seen)"
    )
    assert "RuntimeError: []" in error_of(graded(text, "--only", "minimax"), "minimax", "raises")["got"]


def test_no_other_process_is_seen_or_reached(graded: Any, tool: str) -> None:
    text = before_the_first_move(
        "for number in range(1, 10_000):\n    try:\n"
        "        if number != os.getpid(): os.kill(number, signal.SIGKILL)\n    except OSError: pass\n"
        "others = [p for p in os.listdir('/proc') if p.isdigit()]\nassert len(others) <= 3, others"
    )
    assert graded(text, "--only", "minimax")["passed"] is True


def test_killing_everybody_is_the_end_of_that_program_alone(graded: Any, tool: str) -> None:
    found = graded(
        before_the_first_move(
            "try: os.kill(-1, signal.SIGKILL)\nexcept OSError: pass\nos.kill(os.getppid(), signal.SIGKILL)\nos._exit(3)"
        ),
        "--only",
        "minimax",
    )
    assert kinds(found, "minimax") == ["crashes"]


def test_who_stops_itself_is_not_waited_for_for_ever(graded: Any, tool: str) -> None:
    found = graded(before_the_first_move("os.kill(os.getpid(), signal.SIGSTOP)"), "--only", "minimax", "--timeout", "1")
    assert (found["passed"], kinds(found, "minimax")) == (None, ["times_out"])


def test_children_that_compute_for_the_program_count(graded: Any) -> None:
    text = before_the_first_move("if os.fork() == 0:\n    while True: pass\ntime.sleep(600)")
    found = graded(text, "--only", "minimax", "--timeout", "1")
    assert "within 1 s of CPU time" in error_of(found, "minimax", "times_out")["got"]


def test_its_own_file_and_ours_cannot_be_changed(graded: Any, tool: str) -> None:
    text = before_the_first_move(
        "for path in (__file__, sys.argv[0], sys.executable, '/usr/bin/env'):\n    try:\n        open(path, 'ab')\n"
        "    except OSError: continue\n    raise RuntimeError(path)"
    )
    assert graded(text, "--only", "minimax")["passed"] is True


def test_garbage_on_every_descriptor_changes_no_answer(graded: Any) -> None:
    text = before_the_first_move(
        "for number in range(3, 64):\n    try:\n        os.write(number, b'garbage')\n    except OSError: pass"
    )
    assert graded(text, "--only", "minimax")["passed"] is True


def test_replies_without_end_are_cut_off(graded: Any) -> None:
    text = before_the_first_move(
        "for number in range(3, 64):\n    try:\n        while True: os.write(number, b'[1]\\n' * 9000)\n"
        "    except OSError: pass"
    )
    found = graded(text, "--only", "minimax")
    assert "wrote more than 4,000,000 bytes" in error_of(found, "minimax", "crashes")["got"]


def test_values_that_bite_are_only_wrong(graded: Any) -> None:
    text = RIGHT + (
        "\nclass Bites(tuple):\n"
        "    def __eq__(self, other): raise SystemExit\n"
        "    def __hash__(self): raise SystemExit\n"
        "    def __repr__(self): raise SystemExit\n"
        "    def __len__(self): raise SystemExit\n"
        "    def __iter__(self): raise SystemExit\n"
        "    def __index__(self): raise SystemExit\n"
        "def nested(n):\n    value = []\n    for _ in range(n): value = [value]\n    return value\n"
        "values = [Bites(), [Bites()] * 50, nested(100_000), 10 ** 100_000, 'x' * 10_000_000]\n"
        "values += [float('nan'), b'x', {1: 2}, ...]\n"
        "def minimax(board):\n    values.append(values[0])\n    return values.pop(0)\n"
    )
    found = graded(text, "--only", "minimax")
    assert found["passed"] is False
    assert the_function(found, "minimax")["calls"] > 600


def test_a_command_that_never_reads_and_writes_for_ever_is_cut_off(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    script = tmp_path / "writes.sh"
    script.write_text("while :; do echo b2 b2 b2 b2 b2 b2 b2 b2; done\n")
    with nothing_left_behind(tmp_path, monkeypatch):
        found = report("--command", f"sh {script}", "--timeout", "5")
    assert found["passed"] is False


# Budget, and the end of the grader


def test_one_budget_bounds_the_whole_grading(graded: Any) -> None:
    text = before_the_first_move("pass").replace(
        "if not done", "end = time.process_time() + 0.2\n    while time.process_time() < end: pass\n    if not done"
    )
    found = graded(text, "--only", "minimax", "--budget", "3")
    assert (found["passed"], the_function(found, "minimax")["verdict"]) == (None, "not finished")
    assert "--budget" in found["given_up"]
    assert the_function(found, "minimax")["calls"] > 0
    assert found["moves"]["not_tried"] > 0


@pytest.mark.parametrize("isolation", ["auto", "off"])
def test_everything_ends_with_the_grader_even_by_kill_9(tmp_path: Path, isolation: str) -> None:
    file, place = tmp_path / "endless.py", tmp_path / "temporary"
    file.write_text(before_the_first_move("while True: pass"))
    place.mkdir()
    command = [sys.executable, "-m", "noughts", "grade", str(file), "--only", "minimax", "--isolation", isolation]
    grader = subprocess.Popen(command, stdout=subprocess.DEVNULL, env=os.environ | {"TMPDIR": str(place)})
    wait_until(lambda: sum("python_driver" in line for line in running_from(place)) >= 2)
    os.kill(grader.pid, signal.SIGKILL)
    grader.wait()
    wait_until(lambda: not running_from(place))
    wait_until(lambda: not list(place.iterdir()))


def wait_until(claim: Any) -> None:
    deadline = time.monotonic() + 240
    while not claim():
        assert time.monotonic() < deadline
        time.sleep(0.05)


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
