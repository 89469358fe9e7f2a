"""The exact answers against brute force."""

from __future__ import annotations

import pytest

from noughts.analysis import Limit
from noughts.analyzers import strongest
from noughts.errors import UnsolvedError
from noughts.notation import parse_position, start_position
from noughts.rules.mark import Mark
from noughts.search.alphabeta import alphabeta
from noughts.tablebase import Tablebase
from tests.brute_force import BruteForce, assert_line_keeps_promise
from tests.playing import all_classic, all_positions, random_positions

SMALL_GAMES = ["1,1,1", "2,1,2", "5,1,3", "1,6,3", "2,2,1", "2,2,2", "3,2,2", "3,2,3", "2,4,3", "3,3,2", "3,3,1"]


def test_every_score_and_every_best_move_of_classic_is_exact() -> None:
    table, truth = Tablebase("classic"), BruteForce()
    for position in all_classic():
        assert table.score(position) == truth.score(position)
        assert sorted(table.best_moves(position)) == truth.best_moves(position)
        ranked = table.analyze(position).moves
        assert {found.move: found.score for found in ranked} == truth.move_scores(position)
        assert [found.score for found in ranked] == sorted((found.score for found in ranked), reverse=True)


def test_every_line_of_classic_really_ends_as_it_claims() -> None:
    table = Tablebase("classic")
    for position in all_classic():
        for found in table.analyze(position).moves:
            assert found.line[0] == found.move
            assert_line_keeps_promise(position, found.line, found.score)


def test_the_same_table_serves_games_that_o_opens() -> None:
    table = Tablebase("classic")
    opened = parse_position(".../.../... o")
    mirror = {Mark.X: Mark.O, Mark.O: Mark.X}
    for position in all_positions(opened):
        marks = [position.mark_at(cell) for cell in range(9)]
        text = "".join("." if mark is None else str(mirror[mark]) for mark in marks)
        twin = parse_position(f"{text} {mirror[position.to_move]}")
        assert table.score(position) == table.score(twin)


@pytest.mark.parametrize("game", SMALL_GAMES)
def test_small_games_are_exact_to_the_last_position(game: str) -> None:
    table, truth = Tablebase(game), BruteForce()
    positions = all_positions(start_position(game))
    assert table.positions == len(positions)
    for position in positions:
        assert table.score(position) == truth.score(position)


def test_a_table_of_4_3_3_agrees_with_alpha_beta_and_its_lines_keep_their_promise() -> None:
    table = Tablebase("4,3,3")
    for position in random_positions("4,3,3", 150, seed=21):
        analysis = table.analyze(position)
        for found in analysis.moves:
            assert_line_keeps_promise(position, found.line, found.score)
        if len(position.legal_moves()) <= 8:
            assert table.score(position) == alphabeta(position)


def test_a_finished_game_has_no_moves_and_is_solved() -> None:
    analysis = Tablebase("classic").analyze(parse_position("XXX/OO./... o"))
    assert analysis.moves == ()
    assert analysis.best is None
    assert list(analysis.best_moves()) == []
    assert analysis.solved


def test_a_table_refuses_positions_of_other_games() -> None:
    table = Tablebase("classic")
    for game in ("4,3,3", "3,3,2", "ultimate"):
        with pytest.raises(UnsolvedError, match="table of classic"):
            table.score(start_position(game))
        with pytest.raises(UnsolvedError, match="table of classic"):
            table.analyze(start_position(game), Limit(nodes=1))


@pytest.mark.parametrize("game", ["4,4,3", "13,1,3", "ultimate"])
def test_a_game_too_large_for_a_table_is_refused(game: str) -> None:
    with pytest.raises(UnsolvedError):
        Tablebase(game)


def test_the_strongest_analyzer_is_exact_where_a_table_fits() -> None:
    for game in ("classic", "4,3,3", "2,2,2"):
        position = start_position(game)
        assert isinstance(strongest(position), Tablebase)
        assert strongest(position) is strongest(position)
    for game in ("4,4,3", "ultimate"):
        assert not isinstance(strongest(start_position(game)), Tablebase)
