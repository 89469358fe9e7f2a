"""LineEngine: exact where it says so, sensible elsewhere, obedient to its limits."""

from __future__ import annotations

import re
import subprocess
import sys
import threading

import pytest

from noughts.analysis import ESTIMATE, EVERY_MOVE, WIN, Analysis, Limit, is_proved_win
from noughts.errors import EngineError, IllegalPositionError
from noughts.native.line import LineEngine
from noughts.notation import parse_position, start_position
from noughts.rules.line_game import LinePosition, line_game
from noughts.rules.ultimate import ultimate
from noughts.tablebase import Tablebase
from tests.brute_force import BruteForce, assert_line_keeps_promise, end_of_line
from tests.line_positions import random_play
from tests.playing import all_positions, random_positions

Size = tuple[int, int, int]


def scores(analysis: Analysis) -> dict[int, int]:
    return {ranked.move: ranked.score for ranked in analysis.moves}


def line_position(text: str, game: str) -> LinePosition:
    position = parse_position(text, game)
    assert isinstance(position, LinePosition)
    return position


@pytest.mark.parametrize(
    ("size", "score"),
    [
        ((3, 3, 3), 0), ((4, 4, 4), 0), ((5, 4, 4), 0), ((5, 5, 4), 0), ((5, 5, 5), 0), ((6, 5, 5), 0),
        ((4, 3, 3), WIN - 7), ((4, 4, 3), WIN - 5), ((5, 3, 3), WIN - 7), ((5, 5, 3), WIN - 5), ((6, 5, 4), WIN - 11),
    ],
)  # fmt: skip
def test_published_values_come_out(size: Size, score: int) -> None:
    with LineEngine(hash_mb=16, prove=True) as engine:
        best = engine.analyze(line_game(*size), lines=1).best
    assert best is not None
    assert (best.score, best.exact) == (score, True)
    assert_line_keeps_promise(line_game(*size), best.line, score)


@pytest.mark.parametrize("columns", range(2, 9))
def test_two_in_a_row_wins_in_three_plies_on_every_strip_of_three_or_more(columns: int) -> None:
    best = LineEngine(hash_mb=1).analyze(line_game(columns, 1, 2)).best
    assert best is not None
    assert best.score == (WIN - 3 if columns >= 3 else 0)


@pytest.mark.parametrize(
    "game", ["1,1,1", "2,1,1", "5,1,2", "7,1,3", "1,6,3", "2,2,2", "3,2,2", "4,2,2", "3,3,1", "3,3,2"]
)
def test_it_is_exact_on_every_position_of_small_boards(game: str) -> None:
    truth = BruteForce()
    with LineEngine(hash_mb=1) as engine:
        for position in all_positions(start_position(game))[:1500]:
            found = engine.analyze(position)
            assert found.solved
            assert scores(found) == truth.move_scores(position)


@pytest.mark.parametrize("game", ["classic", "4,3,3", "3,4,4", "4,3,2", "12,1,3"])
def test_it_agrees_with_the_whole_table(game: str) -> None:
    table = Tablebase(game)
    with LineEngine(hash_mb=4) as engine:
        for position in random_positions(game, 300, seed=31):
            found = engine.analyze(position)
            assert found.solved
            assert scores(found) == scores(table.analyze(position))


@pytest.mark.parametrize("depth", [1, 2, 3, 4, 5])
def test_what_a_shallow_search_calls_proved_is_true(depth: int) -> None:
    table = Tablebase("4,3,3")
    with LineEngine(hash_mb=1) as engine:
        for position in random_positions("4,3,3", 60, seed=35):
            exact = scores(table.analyze(position))
            for move, score in scores(engine.analyze(position, Limit(depth=depth), lines=EVERY_MOVE)).items():
                if abs(score) > ESTIMATE:
                    assert (score > 0) == (exact[move] > 0)
                    assert abs(score) <= abs(exact[move])


@pytest.mark.parametrize(
    "size",
    [(3, 3, 2), (3, 3, 3), (4, 3, 3), (4, 3, 4), (4, 4, 3), (4, 4, 4), (5, 3, 3), (5, 4, 4), (7, 2, 3), (5, 5, 4)],
)
def test_every_score_and_line_of_late_positions_equals_brute_force(size: Size) -> None:
    truth = BruteForce()
    with LineEngine(hash_mb=4) as engine:
        for _, position in random_play(size, 150, seed=31, most_empty=9):
            found = engine.analyze(position)
            assert found.solved
            assert scores(found) == truth.move_scores(position)
            for ranked in found.moves:
                assert ranked.line[0] == ranked.move
                assert_line_keeps_promise(position, ranked.line, ranked.score)


