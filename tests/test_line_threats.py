"""The names of threats in line games are true."""

from __future__ import annotations

import pytest

from noughts.analysis import WIN, Limit, RankedMove
from noughts.explain.line_threats import forced_win, threat_facts
from noughts.native.line import LineEngine
from noughts.notation import parse_move, parse_position
from noughts.rules.line_game import LinePosition
from noughts.rules.threats import threats, winning_moves
from tests.line_positions import random_play


def line_position(moves: str, game: str) -> LinePosition:
    position = parse_position(f"start moves {moves}", game)
    assert isinstance(position, LinePosition)
    return position


@pytest.mark.parametrize(
    ("game", "moves", "move", "facts"),
    [
        ("9,9,5", "d4 a1 e4 c1", "f4", ["makes an open three"]),
        ("9,9,5", "d4 a1 e4 c1 f4 e1", "g4", ["makes an open four"]),
        ("9,9,5", "d4 c4 e4 c1 f4 e1", "g4", ["makes a four"]),
        ("9,9,5", "d4 a1 e4 c1 f4", "g4", ["blocks the open three at d4-f4"]),
        ("9,9,5", "d4 c4 e4 c1 f4 e1 g4", "h4", ["blocks the four at d4-g4"]),
        ("9,9,5", "d4 a1 e4 c1", "i9", []),
        ("9,9,5", "a4 a1 b4 c1", "c4", []),
        ("6,6,4", "c3 a1 d3 b3", "e3", ["makes a three"]),
        ("6,6,4", "c3 a1 d3 a6", "e3", ["makes an open three"]),
        ("6,6,4", "c3 a1", "d3", ["makes an open two"]),
        ("classic", "a1 b2", "c1", ["makes a two"]),
    ],
)
def test_what_a_move_makes_and_blocks_is_named(game: str, moves: str, move: str, facts: list[str]) -> None:
    position = line_position(moves, game)
    assert threat_facts(position, parse_move(move, position)) == facts


@pytest.mark.parametrize("size", [(6, 6, 4), (7, 7, 5), (9, 9, 5)])
def test_fours_are_called_so_exactly_where_the_next_move_would_win(size: tuple[int, int, int]) -> None:
    names = {4: "three", 5: "four"}
    for _, position in random_play(size, 60, seed=51, near=True):
        if winning_moves(position):
            continue
        for move in position.legal_moves():
            after = position.play(move)
            if after.outcome is not None:
                continue
            new = threats(after)
            facts = " and ".join(threat_facts(position, move))
            assert (f"makes an open {names[size[2]]}" in facts) == (len(new) > 1)
            assert (f"makes a {names[size[2]]}" in facts) == (len(new) == 1)
            assert (f"blocks the {names[size[2]]}" in facts) == (move in threats(position))


def test_a_win_by_fours_is_told_with_its_moves_alone() -> None:
    position = line_position("h8 g8 i8 o1 j8 m1 k6 o15 k7 a15", "15,15,5")
    with LineEngine(hash_mb=1) as engine:
        best = engine.analyze(position, Limit(nodes=50_000), lines=1).best
    assert best is not None
    told = forced_win(position, best)
    assert told is not None
    assert told.startswith("wins by k8 ")
    assert told.endswith(" whatever O does")


def test_nothing_is_called_forced_that_is_not() -> None:
    position = line_position("h8 a1", "15,15,5")
    line = tuple(parse_move(cell, position) for cell in ("h9", "a2", "h10", "a3", "h11", "a4", "h12"))
    assert forced_win(position, RankedMove(line[0], WIN - 7, line)) is None
    assert forced_win(position, RankedMove(line[0], 100, line)) is None
