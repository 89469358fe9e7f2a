"""Engine: limits, stopping, ranked moves, and what happens when it is used wrongly."""

from __future__ import annotations

import asyncio
import resource
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from noughts.analysis import Analysis, Limit
from noughts.errors import EngineError, IllegalPositionError
from noughts.native import ultimate as native
from noughts.native.ultimate import Engine, NativeEvaluation, native_evaluation
from noughts.notation import parse_position
from noughts.rules.line_game import classic
from noughts.rules.ultimate import ANYWHERE, UltimatePosition, ultimate
from tests.random_games import random_positions

SIGNATURE = 881_370
"""What `noughts bench` prints: a commit that changes the search says so, and changes it here."""


def assert_lines_are_legal(position: UltimatePosition, analysis: Analysis) -> None:
    for ranked in analysis.moves:
        assert ranked.line[0] == ranked.move
        after = position
        for move in ranked.line:
            after = after.play(move)


def test_every_ranked_move_comes_with_a_legal_line() -> None:
    with Engine(hash_mb=1) as engine:
        for position in random_positions(40, seed=11):
            analysis = engine.analyze(position, Limit(depth=6), lines=4)
            assert len(analysis.moves) >= min(4, len(position.legal_moves()))
            assert len({ranked.move for ranked in analysis.moves}) == len(analysis.moves)
            scores = [ranked.score for ranked in analysis.moves]
            assert scores == sorted(scores, reverse=True)
            assert_lines_are_legal(position, analysis)


def test_a_win_in_one_is_found_even_with_a_warm_table() -> None:
    found = 0
    with Engine(hash_mb=1) as engine:
        for position in random_positions(400, seed=12, least_ply=30):
            wins = [
                m for m in position.legal_moves() if (o := position.play(m).outcome) and o.winner is position.to_move
            ]
            if wins:
                found += 1
                for _ in range(2):
                    best = engine.analyze(position, Limit(depth=5)).best
                    assert best is not None
                    assert best.move in wins
                    assert best.score == 29_999
    assert found > 10


def test_one_thread_and_a_node_limit_give_the_same_analysis_every_time() -> None:
    def analyses() -> list[Analysis]:
        with Engine(hash_mb=1) as engine:
            limit = Limit(nodes=30_000)
            return [engine.analyze(position, limit, lines=2) for position in random_positions(8, seed=13)]

    first, second = analyses(), analyses()
    assert [(a.moves, a.depth, a.nodes) for a in first] == [(a.moves, a.depth, a.nodes) for a in second]


def test_clear_makes_an_engine_as_good_as_new() -> None:
    position = ultimate().play(40)
    with Engine(hash_mb=1) as engine:
        first = engine.analyze(position, Limit(nodes=20_000))
        engine.clear()
        again = engine.analyze(position, Limit(nodes=20_000))
    assert (first.moves, first.nodes) == (again.moves, again.nodes)


@pytest.mark.parametrize("nodes", [1, 2, 50])
def test_a_tiny_node_limit_still_gives_a_legal_move(nodes: int) -> None:
    with Engine(hash_mb=1) as engine:
        best = engine.analyze(ultimate(), Limit(nodes=nodes)).best
    assert best is not None
    assert best.move in ultimate().legal_moves()


def test_a_finished_game_has_no_moves() -> None:
    position = ultimate()
    for move in (0, 1, 9, 5, 45, 3, 27, 4, 36, 2, 18, 6, 54, 7, 63):
        position = position.play(move) if move in position.legal_moves() else position
    while position.outcome is None:
        position = position.play(position.legal_moves()[0])
    with Engine(hash_mb=1) as engine:
        analysis = engine.analyze(position, Limit(depth=3))
    assert analysis.moves == ()
    assert analysis.solved


def test_stop_ends_an_analysis_without_limits() -> None:
    with Engine(hash_mb=4, threads=2) as engine:
        deep_enough, stop = threading.Event(), threading.Event()
        found: list[Analysis] = []

        def think() -> None:
            found.append(engine.analyze(ultimate(), progress=lambda so_far: deep_enough.set(), stop=stop))

        thinking = threading.Thread(target=think)
        thinking.start()
        assert deep_enough.wait(60)
        stop.set()
        thinking.join(60)
        assert not thinking.is_alive()
    assert found[0].best is not None


def test_an_event_loop_goes_on_while_the_engine_thinks() -> None:
    async def ticks_while_thinking() -> int:
        with Engine(hash_mb=1) as engine:
            stop = threading.Event()
            thinking = asyncio.create_task(asyncio.to_thread(engine.analyze, ultimate(), stop=stop))
            ticks = 0
            while ticks < 20:
                await asyncio.sleep(0.001)
                ticks += 1
            stop.set()
            analysis = await thinking
        assert analysis.best is not None
        return ticks

    assert asyncio.run(ticks_while_thinking()) == 20


def test_progress_grows_in_depth_and_what_it_raises_comes_out() -> None:
    depths: list[int] = []
    with Engine(hash_mb=1) as engine:
        engine.analyze(ultimate(), Limit(depth=6), progress=lambda so_far: depths.append(so_far.depth))
        assert depths == [1, 2, 3, 4, 5, 6]

        def refuse(so_far: Analysis) -> None:
            raise ZeroDivisionError

        with pytest.raises(ZeroDivisionError):
            engine.analyze(ultimate(), progress=refuse)
        assert engine.analyze(ultimate(), Limit(depth=2)).depth == 2


