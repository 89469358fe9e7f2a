"""Engines for Ultimate: whole games, and their idea of the rules."""

from __future__ import annotations

import json
import shlex
import sys
from pathlib import Path
from typing import Any

import pytest
from tests.grade.grading import SOLUTIONS, error_of, kinds, noughts_grade, report, verdicts

from noughts.grade.engines.scripts import is_sent_to_a_full_board, scripts
from noughts.notation import parse_position
from noughts.rules.mark import Mark, Outcome
from noughts.rules.ultimate import ANYWHERE, ultimate

ENGINES = SOLUTIONS / "engines"
LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
QUERIES = {"query gameover", "query p1turn", "query result"}


def ugi(*words: str) -> tuple[str, str]:
    return "--engine", shlex.join([sys.executable, str(ENGINES / "ugi.py"), *words])


def codingame(*words: str) -> tuple[str, ...]:
    return "--protocol", "codingame", "--engine", shlex.join([sys.executable, str(ENGINES / "codingame.py"), *words])


def graded(*arguments: str, games: int = 4) -> dict[str, Any]:
    return report(*arguments, "--games", str(games))


# The games


def test_four_games_hold_every_kind() -> None:
    four = scripts(4, ultimate())
    assert {(script.positions[0].to_move, script.engine) for script in four} == {(a, b) for a in Mark for b in Mark}
    without_a_line = [script for script in four if script.positions[-1].outcome is Outcome.DRAW]
    assert len(without_a_line) == 2
    for script in without_a_line:
        position = script.positions[script.taken_over]
        target = script.moves[script.taken_over - 1] % 9
        marks = [position.mark_at(9 * target + cell) for cell in range(9)]
        assert None not in marks
        assert not any(marks[a] is marks[b] is marks[c] for a, b, c in LINES)
        assert position.to_move is script.engine


def test_being_sent_to_a_won_board_is_not_being_sent_to_a_full_one() -> None:
    moves = [9, 3, 27, 6, 54, 0]
    positions = [ultimate()]
    for move in moves:
        positions.append(positions[-1].play(move))
    assert positions[-1].target == ANYWHERE
    assert not is_sent_to_a_full_board(positions[-1], positions[-2])


# Right engines


@pytest.mark.parametrize(("words", "calls"), [((), 0), (("right", "perft"), 200), (("right", "go_perft"), 200)])
@pytest.mark.parametrize("game", ["ultimate", "ultimate-count"])
def test_a_right_engine_passes_with_counts_where_it_offers_them(game: str, words: tuple[str, ...], calls: int) -> None:
    found = graded(*ugi(*words), "--game", game)
    assert found["passed"]
    assert found["notes"] == []
    *others, perft = found["functions"]
    assert [one["verdict"] for one in others] == ["passed"] * 5
    assert min(one["calls"] for one in others) >= 10
    assert (perft["verdict"], perft["calls"] >= calls) == ("passed" if calls else "not offered", True)
    games = found["games"]
    assert games["free_choices"] > games["sent_to_full_boards"] >= 2
    assert min(games["won_by_a_line"], games["without_a_line"]) >= 2


def test_our_own_engine_passes_in_both_protocols() -> None:
    engine = shlex.join([sys.executable, "-m", "noughts", "engine"])
    assert graded("--engine", engine, "--game", "ultimate-count", "--timeout", "20")["passed"]
    found = graded("--engine", f"{engine} --codingame", "--protocol", "codingame", "--timeout", "20")
    assert found["passed"]
    assert [one["name"] for one in found["functions"]] == ["move"]


def test_a_right_codingame_program_passes() -> None:
    found = graded(*codingame())
    assert (found["passed"], found["form"]) == (True, "CodinGame")
    assert found["games"]["won_by_a_line"] + found["games"]["without_a_line"] == 4


# Wrong engines


