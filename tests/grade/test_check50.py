"""What the course's own checker would say."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.grade.grading import noughts_grade, report, report_of
from tests.grade.hostile import RIGHT

from noughts.grade.programs.check50 import CHECKS

ACTIONS = ["test_actions0", "test_actions1", "test_actions2"]
TERMINAL = ["test_terminal0", "test_terminal2"]
MINIMAX = ["test_minimax0", "test_minimax1", "test_minimax2"]
# What a program may do by the rules and check50 fails, and what is wrong by the rules and check50 passes.
ODD = {
    "a list of actions": ("actions", "list(right(*given))", ACTIONS),
    "a list of lists of actions": ("actions", "[list(a) for a in right(*given)]", ACTIONS + MINIMAX),
    "a frozenset": ("actions", "frozenset(right(*given))", []),
    "a truthy terminal": ("terminal", "7 if right(*given) else False", TERMINAL),
    "one for true": ("terminal", "int(right(*given))", []),
    "a move as a list": ("minimax", "list(right(*given)) if right(*given) else None", MINIMAX),
    "a row too few": ("initial_state", "right()[:2]", ["test_initial"]),
    "a change inside of a row": ("result", "right(*given), given[0][0].__setitem__(0, 'X')", MINIMAX[:2]),
}


def test_there_are_33_checks() -> None:
    assert len(CHECKS) + 2 == 33
    assert len({check.name for check in CHECKS}) + 2 == 31  # two pairs share a name


@pytest.mark.parametrize("name", ODD)
def test_check50_compares_by_equality(tmp_path: Path, name: str) -> None:
    function, expression, failing = ODD[name]
    file = tmp_path / "tictactoe.py"
    first = "[0]" if expression.startswith("right(*given),") else ""
    file.write_text(f"{RIGHT}\nright = {function}\ndef {function}(*given):\n    return ({expression}){first}\n")
    found = report(str(file))
    if name == "a change inside of a row":  # which its shallow copy does not see
        assert found["passed"] is False
    assert found["check50"] == {"passed": 33 - len(failing), "of": 33, "failing": failing}


def test_strict_makes_it_count(tmp_path: Path) -> None:
    file = tmp_path / "tictactoe.py"
    file.write_text(f"{RIGHT}\nright = actions\ndef actions(board):\n    return list(right(board))\n")
    code, out, _ = noughts_grade(str(file))
    assert code == 0
    assert "check50, the course's own checker: 30 of 33 checks pass; test_actions0, test_actions1" in " ".join(
        out.split()
    )
    assert noughts_grade(str(file), "--strict")[0] == 1


@pytest.mark.parametrize(
    ("solution", "failing"),
    [
        ("negative_index.py", ["test_result_exception1"]),
        ("no_utility.py", ["test_utility0", "test_utility1"]),
        ("moves_after_the_end.py", ["test_minimax_none0"]),
    ],
)
def test_wrong_programs_fail_some_of_its_checks(solution: str, failing: list[str]) -> None:
    found = report_of(solution)["check50"]
    assert [name for name in found["failing"] if not name.startswith("test_minimax")] == [
        name for name in failing if not name.startswith("test_minimax")
    ]
    assert set(failing) <= set(found["failing"])


def test_a_file_that_cannot_be_imported_fails_all_but_one() -> None:
    assert report_of("does_not_parse.py")["check50"]["passed"] == 1


def test_other_programs_have_no_check50() -> None:
    assert report_of("right_alphabeta.py", "--only", "player")["check50"] is None
