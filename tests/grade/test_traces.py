"""A debug trace against the reference: where it departs, and why."""

from __future__ import annotations

import contextlib
import io
import json
from pathlib import Path

import pytest
from tests.grade.grading import noughts_grade

from noughts.cli import main

POSITION = "O.X/X../XOO x"


def reference(*options: str) -> str:
    """What `noughts trace` prints."""
    out = io.StringIO()
    with contextlib.redirect_stdout(out), pytest.raises(SystemExit):
        main(["trace", POSITION, *options])
    return out.getvalue()


def check(tmp_path: Path, text: str, position: str = POSITION) -> dict[str, object]:
    file = tmp_path / "trace.txt"
    file.write_text(text)
    code, out, err = noughts_grade("--trace", str(file), position, "--json")
    found: dict[str, object] = json.loads(out)
    assert (code, err) == (0 if found["passed"] else 1, "")
    departure = found["departure"]
    assert departure is None or isinstance(departure, dict)
    return departure or {}


@pytest.mark.parametrize("options", [(), ("--marks", "X0"), ("--number",)])
def test_the_reference_agrees_with_itself_in_every_notation(tmp_path: Path, options: tuple[str, ...]) -> None:
    assert check(tmp_path, reference(*options)) == {}


def test_spacing_and_names_of_boards_do_not_count(tmp_path: Path) -> None:
    text = reference().replace("\n\n", "\n").replace(" @ ", "  @ ").replace("X  \n", "X\n")
    text = text.replace("Invoking", "\r\n\nInvoking").replace("OXX\n", "-- Starting board -- **Board 3**\nOXX\n")
    assert check(tmp_path, text) == {}


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("adding player @ (0, 1)", "adding player @ (1, 1)", "reading order"),
        ("adding opponent @ (1, 1)", "adding player @ (1, 1)", "other side's turn"),
        ("depth = 2", "depth = 1", "one deeper"),
        ("OXX\nX O", "OXX\nXOO", "emptied"),
        ("opponent wins, returning score: -10", "opponent wins, returning score: 10", "counts 10"),
        ("opponent wins, returning score: -10", "adding player @ (1, 2)", "finished (three in a row)"),
        ("adding opponent @ (1, 1)", "draw, returning score: 0", "not finished"),
        ("final score: 10", "final score: 0", "highest score"),
        ("(row: 1, column: 1)", "(row: 1, column: 2)", "first of the moves"),
    ],
)
def test_the_first_departure_is_named_with_its_reason(tmp_path: Path, old: str, new: str, why: str) -> None:
    text = reference()
    assert old in text
    departure = check(tmp_path, text.replace(old, new, 1))
    assert departure["line"] == text[: text.index(old)].count("\n") + 1 + old.count("\n")
    assert why in str(departure["why"])


def test_a_trace_that_ends_early_or_goes_on_departs(tmp_path: Path) -> None:
    lines = reference().splitlines(keepends=True)
    assert check(tmp_path, "".join(lines[:-1]))["got"] is None
    assert check(tmp_path, "".join([*lines, "and again\n"]))["expected"] is None
    assert check(tmp_path, "")["line"] == 1


def test_people_get_the_board_and_both_lines(tmp_path: Path) -> None:
    file = tmp_path / "mine.txt"
    file.write_text(reference().replace("depth = 2", "depth = 1", 1))
    code, out, _ = noughts_grade("--trace", str(file), POSITION)
    assert code == 1
    assert out.startswith("mine.txt departs from minimax in line 13:\n  expected  Invoking minimax @ depth = 2\n")
    file.write_text(reference())
    assert noughts_grade("--trace", str(file), POSITION)[:2] == (0, "mine.txt agrees with minimax: 56 lines.\n")
