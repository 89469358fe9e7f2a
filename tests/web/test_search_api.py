"""Searches over HTTP: what the page draws, from the first root and from any node on."""

from __future__ import annotations

import asyncio
import functools
from collections.abc import Iterator
from typing import Any

import pytest

from noughts.analysis import INFINITY, WIN
from noughts.notation import format_position, parse_move, parse_position
from noughts.rules.mark import Mark
from noughts.search.alphabeta import alphabeta
from noughts.search.choices import centre_first, plain
from noughts.search.minimax import minimax
from noughts.search.trace import TreeNode, TreeRecorder
from noughts.web.search_api import Answers
from tests.web.serving import Client

LAB_BOARD = "O.X/X../XOO x"


def walk(node: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield node
    for child in node["children"] or []:
        yield from walk(child)


def searched(client: Client, **wanted: object) -> Any:
    answer = client.post("/api/search", json=wanted, timeout=300)
    assert answer.status_code == 200, answer.text
    return answer.json()


def for_x(score: int, mover: Mark) -> int:
    return score if mover is Mark.X else -score


def ten(score: int) -> int | None:
    return None if abs(score) == INFINITY else 10 * score // WIN


@pytest.mark.parametrize("algorithm", ["minimax", "alphabeta"])
def test_every_node_is_what_the_search_told(client: Client, algorithm: str) -> None:
    document = searched(client, position="X../.O./..X o", algorithm=algorithm, order="centre")
    recorder = TreeRecorder(10**6)
    search = {"minimax": minimax, "alphabeta": alphabeta}[algorithm]
    search(parse_position("X../.O./..X o"), order=centre_first, scoring=plain, trace=recorder)
    assert recorder.root is not None
    assert (document["visited"], document["skipped"]) == (recorder.visited, recorder.skipped)

    def compare(told: dict[str, Any], node: TreeNode) -> int:
        mover = node.position.to_move
        low, high = (node.alpha, node.beta) if mover is Mark.X else (-node.beta, -node.alpha)
        assert told["position"] == format_position(node.position)
        assert told["to_move"] == mover
        assert (told["alpha"], told["beta"]) == (ten(low), ten(high))
        assert told["score"] == ten(for_x(node.score, mover))
        assert (told["number"], told["skipped"], told["visited"]) == (node.number, node.skipped, node.visited)
        chosen = None if told["chosen"] is None else node.children[told["chosen"]]
        assert chosen is node.chosen
        pairs = zip(told["children"], node.children, strict=True)
        return 1 + sum(compare(*pair) for pair in pairs)

    assert compare(document["root"], recorder.root) == recorder.visited
    assert document["complete"]


def test_what_is_not_told_can_be_asked_for_with_its_window(client: Client) -> None:
    wanted = {"position": "X../.O./... x", "algorithm": "alphabeta", "scoring": "quicker"}
    whole = {node["number"]: node for node in walk(searched(client, **wanted, most=10_000)["root"])}
    document = searched(client, **wanted, most=5)
    assert not document["complete"]
    ply = {1: 0}
    stubs = 0
    for node in walk(document["root"]):
        assert (node["children"] is None) == (node["number"] > 5)
        for child in node["children"] or []:
            ply[child["number"]] = ply[node["number"]] + 1
        if node["children"] is None:
            stubs += 1
            window = {"alpha": node["alpha"], "beta": node["beta"], "ply": ply[node["number"]]}
            part = searched(client, **{**wanted, "position": node["position"]}, **window, most=10_000)["root"]
            told = [(each["position"], each["alpha"], each["beta"], each["score"]) for each in walk(part)]
            truth = [
                (each["position"], each["alpha"], each["beta"], each["score"]) for each in walk(whole[node["number"]])
            ]
            assert told == truth
            assert len(told) == node["visited"]
    assert stubs > 5


def test_the_moves_of_the_root_come_in_the_order_that_was_given(client: Client) -> None:
    document = searched(client, position=LAB_BOARD, algorithm="alphabeta", order=["c2", "b2"])
    root = document["root"]
    tried = [child["move"] for child in root["children"]] + [cut["move"] for cut in root["cut"]]
    assert tried == ["c2", "b2", "b1"]


def test_the_whole_tree_of_the_empty_board_is_told_and_kept(client: Client) -> None:
    document = searched(client, position="start", most=50)
    assert document["visited"] == document["minimax"] == 549_946
    assert sum(child["visited"] for child in document["root"]["children"]) == 549_945
    assert searched(client, position="start", most=50) == document


def test_the_costs_of_the_empty_board(client: Client) -> None:
    costs = client.post("/api/compare", json={"position": "start"}, timeout=300).json()
    assert costs == {
        "minimax": 549_946,
        "alphabeta": 18_297,
        "alphabeta_centre": 7_275,
        "table": 5_478,
        "symmetry": 765,
    }


@pytest.mark.parametrize(
    ("wanted", "status", "error", "word"),
    [
        ({"position": "XXX/XX./..."}, 422, "illegal_position", "take turns"),
        ({"position": "nonsense"}, 400, "unreadable", "3 rows"),
        ({"position": "start", "algorithm": "guess"}, 400, "unreadable", "algorithm"),
        ({"position": "start", "order": "best"}, 400, "unreadable", "order"),
        ({"position": "start", "order": ["z9"]}, 400, "unreadable", "z9"),
        ({"position": LAB_BOARD, "order": ["a1"]}, 422, "illegal_move", "taken"),
        ({"position": LAB_BOARD, "order": ["b1", "b1"]}, 422, "illegal_move", "already"),
        ({"position": "start", "most": 10_001}, 400, "unreadable", "most"),
        ({"position": LAB_BOARD, "algorithm": "alphabeta", "alpha": 10, "beta": 0}, 422, "not_allowed", "alpha"),
        ({"position": LAB_BOARD, "algorithm": "alphabeta", "alpha": 7}, 422, "not_allowed", "7"),
        ({"position": "start", "scoring": "slower"}, 400, "unreadable", "scoring"),
        ({"position": "start", "depth": "deep"}, 400, "unreadable", "depth"),
        ({}, 400, "unreadable", "position"),
    ],
)
def test_bad_searches_get_one_sentence(client: Client, wanted: Any, status: int, error: str, word: str) -> None:
    answer = client.post("/api/search", json=wanted)
    assert (answer.status_code, answer.json()["error"]) == (status, error)
    assert word in answer.json()["message"]
    assert "\n" not in answer.json()["message"]


def test_a_search_that_is_too_large_is_refused(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    from noughts.errors import NotPossibleError
    from noughts.search import plans

    monkeypatch.setattr(plans, "MOST_POSITIONS", 5_000)
    with pytest.raises(NotPossibleError, match="depth"):
        plans.record_search(parse_position("start"), plans.SearchPlan(), 10)
    assert plans.record_search(parse_position("start"), plans.SearchPlan(depth=3), 10).visited == 586
    answer = client.post("/api/compare", json={"game": "6,6,4", "position": "start"}, timeout=300)
    assert (answer.status_code, answer.json()["error"]) == (422, "not_allowed")
    assert "depth" in answer.json()["message"]


def test_answers_are_kept_until_there_is_no_room() -> None:
    answers, computed = Answers(most_bytes=100), []

    async def compute(number: int) -> bytes:
        computed.append(number)
        return b"x" * 42

    async def ask() -> None:
        for number in (1, 2, 1, 3, 1, 2):
            assert await answers.find(str(number), functools.partial(compute, number)) == b"x" * 42

    asyncio.run(ask())
    assert computed == [1, 2, 3, 2]


def test_a_class_that_asks_the_same_at_once_has_it_computed_once_although_the_first_one_leaves() -> None:
    answers, computed = Answers(), []

    async def compute() -> bytes:
        computed.append("begun")
        await asyncio.sleep(0.01)
        return b"answer"

    async def ask() -> None:
        pupils = [asyncio.create_task(answers.find("the same", compute)) for _ in range(30)]
        await asyncio.sleep(0)
        pupils[0].cancel()
        assert await asyncio.gather(*pupils[1:]) == [b"answer"] * 29

    asyncio.run(ask())
    assert computed == ["begun", "begun"]


def test_moves_are_read_in_any_form(client: Client) -> None:
    position = parse_position(LAB_BOARD)
    document = searched(client, position=LAB_BOARD, order=["6", "B1"])
    assert [parse_move(child["move"], position) for child in document["root"]["children"]] == [5, 1, 4]