def test_two_engines_do_not_disturb_each_other() -> None:
    position = ultimate().play(40)
    with Engine(hash_mb=1) as alone:
        expected = alone.analyze(position, Limit(nodes=50_000)).moves
    with Engine(hash_mb=1) as one, Engine(hash_mb=1) as other:
        found: list[Analysis] = []
        threads = [
            threading.Thread(target=lambda e=engine: found.append(e.analyze(position, Limit(nodes=50_000))))
            for engine in (one, other)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert [analysis.moves for analysis in found] == [expected, expected]


def test_a_closed_engine_refuses_work() -> None:
    engine = Engine(hash_mb=1)
    engine.close()
    engine.close()
    for use in (engine.clear, lambda: engine.analyze(ultimate(), Limit(depth=1))):
        with pytest.raises(EngineError):
            use()


@pytest.mark.parametrize("handle", [-1, 0, 1 << 40])
def test_an_invented_handle_is_an_error(handle: int) -> None:
    engine = Engine(hash_mb=1)
    engine.close()
    engine._handle = handle
    with pytest.raises(EngineError):
        engine.analyze(ultimate(), Limit(depth=1))
    with pytest.raises(EngineError):
        engine.clear()


def test_nonsense_positions_are_refused() -> None:
    both_have_a_line = ultimate()._replace(mine=0b111, theirs=0b111_000)
    shared_cell = ultimate()._replace(mine=1, theirs=1)
    closed_target = ultimate()._replace(mine=0b111, target=0)
    no_such_target = ultimate()._replace(target=ANYWHERE + 1)
    with Engine(hash_mb=1) as engine:
        for position in (both_have_a_line, shared_cell, closed_target, no_such_target):
            with pytest.raises(IllegalPositionError):
                engine.analyze(position, Limit(depth=1))
            with pytest.raises(IllegalPositionError):
                native.perft(position, 1)


@pytest.mark.parametrize(
    ("hash_mb", "threads"), [(0, 1), (-5, 1), (1, 0), (1, -1), (10**9, 1), (1, 10**6), (1, 2**32 + 1), (2**64 + 1, 1)]
)
def test_sizes_out_of_range_are_refused(hash_mb: int, threads: int) -> None:
    with pytest.raises(EngineError):
        Engine(hash_mb=hash_mb, threads=threads)


def test_limits_out_of_range_are_refused_by_the_core_too() -> None:
    with Engine(hash_mb=1) as engine:
        negative_time = object.__new__(Limit)
        for name, value in (("depth", None), ("nodes", None), ("seconds", -1.0)):
            object.__setattr__(negative_time, name, value)
        with pytest.raises(EngineError):
            engine.analyze(ultimate(), negative_time)
        with pytest.raises(EngineError):
            engine.analyze(ultimate(), Limit(depth=1), lines=-1)
        with pytest.raises(EngineError):
            engine.tune(no_such_number=1)
    with pytest.raises(ValueError, match="depth"):
        native.perft(ultimate(), -1)
    with pytest.raises(EngineError):
        NativeEvaluation([1, 2, 3])


NEAR_THE_END = "XO.OO...O/XO.X...X./...O.X.XX/....X..OX/XXO.O.XX./..X.O...X/..O..O..X/X.O.O.OXO/OO..XOXO. x 5"

LITTLE_MEMORY = f"""
import resource
from noughts import Engine, Limit, parse_position
from noughts.errors import EngineError
position = parse_position("{NEAR_THE_END}", "ultimate")
with Engine(hash_mb=64, threads=3) as engine:
    pages = int(open("/proc/self/statm").read().split()[0])
    limit = pages * resource.getpagesize() + 100_000_000
    resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
    try:
        Engine(hash_mb=256)
    except EngineError as error:
        print(error)
    print(len(engine.analyze(position, Limit(nodes=100_000)).moves) > 0)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="limits the memory of a process in the way of Linux")
def test_too_little_memory_for_an_engine_is_an_error_like_any_other_and_hurts_no_other_engine() -> None:
    done = subprocess.run([sys.executable, "-c", LITTLE_MEMORY], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == "the engine cannot do that: no memory is left\nTrue\n"


@pytest.mark.skipif(sys.platform != "linux", reason="asks Linux how much memory is in use")
def test_nothing_large_is_allocated_while_the_clock_runs() -> None:
    def megabytes_in_use() -> float:
        return int(Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize() / 1e6

    with Engine(hash_mb=64) as engine:
        before = megabytes_in_use()
        for position in (ultimate(), parse_position(NEAR_THE_END, "ultimate")):
            engine.analyze(position, Limit(nodes=20_000))
        assert megabytes_in_use() - before < 4


def test_a_line_game_is_not_for_this_engine() -> None:
    with Engine(hash_mb=1) as engine, pytest.raises(EngineError):
        engine.analyze(classic(), Limit(depth=1))


def test_random_games_come_out_as_known() -> None:
    x, o, draws, plies = native.play_out(ultimate(), 20_000, seed=3)
    assert x + o + draws == 20_000
    assert abs(x / 20_000 - 0.411) < 0.02
    assert abs(o / 20_000 - 0.366) < 0.02
    assert abs(plies / 20_000 - 58.9) < 0.5


def test_the_signature_is_that_of_the_last_change_to_the_search() -> None:
    assert native_evaluation().bench() == SIGNATURE
