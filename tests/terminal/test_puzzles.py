"""Puzzles in the terminal, through pipes."""

from __future__ import annotations

import datetime
import json
from pathlib import Path
from typing import Any

import pytest
from tests.command_line import Result, call

from noughts.explain.puzzles import Puzzle, choose_puzzles, puzzle_of_the_day
from noughts.notation import format_move
from noughts.terminal import puzzle_progress
from noughts.terminal.puzzle_progress import PuzzleProgress, read_progress

DAY = "2026-11-16"


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    return tmp_path / "noughts"


def solution(puzzle: Puzzle) -> list[str]:
    return [format_move(move, puzzle.position) for move in puzzle.solution]


def solve(puzzle: Puzzle, *before: str) -> Result:
    """Solve a puzzle after some other answers."""
    return call("puzzles", "--id", puzzle.id, stdin="\n".join([*before, *solution(puzzle)[::2]]) + "\n")


def progress(home: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((home / "puzzles.json").read_text())
    return found


def test_a_solved_puzzle_is_counted_and_not_asked_again(home: Path) -> None:
    easiest = min(choose_puzzles("classic"), key=lambda puzzle: puzzle.hardness)
    done = call("puzzles", "--game", "classic", "--count", "1", stdin="\n".join(solution(easiest)[::2]) + "\n")
    assert (done.code, done.err) == (0, "")
    assert f"Puzzle {easiest.id} (classic, easy)" in done.out
    assert "Solved. " in done.out
    assert "1 puzzle solved, 1 in a row without a mistake (best 1)" in done.out.splitlines()[-1]
    assert list(progress(home)["solved"]) == [easiest.id]
    assert f"Puzzle {easiest.id}" not in call("puzzles", "--game", "classic", "--count", "1").out


def test_a_wrong_move_is_refuted_on_the_board_and_breaks_the_row(home: Path) -> None:
    clean, puzzle = choose_puzzles("ultimate", "easy", "win")[:2]
    solve(clean)
    assert progress(home)["row"] == 1
    wrong = next(move for move in puzzle.position.legal_moves() if move != puzzle.solution[0])
    name = format_move(wrong, puzzle.position)
    done = solve(puzzle, name)
    told = next(line for line in done.out.splitlines() if line.endswith("Take it back and try again."))
    assert told.startswith(name)
    assert "Solved. " in done.out
    assert (progress(home)["row"], progress(home)["best"]) == (0, 1)
    assert len(progress(home)["solved"]) == 2


def test_the_opponent_defends_and_every_reply_is_told() -> None:
    puzzle = next(puzzle for puzzle in choose_puzzles("ultimate", goal="win") if puzzle.moves == 3)
    moves = solution(puzzle)
    out = solve(puzzle).out
    other = puzzle.position.to_move.other
    assert f"{moves[0]} is the only move. {other} defends with {moves[1]}." in out
    assert f"{moves[2]} still wins. {other} defends with {moves[3]}." in out


def test_the_first_hint_narrows_and_the_second_shows_the_cell(home: Path) -> None:
    puzzle = choose_puzzles("ultimate", "easy", "win")[0]
    out = solve(puzzle, "hint", "hint").out
    assert "Look at " in out or "It shares" in out
    assert f"Play {solution(puzzle)[0]}." in out
    assert progress(home)["row"] == 0  # it was given away
    solve(puzzle, "hint")
    assert progress(home)["row"] == 1


def test_the_answer_ends_a_puzzle_and_nothing_is_counted(home: Path) -> None:
    puzzle = choose_puzzles("5,5,4")[0]
    done = call("puzzles", "--id", puzzle.id, stdin="answer\n")
    assert f"The line: {' '.join(solution(puzzle))}" in done.out
    assert not (home / "puzzles.json").exists()


@pytest.mark.parametrize("text", ["", "quit\n", "help\nboard\nnext\n", "zz\n\na1 b1\n"])
def test_leaving_and_nonsense_are_no_errors(text: str) -> None:
    done = call("puzzles", "--daily", stdin=text)
    assert (done.code, done.err) == (0, "")


def test_a_move_that_the_rules_forbid_is_said_and_asked_again() -> None:
    puzzle = choose_puzzles("ultimate", goal="win")[0]
    taken = next(cell for cell in range(81) if puzzle.position.mark_at(cell) and cell // 9 in puzzle.position.targets())
    out = solve(puzzle, format_move(taken, puzzle.position)).out
    assert f"{format_move(taken, puzzle.position)} is not allowed: the cell is taken." in out
    assert "1 in a row" in out  # no mistake in the sense of the puzzle


# The puzzle of the day


def test_the_puzzle_of_a_day_is_the_same_for_everybody_and_starts_a_row_of_days(home: Path) -> None:
    today = datetime.date.today()
    puzzle = puzzle_of_the_day(today)
    done = call("puzzles", "--daily", stdin="\n".join(solution(puzzle)[::2]) + "\n")
    assert f"Puzzle of the day, {today.isoformat()}" in done.out
    assert done.out.splitlines()[-1].endswith("puzzle of the day: 1 day in a row.")
    assert progress(home)["days"] == [today.isoformat()]


def test_days_in_a_row_end_where_one_is_missing() -> None:
    day = datetime.date(2026, 3, 1)
    known = PuzzleProgress(days=["2026-02-25", "2026-02-27", "2026-02-28"])
    assert known.days_in_a_row(day) == 2
    known.count("id", day, clean=True, day=day)
    assert known.days_in_a_row(day) == 3
    assert known.days_in_a_row(day + 2 * puzzle_progress.ONE_DAY) == 0


def test_json_is_the_puzzle_with_its_solution() -> None:
    (document,) = json.loads(call("puzzles", "--date", DAY, "--json").out)
    puzzle = puzzle_of_the_day(datetime.date.fromisoformat(DAY))
    assert document == {
        "id": puzzle.id,
        "game": "ultimate",
        "position": puzzle.setup,
        "goal": "win",
        "plies": puzzle.plies,
        "difficulty": puzzle.difficulty,
        "solution": solution(puzzle),
    }
    assert len(json.loads(call("puzzles", "--date", DAY, "--count", "3", "--json").out)) == 3
    hard = json.loads(call("puzzles", "--game", "5,5,4", "--difficulty", "hard", "--count", "4", "--json").out)
    assert [(found["game"], found["difficulty"]) for found in hard] == [("5,5,4", "hard")] * 4


# Bad input


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        (["--date", "2026-02-30"], "expected a date like 2026-11-16, got '2026-02-30'"),
        (["--date", ""], "expected a date like"),
        (["--date", "9999-12-31", "--count", "2"], "the calendar ends before that"),
        (["--game", "7,7,5"], "there are puzzles of ultimate, ultimate-count, classic, 4,4,3 and 5,5,4, not of 7,7,5"),
        (["--game", "chess"], "expected"),
        (["--difficulty", "mean"], "'mean' is not one of"),
        (["--game", "classic", "--difficulty", "hard"], "no puzzle of classic is hard"),
        (["--count", "0"], "0 is not in the range"),
        (["--id", "nobody"], "there is no puzzle 'nobody'"),
        (["--daily", "--difficulty", "easy"], "exclude each other"),
    ],
)
def test_bad_input_gets_one_sentence(options: list[str], reason: str) -> None:
    assert reason in call("puzzles", *options).refusal()


@pytest.mark.parametrize("content", ["", "{", "[]", '{"solved": 3}', '{"unknown": 1}', "\0"])
def test_a_damaged_file_of_progress_is_named_and_kept(home: Path, content: str) -> None:
    home.mkdir()
    (home / "puzzles.json").write_text(content)
    assert "puzzles.json: not a file of solved puzzles" in call("puzzles", "--daily").refusal()
    assert (home / "puzzles.json").read_text() == content


def test_a_file_that_cannot_be_written_is_said_and_play_goes_on(home: Path) -> None:
    home.mkdir()
    (home / "puzzles.partial").mkdir()  # in the way
    done = solve(choose_puzzles("classic")[0])
    assert done.code == 0
    assert "Solved. " in done.out
    assert "puzzles.json: Is a directory." in done.out
    assert read_progress(home / "puzzles.json") == PuzzleProgress()
