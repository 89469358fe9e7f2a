"""Every verdict of an exercise is what another computation says: boards as plain text, no code of the library."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache

import pytest

from noughts.errors import NotPossibleError
from noughts.learn.cut_exercises import NEVER
from noughts.learn.exercises import Exercise, Question
from noughts.learn.kinds import KINDS, exercise_document, make_exercise
from noughts.notation import format_position

EACH = 1_250
"""Of eight kinds: 10,000 exercises."""
LINES = ("012", "345", "678", "036", "147", "258", "048", "246")
INFINITY = 99
LABELS = {10: "+10", 0: "0", -10: "−10", INFINITY: "+∞", -INFINITY: "−∞"}

Board = tuple[str, str]
"""Nine cells, and who is to move."""


def board_of(exercise: Exercise) -> Board:
    cells, mover = format_position(exercise.position).split()
    return cells.replace("/", ""), mover.upper()


def winner(cells: str) -> str | None:
    for line in LINES:
        marks = {cells[int(cell)] for cell in line}
        if len(marks) == 1 and marks != {"."}:
            return marks.pop()
    return None


def moves(board: Board) -> list[str]:
    cells, _ = board
    if winner(cells):
        return []
    return ["abc"[cell % 3] + "123"[cell // 3] for cell in range(9) if cells[cell] == "."]


def play(board: Board, *line: str) -> Board:
    cells, mover = board
    for move in line:
        assert move in moves((cells, mover))
        cell = "abc".index(move[0]) + 3 * "123".index(move[1])
        cells, mover = cells[:cell] + mover + cells[cell + 1 :], "XO"[mover == "X"]
    return cells, mover


@cache
def outcome(board: Board) -> tuple[int, int]:
    """The value for X, and the plies to the end when the winner hurries and the loser holds out."""
    found = [outcome(play(board, move)) for move in moves(board)]
    if not found:
        return {"X": 10, "O": -10, None: 0}[winner(board[0])], 0
    best = (max if board[1] == "X" else min)(value for value, _ in found)
    plies = [plies for value, plies in found if value == best]
    mine = best == (10 if board[1] == "X" else -10)
    return best, 1 + (min(plies) if mine else max(plies))


class AlphaBeta:
    """Which lines were looked at, with which window, and what each returned."""

    def __init__(self, root: Board, order: Sequence[str] = ()) -> None:
        self.windows: dict[tuple[str, ...], tuple[int, int]] = {}
        self.returned: dict[tuple[str, ...], int] = {}
        self._order = order
        self._look(root, (), -INFINITY, INFINITY)

    def _look(self, board: Board, way: tuple[str, ...], alpha: int, beta: int) -> int:
        self.windows[way] = alpha, beta
        maximizes = board[1] == "X"
        best = -INFINITY if maximizes else INFINITY
        for move in (self._order if not way and self._order else moves(board)) or []:
            value = self._look(play(board, move), (*way, move), alpha, beta)
            best = max(best, value) if maximizes else min(best, value)
            alpha, beta = (max(alpha, best), beta) if maximizes else (alpha, min(beta, best))
            if alpha >= beta:
                break
        if not moves(board):
            best, _ = outcome(board)
        self.returned[way] = best
        return best


@cache
def searched(board: Board) -> AlphaBeta:
    return AlphaBeta(board)


def way_of(question: Question) -> tuple[str, ...]:
    found = re.search(r"after (.*)", question.asked)
    return tuple(found[1].split(", ")) if found else ()


def right_answers(exercise: Exercise) -> Iterator[set[str]]:
    """For each question the answers that are right."""
    board, kind = board_of(exercise), exercise.kind
    mine = 10 if board[1] == "X" else -10
    for question in exercise.questions:
        way = way_of(question)
        if kind == "only":
            yield {move for move in moves(board) if outcome(play(board, move))[0] == 0}
        elif kind == "quick":
            ends = {move: outcome(play(board, move)) for move in moves(board)}
            wins = {move: plies for move, (value, plies) in ends.items() if value == mine}
            yield {move for move, plies in wins.items() if plies == min(wins.values())}
        elif kind in ("leaves", "inner", "bet"):
            yield {LABELS[outcome(play(board, *way))[0]]}
        elif kind == "cuts":
            yield {"looked at" if way in searched(board).windows else NEVER}
        elif kind == "window":
            yield {LABELS[searched(board).windows[way][int(question.asked.startswith("beta"))]]}
        else:
            costs = {answer.text: len(AlphaBeta(board, answer.text.split()).windows) for answer in question.answers}
            yield {text for text, cost in costs.items() if cost == min(costs.values())}


@pytest.mark.parametrize("kind", KINDS)
def test_ten_thousand_exercises_are_judged_as_brute_force_judges_them(kind: str) -> None:
    for seed in range(EACH):
        exercise = make_exercise(kind, seed)
        for question, right in zip(exercise.questions, right_answers(exercise), strict=True):
            assert set(question.right) == right, (kind, seed, question.asked)
            assert right < {answer.text for answer in question.answers}  # something can be wrong


@pytest.mark.parametrize("kind", KINDS)
def test_every_place_is_asked_once_and_every_answer_has_its_reason(kind: str) -> None:
    for seed in range(50):
        exercise = make_exercise(kind, seed)
        board = board_of(exercise)
        asked = {way_of(question) for question in exercise.questions}
        lines = set(every_line(board)) if exercise.tree else set()
        if kind == "leaves":
            assert asked == {line for line in lines if not moves(play(board, *line))}
        elif kind == "inner":
            assert asked == {line for line in lines if moves(play(board, *line))}
        elif kind == "cuts":
            assert asked == lines - {()}
        elif kind in ("only", "quick"):
            assert [answer.text for answer in exercise.questions[0].answers] == moves(board)
        for question in exercise.questions:
            assert all(answer.said.endswith(".") for answer in question.answers)


def every_line(board: Board, way: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    yield way
    for move in moves(board):
        yield from every_line(play(board, move), (*way, move))


def test_the_reason_of_a_bound_names_the_move_that_gives_it() -> None:
    named = 0
    for seed in range(300):
        exercise = make_exercise("window", seed)
        search = AlphaBeta(board_of(exercise))
        for question in exercise.questions:
            way = way_of(question)
            given = re.search(r"([XO]) has (\S+) in hand already, with (\w\d)", question.answers[0].said)
            if given is None:
                assert "has tried nothing else yet" in question.answers[0].said
                continue
            side, bound, move = given.groups()
            named += 1
            assert any(
                search.returned.get((*way[:depth], move)) is not None
                and LABELS[search.returned[(*way[:depth], move)]] == bound
                and play(board_of(exercise), *way[:depth])[1] == side
                for depth in range(len(way))
            )
    assert named > 200


def test_the_answer_to_a_losing_move_wins_as_it_says() -> None:
    for seed in range(300):
        exercise = make_exercise("only", seed)
        board = board_of(exercise)
        for answer in exercise.questions[0].answers:
            if answer.right:
                continue
            told = re.search(r"answers (\w\d) and (has three in a row|wins in (\d+) plies)", answer.said)
            assert told is not None
            after = play(board, answer.text, told[1])
            value, plies = outcome(after)
            assert value == (10 if after[1] == "O" else -10)
            assert plies + 1 == (1 if told[3] is None else int(told[3]))


def test_the_same_number_is_the_same_exercise_and_others_differ() -> None:
    for kind in KINDS:
        documents = [str(exercise_document(make_exercise(kind, seed))["position"]) for seed in range(40)]
        assert exercise_document(make_exercise(kind, 7))["position"] == documents[7]
        assert len(set(documents)) > 30


def test_there_is_no_other_kind_and_no_other_number() -> None:
    with pytest.raises(NotPossibleError, match="no exercise 'chess': expected one of only, leaves"):
        make_exercise("chess", 1)
    with pytest.raises(NotPossibleError, match="numbered from 0 to 999999999, got -1"):
        make_exercise("only", -1)
