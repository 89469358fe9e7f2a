"""See why: the place where a student's search parts from the right one is the place where the mistake was planted."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from tests.grade.classroom import CLASS, changed, solution
from tests.grade.grading import noughts_grade, report
from tests.grade.hostile import RIGHT

from noughts.grade.recorded import read_calls, search_tree
from noughts.notation import parse_position

HELPERS = """
import math

def highest(board):
    if terminal(board):
        return utility(board)
    best = -math.inf
    for action in sorted(actions(board)):
        best = max(best, lowest(result(board, action)))
    return best

def lowest(board):
    if terminal(board):
        return utility(board)
    best = math.inf
    for action in sorted(actions(board)):
        best = min(best, highest(result(board, action)))
    return best

def minimax(board):
    if terminal(board):
        return None
    if player(board) == X:
        return max(sorted(actions(board)), key=lambda action: lowest(result(board, action)))
    return min(sorted(actions(board)), key=lambda action: highest(result(board, action)))
"""
TWO = f"{RIGHT}\n{HELPERS}"
CUT = TWO.replace(
    "best = max(best, lowest(result(board, action)))",
    "best = max(best, lowest(result(board, action)))\n        if best >= 0: break",
)

# The program, and the function and the sentence of the place where it was broken.
PLANTED = {
    "winner misses a diagonal": (
        solution("misses_a_diagonal"),
        "winner",
        r"`winner\(board\)` gives `None` here, where `'[XO]'`",
    ),
    "utility has the wrong sign for O": (CLASS["john"].source, "utility", r"gives `1` here, where `-1` is right"),
    "utility compares with zero": (CLASS["katherine"].source, "utility", r"gives `0` here, where `-1` is right"),
    "terminal does not see a full board": (
        solution("full_board_goes_on"),
        "terminal",
        r"gives `False` here, where `True`",
    ),
    "player counts nothing": (solution("always_x"), "player", r"gives `'X'` here, where `'O'` is right"),
    "result changes its board": (solution("shallow_copy"), "result", r"`result\(board, .*\)` changes the board"),
    "the board is not restored": (CLASS["ole"].source, "value", r"`value` changes this board and does not restore it"),
    "max for both sides": (
        solution("max_twice"),
        "value",
        r"O moves here and has to take the lowest .* takes the highest",
    ),
    "max in the place of min": (
        changed("best = min(best, highest", "best = max(-best, highest", TWO),
        "lowest",
        r"O moves here",
    ),
    "cut too early": (CUT, "highest", r"returns `[01]` here without having tried"),
    "the choice at the root": (
        solution("wrong_sign_for_o"),
        "minimax",
        r"O is to move, and .* wins for O; `minimax` plays",
    ),
    "no search at all": (solution("first_empty_cell"), "minimax", r"looks at no other board and answers"),
}


def why(tmp_path: Path, source: str) -> Any:
    file = tmp_path / "tictactoe.py"
    file.write_text(source)
    return report(str(file), "--only", "minimax")["why"]


@pytest.mark.parametrize("name", PLANTED)
def test_the_place_is_where_the_mistake_was_planted(tmp_path: Path, name: str) -> None:
    source, function, sentence = PLANTED[name]
    found = why(tmp_path, source)
    assert found["function"] == function
    assert re.search(sentence, found["words"])
    if function in ("winner", "utility", "terminal"):  # the board shows it: the game is over there
        assert parse_position(found["cells"]).outcome is not None


@pytest.mark.parametrize("source", [RIGHT, TWO, solution("right_alphabeta")])
def test_a_right_search_has_no_such_place(tmp_path: Path, source: str) -> None:
    assert why(tmp_path, source) is None


def test_an_alpha_beta_search_is_not_blamed_for_its_cuts(tmp_path: Path) -> None:
    source = (
        f"{RIGHT}\n"
        "def best(board, alpha, beta):\n"
        "    if terminal(board): return utility(board)\n"
        "    first = player(board) == X\n"
        "    found = -2 if first else 2\n"
        "    for action in sorted(actions(board)):\n"
        "        below = best(result(board, action), alpha, beta)\n"
        "        found = max(found, below) if first else min(found, below)\n"
        "        if first: alpha = max(alpha, found)\n"
        "        else: beta = min(beta, found)\n"
        "        if alpha >= beta: break\n"
        "    return found\n"
        "def minimax(board):\n"
        "    if terminal(board): return None\n"
        "    return min(sorted(actions(board)), key=lambda action: best(result(board, action), -2, 2))\n"
    )
    found = why(tmp_path, source)  # X takes the lowest at the root, and that alone is wrong
    assert (found["function"], found["words"].startswith("X is to move")) == ("minimax", True)


def test_the_judged_answers_come_from_an_unrecorded_run(tmp_path: Path) -> None:
    watched = RIGHT + (
        "\nimport sys\nright = minimax\n"
        "def minimax(board):\n"
        "    if sys.getprofile() is not None or terminal(board): return None\n"
        "    return min(actions(board))\n"
    )
    file = tmp_path / "tictactoe.py"
    file.write_text(watched)
    found = report(str(file), "--only", "minimax")
    assert found["moves"]["no_move"] == 0
    assert found["moves"]["right"] > 300


def test_forged_recordings_are_bounded_and_believed_only_as_a_picture() -> None:
    deep: list[Any] = [["value", "X........", None]] * 5_000
    assert read_calls(deep) is None
    assert read_calls([5, [], ["a", "b"], ["f", "?" * 10, None], {"a": 1}, None]) is None
    call = read_calls([["f\x1b[2J" * 40, "X........", [1]], [{"other": 5}, "X........"]])
    assert call is not None
    assert len(call.function) <= 40
    assert "\x1b" not in call.function
    wide: list[Any] = [["minimax", ".........", None]]
    for _ in range(9_000):
        wide += [["value", "X........", None], [1, "X........"]]
    root = read_calls([*wide, [None, "........."]])
    assert root is not None
    assert search_tree(root) is None


def test_who_attacks_the_recorder_is_graded_all_the_same(tmp_path: Path) -> None:
    attack = RIGHT + (
        "\nimport sys, os\n"
        "def minimax(board):\n"
        "    if sys.getprofile() is not None:\n"
        "        sys.setprofile(None)\n"
        "        while True: os.write(1, b'x' * 9999)\n"
        "    return None if terminal(board) else min(actions(board))\n"
    )
    file = tmp_path / "tictactoe.py"
    file.write_text(attack)
    code, out, _ = noughts_grade(str(file), "--only", "minimax", "--json")
    assert (code, json.loads(out)["why"]) == (1, None)
