"""The numbers of tic-tac-toe that everybody who counted it agrees on."""

from __future__ import annotations

from collections import Counter as Tally

import pytest

from noughts.native.line import LineEngine
from noughts.notation import start_position
from noughts.rules.line_game import classic
from noughts.rules.mark import Outcome
from noughts.rules.position import Position, perft
from noughts.search.alphabeta import alphabeta
from noughts.search.choices import Order, Scoring, centre_first, plain, quicker_wins, reading_order
from noughts.search.minimax import minimax
from noughts.search.trace import Counter
from noughts.tablebase import Tablebase
from tests.oracle import SlowLineGame
from tests.playing import all_classic

PERFT = [1, 9, 72, 504, 3_024, 15_120, 54_720, 148_176, 200_448, 127_872, 0]


def test_there_are_5478_positions_and_765_up_to_symmetry() -> None:
    assert len(all_classic()) == 5_478
    assert len({position.canonical() for position in all_classic()}) == 765


def test_958_positions_are_final() -> None:
    final = Tally(position.outcome for position in all_classic() if position.outcome is not None)
    assert final == {Outcome.X_WINS: 626, Outcome.O_WINS: 316, Outcome.DRAW: 16}
    assert final.total() == 958


def test_every_final_position_is_won_by_who_has_three_in_a_row() -> None:
    for position in all_classic():
        slow = SlowLineGame(3, 3, 3)
        slow.cells = [mark and mark.value for mark in map(position.mark_at, range(9))]
        assert (position.outcome and str(position.outcome)) == slow.outcome()


def test_there_are_255168_games() -> None:
    def games(position: Position) -> Tally[Outcome]:
        if position not in known:
            known[position] = (
                Tally([position.outcome])
                if position.outcome is not None
                else sum((games(position.play(move)) for move in position.legal_moves()), Tally[Outcome]())
            )
        return known[position]

    known: dict[Position, Tally[Outcome]] = {}
    assert games(classic()) == {Outcome.X_WINS: 131_184, Outcome.O_WINS: 77_904, Outcome.DRAW: 46_080}
    assert games(classic()).total() == 255_168


@pytest.mark.parametrize(("depth", "expected"), list(enumerate(PERFT)))
def test_perft_of_classic(depth: int, expected: int) -> None:
    assert perft(classic(), depth) == expected


@pytest.mark.parametrize("scoring", [plain, quicker_wins])
def test_minimax_visits_549946_nodes(scoring: Scoring) -> None:
    counter = Counter()
    assert minimax(classic(), scoring=scoring, trace=counter) == 0
    assert counter.total_visited == 549_946
    assert counter.visited == PERFT[:-1]
    assert sum(counter.terminal) == 255_168
    assert sum(counter.cut_off) == 0


@pytest.mark.parametrize(
    ("order", "scoring", "nodes"),
    [
        (reading_order, plain, 18_297),
        (reading_order, quicker_wins, 20_866),
        (centre_first, plain, 7_275),
        (centre_first, quicker_wins, 7_865),
    ],
)
def test_alpha_beta_visits_fewer_nodes_the_better_its_order(order: Order, scoring: Scoring, nodes: int) -> None:
    counter = Counter()
    assert alphabeta(classic(), order=order, scoring=scoring, trace=counter) == 0
    assert counter.total_visited == nodes


def test_centre_first_means_centre_corners_edges() -> None:
    assert list(centre_first(classic(), classic().legal_moves())) == [4, 0, 2, 6, 8, 1, 3, 5, 7]


def test_the_table_has_an_entry_for_each_class_of_positions() -> None:
    table = Tablebase("classic")
    assert len(table) == 765
    assert table.positions == 5_478


def test_the_table_of_4_3_3_knows_111973_positions() -> None:
    assert Tablebase("4,3,3").positions == 111_973


@pytest.mark.parametrize(
    ("game", "value"),
    [
        *[(game, 1) for game in ("4,3,3", "4,4,3", "5,3,3", "3,4,3", "3,5,3", "6,5,4")],
        *[(game, 0) for game in ("3,3,3", "4,4,4", "5,4,4", "5,5,4")],
    ],
)
def test_values_of_line_games(game: str, value: int) -> None:
    analysis = LineEngine(hash_mb=4).analyze(start_position(game))
    assert analysis.solved
    assert analysis.best is not None
    assert (analysis.best.score > 0) == (value > 0)
    assert (analysis.best.score == 0) == (value == 0)
