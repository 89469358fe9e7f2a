"""Thinking: who gets a place when, how long, and what ends a thought."""

from __future__ import annotations

import asyncio
import os
import signal
import threading
import time
from pathlib import Path

import httpx
import pytest

from noughts.errors import EngineCrashedError
from noughts.web.errors import RefusedError
from noughts.web.thinking import FairQueue, ThinkingProcess
from tests.web.serving import Server, running


def wait_for_stop(seconds: float, *, stop: threading.Event) -> bool:
    """A thought for these tests: whether it was stopped."""
    return stop.wait(seconds)


def process_number(*, stop: threading.Event) -> int:
    return os.getpid()


def fail(*, stop: threading.Event) -> None:
    raise ValueError("no good")


def test_addresses_take_turns_and_so_do_the_clients_of_one() -> None:
    async def crowd() -> list[str]:
        queue, served = FairQueue(1, patience=2, floor=0.1), []

        async def visit(address: str, client: str) -> None:
            async with queue.place(address, client):
                served.append(address + client)
                await asyncio.sleep(0)

        wishes = ["a1", "a1", "a1", "a2", "b1", "b1", "c1"]
        await asyncio.gather(*(visit(*wish) for wish in wishes))
        assert (queue.running, queue.waiting) == (0, 0)
        return served

    assert asyncio.run(crowd()) == ["a1", "a1", "b1", "c1", "a2", "b1", "a1"]


def test_one_client_has_two_places_and_leaves_room_for_the_rest_of_its_class() -> None:
    async def crowd() -> list[str]:
        queue = FairQueue(1, patience=2, floor=0.1, each=2, address=4)
        go_on = asyncio.Event()

        async def visit(client: str) -> str:
            try:
                async with queue.place("school", client):
                    await go_on.wait()
                    return "served"
            except RefusedError as refusal:
                return refusal.error

        visits = [asyncio.create_task(visit(client)) for client in ("ada", "ada", "ada", "grace", "alan", "joan")]
        await asyncio.sleep(0)
        go_on.set()
        return await asyncio.gather(*visits)

    assert asyncio.run(crowd()) == ["served", "served", "too_many", "served", "served", "too_many"]


def test_when_enough_people_wait_the_next_is_asked_to_come_back() -> None:
    async def crowd() -> list[str]:
        queue = FairQueue(1, patience=2, floor=0.1, most=2)
        go_on = asyncio.Event()

        async def visit(address: int) -> str:
            try:
                async with queue.place(str(address)):
                    await go_on.wait()
                    return "served"
            except RefusedError as refusal:
                return refusal.error

        visits = [asyncio.create_task(visit(address)) for address in range(5)]
        await asyncio.sleep(0.01)
        go_on.set()
        return await asyncio.gather(*visits)

    assert asyncio.run(crowd()) == ["served"] * 3 + ["unavailable"] * 2


def test_who_leaves_the_queue_keeps_nobody_waiting() -> None:
    async def crowd() -> None:
        queue = FairQueue(1, patience=2, floor=0.1)

        async def visit() -> None:
            async with queue.place("a"):
                await asyncio.sleep(0.01)

        visits = [asyncio.create_task(visit()) for _ in range(20)]
        await asyncio.sleep(0.015)
        for visitor in visits[::3]:
            visitor.cancel()
        await asyncio.gather(*visits, return_exceptions=True)
        assert (queue.running, queue.waiting) == (0, 0)
        await asyncio.wait_for(visit(), 10)

    asyncio.run(crowd())


def test_the_more_wait_the_shorter_each_thinks_but_never_below_the_floor() -> None:
    async def times(visitors: int) -> list[float]:
        queue, thought = FairQueue(1, patience=2, floor=0.1), []

        async def visit(number: int) -> None:
            async with queue.place(str(number)) as place:
                thought.append(place.seconds(1.0))
                await asyncio.sleep(0)

        await asyncio.gather(*(visit(number) for number in range(visitors)))
        return thought

    assert asyncio.run(times(1)) == [1.0]
    first, second, *_ = asyncio.run(times(11))
    assert first == 1.0  # it came when nobody waited
    assert second == pytest.approx(0.2, abs=0.01)
    assert set(asyncio.run(times(100))[1:50]) == {0.1}