@pytest.mark.parametrize(
    ("mistake", "got"),
    [
        ("ignores_target", "is not allowed: the move has to be in the "),
        ("plays_in_closed", "is closed"),
        ("full_frees_nothing", "answered 'bestmove (none)', which is no move"),
        ("garbage", "answered 'bestmove (none)', which is no move"),
    ],
)
def test_a_move_against_the_rules_is_shown_on_its_board(mistake: str, got: str) -> None:
    found = graded(*ugi(mistake))
    assert verdicts(found)["go"] == "failed"
    error = error_of(found, "go", "no_move")
    assert got in error["got"]
    told, _, go = error["call"].partition("; ")
    moves = told.removeprefix("position startpos")
    assert parse_position(f"start{moves}", "ultimate") == parse_position(error["position"], "ultimate")
    assert go == "go movetime 20"


def test_a_wrong_move_comes_with_the_right_ones() -> None:
    error = error_of(graded(*ugi("ignores_target")), "go", "no_move")
    assert error["position"] == "/".join(["........."] * 8 + ["......O.X"]) + " x 7"
    assert error["expected"] == "a7, b7, c7, a8, b8, c8, a9, b9 or c9"


def test_who_thinks_that_a_full_board_frees_nothing_has_the_game_end_too_early() -> None:
    found = graded(*ugi("full_frees_nothing", "perft"))
    assert set(verdicts(found)) == {"go", "query gameover", "query result", "perft"}
    over, result = error_of(found, "query gameover", "wrong"), error_of(found, "query result", "wrong")
    assert (over["expected"], over["got"]) == ("false", "true")
    assert (result["expected"], result["got"]) == ("none", "draw")
    assert over["position"] == result["position"]


@pytest.mark.parametrize(
    ("mistake", "game", "right", "wrong"),
    [
        ("never_counts", "ultimate-count", {"p1win", "p2win"}, {"draw"}),
        ("always_counts", "ultimate", {"draw"}, {"p1win", "p2win"}),
    ],
)
def test_the_wrong_end_rule_gives_wrong_results_and_nothing_else(
    mistake: str, game: str, right: set[str], wrong: set[str]
) -> None:
    found = graded(*ugi(mistake), "--game", game, games=8)
    assert "query result" in verdicts(found)
    assert set(verdicts(found)) <= {"query result", "position fen"}
    error = error_of(found, "query result", "wrong")
    assert error["expected"] in right
    assert error["got"] in wrong
    assert parse_position(error["position"], game).outcome is not None


def test_who_swaps_the_players_is_wrong_from_the_first_position_on() -> None:
    error = error_of(graded(*ugi("swaps_players")), "query p1turn", "wrong")
    assert (error["call"], error["expected"], error["got"]) == ("position startpos; query p1turn", "true", "false")


def test_who_reads_no_fen_fails_there_alone() -> None:
    found = graded(*ugi("knows_no_fen"))
    assert verdicts(found) == {"position fen": "failed"}
    assert error_of(found, "position fen", "wrong")["position"].endswith(" o *")


def test_a_perft_that_counts_by_other_rules_is_found_out() -> None:
    error = error_of(graded(*ugi("ignores_target", "go_perft")), "perft", "wrong")
    assert error["call"] == "position startpos; go perft 2"
    assert (error["expected"], error["got"]) == ("720", str(81 * 80))


# Engines that break down


def test_a_silent_engine_is_given_up_after_two_deadlines() -> None:
    found = graded(*ugi("silent"), "--timeout", "0.3")
    assert kinds(found, "go") == ["times_out"]
    assert error_of(found, "go", "times_out")["count"] == 2
    assert "and it does nothing but wait" in error_of(found, "go", "times_out")["got"]
    assert (found["passed"], verdicts(found)["go"]) == (None, "not finished")
    assert {"query gameover", "query result", "query p1turn"}.isdisjoint(verdicts(found))


def test_a_crash_is_shown_with_its_last_words_and_the_engine_started_anew() -> None:
    found = graded(*ugi("crashes"))
    assert error_of(found, "go", "crashes")["got"] == "ended with exit code 1: ValueError: no idea"
    assert QUERIES.isdisjoint(verdicts(found))


