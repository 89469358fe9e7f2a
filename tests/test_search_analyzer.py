"""The readable searches as analyzers: any game, deeper and deeper, within limits."""

from __future__ import annotations

import random
import threading

import pytest

from noughts.analysis import ESTIMATE, EVERY_MOVE, WIN, Analysis, Limit
from noughts.native.line import LineEngine
from noughts.notation import parse_position, start_position
from noughts.search.analyzer import SearchAnalyzer
from noughts.search.choices import centre_first
from noughts.search.minimax import minimax
from tests.brute_force import BruteForce, assert_line_keeps_promise, end_of_line
from tests.playing import GAMES, all_classic, random_game, random_positions
from tests.test_numbers_ultimate import ENDING, after


def scores(analysis: Analysis) -> dict[int, int]:
    return {found.move: found.score for found in analysis.moves}


def test_it_is_exact_on_classic() -> None:
    truth = BruteForce()
    for position in all_classic()[::7]:
        if len(position.legal_moves()) > 7:
            continue
        for analyzer in (SearchAnalyzer(), SearchAnalyzer(order=centre_first)):
            analysis = analyzer.analyze(position)
            exact = truth.move_scores(position)
            if analysis.solved:
                assert scores(analysis) == exact
            best = analysis.best
            assert (best is None) == (position.outcome is not None)
            if best is not None:
                assert best.score == max(exact.values())
                assert_line_keeps_promise(position, best.line, best.score)


def test_it_ranks_with_minimax_as_with_alpha_beta() -> None:
    for position in random_positions("classic", 30, seed=41):
        if len(position.legal_moves()) <= 6:
            assert SearchAnalyzer(minimax).analyze(position).moves == SearchAnalyzer().analyze(position).moves


@pytest.mark.parametrize("game", GAMES)
def test_every_depth_limit_is_kept(game: str) -> None:
    for position in random_positions(game, 5, seed=42):
        for depth in (1, 2, 3):
            analysis = SearchAnalyzer().analyze(position, Limit(depth=depth), lines=EVERY_MOVE)
            assert analysis.depth <= depth
            assert sorted(scores(analysis)) == list(position.legal_moves())
            for found in analysis.moves:
                end_of_line(position, found.line)
                assert len(found.line) <= max(depth, 1)
                assert abs(found.score) <= ESTIMATE or abs(found.score) >= WIN - depth


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("nodes", [1, 10, 500])
def test_it_visits_no_more_nodes_than_allowed(game: str, nodes: int) -> None:
    position = start_position(game)
    analysis = SearchAnalyzer().analyze(position, Limit(nodes=nodes), lines=EVERY_MOVE)
    assert analysis.nodes <= nodes
    assert not analysis.solved
    assert sorted(scores(analysis)) == list(position.legal_moves())


def test_it_stops_when_the_time_is_up() -> None:
    analysis = SearchAnalyzer().analyze(start_position("ultimate"), Limit(seconds=0.2), lines=EVERY_MOVE)
    assert analysis.seconds >= 0.2
    assert analysis.depth >= 1
    assert not analysis.solved


def test_it_stops_when_another_thread_says_so() -> None:
    analyzer, stop = SearchAnalyzer(), threading.Event()

    def hear(analysis: Analysis) -> None:
        if analysis.depth == 2:
            threading.Thread(target=stop.set).start()

    analysis = analyzer.analyze(start_position("ultimate"), progress=hear, stop=stop)
    assert analysis.depth >= 2
    assert not analysis.solved


def test_a_won_ending_of_ultimate_is_proved_with_its_shortest_line() -> None:
    ending = after(ENDING)
    truth = BruteForce()
    analysis = SearchAnalyzer().analyze(ending)
    assert analysis.best is not None
    assert analysis.best.score == truth.score(ending)
    assert_line_keeps_promise(ending, analysis.best.line, analysis.best.score)


def test_late_positions_of_ultimate_are_exact() -> None:
    rng = random.Random(43)
    for game in ("ultimate", "ultimate-count"):
        truth = BruteForce()
        for _ in range(8):
            position = random_game(game, rng)[-9:][0][0]
            analysis = SearchAnalyzer().analyze(position, Limit(nodes=30_000), lines=EVERY_MOVE)
            if analysis.solved:
                assert scores(analysis) == truth.move_scores(position)


def test_a_lost_position_is_solved_as_soon_as_every_move_is_proved_lost() -> None:
    lost = parse_position("start moves b2 a4 b3", "4,4,3")
    analysis = SearchAnalyzer().analyze(lost, Limit(nodes=20_000), lines=EVERY_MOVE)
    assert analysis.solved
    assert analysis.depth == 2
    assert set(scores(analysis).values()) == {-(WIN - 2)}
    assert scores(analysis) == scores(LineEngine(hash_mb=1).analyze(lost))
