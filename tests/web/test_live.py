"""News: server-sent events, within a process and across two."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from noughts.web import news
from tests.web import postgres
from tests.web.serving import Client, running


def events(stream: httpx.Response, wanted: str = "game") -> Iterator[Any]:
    """What a stream tells of one kind."""
    kind = ""
    for line in stream.iter_lines():
        if line.startswith("event: "):
            kind = line.removeprefix("event: ")
        elif line.startswith("data: ") and kind == wanted:
            yield json.loads(line.removeprefix("data: "))


def test_a_watcher_sees_the_game_now_and_every_move(client: Client, other: Client) -> None:
    id = client.new_game(opponent="same_screen")["id"]
    with other.stream("GET", f"/api/games/{id}/events") as stream:
        assert stream.headers["content-type"].startswith("text/event-stream")
        seen = events(stream)
        assert next(seen)["moves"] == []
        client.move(id, "b2")
        game = next(seen)
        assert (game["moves"], game["your_turn"], game["version"]) == (["b2"], False, 2)


def test_who_connects_again_sees_what_happened_meanwhile(client: Client) -> None:
    id = client.new_game(opponent="same_screen")["id"]
    for moves in (["a1"], ["a1", "b2"]):
        client.move(id, moves[-1])
        with client.stream("GET", f"/api/games/{id}/events") as stream:
            assert next(events(stream))["moves"] == moves


def test_there_is_no_stream_of_a_game_that_is_not_there(client: Client) -> None:
    assert client.get("/api/games/AAAAAAAAAAAAAAAA/events").status_code == 404


def test_moves_cross_from_one_process_to_another(postgres_server: str) -> None:
    database = postgres.new_database(postgres_server)
    with running(database) as one, running(database) as two, one.client() as ada, two.client() as grace:
        id = ada.new_game(opponent="friend", name="Ada")["id"]
        assert grace.command(id, "seat", name="Grace").status_code == 200
        with ada.stream("GET", f"/api/games/{id}/events") as stream:
            seen = events(stream)
            version = next(seen)["version"]
            assert ada.move(id, "b2").status_code == 200
            assert next(seen)["moves"] == ["b2"]
            began = time.monotonic()
            assert grace.move(id, "a1").status_code == 200
            assert next(seen)["moves"] == ["b2", "a1"]
            assert time.monotonic() - began < news.BEAT_SECONDS / 2  # it came as news, not because the store was asked
            assert grace.game(id)["version"] == version + 2


def test_a_turn_of_the_computer_that_one_process_leaves_is_played_by_another(postgres_server: str) -> None:
    database = postgres.new_database(postgres_server)
    with running(database) as one, one.client() as ada:
        id = ada.new_game(game="ultimate", level=10)["id"]
        assert ada.move(id, "e5").json()["thinking"]
        one.end(9)
    with running(database) as two, two.client() as grace:
        for _ in range(200):
            if len(grace.game(id)["moves"]) == 2:
                return
            time.sleep(0.1)
        pytest.fail("nobody played the computer's move")
