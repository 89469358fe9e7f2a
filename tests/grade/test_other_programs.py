"""Programs by command and C files, end to end."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from tests.grade.grading import SOLUTIONS, error_of, noughts_grade, report, verdicts

from noughts.errors import NotationError
from noughts.grade.programs.c_header import read_header

BOTS, C = SOLUTIONS / "bots", SOLUTIONS / "c"
FIRST_X = "X../.../... o"
ONE_EMPTY_CELL = "any board with one empty cell"


def bot(name: str) -> tuple[str, str]:
    return "--command", f"{sys.executable} {BOTS / name}"


def test_a_right_program_passes() -> None:
    found = report(*bot("right.py"))
    assert found["passed"]
    assert found["moves"]["right"] == 627
    assert {told["answer"] for told in found["unbeatable"].values()} == {True}


@pytest.mark.parametrize("arguments", [bot("first_empty.py"), ("--once", "--command", f"sh {BOTS / 'once.sh'}")])
def test_a_program_is_kept_running_or_started_for_each_board(arguments: tuple[str, ...]) -> None:
    found = report(*arguments)
    assert verdicts(found) == {"move": "failed"}
    assert found["moves"] == {
        "positions": 627,
        "right": 411,
        "turned_into_draw": 36,
        "turned_into_loss": 180,
        "no_move": 0,
        "not_finished": 0,
        "not_tried": 0,
    }
    error = error_of(found, "move", "loses")
    assert (error["position"], error["call"]) == (FIRST_X, FIRST_X)


@pytest.mark.parametrize(
    ("name", "kind", "got"),
    [
        ("taken.py", "no_move", "b2, which is taken"),
        ("talks.py", "no_move", "'Let me see ...', which is no move"),
        ("silent.py", "times_out", "no answer within 0.5 s"),
        ("dies.py", "crashes", "exit code 1: no idea what"),
        ("floods.py", "crashes", "a line without end"),
    ],
)
def test_a_program_that_does_not_answer_as_agreed_is_wrong(name: str, kind: str, got: str) -> None:
    found = report(*bot(name), "--timeout", "0.5" if kind == "times_out" else "20")
    assert got in error_of(found, "move", kind)["got"]


def test_a_program_for_one_board_is_told_of_the_option() -> None:
    found = report("--command", f"sh {BOTS / 'once.sh'}")
    assert error_of(found, "move", "crashes")["got"].endswith("needs --once")


@pytest.mark.parametrize(("source", "header"), [("right.c", "minimax.h"), ("older_right.c", "older.h")])
def test_both_forms_of_the_header_are_understood(source: str, header: str) -> None:
    found = report(str(C / source), "--header", str(C / header))
    assert found["passed"]
    assert [one["calls"] for one in found["functions"]][:3] == [1, 5_478, 4]
    assert found["moves"]["right"] == 627


@pytest.mark.parametrize(
    ("source", "function", "kind", "position", "got"),
    [
        ("misses_a_diagonal.c", "computeBoardScore", "wrong", "OOX/.X./X.. o", "MINIMAX_NOT_ENDGAME"),
        ("keeps_the_square.c", "computeNextMove", "changes", ".../.../... x", "X../.../... afterwards"),
        ("o_maximizes.c", "computeNextMove", "loses", FIRST_X, "b1 (0, 1), which loses"),
        ("crashes.c", "computeNextMove", "crashes", ONE_EMPTY_CELL, "SIGSEGV"),
        ("endless.c", "computeNextMove", "times_out", ONE_EMPTY_CELL, "no answer within 1 s"),
        ("no_init.c", "initBoard", "missing", None, ""),
        ("older_wrong_row.c", "computeNextMove", "no_move", "XO./.../... x", "(0, 1), which is taken"),
    ],
)
def test_mistakes_in_c_are_shown_on_the_smallest_board(
    source: str, function: str, kind: str, position: str | None, got: str
) -> None:
    header = C / ("older.h" if source.startswith("older") else "minimax.h")
    found = report(str(C / source), "--header", str(header), "--timeout", "1" if kind == "times_out" else "20")
    error = error_of(found, f"minimax_{function}", kind)
    assert got in error["got"]
    if position == ONE_EMPTY_CELL:  # which of them comes first nobody can foresee
        assert error["position"].count(".") == 1
    else:
        assert error["position"] == position


def test_what_does_not_compile_is_wrong_with_the_line() -> None:
    found = report(str(C / "does_not_compile.c"), "--header", str(C / "minimax.h"))
    assert (found["passed"], found["functions"]) == (False, [])
    assert "does_not_compile.c:49" in found["error"]


def test_warnings_are_shown_and_not_counted(tmp_path: Path) -> None:
    source = (C / "right.c").read_text() + "\nstatic int unused_thing(void) { int nothing; return 1; }\n"
    (tmp_path / "minimax.c").write_text(source)
    found = report(str(tmp_path / "minimax.c"), "--header", str(C / "minimax.h"))
    assert found["passed"] is True
    warnings = [note for note in found["notes"] if note.startswith("the compiler warns: minimax.c:")]
    assert len(warnings) == 2
    assert any("nothing" in note for note in warnings)


TEST_CODE = """
void display_init(void);
extern int testBoards[];
int minimax_runTests(void) { display_init(); return testBoards[0]; }
"""


def test_what_only_the_tests_of_a_course_need_may_be_missing(tmp_path: Path) -> None:
    source = tmp_path / "minimax.c"
    source.write_text((C / "right.c").read_text() + TEST_CODE)
    assert report(str(source), "--header", str(C / "minimax.h"), "--only", "minimax_initBoard")["passed"] is True
    needed = (C / "right.c").read_text().replace("void minimax_initBoard(", TEST_CODE + "void minimax_initBoard(", 1)
    body = needed.index("{", needed.rindex("void minimax_initBoard("))
    source.write_text(needed[: body + 1] + " display_init();" + needed[body + 1 :])
    found = report(str(source), "--header", str(C / "minimax.h"))
    assert (
        found["error"] == "it does not fit its header: a graded function needs display_init, which is nowhere defined"
    )


def test_a_missing_header_is_one_sentence(tmp_path: Path) -> None:
    source = tmp_path / "minimax.c"
    source.write_text('#include "intervalTimer.h"\n' + (C / "right.c").read_text())
    found = report(str(source), "--header", str(C / "minimax.h"))
    reason = "the header intervalTimer.h is not there: --include DIR names its folder"
    assert found["error"] == f"it does not compile: {reason}"


def test_without_a_compiler_one_line_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    monkeypatch.delenv("CC", raising=False)
    code, out, err = noughts_grade(str(C / "right.c"), "--header", str(C / "minimax.h"))
    assert (code, out) == (2, "")
    assert err.startswith("error: no C compiler found")


HEADER = """
#define A_X_SQUARE 7
#define AN_O_SQUARE 8
enum { AN_EMPTY_SQUARE = 9 };
typedef struct { int turns; unsigned char grid[3][3]; } board_t;
struct place { int col; int row; };
struct place find_compute_next_move(const board_t board, int x);
"""


def test_names_and_types_are_those_of_the_header() -> None:
    read = read_header(HEADER)
    assert (read.next_move, read.returns_move, read.row, read.column) == ("find_compute_next_move", True, "row", "col")
    assert (read.board, read.board_is_pointer, read.squares) == ("board_t", False, "grid")
    assert read.square_constants == ("A_X_SQUARE", "AN_O_SQUARE", "AN_EMPTY_SQUARE")
    assert (read.score, read.game_over, read.init) == (None, None, None)


@pytest.mark.parametrize(
    ("removed", "reason"),
    [
        ("struct place find_compute_next_move(const board_t board, int x);", "declares no function"),
        ("unsigned char grid[3][3];", "no struct with an array"),
        ("int row;", "no fields row and column"),
        ("#define AN_O_SQUARE 8", "no constant like"),
        (", int x", "takes"),
    ],
)
def test_a_header_that_lacks_something_is_refused_with_what(removed: str, reason: str) -> None:
    assert removed in HEADER
    with pytest.raises(NotationError, match=reason):
        read_header(HEADER.replace(removed, ""))
