"""The folders of gradings: nothing is left behind, not even by those who were killed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pytest

from noughts.grade.programs.staging import PREFIX, Staging

HOLD = """
import time
from noughts.grade.programs.staging import Staging
print(Staging().path, flush=True)
time.sleep(600)
"""


def age(folder: Path) -> None:
    os.utime(folder, (time.time() - 3600,) * 2)


def test_the_next_grading_clears_what_a_killed_one_left_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr(tempfile, "tempdir", None)
    other = subprocess.Popen([sys.executable, "-c", HOLD], stdout=subprocess.PIPE, text=True)
    assert other.stdout is not None
    held = Path(other.stdout.readline().strip())
    young, elsewhere = tmp_path / f"{PREFIX}young", tmp_path / "somebody"
    young.mkdir()
    elsewhere.mkdir()
    (tmp_path / f"{PREFIX}link").symlink_to(elsewhere)
    age(held)
    age(elsewhere)
    first = Staging()
    assert {held, young, elsewhere, first.path} <= set(tmp_path.iterdir())
    os.kill(other.pid, signal.SIGKILL)
    other.wait()
    other.stdout.close()
    age(first.path)
    second = Staging()
    assert not held.exists()
    assert {young, elsewhere, first.path, second.path} <= set(tmp_path.iterdir())
    first.close()
    second.close()
    second.close()
    assert {young, elsewhere} == {path for path in tmp_path.iterdir() if not path.is_symlink()}