@pytest.mark.parametrize("size", [(9, 9, 5), (15, 15, 5)])
def test_the_first_move_is_the_centre_and_the_reply_touches_it(size: Size) -> None:
    start = line_game(*size)
    centre = start.grid.cells // 2
    with LineEngine(hash_mb=4) as engine:
        first = engine.analyze(start, Limit(depth=5)).best
        assert first is not None
        assert first.move == centre
        reply = engine.analyze(start.play(centre), Limit(depth=5)).best
    assert reply is not None
    row, column = divmod(reply.move, size[0])
    assert max(abs(row - size[1] // 2), abs(column - size[0] // 2)) <= 2


def test_odd_and_even_depths_agree_about_a_quiet_position() -> None:
    position = line_position("start moves c6 c7 e5 f5 e4 e6 d7 d5 f7", "9,9,5")
    with LineEngine(hash_mb=4) as engine:
        bests = [engine.analyze(position, Limit(depth=depth)).best for depth in range(3, 8)]
    found = [best.score for best in bests if best is not None]
    assert len(found) == 5
    assert max(found) - min(found) < 50  # a move is worth about 100


def test_fours_and_threes_in_turn_do_not_keep_a_shallow_search_busy() -> None:
    moves = "c3 e5 f5 f4 d6 e4 e6 g4 d4 h4 i4 d5 c6 b6 c5 c4 e7 f8 d7 c7"
    with LineEngine(hash_mb=4) as engine:
        assert engine.analyze(line_position(f"start moves {moves}", "9,9,5"), Limit(depth=3)).nodes < 25_000


def test_expected_lines_stay_near_the_marks() -> None:
    position = line_position("start moves h8 i7 h9 g9 i8 h7", "15,15,5")
    with LineEngine(hash_mb=4) as engine:
        for ranked in engine.analyze(position, Limit(depth=6), lines=5).moves:
            after = position
            for move in ranked.line:
                row, column = divmod(move, 15)
                near = [
                    r * 15 + c
                    for r in range(max(0, row - 4), min(15, row + 5))
                    for c in range(max(0, column - 4), min(15, column + 5))
                ]
                assert any(after.mark_at(cell) is not None for cell in near)
                after = after.play(move)


FOUR_WINS = [
    # An open three: an open four, and the end.
    ("start moves h8 a1 i8 c1 j8 e1", 5),
    # Two fours in a row, the second with two answers.
    ("start moves h8 g8 i8 o1 j8 m1 k6 o15 k7 a15", 5),
]


@pytest.mark.parametrize(("moves", "most"), FOUR_WINS)
def test_wins_by_fours_are_found_and_told_to_the_end(moves: str, most: int) -> None:
    position = line_position(moves, "15,15,5")
    with LineEngine(hash_mb=4) as engine:
        best = engine.analyze(position, Limit(nodes=100_000), lines=1).best
    assert best is not None
    assert is_proved_win(best.score)
    assert WIN - best.score <= most
    end = end_of_line(position, best.line)
    assert end.outcome is not None
    assert end.outcome.winner is position.to_move


def test_lines_none_ranks_every_move_where_it_is_solved_and_else_the_best_one() -> None:
    with LineEngine(hash_mb=4) as engine:
        assert len(engine.analyze(line_game(4, 4, 3)).moves) == 16
        assert len(engine.analyze(line_game(9, 9, 5), Limit(depth=2)).moves) == 1
        assert len(engine.analyze(line_game(9, 9, 5), Limit(depth=2), lines=7).moves) == 7
        assert len(engine.analyze(line_game(9, 9, 5), Limit(depth=1), lines=EVERY_MOVE).moves) == 81


@pytest.mark.parametrize("nodes", [1, 2, 100, 5000])
@pytest.mark.parametrize("size", [(5, 5, 4), (7, 7, 5), (15, 15, 5)])
def test_it_visits_no_more_nodes_than_allowed_and_finds_a_legal_move(size: Size, nodes: int) -> None:
    position = line_game(*size)
    with LineEngine(hash_mb=1) as engine:
        for lines in (1, 3, None):
            analysis = engine.analyze(position, Limit(nodes=nodes), lines=lines)
            assert analysis.nodes <= nodes
            for ranked in analysis.moves:
                end_of_line(position, ranked.line)


@pytest.mark.parametrize(
    ("game", "text"),
    [
        ("7,7,5", "..XX.../..O..O./..XXXO./...XO../O.X.OO./.X...../O...... x"),
        ("9,9,5", "X......../.....X.../...OO..../...OX..../O.OXXXXO./........./........./O......../......... x"),
        (
            "15,15,5",
            "15/10X4/15/X4X9/5O9/5OOXO6/5OXX7/5OXX1X3O1/5X1OOX5/9X1O3/9OX4/15/5O9/15/15 o",
        ),
    ],
)
def test_a_limit_never_makes_it_choose_a_move_that_is_known_to_lose(game: str, text: str) -> None:
    """Where the limit comes after the first move was refuted, one of which nothing is known is better."""
    position = line_position(re.sub(r"\d+", lambda empty: "." * int(empty[0]), text), game)
    with LineEngine(hash_mb=1) as engine:
        for nodes in (50, 100, 200, 300, 500, 1_000, 2_000, 5_000, 300_000):
            engine.clear()
            best = engine.analyze(position, Limit(nodes=nodes)).best
            assert best is not None
            assert best.score >= -ESTIMATE


def test_a_node_limit_gives_the_same_analysis_every_time_and_clear_makes_it_as_good_as_new() -> None:
    positions = [position for _, position in random_play((9, 9, 5), 6, seed=7, near=True)]

    def analyses(engine: LineEngine) -> list[object]:
        found = [engine.analyze(position, Limit(nodes=20_000), lines=2) for position in positions]
        return [(analysis.moves, analysis.depth, analysis.nodes) for analysis in found]

    with LineEngine(hash_mb=1) as one, LineEngine(hash_mb=1) as other:
        first = analyses(one)
        assert analyses(other) == first
        one.clear()
        assert analyses(one) == first


def test_one_engine_serves_every_size() -> None:
    with LineEngine(hash_mb=1) as engine:
        for size in [(3, 3, 3), (15, 15, 5), (4, 4, 3), (26, 26, 7), (3, 3, 3), (9, 9, 5), (1, 1, 1)]:
            best = engine.analyze(line_game(*size), Limit(nodes=2000)).best
            assert best is not None
            assert best.move in line_game(*size).legal_moves()


def test_a_finished_game_has_no_moves() -> None:
    analysis = LineEngine(hash_mb=1).analyze(line_position("XXX./OO../..../.... o", "4,4,3"))
    assert analysis.moves == ()
    assert analysis.solved


def test_progress_grows_in_depth_and_what_it_raises_comes_out() -> None:
    depths: list[int] = []
    with LineEngine(hash_mb=1) as engine:
        engine.analyze(line_game(9, 9, 5), Limit(depth=5), progress=lambda so_far: depths.append(so_far.depth))
        assert depths == sorted(depths)
        assert depths[-1] == 5

        def refuse(so_far: Analysis) -> None:
            raise ZeroDivisionError

        with pytest.raises(ZeroDivisionError):
            engine.analyze(line_game(9, 9, 5), progress=refuse)
        assert engine.analyze(line_game(9, 9, 5), Limit(depth=2)).depth == 2


def test_a_proof_tells_how_far_it_is() -> None:
    depths: list[int] = []
    with LineEngine(hash_mb=16, prove=True) as engine:
        engine.analyze(line_game(5, 5, 4), lines=1, progress=lambda so_far: depths.append(so_far.depth))
    assert len(depths) > 5
    assert depths == sorted(depths)


def test_closing_ends_an_analysis_that_runs() -> None:
    engine = LineEngine(hash_mb=1)
    started = threading.Event()
    found: list[Analysis] = []

    def think() -> None:
        found.append(engine.analyze(line_game(15, 15, 5), progress=lambda so_far: started.set()))

    thinking = threading.Thread(target=think)
    thinking.start()
    assert started.wait(60)
    engine.close()
    thinking.join(60)
    assert not thinking.is_alive()
    assert found[0].best is not None
    with pytest.raises(EngineError):
        engine.analyze(line_game(3, 3, 3))
    with pytest.raises(EngineError):
        engine.clear()


def test_what_makes_no_sense_is_refused() -> None:
    with LineEngine(hash_mb=1) as engine:
        with pytest.raises(EngineError, match="line games only"):
            engine.analyze(ultimate(), Limit(depth=1))
        with pytest.raises(IllegalPositionError):
            engine.analyze(line_game(4, 4, 3)._replace(mine=1, theirs=1), Limit(depth=1))
        with pytest.raises(EngineError):
            engine.analyze(line_game(4, 4, 3), Limit(depth=1), lines=-1)
    for size in (0, -5, 10**9, 2**64 + 1):
        with pytest.raises(EngineError):
            LineEngine(hash_mb=size)


MEMORY = """
import resource
from noughts.native.line import LineEngine
from noughts import Limit, line_game
engine = LineEngine(hash_mb=64)
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
engine.analyze(line_game(15, 15, 5), Limit(nodes=300_000))
engine.analyze(line_game(6, 6, 5), Limit(nodes=300_000))
print((resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) // 1024)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="asks for memory in the way of Linux")
def test_memory_stays_within_the_hash_given() -> None:
    done = subprocess.run([sys.executable, "-c", MEMORY], capture_output=True, text=True, check=True)
    assert int(done.stdout) < 8, "megabytes beyond the table, which is touched when it is made"
