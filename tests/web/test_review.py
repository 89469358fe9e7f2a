"""Reviews over the API: made once, kept with the moves, stopped when nobody waits, never while two people play."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from noughts.explain.review import review
from noughts.explain.review_json import review_document
from noughts.game import Game, Seat
from noughts.record import GameRecord, parse_records
from noughts.rules.line_game import classic
from noughts.rules.mark import Mark
from noughts.storage import GameStore, open_store
from noughts.tablebase import tablebase
from tests.web.serving import Client, running
from tests.web.test_thinking import metric, wait_until

LOST = "1. a1 b2 2. c3 b1 3. b3 c1 4. a3 X wins"
ULTIMATE = (Path(__file__).parents[1] / "data" / "planted-blunders.txt").read_text().split("\n\n[Game")[5]


def events(client: httpx.Client, path: str) -> Iterator[tuple[str, Any]]:
    """The events of a stream, until it ends."""
    with client.stream("GET", path, timeout=120) as response:
        assert response.status_code == 200
        assert response.headers["content-type"].startswith("text/event-stream")
        name = ""
        for line in response.iter_lines():
            if line.startswith("event: "):
                name = line.removeprefix("event: ")
            elif line.startswith("data: "):
                yield name, json.loads(line.removeprefix("data: "))


def opened(client: Client, text: str) -> str:
    answer = client.post("/api/files", json={"text": text})
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


def test_a_review_tells_its_progress_and_says_what_the_library_says(client: Client) -> None:
    id = opened(client, LOST)
    assert client.get(f"/api/games/{id}/review").status_code == 404
    told = list(events(client, f"/api/games/{id}/review/events"))
    assert [content for name, content in told if name == "progress"] == [{"done": n, "of": 7} for n in range(1, 8)]
    name, found = told[-1]
    assert name == "review"
    expected = review_document(review(parse_records(LOST)[0], tablebase("classic")))
    for document in (found, expected):
        del document["seconds"], document["players"]
    assert found == json.loads(json.dumps(expected))


def test_a_review_is_computed_once_and_kept(client: Client, other: Client) -> None:
    id = opened(client, LOST)
    first = list(events(client, f"/api/games/{id}/review/events"))[-1]
    assert list(events(other, f"/api/games/{id}/review/events")) == [first]
    kept = other.get(f"/api/games/{id}/review").json()
    assert kept == first[1]


def test_a_review_holds_for_the_moves_that_it_was_made_of(client: Client) -> None:
    id = client.new_game(opponent="same_screen")["id"]
    for move in ("a1", "b2", "c3"):
        client.move(id, move)
    found = list(events(client, f"/api/games/{id}/review/events"))[-1][1]
    assert (found["result"], len(found["moves"])) == (None, 3)
    client.move(id, "b1")
    assert client.get(f"/api/games/{id}/review").status_code == 404
    client.command(id, "undo", version=client.game(id)["version"])
    assert client.get(f"/api/games/{id}/review").json() == found


def test_two_people_get_no_review_before_the_end_of_their_game(client: Client, other: Client) -> None:
    id = client.new_game(opponent="friend")["id"]
    other.command(id, "seat", name="Bob")
    client.move(id, "b2")
    for path in (f"/api/games/{id}/review", f"/api/games/{id}/review/events"):
        refused = client.get(path)
        assert (refused.status_code, refused.json()["error"]) == (422, "not_allowed")
    client.command(id, "resign", version=client.game(id)["version"])
    assert list(events(other, f"/api/games/{id}/review/events"))[-1][0] == "review"


def test_a_game_without_moves_or_without_a_name_is_refused_in_a_sentence(client: Client) -> None:
    id = client.new_game(opponent="same_screen")["id"]
    refused = client.get(f"/api/games/{id}/review/events")
    assert refused.status_code == 422
    assert refused.json()["message"] == "the game has no moves: there is nothing to review"
    assert client.get("/api/games/nothing/review/events").status_code == 404
    assert client.get("/game/nothing/review").status_code == 404
    assert "Review" in client.get(f"/game/{id}/review").text


def test_whoever_leaves_stops_the_review_and_play_never_waits_for_it(tmp_path: Path) -> None:
    with running(str(tmp_path / "games.sqlite3")) as server, server.client() as client, server.client() as watching:
        id = opened(client, "[Game" + ULTIMATE)
        assert watching.post("/api/analyze", json={"seconds": 0.1}).status_code == 200  # its process has started
        with client.stream("GET", f"/api/games/{id}/review/events", timeout=120) as response:
            lines = response.iter_lines()
            next(lines)  # it has begun
            assert metric(watching, "studies_running") == 1
            assert watching.post("/api/analyze", json={"seconds": 0.1}).status_code == 200
            assert metric(watching, "studies_running") == 1  # the analysis did not wait for the review
        wait_until(lambda: metric(watching, "studies_running") == 0)
        assert client.get(f"/api/games/{id}/review").status_code == 404


def test_reviews_go_with_their_games(database: str) -> None:
    now = 1e9
    store: GameStore = open_store(database)
    store._clock = lambda: now
    stored = store.create(Game(GameRecord(classic(), (4,)), {mark: Seat("Ada") for mark in Mark}), dict.fromkeys(Mark))
    assert store.kept_review(stored) is None
    for document in ("{}", "[]"):
        store.keep_review(stored, document)
        assert store.kept_review(stored) == document
    now += 100 * 86_400
    store.remove_untouched(90)
    assert store.kept_review(stored) == "[]"  # it can still be brought back
    now += 100 * 86_400
    store.remove_untouched(90)
    assert store.kept_review(stored) is None
    store.close()


@pytest.mark.parametrize("lines", [1, 3])
def test_an_analysis_deepens_live_and_says_when_it_is_done(client: Client, lines: int) -> None:
    path = f"/api/analyze/events?game=ultimate&position=start%20moves%20e5&seconds=1&lines={lines}"
    told = list(events(client, path))
    depths = [content["depth"] for name, content in told if name == "analysis"]
    assert depths == sorted(depths)
    assert len(depths) > 3
    assert told[-1] == ("done", {})
    last = told[-2][1]
    assert len(last["moves"]) == lines
    assert last["said"].startswith(last["best"])


def test_a_position_that_is_over_or_none_is_refused_in_a_sentence(client: Client) -> None:
    told = list(events(client, "/api/analyze/events?position=XXX/OO./..."))
    assert told[0][1]["said"] == "The game is over: X wins."
    refused = client.get("/api/analyze/events?position=XXX/.../...")
    assert (refused.status_code, refused.json()["error"]) == (422, "illegal_position")
    assert client.get("/api/analyze/events?position=nonsense").json()["error"] == "unreadable"
    assert client.get("/api/analyze/events?seconds=1000").status_code == 400


def test_a_text_is_read_as_a_game_or_a_position_and_nothing_is_stored(client: Client) -> None:
    read = client.post("/api/record", json={"text": LOST}).json()
    assert read == {"game": "classic", "start": ".../.../... x", "moves": ["a1", "b2", "c3", "b1", "b3", "c1", "a3"]}
    position = client.post("/api/record", json={"text": "XOX/OOX/...", "game": "classic"}).json()
    assert (position["start"], position["moves"]) == ("XOX/OOX/... x", [])
    for text in ("", "nonsense", "1. a1 a1", "XXX/OOO/..."):
        refused = client.post("/api/record", json={"text": text})
        assert refused.status_code in (400, 422)
        assert refused.json()["message"]
    assert client.get("/api/games").json() == {"games": []}
