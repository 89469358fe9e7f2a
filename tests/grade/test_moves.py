"""Which moves are right, against a search that shares nothing with the grader."""

from __future__ import annotations

from functools import cache

from noughts.grade import positions
from noughts.grade.findings import Kind
from noughts.grade.moves import delays_a_win, mistake, refutation
from noughts.rules.mark import Outcome
from noughts.rules.position import Position

LINES = ["012", "345", "678", "036", "147", "258", "048", "246"]


@cache
def value(cells: str, mark: str) -> int:
    """1, 0 or -1 for the side to move on a board of text."""
    other = "O" if mark == "X" else "X"
    if any(all(cells[int(place)] == other for place in line) for line in LINES):
        return -1
    if "." not in cells:
        return 0
    return max(-value(cells[:i] + mark + cells[i + 1 :], other) for i in range(9) if cells[i] == ".")


def after(position: Position, move: int) -> int:
    cells, mark = positions.cells_text(position), str(position.to_move)
    return -value(cells[:move] + mark + cells[move + 1 :], "O" if mark == "X" else "X")


def test_a_move_is_right_exactly_when_it_keeps_the_value() -> None:
    for position in positions.unfinished():
        best = value(positions.cells_text(position), str(position.to_move))
        for move in position.legal_moves():
            kept = after(position, move)
            expected = None if kept == best else Kind.LOSES if kept < 0 else Kind.DRAWS
            assert mistake(position, move) is expected


def test_a_refutation_is_a_whole_game_with_the_promised_end() -> None:
    for position in positions.up_to_symmetry(positions.unfinished()):
        for move in position.legal_moves():
            kind = mistake(position, move)
            line = refutation(position, move)
            end = position
            for step in line:
                end = end.play(step)
            assert line[0] == move
            if kind is Kind.LOSES:
                assert end.outcome is Outcome.won_by(position.to_move.other)
            if kind is Kind.DRAWS:
                assert end.outcome is Outcome.DRAW


def test_a_delayed_win_is_still_a_win() -> None:
    for position in positions.up_to_symmetry(positions.unfinished()):
        now = [
            move for move in position.legal_moves() if position.play(move).outcome is Outcome.won_by(position.to_move)
        ]
        for move in position.legal_moves():
            assert delays_a_win(position, move) is bool(now and move not in now and after(position, move) == 1)


def test_there_are_as_many_boards_as_everybody_counts() -> None:
    assert (len(positions.reachable()), len(positions.unfinished()), len(positions.finished())) == (5_478, 4_520, 958)
    assert len(positions.up_to_symmetry(positions.unfinished())) == 627
    assert len(positions.up_to_symmetry(positions.finished())) == 138


def test_small_boards_come_first() -> None:
    texts = [positions.cells_text(position) for position in positions.reachable()[:12]]
    assert texts[:4] == [".........", "X........", ".X.......", "..X......"]
    assert texts[10:] == ["XO.......", "X.O......"]
    order = positions.fewest_empty_first(positions.reachable())
    assert [positions.cells_text(order[0]).count("."), positions.cells_text(order[-1])] == [0, "........."]
