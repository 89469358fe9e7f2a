"""The lessons: their numbers are computed, their documents are the same texts, and the zoo is as wrong as it says."""

from __future__ import annotations

import re
import runpy
from functools import cache
from pathlib import Path

import pytest

from noughts.errors import NotPossibleError
from noughts.learn.futures import futures_document
from noughts.learn.kinds import KINDS
from noughts.learn.lessons import lesson_html, lessons
from noughts.learn.searches import SEARCHES, named_search
from noughts.learn.zoo_table import PROGRAMS, zoo_document
from noughts.rules.line_game import LinePosition, classic
from noughts.rules.mark import Mark
from tests.test_exercises import Board, moves, outcome, play, winner

DOCS = Path(__file__).parent.parent / "docs"


def test_the_documents_are_the_lessons() -> None:
    made = runpy.run_path(str(DOCS / "make_lessons.py"))["documents"]()
    on_disk = [*(DOCS / "learn").iterdir(), *(DOCS / "images" / "learn").iterdir()]
    assert {str(path.relative_to(DOCS)) for path in on_disk} == set(made)
    for name, text in made.items():
        assert (DOCS / name).read_text(encoding="utf-8") == text, f"{name}: run python docs/make_lessons.py"


def test_every_exercise_and_every_figure_has_its_lesson() -> None:
    for lesson in lessons():
        assert lesson.exercises == tuple(kind.name for kind in KINDS.values() if kind.lesson == lesson.number)
    text = "".join(lesson_html(lesson) for lesson in lessons())
    figures = re.findall(r'data-figure="([\w-]+)"', text)
    assert figures == ["futures", "search-alphabeta", "search-depth", "zoo"]
    assert {name.removeprefix("search-") for name in figures if "search" in name} <= set(SEARCHES)
    assert "<!--" not in text


def nodes(position: LinePosition, cuts_at_equal: bool, fresh: bool) -> int:
    """How many calls a search makes; with `fresh` windows the root is none of them."""
    visited = 0

    def value(position: LinePosition, alpha: int, beta: int) -> int:
        nonlocal visited
        visited += 1
        if position.outcome is not None:
            return {Mark.X: 10, Mark.O: -10, None: 0}[position.outcome.winner]
        best = -99 if position.to_move is Mark.X else 99
        for move in position.legal_moves():
            found = value(position.play(move), alpha, beta)
            if position.to_move is Mark.X:
                best, alpha = max(best, found), max(alpha, found)
            else:
                best, beta = min(best, found), min(beta, found)
            if alpha > beta or (alpha == beta and cuts_at_equal):
                break
        return best

    if fresh:
        for move in position.legal_moves():
            value(position.play(move), -99, 99)
    else:
        value(position, -99, 99)
    return visited


def test_every_number_in_the_text_is_one_that_is_computed() -> None:
    """The code in the texts is run by test_docs.py; what its output shows may be said around it."""
    for lesson in lessons():
        prose, code = "", ""
        for place, part in enumerate(re.split(r"```", lesson.text)):
            prose, code = (prose + part, code) if place % 2 == 0 else (prose, code + part)
        shown = {number.replace(",", "") for number in re.findall(r"\d[\d,]*", code)}
        said = {number.replace(",", "") for number in re.findall(r"\d[\d,]*\d\d", prose)}
        elsewhere = {
            2: set(),
            3: set(),
            4: {"549946", str(18_297 - 1)},  # lesson 3, and the same search without its root
            5: {"549946", "30000", "29000"},  # the constants of noughts.analysis
        }
        assert said - shown <= elsewhere.get(lesson.number, set()), lesson.number


def test_the_two_mistakes_cost_what_the_lesson_says() -> None:
    assert nodes(classic(), cuts_at_equal=True, fresh=False) == 18_297
    assert nodes(classic(), cuts_at_equal=True, fresh=True) == 30_709


def test_the_exact_board_knows_every_position() -> None:
    table = futures_document()["positions"]
    assert len(table) == 5478

    def follow(board: Board) -> None:
        mover, value, *rest = table[board[0]]
        if not moves(board):
            assert (mover, value) == ("", f"{winner(board[0])} wins" if winner(board[0]) else "draw")
            return
        best, plies = outcome(board)
        words = {10: f"X wins in {plies}", 0: "a draw", -10: f"O wins in {plies}"}[best]
        assert (mover, value) == (board[1], words)
        after, later = outcome(play(board, rest[0]))
        assert (after, later + 1) == (best, plies) or after == best == 0

    boards = {(cells, "XO"[cells.count("X") > cells.count("O")]) for cells in table}
    for board in boards:
        follow(board)


@cache
def gives_away(board: Board, move: str) -> bool:
    return outcome(play(board, move))[0] != outcome(board)[0]


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_program_of_the_zoo_is_caught_on_the_boards_where_it_gives_something_away(name: str) -> None:
    document = zoo_document(name)
    assert len(document["boards"]) == 4520
    wrong = []
    for cells, number in document["boards"].items():
        board = cells, "XO"[cells.count("X") > cells.count("O")]
        sentence = document["sentences"][number]
        played = re.match(r"It plays ([XO]) (\w\d), and that ", sentence["said"])
        assert played is not None
        assert played[1] == board[1]
        assert gives_away(board, played[2]) is sentence["wrong"]
        if better := re.search(r"where (\w\d) (wins|draws)", sentence["said"]):
            assert not gives_away(board, better[1])
        if sentence["wrong"]:
            wrong.append(cells.count("."))
    assert document["fewest"] == min(wrong)
    assert len(wrong) < 1500  # wrong, and yet right on most boards
    assert document["code"].startswith("def best_move(position: Position) -> Move:")


def test_what_is_not_there_is_refused() -> None:
    for find in (named_search, zoo_document):
        with pytest.raises(NotPossibleError, match=r"there is no .*'nothing'.*expected one of "):
            find("nothing")