def test_who_answers_no_queries_is_not_asked_for_ever() -> None:
    found = graded(*ugi("mute"), "--timeout", "0.3")
    assert {kind for name in verdicts(found) for kind in kinds(found, name)} == {"times_out"}
    assert sum(one["not_finished"] for one in found["functions"]) == 4


@pytest.mark.parametrize("engine", [ugi("burns"), codingame("burns")])
def test_one_budget_bounds_all_games_of_an_engine(engine: tuple[str, ...]) -> None:
    found = graded(*engine, "--budget", "2", games=40)
    assert found["passed"] is None
    assert found["given_up"] == "the whole grading may take 2 s of CPU time (--budget)"
    asked = {one["name"]: (one["verdict"], one["calls"]) for one in found["functions"]}
    verdict, moves = asked.get("go") or asked["move"]
    assert verdict == "not finished"
    assert 2 <= moves <= 40, "each takes 0.2 s of CPU time, and 40 games have hundreds"


def test_a_program_that_is_no_engine_is_not_graded() -> None:
    found = graded("--engine", "true")
    assert (found["passed"], found["error"]) == (
        False,
        "it does not begin a game (ugi, uginewgame, isready): ended with exit code 0",
    )


@pytest.mark.parametrize(
    ("mistake", "kind", "got"),
    [
        ("ignores_target", "no_move", "the move has to be in the "),
        ("plays_in_closed", "no_move", "is closed"),
        ("garbage", "no_move", "answered 'pass', which is no row and column"),
        ("silent", "times_out", "does nothing but wait"),
        ("crashes", "crashes", "ended with exit code 1: ValueError: no idea"),
    ],
)
def test_codingame_programs_make_the_same_mistakes(mistake: str, kind: str, got: str) -> None:
    found = graded(*codingame(mistake), *(["--timeout", "0.3"] if mistake == "silent" else []))
    assert got in error_of(found, "move", kind)["got"]


# The report


def test_the_report_shows_the_board_the_words_and_the_rule(tmp_path: Path) -> None:
    page = tmp_path / "report.html"
    code, out, err = noughts_grade(*ugi("plays_in_closed"), "--games", "4", "--html", str(page))
    assert (code, err) == (1, "")
    assert "2 of 6 checks are not right" in " ".join(out.split())
    assert "perft           not offered" in out
    assert "i8 is not allowed: the bottom right board" in out
    assert max(map(len, out.splitlines())) <= 100
    assert page.read_text(encoding="utf-8").count("<svg") == 2


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["--engine", "./no_such_engine"], "cannot run './no_such_engine': there is no program ./no_such_engine"),
        (["--engine", ""], "cannot run '': it is empty"),
        (["--engine", "true", "--protocol", "codingame", "--game", "ultimate"], "CodinGame programs play"),
        (["--engine", "true", "--command", "true"], "give a file to grade, a program by --command, or an engine"),
        (["--engine", "true", "--games", "3"], "'--games'"),
    ],
)
def test_misuse_is_one_line(arguments: list[str], reason: str) -> None:
    code, out, err = noughts_grade(*arguments)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert reason in err


def test_an_engine_inherits_no_secrets_and_lives_in_an_empty_directory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SECRET", "1")
    script = tmp_path / "curious.py"
    script.write_text("import os, sys\nprint(sorted({*os.environ} - {'LC_CTYPE'}), os.listdir(), file=sys.stderr)\n")
    found = graded("--engine", shlex.join([sys.executable, str(script)]))
    assert found["error"].endswith("'TMPDIR'] []")
    assert "SECRET" not in found["error"]


def test_what_ctrl_c_left_unasked_is_not_called_right(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("noughts.grade.engines.ugi.check_perft", interrupt)
    code, out, _ = noughts_grade(*ugi(), "--games", "4", "--json")
    found = json.loads(out)
    assert (code, found["interrupted"], found["passed"]) == (130, True, None)
    assert verdicts(found) == {"perft": "not tried"}
