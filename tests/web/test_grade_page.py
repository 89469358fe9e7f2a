"""Grading on the page of this machine, and on no other."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Callable

import httpx
import pytest
from playwright.sync_api import expect

from noughts.storage import open_store
from noughts.web.app import create_app
from noughts.web.settings import LONGEST_PROGRAM, Settings
from tests.grade.classroom import solution
from tests.web.browser import Person
from tests.web.serving import Server

LIVE = httpx.Timeout(600)


def told(server: Server, source: str) -> list[dict[str, object]]:
    with httpx.stream("POST", f"{server.address}/api/grade", json={"source": source}, timeout=LIVE) as response:
        assert response.status_code == 200
        return [json.loads(line) for line in response.iter_lines()]


def test_a_wrong_program_is_told_live_and_its_report_shows_why(server: Server) -> None:
    *lines, last = told(server, solution("wrong_sign_for_o"))
    assert max(int(str(line["done"])) for line in lines) > 1_000
    assert any("minimax gives" in str(line["found"]) for line in lines)
    assert last["verdict"] == "wrong"
    response = httpx.get(f"{server.address}{last['report']}")
    assert "sandbox allow-scripts" in response.headers["Content-Security-Policy"]
    assert response.headers.get_list("Content-Security-Policy") == [response.headers["Content-Security-Policy"]]
    assert "tictactoe.py: 1 of 8 functions is not right" in response.text
    assert "See why" in response.text


def test_what_is_no_such_program_is_said_so(server: Server) -> None:
    refused = str(told(server, "print('hello')")[-1]["error"])
    assert refused.startswith("tictactoe.py has none of the functions initial_state, player, actions")
    broken = told(server, "def minimax(board)\n")[-1]
    assert broken["verdict"] == "wrong"


@pytest.mark.parametrize(
    ("host", "offered"),
    [("127.0.0.1", True), ("::1", True), ("localhost", True), ("0.0.0.0", False), ("::", False), ("192.0.2.7", False)],
)
def test_it_is_never_offered_beyond_loopback(host: str, offered: bool) -> None:
    store = open_store(":memory:")
    transport = httpx.ASGITransport(create_app(Settings(host=host), store), client=("127.0.0.1", 5))

    async def answers() -> list[int]:
        async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1") as client:
            return [(await client.get("/grade")).status_code, (await client.post("/api/grade", json={})).status_code]

    assert asyncio.run(answers()) == ([200, 400] if offered else [404, 404])
    store.close()


@pytest.mark.parametrize(("method", "path"), [("GET", "/grade"), ("POST", "/api/grade"), ("GET", "/grade/report/x")])
def test_what_comes_through_a_proxy_is_refused(server: Server, method: str, path: str) -> None:
    headers = {"X-Forwarded-For": "192.0.2.7"}
    answer = httpx.request(method, f"{server.address}{path}", json={"source": "x"}, headers=headers)
    assert (answer.status_code, answer.json()["error"]) == (403, "not_for_you")


def test_a_page_of_another_site_cannot_have_code_run(server: Server) -> None:
    answer = httpx.post(f"{server.address}/api/grade", json={"source": "x"}, headers={"Origin": "http://example.org"})
    assert (answer.status_code, answer.json()["error"]) == (403, "foreign_origin")
    answer = httpx.post(f"{server.address}/api/grade", json={"source": "x"}, headers={"Host": "example.org"})
    assert (answer.status_code, answer.json()["error"]) == (421, "foreign_host")


def test_longer_programs_are_taken_here_and_nowhere_else(server: Server) -> None:
    large = {"source": "#" * 30_000}
    with httpx.stream("POST", f"{server.address}/api/grade", json=large, timeout=LIVE) as answer:
        assert answer.status_code == 200
    assert httpx.post(f"{server.address}/api/games", json=large).status_code == 413
    larger = {"source": "#" * LONGEST_PROGRAM}
    assert httpx.post(f"{server.address}/api/grade", json=larger).status_code == 413


@pytest.mark.parametrize("size", [(1280, 900), (390, 844)])
def test_a_person_pastes_a_program_and_walks_through_its_search(
    people: Callable[..., Person], size: tuple[int, int]
) -> None:
    width, height = size
    somebody = people(viewport={"width": width, "height": height})
    page = somebody.page
    page.goto(f"{somebody.address}/grade")
    page.fill("#source", solution("wrong_sign_for_o"))
    page.click("text=Grade >> visible=true")
    page.wait_for_url("**/grade/report/*", timeout=240_000)
    expect(page.locator("h1")).to_contain_text("1 of 8 functions is not right")
    expect(page.locator(".why .place")).to_contain_text("O is to move, and")
    expect(page.locator("search-stepper .branches .node.parts")).to_have_count(1)
    expect(page.locator("search-stepper .said")).to_contain_text("minimax plays")
    page.click("text=The right search")
    expect(page.locator(".treehead h2")).to_have_text(re.compile("Minimax"))
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert [url for url in somebody.requested if "/grade/report/" in url] == somebody.requested[-1:]
    page.click("text=Another program")
    page.wait_for_url("**/grade")
    assert somebody.complaints == []
