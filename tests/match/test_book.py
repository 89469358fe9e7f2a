"""The book: even, different openings, the same on every machine."""

from __future__ import annotations

from concurrent.futures import Executor, ThreadPoolExecutor
from itertools import islice
from pathlib import Path

import pytest

from noughts.analysis import Limit
from noughts.errors import NotationError
from noughts.match.book import BookPlan, judge, make_book
from noughts.match.openings import openings, parse_book, random_plies, read_book, shipped_book
from noughts.native.ultimate import Engine
from noughts.notation import start_position
from noughts.record import GameRecord
from noughts.rules.mark import Move
from noughts.rules.ultimate import ultimate
from noughts.tablebase import Tablebase


def test_the_shipped_book_has_thousands_of_different_openings() -> None:
    book = shipped_book()
    assert len(book) >= 2000
    assert {len(moves) for moves in book} == {4, 5, 6, 7, 8}
    positions = [GameRecord(ultimate(), moves).position() for moves in book]
    assert all(position.outcome is None for position in positions)
    assert len({position.canonical() for position in positions}) == len(book)


def test_the_shipped_openings_are_even_when_looked_at_again() -> None:
    """With another number of positions, so that it is not the same search again: most stay near even, none is lost."""
    scores = []
    with Engine(hash_mb=4) as engine:
        for rule in (False, True):
            for moves in shipped_book()[::60]:
                engine.clear()
                best = engine.analyze(GameRecord(ultimate(count_rule=rule), moves).position(), Limit(nodes=30_000)).best
                assert best is not None
                scores.append(abs(best.score))
    scores.sort()
    assert scores[len(scores) // 2] <= 80
    assert scores[-1] <= 400


def made(executor: Executor, plan: BookPlan, count: int, jobs: int) -> list[tuple[Move, ...]]:
    return list(make_book(plan, count, executor, jobs))


def test_the_same_plan_makes_the_same_book_however_the_work_is_shared_out() -> None:
    plan = BookPlan(nodes=300)
    with ThreadPoolExecutor(2) as executor:
        one, two = made(executor, plan, 30, 1), made(executor, plan, 30, 2)
    assert one == two
    assert len(one) == 30
    assert one != judge(BookPlan(nodes=300, seed=2), range(300))[:30]


def test_a_book_of_classic_holds_drawn_openings_and_ends_when_there_are_no_more() -> None:
    with ThreadPoolExecutor(1) as executor:
        book = made(executor, BookPlan("classic", plies=(1, 2)), 1000, 1)
    table = Tablebase()
    after_one = [start_position().play(move) for move in start_position().legal_moves()]
    after_two = [position.play(move) for position in after_one for move in position.legal_moves()]
    drawn = {position.canonical() for position in after_one + after_two if table.score(position) == 0}
    assert {GameRecord(start_position(), moves).position().canonical() for moves in book} == drawn
    assert len(book) == len(drawn)


def test_a_book_is_shuffled_by_the_seed_and_begins_again() -> None:
    book = tuple((move,) for move in range(5))
    some = [record.moves for record in islice(openings("ultimate", 1, book), 10)]
    assert sorted(some[:5]) == sorted(book)
    assert some[:5] == some[5:]
    assert some != [record.moves for record in islice(openings("ultimate", 2, book), 10)]


@pytest.mark.parametrize(("game", "plies"), [("classic", 1), ("4,4,3", 2), ("5,5,4", 3), ("9,9,5", 4)])
def test_line_games_begin_with_random_moves(game: str, plies: int) -> None:
    assert random_plies(start_position(game)) == plies
    assert all(len(record.moves) == plies for record in islice(openings(game, 1), 20))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "no opening"),
        ("# only words\n", "no opening"),
        ("e5 e5\n", "line 1: e5 is not allowed"),
        ("# words\n\ne5 z9\n", "line 3: expected a cell"),
    ],
)
def test_a_broken_book_is_refused_with_its_line(text: str, words: str, tmp_path: Path) -> None:
    with pytest.raises(NotationError, match=words):
        parse_book(text, "ultimate", "book")
    path = tmp_path / "book.txt"
    path.write_text(text)
    with pytest.raises(NotationError, match=r"book\.txt"):
        read_book(path, "ultimate")


def test_an_opening_that_ends_the_game_is_none() -> None:
    with pytest.raises(NotationError, match="over"):
        parse_book("a1 a2 b1 b2 c1\n", "classic", "book")
