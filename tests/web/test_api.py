"""What the API promises: who may do what, how it refuses, and what it shows."""

from __future__ import annotations

import asyncio
import random
import time
from pathlib import Path
from typing import Any

import httpx
import pytest

from noughts.game import Seat
from noughts.notation import format_move, parse_position, start_position
from noughts.record import parse_records
from noughts.rules.mark import Mark
from noughts.rules.ultimate import UltimatePosition
from noughts.storage import open_store
from noughts.terminal.game_file import load_game
from noughts.terminal.setup import Setup
from noughts.terminal.sitting import Sitting
from noughts.web.app import create_app
from noughts.web.settings import Settings
from tests.web.serving import Client

COMMANDS: list[tuple[str, dict[str, object]]] = [
    ("moves", {"move": "b2"}),
    ("undo", {}),
    ("resign", {}),
    ("rematch", {}),
    ("hint", {}),
]


def refused(response: httpx.Response, status: int, error: str) -> str:
    """The message of a refusal of the one shape."""
    answer = response.json()
    assert (response.status_code, answer.keys(), answer["error"]) == (status, {"error", "message"}, error), answer
    return str(answer["message"])


def eventually(client: Client, id: str, moves: int) -> Any:
    """The game, when so many moves are played."""
    for _ in range(300):
        game = client.game(id)
        if len(game["moves"]) >= moves:
            return game
        time.sleep(0.05)
    raise AssertionError(f"only {game['moves']}")


def friends(client: Client, other: Client, **wanted: object) -> str:
    id = str(client.new_game(opponent="friend", name="Ada", **wanted)["id"])
    assert other.command(id, "seat", name="Grace").status_code == 200
    return id


# Playing


def test_a_game_against_the_computer_goes_on_by_itself(client: Client) -> None:
    game = client.new_game(level="perfect", name="Ada")
    assert client.move(game["id"], "b2").json()["thinking"]
    game = eventually(client, game["id"], 2)
    assert game["your_turn"]
    assert game["seats"]["X"] == {"name": "Ada", "level": None, "open": False, "you": True, "character": None}
    assert game["seats"]["O"]["character"] == "Perfect"
    assert game["moves"][1] in {"a1", "a3", "c1", "c3"}  # everything else loses against the centre


def test_an_adaptive_computer_follows_the_browser_from_game_to_game(client: Client, other: Client) -> None:
    game = client.new_game(level="adaptive", name="Ada")
    assert (game["seats"]["O"]["name"], game["seats"]["O"]["level"]) == ("adaptive 4.0", "adaptive 4.0")
    client.command(game["id"], "resign", version=game["version"])
    assert client.get("/api/levels").json()["adaptive"]["strength"] == 2.5
    assert client.get("/api/levels?game=ultimate").json()["adaptive"]["strength"] == 4.0, "another game"
    assert other.get("/api/levels").json()["adaptive"]["strength"] == 4.0, "another browser"
    again = client.command(game["id"], "rematch", version=game["version"] + 1).json()
    assert again["seats"]["X"]["name"] == "adaptive 2.5"
    assert eventually(client, again["id"], 1)["your_turn"]
    assert client.new_game(level="adaptive")["seats"]["O"]["name"] == "adaptive 2.5"
    refused(client.post("/api/games", json={"level": "adaptive 9.9"}), 400, "unreadable")


def test_the_computer_opens_where_it_has_the_first_move(client: Client) -> None:
    game = eventually(client, client.new_game(level=1, mark="O")["id"], 1)
    assert (game["to_move"], game["your_turn"]) == ("O", True)
    game = client.new_game(level=1, mark="O", first="O")
    assert (game["to_move"], game["first"], game["your_turn"]) == ("O", "O", True)


@pytest.mark.parametrize("name", ["classic", "5,5,4", "ultimate", "ultimate-count"])
def test_every_board_that_is_sent_is_what_the_rules_say(client: Client, name: str) -> None:
    id = client.new_game(game=name, opponent="same_screen")["id"]
    position, chance = start_position(name), random.Random(name)
    while True:
        game = client.game(id)
        assert game["board"]["legal"] == [format_move(move, position) for move in position.legal_moves()]
        assert parse_position(game["board"]["position"], name) == position
        if position.outcome is not None:
            assert game["outcome"] == str(position.outcome)
            break
        move = chance.choice(position.legal_moves())
        assert client.move(id, format_move(move, position)).status_code == 200
        position = position.play(move)
    for ply in (0, 3, len(game["moves"])):
        then = client.get(f"/api/games/{id}", params={"ply": ply}).json()
        assert sum(row.count("X") + row.count("O") for row in then["board"]["cells"]) == ply


