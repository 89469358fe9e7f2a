"""Strangers' programs: what they do to us, and what is left of them."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections import deque
from pathlib import Path

import pytest
from tests.grade.hostile import wait_until

from noughts.errors import EngineCrashedError, EngineFloodError, EngineTimeoutError
from noughts.process.isolation import isolation_tool
from noughts.process.limits import Limits
from noughts.process.process import Process

PATIENCE = 60.0
# A program that does what it can to live on: a child in a session of its own, whose parent is gone.
DAEMON = r"""
import os, sys, time
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        os.write(1, b"daemon %d\n" % os.getpid())
        time.sleep(600)
    os._exit(0)
os.write(1, b"program %d\n" % os.getpid())
time.sleep(600)
"""


def python(text: str) -> list[str]:
    return [sys.executable, "-c", text]


def is_alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False


def wait_for_the_end_of(*pids: int) -> None:
    deadline = time.monotonic() + PATIENCE
    while any(map(is_alive, pids)):
        assert time.monotonic() < deadline, f"still alive: {[pid for pid in pids if is_alive(pid)]}"
        time.sleep(0.02)


def read_pids(lines: list[str]) -> list[int]:
    assert {line.split()[0] for line in lines} == {"daemon", "program"}
    return [int(line.split()[1]) for line in lines]


@pytest.mark.skipif(sys.platform != "linux", reason="the system has no subreaper")
def test_a_daemon_ends_with_its_program() -> None:
    with Process(python(DAEMON)) as process:
        pids = read_pids([process.read_line(time.monotonic() + PATIENCE) for _ in range(2)])
        assert all(map(is_alive, pids))
        process.kill()
    wait_for_the_end_of(*pids)


@pytest.mark.skipif(sys.platform != "linux", reason="the system has no subreaper")
def test_a_program_ends_with_us_even_when_we_are_killed() -> None:
    ours = (
        "import sys, time\n"
        "from noughts.process.process import Process\n"
        "process = Process([sys.executable, '-c', sys.argv[1]])\n"
        "for _ in range(2): print(process.read_line(time.monotonic() + 60), flush=True)\n"
        "time.sleep(600)\n"
    )
    runner = subprocess.Popen([sys.executable, "-c", ours, DAEMON], stdout=subprocess.PIPE, text=True)
    assert runner.stdout is not None
    pids = read_pids([runner.stdout.readline() for _ in range(2)])
    assert all(map(is_alive, pids))
    os.kill(runner.pid, signal.SIGKILL)
    runner.wait()
    runner.stdout.close()
    wait_for_the_end_of(*pids)


@pytest.mark.skipif(isolation_tool() is None, reason="this system isolates no programs")
@pytest.mark.parametrize("view", ["None", "View()", "View(readable=[Path('/missing')])"])
def test_its_folder_is_removed_when_we_are_killed_before_we_hear_that_it_started_or_failed(
    tmp_path: Path, view: str
) -> None:
    ours = (
        "import time\n"
        "from pathlib import Path\n"
        "from noughts.process.isolation import View\n"
        "from noughts.process.limits import Limits\n"
        "from noughts.process.process import Process\n"
        "Process._await_start = lambda self: time.sleep(600)\n"
        f"Process(['sleep', '600'], limits=Limits(), view={view}, tool='unshare')\n"
    )
    runner = subprocess.Popen([sys.executable, "-c", ours], env=os.environ | {"TMPDIR": str(tmp_path)})
    wait_until(lambda: list(tmp_path.iterdir()))
    time.sleep(0.5)  # the launcher has told it by now, or a bit later on a busy machine
    os.kill(runner.pid, signal.SIGKILL)
    runner.wait()
    wait_until(lambda: not list(tmp_path.iterdir()))


def test_a_program_that_never_reads_and_writes_for_ever_does_not_hold_us_up() -> None:
    with Process(python("while True: print('x' * 100)")) as process:
        for _ in range(5):
            process.send("y" * 100_000)
        deadline = time.monotonic() + PATIENCE
        with pytest.raises(EngineFloodError):
            deque(iter(lambda: process.read_line(deadline), None), maxlen=0)


def test_what_is_not_read_at_once_arrives_later() -> None:
    text = "import sys, time; time.sleep(0.5); print(sum(len(line) for line in sys.stdin))"
    with Process(python(text)) as process:
        for _ in range(20):
            process.send("y" * 9_999)
        with pytest.raises(EngineTimeoutError):
            process.read_line(time.monotonic() + 1.0)  # the input has not ended
        process.end_input()
        assert process.read_line(time.monotonic() + PATIENCE) == "200000"


def test_what_was_sent_arrives_before_the_end_of_the_input() -> None:
    with Process(python("import sys; print(sum(len(line) for line in sys.stdin))")) as process:
        for _ in range(20):
            process.send("y" * 9_999)
        process.end_input()
        assert process.read_line(time.monotonic() + PATIENCE) == "200000"


def test_time_is_cpu_time_of_the_program_and_its_children() -> None:
    work = "import os, time\nif os.fork() == 0:\n    while True: pass\ntime.sleep(600)"
    with Process(python(work), limits=Limits(seconds=0.5)) as process:
        began = time.monotonic()
        with pytest.raises(EngineTimeoutError, match=r"no answer within 0\.5 s of CPU time"):
            process.read_line()
        assert time.monotonic() - began >= 0.4


def test_a_program_that_sleeps_is_not_waited_for_ten_times_as_long() -> None:
    sleep = python("import time; time.sleep(600)")
    waiting = pytest.raises(EngineTimeoutError, match="does nothing but wait")
    with Process(sleep, limits=Limits(seconds=0.5)) as process, waiting:
        process.read_line()


def test_memory_is_limited_for_all_processes_together() -> None:
    eat = (
        "import os, time\nfor _ in range(5):\n    if os.fork() == 0:\n"
        "        held = bytearray(os.urandom(1 << 20) * 100)\n        time.sleep(600)\ntime.sleep(600)"
    )
    too_much = pytest.raises(EngineCrashedError, match="used more than 300 MB")
    with Process(python(eat), limits=Limits(seconds=60, megabytes=300)) as process, too_much:
        process.read_line()


def test_files_are_limited_together_and_removed() -> None:
    fill = (
        "import os\nprint(os.getcwd(), flush=True)\nos.mkdir('locked')\nn = 0\n"
        "while True:\n    open(f'locked/{n}', 'wb').write(bytes(10_000)); n += 1\n"
        "    if n == 50: os.chmod('locked', 0)\n"
    )
    with Process(python(fill), limits=Limits(seconds=60, disk_megabytes=8)) as process:
        folder = Path(process.read_line())
        with pytest.raises(EngineCrashedError):
            process.read_line()
    assert not folder.exists()
