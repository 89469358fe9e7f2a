"""Each classic mistake gets its verdict and the smallest board that shows it."""

from __future__ import annotations

import pytest
from tests.grade.grading import error_of, kinds, report_of, the_function, verdicts

EMPTY = ".../.../... x"
FIRST_X = "X../.../... o"
"""The smallest board with a mark."""
TOP_ROW = "XXX/OO./... o"
"""The smallest finished board: five marks, and X as early as can be."""


@pytest.mark.parametrize(
    ("solution", "function", "kind", "position", "call", "expected", "got"),
    [
        ("shallow_copy", "result", "changes", EMPTY, "result(board, (0, 0))", "as it was", "[['X', None, None],"),
        ("accepts_taken_cells", "result", "accepts", FIRST_X, "result(board, (0, 0))", "an exception", "[['O', None"),
        ("negative_index", "result", "accepts", EMPTY, "result(board, (-1, 2))", "an exception", "None, 'X']]"),
        ("always_x", "player", "wrong", FIRST_X, "player(board)", "'O'", "'X'"),
        ("always_x", "result", "wrong", FIRST_X, "result(board, (0, 1))", "[['X', 'O', None]", "[['X', 'X', None]"),
        ("misses_a_diagonal", "winner", "wrong", "OOX/.X./X.. o", "winner(board)", "'X'", "None"),
        ("misses_a_diagonal", "terminal", "wrong", "OOX/.X./X.. o", "terminal(board)", "True", "False"),
        ("misses_a_diagonal", "utility", "wrong", "OOX/.X./X.. o", "utility(board)", "1", "0"),
        # The first full board without a line, read cell by cell with X before O.
        ("full_board_goes_on", "terminal", "wrong", "XXO/OXX/XOO o", "terminal(board)", "True", "False"),
        ("utility_for_o", "utility", "wrong", TOP_ROW, "utility(board)", "1", "-1"),
        ("forgets_return", "actions", "wrong", EMPTY, "actions(board)", "(2, 2)}", "None"),
        ("wrong_start", "initial_state", "wrong", None, "initial_state()", "[[None, None, None],", "None, None, None]"),
        ("moves_after_the_end", "minimax", "wrong", TOP_ROW, "minimax(board)", "None", "(1, 2)"),
        ("returns_value_and_move", "minimax", "no_move", EMPTY, "minimax(board)", "(row, column)", "(0, ("),
        # X has a win in the top row and two in columns to come: the smallest lost position of O.
        ("no_move_when_lost", "minimax", "no_move", "XX./O../... o", "minimax(board)", "(row, column)", "None"),
        ("first_empty_cell", "minimax", "loses", FIRST_X, "minimax(board)", "b2 (1, 1)", "b1 (0, 1)"),
        ("max_twice", "minimax", "loses", FIRST_X, "minimax(board)", "b2 (1, 1)", "b1 (0, 1)"),
        ("wrong_sign_for_o", "minimax", "loses", FIRST_X, "minimax(board)", "b2 (1, 1)", "b1 (0, 1)"),
        ("wins_and_blocks", "minimax", "loses", "XO./.../.X. o", "minimax(board)", "a3 (2, 0) or c3", "b2 (1, 1)"),
        ("exits", "minimax", "raises", EMPTY, "minimax(board)", "optimal", "SystemExit"),
        ("reads_keyboard", "minimax", "raises", EMPTY, "minimax(board)", "optimal", "EOFError"),
        ("recursion_without_end", "minimax", "raises", EMPTY, "minimax(board)", "optimal", "RecursionError"),
    ],
)
def test_a_mistake_is_shown_on_the_smallest_board(
    solution: str, function: str, kind: str, position: str | None, call: str, expected: str, got: str
) -> None:
    found = report_of(f"{solution}.py", "--only", function)
    assert verdicts(found) == {function: "failed"}
    error = error_of(found, function, kind)
    assert (error["position"], error["call"]) == (position, call)
    assert expected in error["expected"]
    assert got in error["got"]


@pytest.mark.parametrize(
    ("solution", "failed"),
    [
        ("shallow_copy", {"result": "failed", "minimax": "failed"}),
        ("misses_a_diagonal", dict.fromkeys(("winner", "terminal", "utility", "minimax"), "failed")),
        ("negative_index", {"result": "failed"}),
        ("wrong_sign_for_o", {"minimax": "failed"}),
        ("no_utility", {"utility": "missing"}),
    ],
)
def test_only_the_functions_that_are_wrong_fail(solution: str, failed: dict[str, str]) -> None:
    assert verdicts(report_of(f"{solution}.py")) == failed


def test_calls_are_counted_by_what_the_rules_say() -> None:
    found = report_of("shallow_copy.py")
    # 16,167 legal moves from the 4,520 unfinished positions: each changes the board of a shallow copy.
    assert error_of(found, "result", "changes")["count"] == 16_167
    assert [the_function(found, name)["calls"] for name in ("player", "winner", "utility")] == [4_520, 5_478, 958]
    found = report_of("utility_for_o.py", "--only", "utility")
    assert error_of(found, "utility", "wrong")["count"] == 626 + 316  # all but the 16 draws


def test_the_moves_of_a_side_are_told_apart() -> None:
    found = report_of("wrong_sign_for_o.py", "--only", "minimax")
    assert found["unbeatable"]["X"] == {"answer": True, "positions": 0, "lost_game": []}
    told = found["unbeatable"]["O"]
    assert told["answer"] is False
    assert told["positions"] == found["moves"]["turned_into_loss"] > 0


def test_a_lost_game_is_told_move_by_move() -> None:
    from noughts.notation import parse_position

    for mark, line in report_of("wins_and_blocks.py", "--only", "minimax")["unbeatable"].items():
        end = parse_position(f"start moves {' '.join(line['lost_game'])}")
        assert str(end.outcome) == ("O wins" if mark == "X" else "X wins")


def test_a_refutation_goes_on_to_the_end() -> None:
    from noughts.notation import parse_position

    found = report_of("wins_and_blocks.py", "--only", "minimax")
    assert kinds(found, "minimax") == ["loses", "draws"]
    for kind, outcome in (("loses", "X wins"), ("draws", "draw")):
        error = error_of(found, "minimax", kind)
        line = error["refutation"]["line"]
        assert error["got"].startswith(line[0])
        assert error["refutation"]["outcome"] == outcome
        assert str(parse_position(f"{error['position']} moves {' '.join(line)}").outcome) == outcome


def test_a_list_of_actions_is_a_warning_and_no_error() -> None:
    found = report_of("list_of_actions.py", "--only", "actions")
    assert found["passed"]
    [warning] = the_function(found, "actions")["warnings"]
    assert (warning["kind"], warning["position"], warning["expected"]) == ("type", EMPTY, "a set of tuples")


def test_a_win_that_comes_later_is_right_with_a_note() -> None:
    found = report_of("ignores_depth.py", "--only", "minimax")
    assert found["passed"]
    assert found["moves"]["right"] == 627
    assert any("where an immediate win is delayed" in note for note in found["notes"])


def test_none_for_false_is_a_warning() -> None:
    [warning] = the_function(report_of("forgets_return.py", "--only", "terminal"), "terminal")["warnings"]
    assert (warning["expected"], warning["got"]) == ("True or False", "None")
