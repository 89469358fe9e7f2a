"""What strangers send: strange headers, made-up cookies, half requests, too many connections."""

from __future__ import annotations

import contextlib
import gzip
import json
import re
import resource
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from noughts.storage import open_store
from noughts.web.safety import HEADERS, allowed_hosts
from noughts.web.settings import Settings
from tests.web.serving import Client, Server, running

SERVE = [sys.executable, "-m", "noughts", "serve", "--no-browser"]


def raw(server: Server, request: bytes) -> tuple[int, dict[str, str], bytes]:
    """What the server says to bytes that no decent client sends."""
    port = int(server.address.rsplit(":", 1)[1])
    with socket.create_connection(("127.0.0.1", port), timeout=30) as connection:
        connection.sendall(request)
        answer = b""
        while part := connection.recv(65_536):
            answer += part
    head, _, body = answer.partition(b"\r\n\r\n")
    first, *lines = head.decode().split("\r\n")
    return int(first.split()[1]), dict(line.lower().split(": ", 1) for line in lines), body


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ("Host: 127.0.0.1\r\nOrigin: http://[", 403),
        (f"Host: {'a' * 4000}", 400),
        ("Host: 127.0.0.1:x", 400),
        ("Host: evil.example", 421),
        ("Host: evil.example:8000", 421),
        ("Host: 127.0.0.1\r\nContent-Length: 99999999", 413),
    ],
)
def test_a_strange_header_is_refused_with_all_the_safety_headers(server: Server, headers: str, status: int) -> None:
    request = f"POST /api/games HTTP/1.1\r\n{headers}\r\nConnection: close\r\n\r\n".encode()
    answered, got, body = raw(server, request)
    assert answered == status
    assert json.loads(body)["error"] in ("foreign_origin", "unreadable", "foreign_host", "too_large")
    assert {name.lower() for name in HEADERS} <= got.keys()


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1:8000", "[::1]", "me.localhost"])
def test_names_of_loopback_are_ours(server: Server, host: str) -> None:
    status, _, _ = raw(server, f"GET /api/health HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n".encode())
    assert status == 200


def test_beyond_loopback_the_names_of_the_machine_and_given_ones_are_ours() -> None:
    hosts = allowed_hosts(Settings(host="0.0.0.0", allowed_hosts=("Noughts.Example.Org",)))
    assert {"localhost", socket.gethostname().lower(), "noughts.example.org"} <= hosts
    assert "noughts.example.org" not in allowed_hosts(Settings(host="0.0.0.0"))
    assert socket.gethostname().lower() not in allowed_hosts(Settings()) - {"localhost"}


@pytest.mark.parametrize("path", ["/", "/games", "/api/health", "/static/style.css", "/api/openapi.json"])
def test_head_works_where_get_does(client: Client, path: str) -> None:
    got, head = client.get(path), client.head(path)
    assert (head.status_code, head.content) == (200, b"")
    assert head.headers["content-type"] == got.headers["content-type"]


def test_head_of_an_event_stream_ends(client: Client) -> None:
    id = client.new_game()["id"]
    assert client.head(f"/api/games/{id}/events").status_code == 200


def test_an_unknown_address_gets_a_page_and_an_unknown_command_json(client: Client) -> None:
    page, command = client.get("/no/such/page"), client.get("/api/no/such/command")
    assert (page.status_code, command.status_code) == (404, 404)
    assert page.headers["content-type"].startswith("text/html")
    assert "<h1>" in page.text
    assert command.json()["error"] == "not_found"
    assert client.get("/favicon.ico").headers["content-type"].startswith("image/")


def test_a_made_up_cookie_is_replaced_and_a_stored_one_stays(server: Server) -> None:
    made_up = "A" * 43
    with server.client() as client:
        client.cookies.set("noughts", made_up, domain="127.0.0.1")
        created = client.post("/api/games", json={})
        given = created.cookies["noughts"]
        assert given != made_up
    with server.client() as again:
        again.cookies.set("noughts", given, domain="127.0.0.1")
        assert again.post("/api/games", json={}).cookies["noughts"] == given
        assert len(again.get("/api/games").json()["games"]) == 2


def test_on_https_a_new_cookie_belongs_to_this_host_and_an_old_one_stays_valid(client: Client) -> None:
    https = {"X-Forwarded-Proto": "https"}
    created = client.post("/api/games", json={}, headers=https)
    (cookie,) = created.headers.get_list("set-cookie")
    assert re.match(r"__Host-noughts=[\w-]{43}; HttpOnly; Max-Age=\d+; Path=/; SameSite=lax; Secure$", cookie)
    token = cookie.split("=", 1)[1].split(";")[0]
    for name in ("__Host-noughts", "noughts"):
        shown = httpx.get(f"{client.base_url}/api/games", headers={**https, "Cookie": f"{name}={token}"})
        assert len(shown.json()["games"]) == 1


