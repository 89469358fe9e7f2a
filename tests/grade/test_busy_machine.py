"""The same verdicts on a busy machine. Runs alone: `run.py test` starts it when all other tests have ended."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from tests.grade.grading import SOLUTIONS, report
from tests.grade.hostile import RIGHT

BURNERS = 8
LONGEST_SECONDS = 120
BURN = f"import time\nend = time.monotonic() + {LONGEST_SECONDS}\nwhile time.monotonic() < end: pass"
# Half of the time that it may take: on a busy machine this lasts far longer on the clock.
SLOW = (
    "\nimport time\nright = minimax\ndef minimax(board):\n    end = time.process_time() + (board == initial_state())\n"
    "    while time.process_time() < end: pass\n    return right(board)\n"
)

pytestmark = pytest.mark.skipif("PYTEST_XDIST_WORKER" in os.environ, reason="needs the machine for itself")


@contextmanager
def burners() -> Iterator[None]:
    running = [subprocess.Popen([sys.executable, "-S", "-c", BURN]) for _ in range(BURNERS)]
    try:
        yield
    finally:
        for burner in running:
            burner.kill()
            burner.wait()


def verdict(file: Path) -> dict[str, Any]:
    """All of a report that must not depend on the machine."""
    found = report(str(file), "--only", "minimax", "--timeout", "2")
    errors = [(one["kind"], one["count"]) for one in found["functions"][0]["errors"]]
    return {"passed": found["passed"], "moves": found["moves"], "unbeatable": found["unbeatable"], "errors": errors}


def test_a_busy_machine_changes_no_verdict(tmp_path: Path) -> None:
    slow = tmp_path / "slow.py"
    slow.write_text(RIGHT + SLOW)
    files = [slow, SOLUTIONS / "wins_and_blocks.py", SOLUTIONS / "endless.py", SOLUTIONS / "crashes.py"]
    idle = [verdict(file) for file in files]
    assert [one["passed"] for one in idle] == [True, False, None, False]
    with burners():
        assert [verdict(file) for file in files] == idle
