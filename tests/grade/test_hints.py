"""Hints are proved by running them, and nothing is hinted that is not."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from tests.grade.classroom import UTILITY, changed
from tests.grade.grading import SOLUTIONS, report
from tests.grade.hostile import RIGHT

SOURCE_READER = SOLUTIONS.parents[2] / "src" / "noughts" / "grade" / "programs" / "python_source.py"


def graded(tmp_path: Path, source: str, *only: str) -> Any:
    file = tmp_path / "tictactoe.py"
    file.write_text(source)
    return report(str(file), *(word for name in only for word in ("--only", name)))


@pytest.mark.parametrize(
    ("old", "new", "function", "hint"),
    [
        (
            "% 2 == 0 else O",
            "% 2 != 0 else O",
            "player",
            "with `len(marks) % 2 == 0` in place of `len(marks) % 2 != 0`",
        ),
        ("board[2][2]]", "board[2][1]]", "winner", "with `2` in place of `1`, all 5,478 answers of `winner` are right"),
        ("return winner(board) is not None or all", "return winner(board) is not None and all", "terminal", " or all("),
        ("    return after\n", "    copy.copy(after)\n", "result", "`copy.copy(after)` is computed and not returned"),
        (UTILITY, "return {X: -1, O: 1, None: 0}[winner(board)]", "utility", "The sign is wrong (line"),
    ],
)
def test_one_small_mistake_is_found_with_its_place(
    tmp_path: Path, old: str, new: str, function: str, hint: str
) -> None:
    [found] = graded(tmp_path, changed(old, new), function)["hints"]
    assert found["functions"] == [function]
    assert hint in found["words"]


def test_a_hint_is_true_when_it_is_followed(tmp_path: Path) -> None:
    source = changed("best = max(values) if player(board) == X else min(values)", "best = max(values)")
    [hint] = graded(tmp_path, source, "minimax")["hints"]
    line = int(hint["words"].partition("(line ")[2].partition(")")[0])
    lines = source.splitlines(keepends=True)
    lines[line - 1] = lines[line - 1].replace("max(values)", "(max if player(board) == X else min)(values)")
    assert graded(tmp_path, "".join(lines), "minimax")["passed"] is True


def test_two_mistakes_have_no_hint_and_a_right_program_has_none(tmp_path: Path) -> None:
    twice = changed("board[2][2]]", "board[2][1]]", changed("board[2][0]]", "board[2][1]]"))
    assert graded(tmp_path, twice, "winner")["hints"] == []
    assert graded(tmp_path, RIGHT, "winner")["hints"] == []


def test_a_flag_that_is_read_the_other_way_is_found_out(tmp_path: Path) -> None:
    if shutil.which("cc") is None:
        pytest.skip("no C compiler")
    for header in ("minimax.h", "board.h"):
        shutil.copy(SOLUTIONS / "c" / header, tmp_path)
    right = (SOLUTIONS / "c" / "right.c").read_text()
    turned = right.replace(
        "tictactoe_square_state_t mark = is_Xs_turn",
        "is_Xs_turn = !is_Xs_turn;\n  tictactoe_square_state_t mark = is_Xs_turn",
        1,
    )
    (tmp_path / "minimax.c").write_text(
        turned.replace("computeBoardScore(board, !is_Xs_turn);", "computeBoardScore(board, is_Xs_turn);")
    )
    found = report(str(tmp_path / "minimax.c"))
    assert found["hints"] == [
        {
            "functions": ["minimax_computeBoardScore"],
            "words": "With the flag inverted all 942 wrong answers of `minimax_computeBoardScore` are right.",
        }
    ]


def test_searches_are_the_same_but_for_names_and_words(tmp_path: Path) -> None:
    def shape(source: str) -> str:
        (tmp_path / "ttt.py").write_text(source)
        told = subprocess.run(
            [sys.executable, str(SOURCE_READER), str(tmp_path / "ttt.py")], capture_output=True, text=True, check=True
        )
        return told.stdout.splitlines()[0]

    renamed = changed('"""The value of a board for X; a quicker win is worth more."""', '"""Worth."""  # why not')
    renamed = renamed.replace("choose", "pick").replace("def value(board):", "def value(board: list) -> int:")
    assert shape(RIGHT) == shape(renamed) != '""'
    assert shape(RIGHT) != shape(changed("best = max(values)", "best = min(values)"))
    assert shape("def minimax(board):\n    return min(actions(board))\n") == '""'
