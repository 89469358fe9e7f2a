"""Programs that attack the machine: the verdict they get, and that nothing of them is left behind."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from tests.grade.grading import error_of, kinds, report, the_function
from tests.grade.hostile import RIGHT, SOURCE, before_the_first_move, nothing_left_behind, running_from, wait_until

from noughts.process.isolation import isolation_tool

pytestmark = pytest.mark.skipif(isolation_tool() is None, reason="this system isolates no programs")


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
