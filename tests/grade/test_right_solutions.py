"""Right solutions pass without a word, whatever their style."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.grade.grading import SOLUTIONS, report, report_of, the_function

EXAMPLE = Path(__file__).parents[2] / "examples" / "cs50" / "tictactoe.py"


@pytest.mark.parametrize("path", [SOLUTIONS / "right_remembering.py", SOLUTIONS / "right_alphabeta.py", EXAMPLE])
def test_a_right_solution_is_clean(path: Path) -> None:
    found = report(str(path))
    assert found["passed"]
    assert found["notes"] == []
    assert [one["verdict"] for one in found["functions"]] == ["passed"] * 8
    assert not any(one["errors"] or one["warnings"] or one["not_tried"] for one in found["functions"])
    moves = {"positions": 627, "right": 627, "turned_into_draw": 0, "turned_into_loss": 0, "no_move": 0, "not_tried": 0}
    assert found["moves"] == moves
    assert {mark: told["answer"] for mark, told in found["unbeatable"].items()} == {"X": True, "O": True}


def test_all_boards_can_be_asked_for() -> None:
    found = report_of("right_alphabeta.py", "--all", "--only", "minimax")
    assert found["moves"]["positions"] == found["moves"]["right"] == 4_520
    assert the_function(found, "minimax")["calls"] == 5_478