def test_a_thought_that_is_cancelled_stops_and_its_process_goes_on() -> None:
    async def think() -> None:
        process = ThinkingProcess(nice=0)
        number = await process.run(process_number)
        began = time.monotonic()
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(process.run(wait_for_stop, 60.0), 0.2)
        assert await process.run(process_number) == number
        assert await process.run(wait_for_stop, 0.01) is False
        with pytest.raises(ValueError, match="no good"):
            await process.run(fail)
        assert time.monotonic() - began < 30
        await process.close()
        with pytest.raises(ProcessLookupError):
            os.kill(number, 0)

    asyncio.run(think())


def test_a_process_that_dies_is_said_to_have_died_and_another_one_thinks() -> None:
    async def think() -> None:
        process = ThinkingProcess(nice=0)
        number = await process.run(process_number)
        waiting = asyncio.create_task(process.run(wait_for_stop, 60.0))
        await asyncio.sleep(0.1)
        os.kill(number, signal.SIGKILL)
        with pytest.raises(EngineCrashedError):
            await waiting
        assert await process.run(process_number) != number
        await process.close()

    asyncio.run(think())


def thinking_processes(server: Server) -> list[int]:
    children = Path(f"/proc/{server.process.pid}/task").glob("*/children")
    return [int(number) for path in children for number in path.read_text().split()]


def test_the_processes_that_think_die_with_a_server_that_is_killed(tmp_path: Path) -> None:
    with running(str(tmp_path / "games.sqlite3")) as server, server.client() as client:
        assert client.post("/api/analyze", json={"seconds": 0.1}).status_code == 200
        numbers = thinking_processes(server)
        assert numbers
        server.end(signal.SIGKILL)
        for _ in range(200):
            if not any(Path(f"/proc/{number}/cmdline").exists() for number in numbers):
                return
            time.sleep(0.05)
        pytest.fail("they still run")


def wait_until(check: object, seconds: float = 30.0) -> None:
    assert callable(check)
    deadline = time.monotonic() + seconds
    while not check():
        assert time.monotonic() < deadline, "that took too long"
        time.sleep(0.02)


def metric(client: httpx.Client, name: str) -> float:
    lines = client.get("/api/metrics").text.splitlines()
    return sum(float(line.rsplit(" ", 1)[1]) for line in lines if line.startswith(f"noughts_{name}"))


def test_an_analysis_whose_client_has_gone_ends(tmp_path: Path) -> None:
    with running(str(tmp_path / "games.sqlite3")) as server, server.client() as client:
        wanted = {"game": "ultimate", "seconds": 5.0}
        with pytest.raises(httpx.ReadTimeout):
            httpx.post(f"{server.address}/api/analyze", json=wanted, timeout=1.0)
        began = time.monotonic()
        wait_until(lambda: metric(client, "analyses_running") == 0)
        assert time.monotonic() - began < 3  # of the four seconds that it had left


def test_one_address_that_asks_for_sixty_analyses_silences_nobody(tmp_path: Path) -> None:
    async def crowd(address: str, watching: httpx.Client) -> None:
        limits = httpx.Limits(max_connections=200)
        async with httpx.AsyncClient(base_url=address, timeout=60, limits=limits) as client:
            wanted = {"game": "ultimate", "seconds": 5.0}
            analyses = [asyncio.create_task(client.post("/api/analyze", json=wanted)) for _ in range(2)]
            while await asyncio.to_thread(metric, watching, "analyses_") < 2:
                await asyncio.sleep(0.05)
            analyses += [asyncio.create_task(client.post("/api/analyze", json=wanted)) for _ in range(58)]
            refused = [(await task).status_code for task in analyses[2:]]
            assert refused == [429] * 58
            game = (await client.post("/api/games", json={"game": "ultimate", "level": 10})).json()
            path = f"/api/games/{game['id']}"
            began = time.monotonic()
            await client.post(f"{path}/moves", json={"version": 1, "move": "e5"})
            while len((await client.get(path)).json()["moves"]) < 2:
                assert time.monotonic() - began < 30
                await asyncio.sleep(0.05)
            assert not all(task.done() for task in analyses)  # it did not wait for them
            for task in analyses:
                task.cancel()
            await asyncio.gather(*analyses, return_exceptions=True)

    with running(str(tmp_path / "games.sqlite3")) as server, server.client() as watching:
        asyncio.run(crowd(server.address, watching))
