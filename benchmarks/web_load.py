"""The web server under load, beside a plain FastAPI echo: python3 run.py benchmark web_load [--postgres URL]

So many games at once, each a connection that plays Ultimate move by move over HTTP on loopback, until a number of moves
is acknowledged; then every acknowledged move is looked for in the store. The echo takes and gives the same bodies with
nothing behind it: no server on this stack answers more requests than that.

With --hostile: two people play, and somebody plays level 1, first alone and then while one address asks for 60
analyses of five seconds again and again, twenty games wait for level 10, and half-sent requests lie around. Figures
are ratios to idle in the same run.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from noughts.notation import format_move
from noughts.storage import open_store

SERVER = """
import sys
from noughts.web.server import serve
from noughts.web.settings import Rates, Settings

settings = Settings(port=0, database=sys.argv[1], rates=Rates(*[10**9] * 6))
serve(settings, lambda address: print(address, flush=True))
"""

ECHO = """
import socket
import uvicorn
from fastapi import FastAPI
from noughts.web.models import Played

app = FastAPI()

@app.post("/echo")
def echo(played: Played) -> Played:
    return played

listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
listener.bind(("127.0.0.1", 0))
listener.listen(2048)
print(f"http://127.0.0.1:{listener.getsockname()[1]}/", flush=True)
uvicorn.Server(uvicorn.Config(app, log_level="error", access_log=False)).run(sockets=[listener])
"""


class Connection:
    """One kept-alive connection; speaks just enough HTTP to cost next to nothing."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer
        self._cookie = ""

    async def get(self, path: str) -> tuple[int, Any]:
        return await self._ask("GET", path, b"")

    async def post(self, path: str, body: object) -> tuple[int, Any]:
        return await self._ask("POST", path, json.dumps(body).encode())

    async def _ask(self, method: str, path: str, content: bytes) -> tuple[int, Any]:
        head = f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
        self._writer.write(f"{head}Content-Length: {len(content)}\r\n{self._cookie}\r\n".encode() + content)
        lines = (await self._reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        headers = dict(line.lower().split(": ", 1) for line in lines[1:] if ": " in line)
        for line in lines:
            if line.lower().startswith("set-cookie: "):
                self._cookie = f"Cookie: {line.split(': ', 1)[1].split(';')[0]}\r\n"
        answer = await self._reader.readexactly(int(headers["content-length"]))
        return int(lines[0].split()[1]), json.loads(answer)


@dataclass
class Load:
    """What a crowd did."""

    goal: int
    times: list[float] = field(default_factory=list)
    acknowledged: dict[str, list[str]] = field(default_factory=dict)
    seconds: float = 0.0

    def report(self, name: str) -> None:
        cuts = statistics.quantiles(self.times, n=100)
        rate = len(self.times) / self.seconds
        print(f"{name:<12} {rate:8.0f} a second   p50 {cuts[49] * 1000:7.1f} ms   p99 {cuts[98] * 1000:7.1f} ms")


async def play(connection: Connection, load: Load, chance: random.Random) -> None:
    """Game after game until the goal is reached."""
    game: dict[str, Any] = {"outcome": "none yet"}
    while len(load.times) < load.goal:
        if game["outcome"] is not None:
            status, game = await connection.post("/api/games", {"game": "ultimate", "opponent": "same_screen"})
            assert status == 201, game
        body = {"version": game["version"], "move": chance.choice(game["board"]["legal"])}
        began = time.perf_counter()
        status, game = await connection.post(f"/api/games/{game['id']}/moves", body)
        load.times.append(time.perf_counter() - began)
        assert status == 200, game
        load.acknowledged[game["id"]] = game["moves"]


async def echo(connection: Connection, load: Load, chance: random.Random) -> None:
    while len(load.times) < load.goal:
        began = time.perf_counter()
        status, _ = await connection.post("/echo", {"version": chance.randrange(1, 80), "move": "e5"})
        load.times.append(time.perf_counter() - began)
        assert status == 200


async def crowd(address: str, games: int, load: Load, visit: Any) -> None:
    port = int(address.rstrip("/").rsplit(":", 1)[1])
    pairs = [await asyncio.open_connection("127.0.0.1", port) for _ in range(games)]
    began = time.perf_counter()
    await asyncio.gather(*(visit(Connection(*pair), load, random.Random(seed)) for seed, pair in enumerate(pairs)))
    load.seconds = time.perf_counter() - began
    for _, writer in pairs:
        writer.close()


def measure(program: list[str], games: int, moves: int, visit: Any) -> Load:
    server = subprocess.Popen([sys.executable, "-c", *program], stdout=subprocess.PIPE, text=True)
    try:
        assert server.stdout is not None
        load = Load(moves)
        asyncio.run(crowd(server.stdout.readline().strip(), games, load, visit))
        return load
    finally:
        server.terminate()
        server.wait(10)


def check(database: str, load: Load) -> None:
    """Every acknowledged move is stored."""
    store = open_store(database)
    for id, moves in load.acknowledged.items():
        record = store.load(id).game.record
        assert [format_move(move, record.start) for move in record.moves][: len(moves)] == moves
    store.close()
    total = sum(map(len, load.acknowledged.values()))
    assert total == len(load.times)
    print(f"{'':<12} all {total:,} acknowledged moves of {len(load.acknowledged)} games are stored")


MOVES_TIMED = 100
"""In each of the idle and the hostile part."""


async def connect(port: int) -> Connection:
    return Connection(*await asyncio.open_connection("127.0.0.1", port))


async def time_people(connection: Connection, times: list[float]) -> None:
    """Moves on a shared screen."""
    chance = random.Random(1)
    game: dict[str, Any] = {"outcome": "none yet"}
    while len(times) < MOVES_TIMED:
        if game["outcome"] is not None:
            _, game = await connection.post("/api/games", {"game": "ultimate", "opponent": "same_screen"})
        body = {"version": game["version"], "move": chance.choice(game["board"]["legal"])}
        began = time.perf_counter()
        _, game = await connection.post(f"/api/games/{game['id']}/moves", body)
        times.append(time.perf_counter() - began)


async def time_level(connection: Connection, level: int, times: list[float], pause: float = 0.01) -> None:
    """How long the computer takes to reply, seen by somebody who asks again after a pause."""
    chance = random.Random(2)
    game: dict[str, Any] = {"outcome": "none yet"}
    while len(times) < MOVES_TIMED:
        if game["outcome"] is not None:
            _, game = await connection.post("/api/games", {"game": "ultimate", "level": level})
        path = f"/api/games/{game['id']}"
        began = time.perf_counter()
        _, game = await connection.post(
            f"{path}/moves", {"version": game["version"], "move": chance.choice(game["board"]["legal"])}
        )
        while game["thinking"]:
            await asyncio.sleep(pause)
            _, game = await connection.get(path)
        times.append(time.perf_counter() - began)


async def attack(port: int) -> None:
    """Sixty analyses of five seconds, again and again; twenty games against level 10; half a thousand half requests."""

    async def analyses() -> None:
        connection = await connect(port)
        while True:
            status, _ = await connection.post("/api/analyze", {"game": "ultimate", "seconds": 5.0})
            await asyncio.sleep(1.0 if status == 429 else 0.0)

    async def half() -> None:
        _, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(b"GET / HTTP/1.1\r\nHost: localhost\r\n")
        await asyncio.sleep(3600)

    strong = [time_level(await connect(port), 10, [], pause=0.25) for _ in range(20)]  # pages do not ask at all
    await asyncio.gather(*strong, *(analyses() for _ in range(60)), *(half() for _ in range(500)))


async def hostile_mix(address: str) -> None:
    port = int(address.rstrip("/").rsplit(":", 1)[1])

    async def measured() -> tuple[list[float], list[float]]:
        people: list[float] = []
        level: list[float] = []
        await asyncio.gather(time_people(await connect(port), people), time_level(await connect(port), 1, level))
        return people, level

    idle = await measured()
    attackers = asyncio.create_task(attack(port))
    await asyncio.sleep(3)
    under_attack = await measured()
    attackers.cancel()
    for name, before, after in zip(("people", "level 1"), idle, under_attack, strict=True):
        quiet, loud = (statistics.quantiles(times, n=100)[98] for times in (before, after))
        print(
            f"{name:<12} p99 idle {quiet * 1000:7.1f} ms   attacked {loud * 1000:7.1f} ms   ratio {loud / quiet:5.2f}"
        )


def attacked(database: str) -> None:
    server = subprocess.Popen([sys.executable, "-c", SERVER, database], stdout=subprocess.PIPE, text=True)
    try:
        assert server.stdout is not None
        asyncio.run(hostile_mix(server.stdout.readline().strip()))
    finally:
        server.terminate()
        server.wait(10)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hostile", action="store_true", help="measure how play goes on under attack instead")
    parser.add_argument("--games", type=int, default=200, help="how many at once")
    parser.add_argument("--moves", type=int, default=5000, help="how many in all")
    parser.add_argument("--postgres", metavar="URL", help="measure on this database too")
    asked = parser.parse_args()
    if asked.hostile:
        with tempfile.TemporaryDirectory() as folder:
            attacked(str(Path(folder) / "games.sqlite3"))
        return
    measure([ECHO], asked.games, asked.moves, echo).report("plain echo")
    with tempfile.TemporaryDirectory() as folder:
        for name, database in (("SQLite", str(Path(folder) / "games.sqlite3")), ("PostgreSQL", asked.postgres)):
            if database:
                load = measure([SERVER, database], asked.games, asked.moves, play)
                load.report(name)
                check(database, load)


if __name__ == "__main__":
    main()
