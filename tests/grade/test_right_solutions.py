"""Right solutions pass without a word, whatever their style."""

from __future__ import annotations

import pytest
from tests.grade.grading import report_of, the_function

from noughts.grade.calls import Raised, Reply
from noughts.grade.moves import mistake
from noughts.grade.positions import cells_text
from noughts.grade.programs.cs50 import Cs50Course
from noughts.grade.programs.python_driver import encode
from noughts.teaching import cs50


@pytest.mark.parametrize("name", ["right_remembering.py", "right_alphabeta.py"])
def test_a_right_solution_is_clean(name: str) -> None:
    found = report_of(name)
    assert found["passed"]
    assert found["check50"] == {"passed": 33, "of": 33, "failing": []}
    assert found["cheating"] == []
    assert found["notes"] == []
    assert [one["verdict"] for one in found["functions"]] == ["passed"] * 8
    assert not any(one["errors"] or one["warnings"] or one["not_tried"] for one in found["functions"])
    assert found["moves"].pop("positions") == found["moves"].pop("right") == 627
    assert set(found["moves"].values()) == {0}
    assert {mark: told["answer"] for mark, told in found["unbeatable"].items()} == {"X": True, "O": True}


def test_our_own_functions_are_right_by_the_same_judge() -> None:
    course, marks = Cs50Course({}), {"X": "X", "O": "O", ".": None}
    for name in course.functions:
        for call in course.plan(name, every_board=True):
            cells = cells_text(call.position) if call.position else ""
            board = [[marks[cell] for cell in cells[begin : begin + 3]] for begin in (0, 3, 6)]
            given = ([] if not cells else [board]) + ([] if call.extra is None else [call.extra])
            try:
                reply = Reply(encode(getattr(cs50, name)(*given)))
            except ValueError as error:
                reply = Reply(raised=Raised("ValueError", str(error), ""))
            assert course.judge(call, reply) == []
            if name == "minimax" and call.position and call.position.outcome is None:
                assert (move := course.move_in(reply)) is not None
                assert mistake(call.position, move) is None


def test_all_boards_can_be_asked_for() -> None:
    found = report_of("right_alphabeta.py", "--all", "--only", "minimax")
    assert found["moves"]["positions"] == found["moves"]["right"] == 4_520
    assert the_function(found, "minimax")["calls"] == 5_478
