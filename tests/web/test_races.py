"""Two clients that race with the same version: one gets 200, one gets 409, a thousand times."""

from __future__ import annotations

import asyncio
import random

import httpx
import pytest

from tests.web import postgres
from tests.web.serving import Server, running

ROUNDS = 1000


async def race(addresses: list[str], rounds: int) -> None:
    """The same move twice at once, for so many versions."""
    async with httpx.AsyncClient(base_url=addresses[0], timeout=30) as one:
        game = (await one.post("/api/games", json={"game": "5,5,4", "opponent": "same_screen"})).json()
        async with httpx.AsyncClient(base_url=addresses[-1], timeout=30, cookies=one.cookies) as two:
            chance = random.Random(rounds)
            for _ in range(rounds):
                if game["outcome"] is not None:
                    game = (await one.post("/api/games", json={"game": "5,5,4", "opponent": "same_screen"})).json()
                path, version = f"/api/games/{game['id']}/moves", game["version"]
                moves = [chance.choice(game["board"]["legal"]) for _ in range(2)]
                answers = await asyncio.gather(
                    one.post(path, json={"version": version, "move": moves[0]}),
                    two.post(path, json={"version": version, "move": moves[1]}),
                )
                assert sorted(answer.status_code for answer in answers) == [200, 409]
                loser = next(answer for answer in answers if answer.status_code == 409)
                assert loser.json()["error"] in ("stale_version", "not_your_turn")
                before = len(game["moves"])
                game = next(answer for answer in answers if answer.status_code == 200).json()
                assert (game["version"], len(game["moves"])) == (version + 1, before + 1)


def test_of_two_that_race_one_wins_on_sqlite(server: Server) -> None:
    asyncio.run(race([server.address], ROUNDS))


def test_of_two_that_race_on_two_processes_one_wins_on_postgresql(postgres_server: str) -> None:
    database = postgres.new_database(postgres_server)
    with running(database) as one, running(database) as two:
        asyncio.run(race([one.address, two.address], ROUNDS))


def test_of_many_that_want_the_free_seat_one_gets_it(server: Server) -> None:
    async def rush() -> list[int]:
        async with httpx.AsyncClient(base_url=server.address, timeout=30) as host:
            game = (await host.post("/api/games", json={"opponent": "friend"})).json()
            guests = [httpx.AsyncClient(base_url=server.address, timeout=30) for _ in range(10)]
            answers = await asyncio.gather(
                *(guest.post(f"/api/games/{game['id']}/seat", json={"name": "Grace"}) for guest in guests)
            )
            seen = [(await guest.get(f"/api/games/{game['id']}")).json()["seats"]["O"]["you"] for guest in guests]
            for guest in guests:
                await guest.aclose()
            assert [answer.status_code == 200 for answer in answers] == seen
            return sorted(answer.status_code for answer in answers)

    assert asyncio.run(rush()) == [200] + [409] * 9


@pytest.mark.parametrize("players", [100])
def test_a_hundred_that_play_the_computer_at_once_all_get_its_move(server: Server, players: int) -> None:
    async def crowd() -> None:
        async with httpx.AsyncClient(base_url=server.address, timeout=60) as client:
            games = [(await client.post("/api/games", json={"level": 5})).json() for _ in range(players)]
            moves = [client.post(f"/api/games/{game['id']}/moves", json={"version": 1, "move": "b2"}) for game in games]
            assert {answer.status_code for answer in await asyncio.gather(*moves)} == {200}
            waiting = {game["id"] for game in games}
            while waiting:
                await asyncio.sleep(0.2)
                for id in list(waiting):
                    if len((await client.get(f"/api/games/{id}")).json()["moves"]) == 2:
                        waiting.remove(id)

    asyncio.run(asyncio.wait_for(crowd(), 120))
