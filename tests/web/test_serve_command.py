"""`noughts serve` as a program: its address, its end, its refusals."""

from __future__ import annotations

import os
import resource
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from noughts.storage import open_store
from tests.web.serving import Server, running

SERVE = [sys.executable, "-m", "noughts", "serve", "--no-browser"]


def refusal(*arguments: str) -> str:
    """The one line with which a server does not start."""
    done = subprocess.run([*SERVE, *arguments], capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stdout) == (2, "")
    (line,) = done.stderr.splitlines()
    assert line.startswith("error: ")
    return line


def test_sigterm_ends_it_at_once_in_the_middle_of_everything(tmp_path: Path) -> None:
    server = Server(str(tmp_path / "games.sqlite3"), generous=False)
    with server.client() as watching, server.client() as playing:
        id = playing.new_game(game="ultimate", level=10)["id"]
        with watching.stream("GET", f"/api/games/{id}/events") as stream:
            assert stream.status_code == 200
            assert playing.command(id, "moves", version=1, move="e5").json()["thinking"]
            began = time.monotonic()
            assert server.end(signal.SIGTERM) == 0
            assert time.monotonic() - began < 20, "an open page and a thought would keep it for ever"


def test_asked_twice_it_ends_at_once_and_says_nothing(tmp_path: Path) -> None:
    server = Server(str(tmp_path / "games.sqlite3"), generous=False, errors=tmp_path / "errors")
    with server.client() as playing:
        id = playing.new_game(game="ultimate", level=10)["id"]
        assert playing.command(id, "moves", version=1, move="e5").json()["thinking"]
        server.process.send_signal(signal.SIGTERM)
        time.sleep(0.2)
        assert server.end(signal.SIGTERM) == 0
    assert (tmp_path / "errors").read_text() == ""


def test_ctrl_c_ends_it_with_130(tmp_path: Path) -> None:
    server = Server(str(tmp_path / "games.sqlite3"), generous=False)
    assert server.end(signal.SIGINT) == 130


def test_a_port_that_is_taken_is_said_in_one_line(server: Server, tmp_path: Path) -> None:
    port = server.address.rsplit(":", 1)[1]
    assert "another program" in refusal("--port", port, "--database", str(tmp_path / "games.sqlite3"))


@pytest.mark.parametrize(
    "arguments",
    [
        ["--port", "70000"],
        ["--host", "no.such.host.invalid", "--port", "0"],
        ["--port", "0", "--database", "/no/such/folder/games.sqlite3"],
        ["--port", "0", "--database", "postgresql://127.0.0.1:1/games"],
        ["--keep-days", "nan"],
        ["--keep-days", "0"],
    ],
)
def test_what_cannot_be_served_is_refused_in_one_line(arguments: list[str]) -> None:
    refusal(*arguments)


def test_games_lie_in_the_data_folder_without_any_setup(tmp_path: Path) -> None:
    environment = {**os.environ, "XDG_DATA_HOME": str(tmp_path)}
    process = subprocess.Popen([*SERVE, "--port", "0"], stdout=subprocess.PIPE, text=True, env=environment)
    assert process.stdout is not None
    assert process.stdout.readline().startswith("noughts is at http://127.0.0.1:")
    process.terminate()
    assert process.wait(10) == 0
    process.stdout.close()
    assert (tmp_path / "noughts" / "games.sqlite3").exists()


def test_beyond_loopback_it_says_that_seats_need_https(tmp_path: Path) -> None:
    command = [*SERVE, "--host", "0.0.0.0", "--port", "0", "--database", str(tmp_path / "games.sqlite3")]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stdout is not None
    process.stdout.readline()
    process.terminate()
    _, said = process.communicate(timeout=10)
    assert said.startswith("note: ")
    assert "HTTPS" in said


def test_a_disk_that_fills_up_gives_an_error_and_keeps_what_was_acknowledged(tmp_path: Path) -> None:
    database = str(tmp_path / "games.sqlite3")
    with running(database) as server, server.client() as client:
        most = 1024 * 1024  # bytes of the largest file that the server may write from now on
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (most, most))
        played: dict[str, list[str]] = {}
        while True:
            created = client.post("/api/games", json={"game": "ultimate", "opponent": "same_screen"})
            if created.status_code != 201:
                answer = created
                break
            id = created.json()["id"]
            answer = client.command(id, "moves", version=1, move="e5")
            played[id] = answer.json().get("moves", [])
            if answer.status_code != 200:
                break
        assert (answer.status_code, answer.json()["error"]) == (503, "unavailable")
        assert client.get("/").status_code == 200
    store = open_store(database)
    for id, moves in played.items():
        stored = store.load(id)
        assert len(stored.game.record.moves) >= len(moves)
        assert stored.version == len(stored.game.record.moves) + 1
    assert len(played) > 10
    store.close()
