"""What the engine calls proved is true: compared with a solver that knows nothing but the rules."""

from __future__ import annotations

from functools import cache

import pytest

from noughts.analysis import ESTIMATE, Limit, Score, final_score, score_for_parent
from noughts.native.ultimate import Engine
from noughts.notation import parse_position
from noughts.rules.ultimate import UltimatePosition
from tests.random_games import random_game, random_positions


@cache
def exact(position: UltimatePosition) -> Score:
    """The value with its distance, by looking at everything."""
    if position.outcome is not None:
        return final_score(position.outcome, position.to_move)
    return max(score_for_parent(exact(position.play(move))) for move in position.legal_moves())


def open_cells(position: UltimatePosition) -> int:
    taken = position.mine | position.theirs
    return sum(9 - (taken >> 9 * board & 511).bit_count() for board in range(9) if not position.closed >> board & 1)


def late_positions(cells: int, games: range) -> list[UltimatePosition]:
    """From each game the first position with so few open cells, both end rules by turns."""
    found = []
    for seed in games:
        late = (
            p for _, p in random_game(seed, count_rule=seed % 2 == 1) if open_cells(p) <= cells and p.outcome is None
        )
        found += [position for position in [next(late, None)] if position is not None]
    return found


def test_solved_positions_have_the_exact_score_of_every_move() -> None:
    checked = 0
    with Engine(hash_mb=1) as engine:
        for position in late_positions(9, range(150)):
            analysis = engine.analyze(position)
            assert analysis.solved
            assert {ranked.move for ranked in analysis.moves} == set(position.legal_moves())
            for ranked in analysis.moves:
                assert ranked.score == score_for_parent(exact(position.play(ranked.move)))
            checked += 1
    exact.cache_clear()
    assert checked > 100


def test_lines_of_solved_positions_keep_their_promise() -> None:
    with Engine(hash_mb=4) as engine:
        for position in late_positions(20, range(40)):
            analysis = engine.analyze(position)
            assert analysis.solved
            for ranked in analysis.moves:
                end = position
                for move in ranked.line:
                    end = end.play(move)
                assert end.outcome is not None
                score = final_score(end.outcome, position.to_move)
                distance = len(ranked.line) if abs(score) > ESTIMATE else 0
                assert ranked.score == score - distance * (score > 0) + distance * (score < 0)


@pytest.mark.parametrize("depth", [3, 5, 8])
def test_no_proved_score_of_a_search_is_contradicted(depth: int) -> None:
    """Without the solver: pruning must not claim wins and losses that are not there, nor shorter ones."""
    claims = 0
    with Engine(hash_mb=1) as engine:
        for position in late_positions(9, range(1000, 1400)):
            best = engine.analyze(position, Limit(depth=depth)).best
            assert best is not None
            if abs(best.score) > ESTIMATE:
                claims += 1
                value = exact(position)
                assert (best.score > 0) == (value > 0)
                assert abs(best.score) <= abs(value)
    exact.cache_clear()
    assert claims > 40


def test_no_ranked_move_of_a_search_contradicts_the_solver() -> None:
    """The solver is checked above; with it thousands of claims from larger positions can be."""
    claims = 0
    with Engine(hash_mb=1) as solver, Engine(hash_mb=1) as engine:
        for position in late_positions(18, range(2000, 6000)):
            solved = solver.analyze(position)
            assert solved.solved
            values = {ranked.move: ranked.score for ranked in solved.moves}
            for ranked in engine.analyze(position, Limit(depth=7), lines=10).moves:
                if abs(ranked.score) > ESTIMATE:
                    claims += 1
                    value = values[ranked.move]
                    assert (ranked.score > 0) == (value > 0)
                    assert abs(ranked.score) <= abs(value)
    assert claims > 10_000, claims


@pytest.mark.parametrize("lines", [1, 4])
def test_what_a_limit_leaves_of_a_proof_is_true(lines: int) -> None:
    """Exact is exact, a distance that is not is a bound, and a value that is proved stays the value."""
    exact_ones = bounds = 0
    with Engine(hash_mb=4) as engine:
        for position in late_positions(26, range(120)):
            solved = engine.analyze(position)
            assert solved.solved
            values = {ranked.move: ranked.score for ranked in solved.moves}
            for nodes in (1_000, 4_000, 16_000):
                engine.clear()
                analysis = engine.analyze(position, Limit(nodes=nodes), lines=lines)
                for ranked in () if analysis.solved else analysis.moves:
                    value = values[ranked.move]
                    if ranked.exact:
                        exact_ones += 1
                        assert ranked.score == value
                    elif abs(ranked.score) > ESTIMATE:
                        bounds += 1
                        assert (ranked.score > 0) == (value > 0)
                        assert abs(ranked.score) <= abs(value)
                best = analysis.moves[0]
                if best.exact or abs(best.score) > ESTIMATE:
                    assert sign_of(best.score) == sign_of(solved.moves[0].score)
    assert exact_ones > 5
    assert bounds > 20


def sign_of(score: Score) -> int:
    return (score > ESTIMATE) - (score < -ESTIMATE)


def test_proof_agrees_with_known_counts() -> None:
    moves = (
        "2 20 25 68 48 30 32 52 71 77 51 58 42 55 10 9 3 35 78 57 29 21 27 0 8 80 76 43 69 62 72 6 54 1 16 67 36 4 44 "
        "75 33 56 19 14 45 7 70 31 37 17 79 61 34 38 24 40 39 28"
    )
    position = parse_position("start", "ultimate")
    for move in moves.split():
        position = position.play(int(move))
    with Engine(hash_mb=1) as engine:
        analysis = engine.analyze(position)
    assert analysis.solved
    assert analysis.moves[0].score > ESTIMATE


def test_a_stopped_proof_still_gives_a_move() -> None:
    with Engine(hash_mb=1) as engine:
        for position in random_positions(30, seed=21, least_ply=30):
            for nodes in (1, 100, 3000):
                best = engine.analyze(position, Limit(nodes=nodes)).best
                assert best is not None
                assert best.move in position.legal_moves()


def test_a_proof_that_a_limit_ends_counts_its_nodes() -> None:
    position = next(p for _, p in random_game(5) if open_cells(p) <= 48)
    with Engine(hash_mb=1) as engine:
        engine.tune(proof_cells=81, proof_share=100)
        analysis = engine.analyze(position, Limit(nodes=50_000))
    assert not analysis.solved
    assert 50_000 <= analysis.nodes < 52_000
