"""Boards with known answers: those of a lab, a textbook example, and ten of our own."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from noughts.cli import main
from noughts.notation import format_move, parse_position
from noughts.search.alphabeta import alphabeta
from noughts.search.choices import plain
from noughts.search.minimax import minimax
from noughts.tablebase import Tablebase

BOARDS: list[dict[str, Any]] = json.loads((Path(__file__).parent / "data" / "boards.json").read_text())
WIN = 30_000

each_board = pytest.mark.parametrize("board", BOARDS, ids=[board["name"] for board in BOARDS])


def score_of(board: dict[str, Any]) -> int:
    plies: int = board["plies"]
    return {"win": WIN - plies, "draw": 0, "loss": plies - WIN}[board["value"]]


def test_there_are_sixteen_different_boards() -> None:
    assert len({parse_position(board["position"]) for board in BOARDS}) == 16


@each_board
def test_the_tablebase_knows_the_answer(board: dict[str, Any]) -> None:
    position = parse_position(board["position"])
    table = Tablebase("classic")
    assert table.score(position) == score_of(board)
    assert [format_move(move, position) for move in sorted(table.best_moves(position))] == board["best"]


@each_board
def test_both_searches_find_the_answer(board: dict[str, Any]) -> None:
    position = parse_position(board["position"])
    score = score_of(board)
    assert alphabeta(position) == score
    assert alphabeta(position, scoring=plain) == {"win": WIN, "draw": 0, "loss": -WIN}[board["value"]]
    if len(position.legal_moves()) <= 7:
        assert minimax(position) == score


@each_board
def test_analyze_prints_the_answer(board: dict[str, Any], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main(["analyze", board["position"], "--json"])
    assert end.value.code == 0
    document = json.loads(capsys.readouterr().out)
    assert document["solved"] is True
    assert document["value"] == board["value"]
    assert document["score"] == score_of(board)
    assert document["best"] in board["best"]
    assert document["moves"][0]["plies"] == board["plies"]
    assert sorted(move["move"] for move in document["moves"] if move["optimal"]) == sorted(board["optimal"])
    best = [move["move"] for move in document["moves"] if move["score"] == document["score"]]
    assert sorted(best) == sorted(board["best"])
