"""What the tests of hostile programs share: a grading that leaves nothing behind, under each way to isolate."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest
from tests.grade.grading import report
from tests.grade.hostile import nothing_left_behind

from noughts.process.isolation import BWRAP, UNSHARE

TOOLS = [tool for tool in (UNSHARE, BWRAP) if tool == UNSHARE or shutil.which(BWRAP)]


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
