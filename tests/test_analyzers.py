"""What every analyzer promises, whatever it analyzes."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass

import pytest

from noughts.analysis import EVERY_MOVE, Analyzer, Limit
from noughts.analyzers import rank_for_table, strongest
from noughts.native.line import LineEngine
from noughts.native.ultimate import Engine
from noughts.notation import parse_position, start_position
from noughts.rules.position import Position
from noughts.search.analyzer import SearchAnalyzer
from noughts.tablebase import Tablebase


@dataclass(frozen=True)
class Kind:
    make: Callable[[], Analyzer]
    game: str
    """One that takes it long, unless it looks everything up."""
    endgame: str
    """A position that it solves at once."""

    @property
    def start(self) -> Position:
        return start_position(self.game)

    @property
    def late(self) -> Position:
        return parse_position(self.endgame, self.game)


LATE_ULTIMATE = (
    "start moves "
    "c1 i1 h3 f8 g5 a5 c5 h6 f9 i8 g6 b8 d6 b7 e1 d1 a2 c6 g9 a8 c4 g2 a4 a1 c3 i9 h8 e6 d9 c9 g7 a3 a7 "
    "b1 e3 e8 d4 b2 f6 g8 a6 c7 h1 f2 g4 b3 e9 b5 e4 f3 h9 b9 b6 f4 g3 e5 d5 b4 "
)
LATE_LINES = "/".join(["XXXXOOOOXXXXOOO", "OOOOXXXXOOOOXXX"] * 7) + "/XXXXOOOO....... x"
KINDS = {
    "table": Kind(Tablebase, "classic", "XOX/OOX/... x"),
    "line engine": Kind(lambda: LineEngine(hash_mb=1), "15,15,5", LATE_LINES),
    "readable search": Kind(SearchAnalyzer, "6,6,5", "XOXOXO/XOXOXO/XOXOXO/OXOXOX/OXOXOX/OXO... x"),
    "engine": Kind(lambda: Engine(hash_mb=1), "ultimate", LATE_ULTIMATE),
}


@pytest.fixture(params=KINDS)
def kind(request: pytest.FixtureRequest) -> Kind:
    return KINDS[request.param]


def test_a_stop_that_is_set_before_the_start_ends_it_at_once_with_a_legal_move(kind: Kind) -> None:
    stop = threading.Event()
    stop.set()
    analysis = kind.make().analyze(kind.start, stop=stop)  # without any limit it would take for ever
    assert analysis.best is not None
    assert analysis.best.move in kind.start.legal_moves()


def test_a_stop_holds_for_its_own_run_only(kind: Kind) -> None:
    analyzer, stop = kind.make(), threading.Event()
    stop.set()
    analyzer.analyze(kind.late, stop=stop)
    assert analyzer.analyze(kind.late, stop=threading.Event()).solved


def test_lines_say_how_many_moves_are_ranked(kind: Kind) -> None:
    analyzer, limit, moves = kind.make(), Limit(depth=1), kind.start.legal_moves()
    for lines in (1, 3, EVERY_MOVE):
        ranked = analyzer.analyze(kind.start, limit, lines=lines).moves
        assert len(ranked) == min(lines, len(moves))
        assert sorted({found.move for found in ranked} - set(moves)) == []
        assert [found.score for found in ranked] == sorted((found.score for found in ranked), reverse=True)


def test_without_a_number_all_exact_moves_are_ranked_else_the_best(kind: Kind) -> None:
    analyzer = kind.make()
    assert len(analyzer.analyze(kind.late).moves) == len(kind.late.legal_moves())
    first = analyzer.analyze(kind.start, Limit(depth=1))
    assert len(first.moves) == (len(kind.start.legal_moves()) if first.solved else 1)


def test_a_table_of_moves_is_whole_where_the_position_is_solved(kind: Kind) -> None:
    solved = rank_for_table(kind.make(), kind.late, Limit(seconds=60), lines=1)
    assert solved.solved
    assert len(solved.moves) == len(kind.late.legal_moves())


def test_a_closed_analyzer_has_nothing_running(kind: Kind) -> None:
    analyzer = kind.make()
    analyzer.analyze(kind.late)
    analyzer.close()


def test_closing_an_engine_ends_its_analysis() -> None:
    engine, begun = Engine(hash_mb=1), threading.Event()
    thinking = threading.Thread(
        target=lambda: engine.analyze(start_position("ultimate"), progress=lambda _: begun.set())
    )
    thinking.start()
    assert begun.wait(60)
    engine.close()
    thinking.join(60)
    assert not thinking.is_alive()


def test_the_strongest_is_exact_where_it_can_be() -> None:
    assert isinstance(strongest(start_position("4,3,3")), Tablebase)
    assert isinstance(strongest(start_position("ultimate")), Engine)