def test_a_hint_is_a_legal_move_with_a_reason(client: Client) -> None:
    game = client.new_game(opponent="same_screen", position="XX./OO./... x")
    hint = client.command(game["id"], "hint", version=1).json()
    assert hint == {"version": 1, "move": "c1", "reason": "c1 wins at once."}


def test_undo_against_the_computer_takes_both_moves_back(client: Client) -> None:
    id = client.new_game(level=1)["id"]
    client.move(id, "b2")
    game = eventually(client, id, 2)
    assert client.command(id, "undo", version=game["version"]).json()["moves"] == []
    assert "nothing to take back" in refused(
        client.command(id, "undo", version=game["version"] + 1), 422, "not_allowed"
    )


def test_undo_while_the_computer_thinks_leaves_your_turn(client: Client) -> None:
    id = client.new_game(game="ultimate", level=10)["id"]
    game = client.move(id, "e5").json()
    assert game["thinking"]
    assert client.command(id, "undo", version=game["version"]).json()["moves"] == []
    time.sleep(1.5)
    assert client.game(id)["moves"] == []


def test_undo_against_a_person_waits_until_they_agree(client: Client, other: Client) -> None:
    id = friends(client, other)
    client.move(id, "b2")
    version = client.game(id)["version"]
    asked = client.command(id, "undo", version=version).json()
    assert (asked["offer"]["kind"], asked["offer"]["by"], asked["moves"]) == ("undo", "X", ["b2"])
    refused_by_other = other.command(id, "undo", version=version + 1, agree=False).json()
    assert (refused_by_other["offer"], refused_by_other["moves"]) == (None, ["b2"])
    client.command(id, "undo", version=version + 2)
    assert other.command(id, "undo", version=version + 3).json()["moves"] == []


def test_a_rematch_keeps_the_pair_and_swaps_the_sides(client: Client, other: Client) -> None:
    id = friends(client, other)
    game = client.command(id, "resign", version=2).json()
    assert game["outcome"] == "O wins"
    offered = client.command(id, "rematch", version=game["version"]).json()
    assert (offered["id"], offered["offer"]["words"]) == (id, "You asked for a rematch.")
    assert other.game(id)["offer"]["words"] == "Ada would like a rematch."
    declined = other.command(id, "rematch", version=offered["version"], agree=False).json()
    assert (declined["offer"], declined["rematch"]) == (None, None)
    again = other.command(id, "rematch", version=declined["version"]).json()
    first = client.command(id, "rematch", version=again["version"]).json()
    second = other.command(id, "rematch", version=game["version"]).json()
    assert first["id"] == second["id"] != id
    assert (first["seats"]["O"]["you"], second["seats"]["X"]["you"]) == (True, True)
    assert first["seats"]["O"]["name"] == "Ada"
    assert first["score"] == {"X": 1, "O": 0}, "Grace has won the first one"
    assert client.game(id)["rematch"] == first["id"]


def test_both_sides_of_one_screen_are_yours(client: Client) -> None:
    id = client.new_game(opponent="same_screen", name="Ada", opponent_name="Grace")["id"]
    for move in ("a1", "b1", "b2", "c1"):
        assert client.move(id, move).status_code == 200
    game = client.move(id, "c3").json()
    assert (game["outcome"], game["board"]["lines"]) == ("X wins", [["a1", "c3"]])
    assert game["said"] == "X played c3. Ada (X) won."


def test_the_game_file_is_read_by_noughts(client: Client) -> None:
    id = client.new_game(opponent="same_screen", name='A "quoted" \\ name')["id"]
    client.move(id, "b2")
    answer = client.get(f"/api/games/{id}/file")
    assert "attachment" in answer.headers["content-disposition"]
    (record,) = parse_records(answer.text)
    assert (record.moves, record.tags["X"]) == ((4,), 'A "quoted" \\ name')


def test_my_games_are_those_of_this_browser(client: Client, other: Client) -> None:
    id = friends(client, other)
    mine = client.new_game()["id"]
    assert [game["id"] for game in client.get("/api/games").json()["games"]] == [mine, id]
    assert [game["id"] for game in other.get("/api/games").json()["games"]] == [id]