def test_personal_answers_are_not_kept_and_files_under_their_digest_are(client: Client) -> None:
    id = client.new_game()["id"]
    for path in ("/api/games", f"/api/games/{id}", f"/api/games/{id}/file"):
        assert client.get(path).headers["cache-control"] == "no-store"
    page = client.get("/")
    assert page.headers["cache-control"] == "no-cache"
    (style,) = re.findall(r'href="(/static/[0-9a-f]{16}/style.css)"', page.text)
    assert "immutable" in client.get(style).headers["cache-control"]
    assert client.get("/static/style.css").headers["cache-control"] == "no-cache"


def test_text_travels_compressed_and_events_do_not(server: Server) -> None:
    request = b"GET /static/style.css HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: gzip\r\nConnection: close\r\n\r\n"
    _, headers, body = raw(server, request)
    assert headers["content-encoding"] == "gzip"
    assert len(gzip.decompress(body)) > 2 * len(body)
    with server.client() as client:
        id = client.new_game()["id"]
        with client.stream("GET", f"/api/games/{id}/events") as stream:
            assert "content-encoding" not in stream.headers


# Descriptors and slow clients


@contextlib.contextmanager
def small_server(database: Path, descriptors: int) -> Iterator[Server]:
    """A server that may have few descriptors."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    server = None
    resource.setrlimit(resource.RLIMIT_NOFILE, (descriptors, hard))
    try:
        script = f"import resource; resource.setrlimit(resource.RLIMIT_NOFILE, ({descriptors // 2}, {descriptors}))\n"
        server = Server(str(database), before=script)
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    try:
        yield server
    finally:
        server.end()


def connect(server: Server, count: int, begin: bytes) -> list[socket.socket]:
    port = int(server.address.rsplit(":", 1)[1])
    connections = []
    for _ in range(count):
        connection = socket.create_connection(("127.0.0.1", port), timeout=30)
        with contextlib.suppress(OSError):
            connection.sendall(begin)
        connections.append(connection)
    return connections


@pytest.mark.parametrize(
    "begin",
    [
        b"GET / HTTP/1.1\r\nHost: localhost\r\n",
        b"",
        b"POST /api/games HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n{",
    ],
)
def test_half_requests_do_not_end_service_for_others(tmp_path: Path, begin: bytes) -> None:
    with small_server(tmp_path / "games.sqlite3", 300) as server:
        halves = connect(server, 500, begin)
        with server.client() as client:
            id = client.new_game(opponent="same_screen")["id"]
            assert client.move(id, "b2").status_code == 200
        for half in halves:
            half.close()


def test_a_request_that_does_not_arrive_is_dropped(server: Server) -> None:
    (half,) = connect(server, 1, b"GET / HTTP/1.1\r\nHost: localhost\r\n")
    began = time.monotonic()
    with contextlib.suppress(ConnectionResetError):
        assert half.recv(100) == b""
    assert time.monotonic() - began > 8
    half.close()


def test_event_streams_beyond_the_limit_are_refused_and_play_goes_on(tmp_path: Path) -> None:
    with running(str(tmp_path / "games.sqlite3"), generous=False) as server, server.client() as client:
        id = client.new_game(opponent="same_screen")["id"]
        begin = f"GET /api/games/{id}/events HTTP/1.1\r\nHost: localhost\r\n\r\n".encode()
        streams = connect(server, 120, begin)
        answers = [stream.recv(1000) for stream in streams]
        assert sum(answer.startswith(b"HTTP/1.1 200") for answer in answers) == 60
        refused = [answer for answer in answers if answer.startswith(b"HTTP/1.1 503")]
        assert len(refused) == 60
        assert all(b"retry-after" in answer for answer in refused)
        assert client.move(id, "b2").status_code == 200
        for stream in streams:
            stream.close()


# Operating it


def test_metrics_count_and_are_for_this_machine(client: Client) -> None:
    id = client.new_game(opponent="same_screen")["id"]
    client.move(id, "b2")
    text = client.get("/api/metrics").text
    assert re.search(
        r'noughts_requests_total\{method="POST",route="/api/games/\{id\}/moves",status="200"\} [1-9]', text
    )
    assert re.search(r'noughts_moves_total\{by="person"\} [1-9]', text)
    assert re.search(r'noughts_database_seconds_count\{kind="write"\} [1-9]', text)
    for name in ("streams", "analyses_waiting", "computer_moves_running"):
        assert f"noughts_{name} " in text
    assert client.get("/api/metrics", headers={"X-Forwarded-For": "127.0.0.1"}).status_code == 403
    assert client.get("/api/ready").json() == {"status": "ok"}


def test_a_second_server_on_one_file_is_refused(tmp_path: Path) -> None:
    database = str(tmp_path / "games.sqlite3")
    with running(database):
        second = subprocess.run([*SERVE, "--port", "0", "--database", database], capture_output=True, text=True)
        assert (second.returncode, second.stdout) == (2, "")
        assert "another server has" in second.stderr
    with running(database):
        pass


def test_a_backup_taken_while_games_go_on_can_be_served(tmp_path: Path) -> None:
    database, copy = tmp_path / "games.sqlite3", tmp_path / "copy.sqlite3"
    with running(str(database)) as server, server.client() as client:
        id = client.new_game(opponent="same_screen")["id"]
        client.move(id, "b2")
        subprocess.run([*SERVE, "--database", str(database), "--backup", str(copy)], check=True, capture_output=True)
        client.move(id, "a1")
        token = client.cookies["noughts"]
    with contextlib.closing(sqlite3.connect(copy)) as file:
        assert file.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    with running(str(copy)) as restored, restored.client() as client:
        client.cookies.set("noughts", token, domain="127.0.0.1")
        assert client.game(id)["moves"] == ["b2"]
        assert client.move(id, "c3").status_code == 200


def test_what_cannot_be_backed_up_is_said_in_one_line(tmp_path: Path) -> None:
    command = [*SERVE, "--database", str(tmp_path / "none.sqlite3"), "--backup", str(tmp_path / "copy")]
    done = subprocess.run(command, capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("error: cannot back up")
    assert len(done.stderr.splitlines()) == 1
    assert not (tmp_path / "copy").exists()


def test_removed_games_come_back_by_a_command(tmp_path: Path) -> None:
    database = str(tmp_path / "games.sqlite3")
    with running(database) as server, server.client() as client:
        id = client.new_game()["id"]
    with contextlib.closing(open_store(database)) as store:
        store._clock = lambda: 4e9
        assert store.remove_untouched(days=90) == 1
    command = [*SERVE, "--database", database, "--undelete"]
    assert subprocess.run(command, check=True, capture_output=True, text=True).stdout == "1 games are back\n"
    with contextlib.closing(open_store(database)) as store:
        assert store.load(id).version == 1


def test_sigterm_finishes_the_computers_move(tmp_path: Path) -> None:
    database = str(tmp_path / "games.sqlite3")
    server = Server(database)
    with server.client() as client:
        id = client.new_game(game="ultimate", level=5)["id"]
        for _ in range(20):
            game = client.game(id)
            while game["thinking"]:
                game = client.game(id)
            client.move(id, game["board"]["legal"][0])
            if client.game(id)["thinking"]:
                break
        began = time.monotonic()
        assert server.end() == 0
        assert time.monotonic() - began < 5
    with contextlib.closing(open_store(database)) as store:
        assert not store.load(id).game.waits_for_computer


def test_a_server_that_is_about_to_end_begins_no_games(tmp_path: Path) -> None:
    database = str(tmp_path / "games.sqlite3")
    server = Server(database)
    with server.client() as client:
        waiting = client.new_game(game="8,8,5", level=10)  # so that there is a move to wait for
        client.move(waiting["id"], "d4")
        server.process.send_signal(signal.SIGTERM)
        while client.get("/api/ready").status_code == 200:
            time.sleep(0.01)
        refused = client.post("/api/games", json={})
        assert (refused.status_code, refused.json()["error"]) == (503, "unavailable")
        assert int(refused.headers["retry-after"]) > 0
    assert server.process.wait(30) == 0
    server.end()


def test_one_line_a_request_is_written_on_demand(tmp_path: Path) -> None:
    command = [*SERVE, "--port", "0", "--database", str(tmp_path / "games.sqlite3"), "--log-requests"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stdout is not None
    address = process.stdout.readline().split()[3]
    httpx.get(f"{address}api/games/AAAAAAAAAAAAAAAA")
    process.terminate()
    _, said = process.communicate(timeout=30)
    (line,) = map(json.loads, said.splitlines())
    assert (line["method"], line["route"], line["status"]) == ("GET", "/api/games/{id}", 404)
    assert line["ms"] > 0


# A friend by link


def test_on_loopback_the_invitation_says_that_it_works_here_only(client: Client) -> None:
    id = client.new_game(opponent="friend")["id"]
    invitation = client.get(f"/api/games/{id}/invitation").json()
    assert invitation["link"] == f"{str(client.base_url).rstrip('/')}/game/{id}"
    assert invitation["reach"] == "this_machine"
    assert "--host 0.0.0.0" in invitation["note"]


def test_a_server_on_all_addresses_invites_to_the_machines_own(tmp_path: Path) -> None:
    command = [*SERVE, "--host", "0.0.0.0", "--plain-http", "--port", "0", "--database", str(tmp_path / "g.sqlite3")]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    address = process.stdout.readline().split()[3]
    try:
        assert "0.0.0.0" not in address
        port = address.rstrip("/").rsplit(":", 1)[1]
        with httpx.Client(base_url=f"http://127.0.0.1:{port}") as client:
            id = client.post("/api/games", json={"opponent": "friend"}).json()["id"]
            invitation = client.get(f"/api/games/{id}/invitation").json()
        assert invitation["link"] == f"{address}game/{id}"
        assert httpx.get(invitation["link"]).status_code == 200
    finally:
        process.terminate()
        process.communicate(timeout=30)
