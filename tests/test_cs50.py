"""The CS50 functions on every board, against their definitions, and played as the course's runner plays."""

from __future__ import annotations

import copy
import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

from noughts.rules.position import Position
from noughts.teaching import cs50
from noughts.teaching.cs50 import EMPTY, Board, O, X
from tests.brute_force import BruteForce
from tests.oracle import three_in_line
from tests.playing import all_classic

EXAMPLE = Path(__file__).parent.parent / "examples" / "cs50" / "tictactoe.py"


def board_of(position: Position) -> Board:
    cells = [mark and mark.value for mark in map(position.mark_at, range(9))]
    return [cells[0:3], cells[3:6], cells[6:9]]


def flat(board: Board) -> list[str | None]:
    return [cell for row in board for cell in row]


ALL_BOARDS = [(position, board_of(position)) for position in all_classic()]


def test_the_names_of_the_course_are_there() -> None:
    assert (X, O, EMPTY) == ("X", "O", None)
    assert cs50.initial_state() == [[None, None, None]] * 3
    assert cs50.initial_state() is not cs50.initial_state()
    rows = cs50.initial_state()
    rows[0][0] = X
    assert rows[1][0] is None


def test_player_counts_marks_and_nobody_moves_on_a_full_board() -> None:
    for _, board in ALL_BOARDS:
        marks = flat(board)
        expected = None if None not in marks else X if marks.count(X) == marks.count(O) else O
        assert cs50.player(board) == expected


def test_actions_are_the_empty_cells_of_a_game_that_goes_on() -> None:
    for position, board in ALL_BOARDS:
        actions = cs50.actions(board)
        assert type(actions) is set
        expected = {(i, j) for i in range(3) for j in range(3) if board[i][j] is EMPTY}
        assert actions == (expected if position.outcome is None else set())


def test_winner_terminal_and_utility_follow_from_the_lines() -> None:
    for _, board in ALL_BOARDS:
        line = three_in_line(flat(board))
        assert cs50.winner(board) == line
        assert cs50.terminal(board) is (line is not None or None not in flat(board))
        assert cs50.utility(board) == {X: 1, O: -1, None: 0}[line]


def test_result_is_a_new_board_with_one_more_mark() -> None:
    for position, board in ALL_BOARDS:
        if position.outcome is not None:
            continue
        for i, j in cs50.actions(board):
            after = cs50.result(board, (i, j))
            expected = copy.deepcopy(board)
            expected[i][j] = cs50.player(board)
            assert after == expected
            assert all(new is not old for new, old in zip(after, board, strict=True))


def test_no_function_changes_its_board() -> None:
    for _, board in ALL_BOARDS:
        before = copy.deepcopy(board)
        for function in (cs50.player, cs50.actions, cs50.winner, cs50.terminal, cs50.utility, cs50.minimax):
            function(board)
        for action in cs50.actions(board):
            cs50.result(board, action)
        assert board == before


@pytest.mark.parametrize("action", [(-1, 0), (0, -1), (-3, -3), (3, 0), (0, 3), (9, 9)])
def test_a_cell_outside_of_the_board_is_refused(action: tuple[int, int]) -> None:
    with pytest.raises(ValueError, match="there is no cell"):
        cs50.result(cs50.initial_state(), action)


def test_a_taken_cell_is_refused() -> None:
    for _, board in ALL_BOARDS[::50]:
        for i in range(3):
            for j in range(3):
                if board[i][j] is not EMPTY:
                    with pytest.raises(ValueError, match="is taken"):
                        cs50.result(board, (i, j))


def test_minimax_is_optimal_and_takes_the_quickest_win() -> None:
    truth = BruteForce()
    for position, board in ALL_BOARDS:
        action = cs50.minimax(board)
        if position.outcome is not None:
            assert action is None
            continue
        assert action in cs50.actions(board)
        assert action is not None
        assert 3 * action[0] + action[1] in truth.best_moves(position)


def load_example(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """Import the example as the course's runner does: by the name `tictactoe`, from its own folder."""
    monkeypatch.syspath_prepend(EXAMPLE.parent)
    monkeypatch.delitem(sys.modules, "tictactoe", raising=False)
    module = importlib.import_module("tictactoe")
    assert Path(module.__file__ or "") == EXAMPLE
    return module


@pytest.mark.parametrize("user", [X, O])
def test_the_courses_runner_plays_with_it_to_the_end(user: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each turn as in runner.py: over or not, whose turn, the computer by minimax, the user by a click."""
    ttt = load_example(monkeypatch)

    def play_on(board: Board) -> int:
        if ttt.terminal(board):
            winner = ttt.winner(board)
            assert winner != user, "nobody beats the computer"
            assert winner is not None or ttt.EMPTY not in flat(board)
            return 1
        if user != ttt.player(board):
            return play_on(ttt.result(board, ttt.minimax(board)))
        clicks = [(i, j) for i in range(3) for j in range(3) if board[i][j] == ttt.EMPTY]
        assert set(clicks) == ttt.actions(board)
        return sum(play_on(ttt.result(board, click)) for click in clicks)

    assert play_on(ttt.initial_state()) > 50


def test_the_example_gives_exactly_the_names_of_the_course(monkeypatch: pytest.MonkeyPatch) -> None:
    names = {name for name in vars(load_example(monkeypatch)) if not name.startswith("_")}
    functions = {"initial_state", "player", "actions", "result", "winner", "terminal", "utility", "minimax"}
    assert names == functions | {"X", "O", "EMPTY"}
    assert importlib.util.find_spec("tictactoe") is not None
