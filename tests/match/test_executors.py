"""Workers that are told to end do so quietly, and what they were doing gets to clean up."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from noughts.match.executors import GRACE, process_pool

PATIENCE = 30.0


class _Deleted:
    """Takes a while to be deleted, as a program that has ended may."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def __del__(self) -> None:
        (self.folder / "begun").touch()
        time.sleep(GRACE / 6)


def _delete_and_work(folder: Path) -> None:
    try:
        _Deleted(folder)
        time.sleep(PATIENCE)
    finally:
        (folder / "closed").touch()


def test_an_end_that_comes_while_something_is_deleted_still_cleans_up(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    with process_pool(1) as executor:
        executor.submit(_delete_and_work, tmp_path)
        deadline = time.monotonic() + PATIENCE
        while not (tmp_path / "begun").exists() and time.monotonic() < deadline:
            time.sleep(0.01)
    assert (tmp_path / "closed").exists()
    assert capfd.readouterr().err == ""
