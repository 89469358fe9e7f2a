"""The solver of larger line games: exact where it says so, obedient to its limits."""

from __future__ import annotations

import threading
import time

import pytest

from noughts.analysis import ESTIMATE, EVERY_MOVE, WIN, Analysis, Limit
from noughts.errors import UnsolvedError
from noughts.notation import parse_position, start_position
from noughts.rules.position import Position
from noughts.search.budget import Budget
from noughts.search.line_solver import LineSolver
from noughts.tablebase import Tablebase
from tests.brute_force import BruteForce, assert_line_keeps_promise, end_of_line
from tests.playing import all_positions, random_positions

SMALL_GAMES = [
    "1,1,1",
    "2,1,1",
    "2,1,2",
    "5,1,2",
    "7,1,3",
    "1,6,3",
    "2,2,1",
    "2,2,2",
    "3,2,2",
    "4,2,2",
    "3,3,1",
    "3,3,2",
]


def scores(analysis: Analysis) -> dict[int, int]:
    return {found.move: found.score for found in analysis.moves}


@pytest.mark.parametrize("game", SMALL_GAMES)
def test_it_is_exact_on_every_position_of_small_boards(game: str) -> None:
    truth = BruteForce()
    solver = LineSolver()
    for position in all_positions(start_position(game))[:1500]:
        analysis = solver.analyze(position)
        assert analysis.solved
        assert scores(analysis) == truth.move_scores(position)


@pytest.mark.parametrize("game", ["4,3,3", "3,4,4", "4,3,2", "12,1,3"])
def test_it_agrees_with_the_whole_table(game: str) -> None:
    table = Tablebase(game)
    solver = LineSolver()
    for position in random_positions(game, 150, seed=31):
        exact, found = table.analyze(position), solver.analyze(position)
        assert found.solved
        assert scores(found) == scores(exact)
        assert [ranked.score for ranked in found.moves] == [ranked.score for ranked in exact.moves]


def test_a_new_solver_for_each_position_says_the_same() -> None:
    table = Tablebase("4,3,3")
    for position in random_positions("4,3,3", 100, seed=32):
        assert scores(LineSolver().analyze(position)) == scores(table.analyze(position))


@pytest.mark.parametrize("game", ["4,3,3", "4,4,3", "4,4,4"])
def test_its_lines_really_lead_to_the_claimed_end(game: str) -> None:
    solver = LineSolver()
    for position in random_positions(game, 40, seed=33):
        if game == "4,4,4" and len(position.legal_moves()) > 11:
            continue
        for found in solver.analyze(position).moves:
            assert found.line[0] == found.move
            assert_line_keeps_promise(position, found.line, found.score)


def test_4_4_3_agrees_with_brute_force_near_the_end() -> None:
    truth = BruteForce()
    solver = LineSolver()
    for position in random_positions("4,4,3", 200, seed=34):
        if len(position.legal_moves()) <= 9:
            assert scores(solver.analyze(position)) == truth.move_scores(position)


@pytest.mark.parametrize("depth", [1, 2, 3, 4, 5])
def test_what_a_shallow_search_calls_proved_is_true(depth: int) -> None:
    table = Tablebase("4,3,3")
    solver = LineSolver()
    for position in random_positions("4,3,3", 60, seed=35):
        exact = scores(table.analyze(position))
        found = solver.analyze(position, Limit(depth=depth), lines=EVERY_MOVE)
        assert found.depth <= depth
        for move, score in scores(found).items():
            if found.solved:
                assert score == exact[move]
            elif abs(score) > ESTIMATE:
                assert (score > 0) == (exact[move] > 0)
                assert abs(score) <= abs(exact[move])
            else:
                assert -ESTIMATE <= score <= ESTIMATE


@pytest.mark.parametrize("nodes", [1, 2, 100, 5000])
def test_it_visits_no_more_nodes_than_allowed(nodes: int) -> None:
    position = start_position("5,5,4")
    analysis = LineSolver().analyze(position, Limit(nodes=nodes), lines=EVERY_MOVE)
    assert analysis.nodes <= nodes
    assert not analysis.solved
    assert sorted(scores(analysis)) == list(position.legal_moves())
    for found in analysis.moves:
        end_of_line(position, found.line)


@pytest.mark.parametrize("game", ["5,5,4", "6,6,4", "7,7,4"])
@pytest.mark.parametrize("nodes", [1000, 3000, 6000])
def test_an_interrupted_depth_does_not_mix_with_the_one_before(game: str, nodes: int) -> None:
    interrupted = LineSolver().analyze(start_position(game), Limit(nodes=nodes), lines=EVERY_MOVE)
    whole = LineSolver().analyze(start_position(game), Limit(depth=interrupted.depth), lines=EVERY_MOVE)
    expected = scores(whole)
    assert {
        move for move, score in scores(interrupted).items() if score != expected[move] and abs(score) <= ESTIMATE
    } == set()


@pytest.mark.parametrize("game", ["5,5,4", "10,10,5"])
def test_the_expected_lines_cost_little_where_a_limit_ended_the_search(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    visits = 0
    spend_node = Budget.spend_node

    def counted(budget: Budget) -> None:
        nonlocal visits
        visits += 1
        spend_node(budget)

    monkeypatch.setattr(Budget, "spend_node", counted)
    analysis = LineSolver().analyze(start_position(game), Limit(nodes=4000), lines=EVERY_MOVE)
    assert analysis.nodes == 4000
    assert visits <= 1.2 * 4000


def test_it_stops_when_the_time_is_up() -> None:
    began = time.perf_counter()
    analysis = LineSolver().analyze(start_position("6,6,4"), Limit(seconds=0.2), lines=EVERY_MOVE)
    assert analysis.seconds >= 0.2
    assert not analysis.solved
    assert time.perf_counter() - began < 30


def test_it_stops_when_another_thread_says_so() -> None:
    solver, stop = LineSolver(), threading.Event()
    told: list[Analysis] = []

    def hear(analysis: Analysis) -> None:
        told.append(analysis)
        if analysis.depth == 2:
            threading.Thread(target=stop.set).start()

    analysis = solver.analyze(start_position("6,6,5"), progress=hear, stop=stop)
    assert not analysis.solved
    assert [found.depth for found in told] == list(range(1, len(told) + 1))
    assert analysis.depth >= 2
    assert solver.analyze(start_position("4,3,3")).solved, "a stop holds for one analysis only"


def test_a_finished_position_has_no_moves() -> None:
    analysis = LineSolver().analyze(parse_position("XXX./OO../..../.... o", "4,4,3"))
    assert analysis.moves == ()
    assert analysis.solved


def test_it_refuses_what_is_no_line_game() -> None:
    with pytest.raises(UnsolvedError, match="not a line game"):
        LineSolver().analyze(start_position("ultimate"))


@pytest.mark.parametrize("columns", range(2, 9))
def test_two_in_a_row_wins_in_three_plies_on_every_strip_of_three_or_more(columns: int) -> None:
    position: Position = start_position(f"{columns},1,2")
    best = LineSolver().analyze(position).best
    assert best is not None
    assert best.score == (WIN - 3 if columns >= 3 else 0)
