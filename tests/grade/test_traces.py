"""A debug trace against the reference: where it departs, and why."""

from __future__ import annotations

import contextlib
import io
import json
from pathlib import Path

import pytest
from tests.grade.grading import noughts_grade

from noughts.cli import main
from noughts.notation import parse_position
from noughts.render.trace_text import TraceText
from noughts.search.choices import Order, Scoring, centre_first, plain, quicker_wins, reading_order
from noughts.search.minimax import minimax

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


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("player wins, returning score", "X wins: score is"),
        ("opponent wins, returning score", "O won, I return"),
        ("draw, returning score", "It is a tie. Value"),
        ("adding player @", "X plays"),
        ("Invoking minimax @ depth =", "minimax called (depth"),
        ("Invoking minimax @ depth =", "Now we look deeper.\nminimax, depth:"),
        ("final choice: (row: 1, column: 1)", "chosen: 1, 1"),
    ],
)
def test_other_words_say_the_same(tmp_path: Path, old: str, new: str) -> None:
    assert check(tmp_path, reference().replace(old, new)) == {}


def test_who_prints_neither_depth_nor_moves_is_not_asked_for_them(tmp_path: Path) -> None:
    text = "".join(line for line in reference().splitlines(True) if "Invoking" not in line and "adding" not in line)
    assert check(tmp_path, text) == {}


def test_boards_may_be_ruled_and_depths_may_begin_anywhere(tmp_path: Path) -> None:
    def ruled(line: str) -> str:
        return " " + " | ".join(line.ljust(3)[:3]) + " \n---+---+---" if set(line) <= set("XO ") and line else line

    text = "\n".join(map(ruled, reference().splitlines()))
    assert check(tmp_path, text) == {}
    for depth in range(4):
        text = text.replace(f"depth = {depth}\n", f"depth = {9 - depth} \n")
    assert check(tmp_path, text) == {}


def searched(order: Order, scoring: Scoring, *, returns: bool) -> str:
    text = io.StringIO()
    minimax(parse_position(POSITION), order=order, scoring=scoring, trace=TraceText(text.write, returns=returns))
    return text.getvalue()


@pytest.mark.parametrize("returns", [False, True])
@pytest.mark.parametrize(("scores", "scoring"), [("plain", plain), ("quicker", quicker_wins)])
@pytest.mark.parametrize(("name", "order"), [("reading", reading_order), ("centre", centre_first)])
def test_scores_and_order_are_found_out_or_told(
    tmp_path: Path, name: str, order: Order, scores: str, scoring: Scoring, returns: bool
) -> None:
    file = tmp_path / "trace.txt"
    file.write_text(searched(order, scoring, returns=returns))
    assert check(tmp_path, file.read_text()) == {}
    told = ("--trace", str(file), POSITION, "--scores", scores, "--order", name)
    assert noughts_grade(*told)[0] == 0
    other = "quicker" if scores == "plain" else "plain"
    assert noughts_grade(*told[:-4], "--scores", other)[0] == 1


def test_the_first_board_that_returns_a_wrong_score_is_named(tmp_path: Path) -> None:
    lines = reference("--returns").splitlines()
    assert sum("returning score" in line for line in lines) == sum("Invoking" in line for line in lines)
    first = lines.index("returning score: 10")
    lines[first] = "returning score: 0"
    departure = check(tmp_path, "\n".join(lines))
    assert (departure["line"], departure["position"]) == (first + 1, "OXX/X.O/XOO x")
    assert "X moves here and takes the highest score of its moves, which is 10" in str(departure["why"])


def test_without_returns_the_trace_is_as_it_was() -> None:
    without = [line for line in reference("--returns").splitlines() if not line.startswith("returning")]
    assert without == reference().splitlines()


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