def test_an_analysis_is_that_of_the_command_line(client: Client) -> None:
    analysis = client.post("/api/analyze", json={"position": "XOX/OOX/..."}).json()
    assert (analysis["best"], analysis["value"], analysis["solved"]) == ("c3", "win", True)
    assert [move["short"] for move in analysis["moves"]] == ["W1", "D", "L2"]


def test_the_link_is_shown_as_a_qr_code(client: Client) -> None:
    answer = client.get(f"/api/games/{client.new_game(opponent='friend')['id']}/qr")
    assert answer.headers["content-type"] == "image/svg+xml"
    assert "style=" not in answer.text


# Refusals


def test_without_with_a_wrong_and_with_another_games_token_one_can_only_watch(client: Client, other: Client) -> None:
    id = client.new_game()["id"]
    before = client.game(id)
    for name, body in COMMANDS:
        refused(other.command(id, name, version=1, **body), 401, "no_seat")
    other.cookies.set("noughts", "A" * 43)
    for name, body in COMMANDS:
        refused(other.command(id, name, version=1, **body), 403, "not_your_seat")
    other.cookies.clear()
    other.new_game()
    for name, body in COMMANDS:
        refused(other.command(id, name, version=1, **body), 403, "not_your_seat")
    refused(other.command(id, "seat", name="Eve"), 409, "seat_taken")
    assert other.game(id)["seats"]["X"]["you"] is False
    assert client.game(id) == before


def test_the_second_seat_is_taken_once(client: Client, other: Client, server: Any) -> None:
    id = friends(client, other)
    with server.client() as third:
        refused(third.command(id, "seat", name="Eve"), 409, "seat_taken")
    assert other.command(id, "seat", name="Grace").json()["version"] == 2  # asking again changes nothing
    assert client.command(id, "seat", name="Ada").json()["seats"]["X"]["you"]


def test_nobody_moves_before_both_seats_are_taken(client: Client) -> None:
    refused(client.move(client.new_game(opponent="friend")["id"], "b2"), 422, "not_allowed")


def test_each_refusal_of_a_move_has_its_status(client: Client, other: Client) -> None:
    id = friends(client, other)
    refused(client.command(id, "moves", version=7, move="b2"), 409, "stale_version")
    refused(other.command(id, "moves", version=2, move="b2"), 409, "not_your_turn")
    assert "z9" in refused(client.command(id, "moves", version=2, move="z9"), 400, "unreadable")
    client.move(id, "b2")
    assert refused(other.move(id, "b2"), 422, "illegal_move") == "b2 is not allowed: the cell is taken"
    refused(client.get("/api/games/AAAAAAAAAAAAAAAA"), 404, "not_found")
    refused(client.get("/api/games/..%00"), 404, "not_found")
    refused(client.get("/api/nothing"), 404, "not_found")
    refused(client.put("/api/games"), 405, "wrong_method")
    assert client.put("/api/games").headers["allow"] == "GET, POST"
    client.command(id, "resign", version=3)
    refused(other.move(id, "a1"), 422, "not_allowed")


RUBBISH = [b"", b"{", b"[]", b'"\xff"', b'{"level": 11}', b'{"level": "x"}', b'{"level": true}', b'{"unknown": 1}']


@pytest.mark.parametrize("body", [*RUBBISH, b'{"name": "\\ud800"}'])
def test_what_cannot_be_read_is_400(client: Client, body: bytes) -> None:
    headers = {"content-type": "application/json"}
    refused(client.post("/api/games", content=body, headers=headers), 400, "unreadable")


@pytest.mark.parametrize(
    ("wanted", "status", "error"),
    [
        ({"game": "chess"}, 400, "unreadable"),
        ({"game": "3,3,9"}, 400, "unreadable"),
        ({"game": "ultimate", "level": "perfect"}, 422, "not_solved"),
        ({"position": "XXX/.../..."}, 422, "illegal_position"),
        ({"position": "XXX/OO./..."}, 422, "not_allowed"),
        ({"position": "start moves b2 b2"}, 422, "illegal_move"),
    ],
)
def test_games_that_cannot_be_are_refused(client: Client, wanted: dict[str, object], status: int, error: str) -> None:
    refused(client.post("/api/games", json=wanted), status, error)


