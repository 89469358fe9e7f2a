"""Puzzles and openings over HTTP."""

from __future__ import annotations

import datetime
from typing import Any

import pytest

from noughts.explain.puzzles import Puzzle, all_puzzles, choose_puzzles, puzzle_of_the_day
from noughts.notation import format_move
from tests.web.serving import Client


def get(client: Client, path: str, **asked: str) -> Any:
    answer = client.get(f"/api{path}", params=asked)
    assert answer.status_code == 200, answer.text
    return answer.json()


def move(client: Client, puzzle: Puzzle, move: str, played: list[str]) -> Any:
    answer = client.post(f"/api/puzzles/{puzzle.id}/moves", json={"played": played, "move": move}, timeout=300)
    assert answer.status_code == 200, answer.text
    return answer.json()


def names(puzzle: Puzzle) -> list[str]:
    return [format_move(move, puzzle.position) for move in puzzle.solution]


def test_puzzles_are_listed_by_game_and_difficulty_without_their_solutions(client: Client) -> None:
    assert len(get(client, "/puzzles")["puzzles"]) == len(all_puzzles())
    found = get(client, "/puzzles", game="5,5,4", difficulty="hard", goal="win")["puzzles"]
    assert [puzzle["id"] for puzzle in found] == [puzzle.id for puzzle in choose_puzzles("5,5,4", "hard", "win")]
    assert set(found[0]) == {"id", "game", "goal", "moves", "difficulty"}


def test_the_puzzle_of_a_day_is_that_of_the_library(client: Client) -> None:
    found = get(client, "/puzzles/daily", date="2026-11-16")
    puzzle = puzzle_of_the_day(datetime.date(2026, 11, 16))
    assert (found["id"], found["date"]) == (puzzle.id, "2026-11-16")
    assert found["board"]["position"] == puzzle.setup
    assert found["task"] == f"{puzzle.position.to_move} to move and win in {puzzle.moves}"
    assert get(client, f"/puzzles/{puzzle.id}") == {**found, "date": None}
    assert get(client, "/puzzles/daily")["date"]


@pytest.mark.parametrize("puzzle", [all_puzzles()[index] for index in range(3, len(all_puzzles()), 150)], ids=str)
def test_the_solution_is_played_move_by_move(client: Client, puzzle: Puzzle) -> None:
    played: list[str] = []
    for own in names(puzzle)[::2]:
        verdict = move(client, puzzle, own, played)
        assert verdict["kept"]
        played += [own, *verdict["answer"]]
        assert len(verdict["boards"]) == 1 + len(verdict["answer"])
        assert verdict["boards"][-1]["last"] == played[-1]
    assert verdict["solved"]
    answer = get(client, f"/puzzles/{puzzle.id}/solution")
    assert answer["moves"][: len(played)] == played
    assert answer["said"] == verdict["said"]
    assert len(answer["boards"]) == puzzle.plies


def test_a_wrong_move_is_refuted_by_legal_moves(client: Client) -> None:
    puzzle = choose_puzzles("ultimate", "medium", "win")[0]
    wrong = next(one for one in puzzle.position.legal_moves() if one != puzzle.solution[0])
    verdict = move(client, puzzle, format_move(wrong, puzzle.position), [])
    assert (verdict["kept"], verdict["solved"]) == (False, False)
    assert verdict["answer"]
    assert 2 <= len(verdict["boards"]) <= 6
    assert verdict["said"].startswith(format_move(wrong, puzzle.position))


def test_a_way_beside_the_solution_is_judged_by_proof(client: Client) -> None:
    """Here the other side does not defend as well as it could."""
    puzzle = next(puzzle for puzzle in choose_puzzles("ultimate", goal="win") if puzzle.moves == 4)
    first = names(puzzle)[0]
    after = puzzle.position.play(puzzle.solution[0])
    weaker = next(reply for reply in after.legal_moves() if reply != puzzle.solution[1])
    played = [first, format_move(weaker, after)]
    hints = [
        client.post(f"/api/puzzles/{puzzle.id}/hint", json={"played": played, "step": step}, timeout=300).json()
        for step in (1, 2)
    ]
    (cell,) = hints[1]["cells"]
    assert cell in hints[0]["cells"]
    assert move(client, puzzle, cell, played)["kept"]


def test_what_cannot_be_answered_is_refused_in_one_sentence(client: Client) -> None:
    puzzle = choose_puzzles("ultimate", goal="win")[0]
    taken = next(cell for cell in range(81) if puzzle.position.mark_at(cell))
    path = f"/api/puzzles/{puzzle.id}"
    solved = {"played": names(puzzle), "step": 1}
    for answer, status, error in (
        (client.get("/api/puzzles/nobody"), 404, "not_found"),
        (client.get("/api/puzzles", params={"game": "7,7,5"}), 400, "unreadable"),
        (client.get("/api/puzzles", params={"difficulty": "mean"}), 400, "unreadable"),
        (client.get("/api/puzzles/daily", params={"date": "2026-02-30"}), 400, "unreadable"),
        (client.post(f"{path}/moves", json={"move": "zz"}), 400, "unreadable"),
        (client.post(f"{path}/moves", json={"move": format_move(taken, puzzle.position)}), 422, "illegal_move"),
        (client.post(f"{path}/moves", json={"played": names(puzzle), "move": "a1"}), 422, "illegal_move"),
        (client.post(f"{path}/hint", json=solved), 422, "not_allowed"),
        (client.post(f"{path}/hint", json={"step": 3}), 400, "unreadable"),
        (client.get("/api/openings", params={"position": "nonsense"}), 400, "unreadable"),
    ):
        assert (answer.status_code, answer.json()["error"]) == (status, error), answer.text
        assert answer.json()["message"].count("\n") == 0


def test_openings_come_for_any_position_as_it_lies(client: Client) -> None:
    assert len(get(client, "/openings")["openings"]) == 15
    replies = get(client, "/openings", game="ultimate-count", position="start moves h5")["openings"]
    assert {reply["moves"][0] for reply in replies} == {"h5"}
    assert [reply["score"] for reply in replies] == sorted((reply["score"] for reply in replies), reverse=True)
    assert get(client, "/openings", position="start moves e5 e4 d1")["openings"] == []
    assert get(client, "/openings", game="classic")["openings"] == []
