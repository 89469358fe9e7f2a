"""A match on a real Dask cluster of separate processes, one of which is killed in the middle."""

from __future__ import annotations

import importlib.util
import json
import os
import re
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from noughts.record import read_records

pytestmark = pytest.mark.skipif(importlib.util.find_spec("distributed") is None, reason="needs the extra dask")

PATIENCE = 120


def launch(stack: ExitStack, log: Path, *arguments: str) -> subprocess.Popen[bytes]:
    """A process of the cluster; its words go to a file."""
    with log.open("wb") as output:
        process = subprocess.Popen([sys.executable, "-m", *arguments], stdout=output, stderr=output)
    stack.callback(process.wait)
    stack.callback(process.kill)
    return process


def words_in(log: Path, pattern: str) -> str:
    deadline = time.monotonic() + PATIENCE
    while not (found := re.search(pattern, log.read_text())):
        assert time.monotonic() < deadline, log.read_text()
        time.sleep(0.05)
    return found[1]


Cluster = tuple[str, list[subprocess.Popen[bytes]]]


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Cluster]:
    """The address of a scheduler on loopback, and two workers of one thread each."""
    with ExitStack() as stack:
        here = ("--host", "127.0.0.1", "--no-dashboard")
        launch(stack, tmp_path / "scheduler.log", "distributed.cli.dask_scheduler", *here, "--port", "0")
        address = words_in(tmp_path / "scheduler.log", r"Scheduler at: +(tcp://\S+)")
        alone = ("--no-nanny", "--nthreads", "1", "--local-directory", str(tmp_path))
        logs = [tmp_path / f"worker-{number}.log" for number in (1, 2)]
        workers = [launch(stack, log, "distributed.cli.dask_worker", address, *here, *alone) for log in logs]
        for log in logs:
            words_in(log, r"(Registered to)")
        yield address, workers


def test_a_killed_worker_loses_no_game_and_doubles_none(cluster: Cluster, tmp_path: Path) -> None:
    address, workers = cluster
    path = tmp_path / "games.txt"
    command = ["match", "noughts:nodes=9000", "noughts:nodes=6000", "--games", "60", "--record", str(path), "--json"]
    match = subprocess.Popen(
        [sys.executable, "-m", "noughts", *command, "--dask", address],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    deadline = time.monotonic() + PATIENCE
    while not path.exists() or path.read_text().count("[Result ") < 6:
        assert time.monotonic() < deadline
        time.sleep(0.01)
    os.kill(workers[0].pid, signal.SIGKILL)
    assert path.read_text().count("[Result ") < 60
    output, errors = match.communicate(timeout=PATIENCE)
    assert match.returncode == 0, errors
    document = json.loads(output)
    assert document["games"] == 60
    rounds = Counter(record.tags["Round"] for record in read_records(path))
    assert rounds == Counter(f"{pair}.{game}" for pair in range(1, 31) for game in (1, 2))


def test_no_scheduler_is_one_line_of_error(tmp_path: Path) -> None:
    command = ["match", "1", "2", "--dask", "tcp://127.0.0.1:1", "--record", str(tmp_path / "games.txt")]
    done = subprocess.run([sys.executable, "-m", "noughts", *command], capture_output=True, text=True, timeout=PATIENCE)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("error: no Dask scheduler at tcp://127.0.0.1:1")
    assert len(done.stderr.splitlines()) == 1