def test_commands_of_other_sites_are_refused(client: Client) -> None:
    id = client.new_game()["id"]
    foreign = [{"origin": "https://evil.example"}, {"origin": "null"}, {"sec-fetch-site": "cross-site"}]
    for headers in foreign:
        body = {"version": 1, "move": "b2"}
        refused(client.post(f"/api/games/{id}/moves", json=body, headers=headers), 403, "foreign_origin")
    own = {"origin": str(client.base_url).rstrip("/"), "sec-fetch-site": "same-origin"}
    assert client.post(f"/api/games/{id}/moves", json={"version": 1, "move": "b2"}, headers=own).status_code == 200


def test_large_requests_are_not_read(client: Client) -> None:
    refused(client.post("/api/games", json={"name": "x" * 20_000}), 413, "too_large")

    def endless() -> Any:
        for _ in range(100):
            yield b"x" * 1000

    refused(client.post("/api/games", content=endless()), 413, "too_large")


def test_boards_of_every_size_are_analyzed_but_not_for_ever(client: Client) -> None:
    largest = client.post("/api/analyze", json={"game": "26,26,5", "seconds": 0.2}).json()
    assert largest["best"] in largest["board"]["legal"]
    refused(client.post("/api/analyze", json={"seconds": 60}), 400, "unreadable")


def test_there_are_no_hints_against_a_person(client: Client, other: Client) -> None:
    refused(client.command(friends(client, other), "hint", version=2), 422, "not_allowed")


# Safety


def test_the_cookie_is_for_this_server_alone_and_never_shown(client: Client) -> None:
    answer = client.post("/api/games", json={})
    cookie = answer.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=lax" in cookie
    assert str(client.cookies["noughts"]) not in answer.text


def test_every_answer_keeps_scripts_and_pages_of_others_out(client: Client) -> None:
    for path in ("/", "/game/x", "/games", "/analyze", "/static/style.css", "/api/games", "/api/games/x", "/nothing"):
        headers = client.get(path).headers
        policy = headers["content-security-policy"]
        assert policy.startswith("default-src 'self'")
        assert "unsafe-" not in policy
        assert "http" not in policy
        assert headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize("name", ["\x00\x1b[31m", "\u202eevil", "x" * 200, "  \n "])
def test_names_fit_on_one_line(client: Client, name: str) -> None:
    body = '{"name": "%s"}' % "".join(f"\\u{ord(letter):04x}" for letter in name)  # noqa: UP031
    answer = client.post("/api/games", content=body, headers={"content-type": "application/json"})
    shown = answer.json()["seats"]["X"]["name"]
    assert shown.isprintable()
    assert 1 <= len(shown) <= 40


def test_the_server_says_that_it_is_well(client: Client) -> None:
    assert client.get("/api/health").json() == {"status": "ok"}


def test_a_game_against_a_level_goes_on_in_the_terminal_against_that_level(client: Client, tmp_path: Path) -> None:
    id = client.new_game(level=5, name="Ada")["id"]
    client.move(id, "b2")
    path = tmp_path / "game.txt"
    path.write_text(client.get(f"/api/games/{id}/file").text)
    sitting = Sitting.of(Setup(record=load_game(path)))
    assert sitting.game.seats == {Mark.X: Seat("Ada"), Mark.O: Seat("level 5", 5)}
    assert sitting.game.record.moves[0] == 4


def test_a_command_plays_the_game_again_at_most_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plays = 0
    play = UltimatePosition.play

    def counted(position: UltimatePosition, move: int) -> UltimatePosition:
        nonlocal plays
        plays += 1
        return play(position, move)

    store = open_store(tmp_path / "games.sqlite3")
    transport = httpx.ASGITransport(create_app(Settings(), store))

    async def play_forty_moves_and_one() -> int:
        nonlocal plays
        async with (
            httpx.AsyncClient(transport=transport, base_url="http://test") as ada,
            httpx.AsyncClient(transport=transport, base_url="http://test") as watcher,
        ):
            game = (await ada.post("/api/games", json={"game": "ultimate", "opponent": "same_screen"})).json()
            for number in range(41):
                if number == 40:
                    store._known.clear()  # as after a start
                    monkeypatch.setattr(UltimatePosition, "play", counted)
                move = {"version": game["version"], "move": game["board"]["legal"][0]}
                game = (await ada.post(f"/api/games/{game['id']}/moves", json=move)).json()
            after_move = plays
            await watcher.get(f"/api/games/{game['id']}")
            assert len(game["moves"]) == 41
            assert plays == after_move, "who reads it needs no rules"

            return len(game["board"]["sends"])  # each was tried once, to tell where it sends the opponent

    ahead = asyncio.run(play_forty_moves_and_one())
    store.close()
    assert 40 <= plays - ahead <= 45
