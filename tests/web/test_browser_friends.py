"""Two people and a watcher in three browsers; lost connections; a server that is killed."""

from __future__ import annotations

import re
import signal
import time
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import expect

from tests.web.browser import Person
from tests.web.serving import Server

People = Callable[..., Person]


def test_two_play_by_link_while_a_third_watches_and_cannot_move(people: People) -> None:
    ada, grace, eve = people(), people(), people()
    url = ada.start_game(opponent="friend", name="Ada")
    assert ada.page.locator("#link").input_value() == url
    expect(ada.page.locator("#qr")).to_be_visible()
    assert ada.page.evaluate("document.getElementById('qr').naturalWidth") > 0
    grace.page.goto(url)
    grace.page.fill("#join-name", "Grace")
    grace.page.click("#join button")
    expect(ada.page.locator("#seat-O")).to_contain_text("Grace")
    expect(ada.page.locator("#invite")).to_be_hidden()
    eve.page.goto(url)
    expect(eve.page.locator("#seat-O")).to_contain_text("Grace")
    expect(eve.page.locator("#join")).to_be_hidden()
    for mover, other, move, mark in [
        (ada, grace, "a1", "X"),
        (grace, ada, "b2", "O"),
        (ada, grace, "b1", "X"),
        (grace, ada, "c2", "O"),
    ]:
        mover.play(move)
        for watcher in (other, eve):
            expect(watcher.cell(move)).to_have_attribute("aria-label", f"{move}, {mark}")
        assert eve.legal() == mover.legal() == []
    id = url.rsplit("/", 1)[1]
    version = int(ada.page.evaluate(f"fetch('/api/games/{id}').then(r => r.json()).then(g => g.version)"))
    stolen = "fetch('/api/games/%s/moves', {method: 'POST', headers: {'Content-Type': 'application/json'}, body: '%s'})"
    body = '{"version": %d, "move": "c1"}' % version  # noqa: UP031
    assert eve.page.evaluate(f"{stolen % (id, body)}.then(r => r.status)") == 401
    eve.complaints.clear()  # the browser reports the 401
    eve.cell("c1").click(force=True)
    expect(eve.cell("c1")).to_have_attribute("aria-label", "c1, empty")
    ada.play("c1")
    for person in (ada, grace, eve):
        expect(person.said()).to_have_text("X played c1. Ada wins with X.")
    grace.page.click("#rematch")
    grace.page.wait_for_url(lambda there: there != url)
    ada.page.click("#next-game")
    ada.page.wait_for_url(grace.page.url)
    grace.play("b2")  # the sides are swapped, so Grace opens
    expect(ada.cell("b2")).to_have_attribute("aria-label", "b2, X")


def test_taking_back_needs_the_other_person(people: People) -> None:
    ada, grace = people(), people()
    url = ada.start_game(opponent="friend", name="Ada")
    grace.page.goto(url)
    grace.page.click("#join button")
    expect(ada.page.locator("#invite")).to_be_hidden()
    ada.play("a1")
    ada.page.click("#undo")
    expect(grace.page.locator("#asked-text")).to_have_text("Ada asks to take back a move.")
    grace.page.click("#refuse")
    expect(ada.page.locator("#asked")).to_be_hidden()
    expect(ada.cell("a1")).to_have_attribute("aria-label", "a1, X")
    ada.page.click("#undo")
    grace.page.click("#agree")
    expect(ada.cell("a1")).to_have_attribute("aria-label", "a1, empty")


def test_who_was_offline_catches_up(people: People) -> None:
    ada, grace = people(), people()
    url = ada.start_game(opponent="friend", name="Ada")
    grace.page.goto(url)
    grace.page.click("#join button")
    expect(ada.page.locator("#invite")).to_be_hidden()
    grace.context.set_offline(True)
    expect(grace.page.locator("#connection")).to_be_visible()
    ada.play("b2")
    grace.context.set_offline(False)
    expect(grace.cell("b2")).to_have_attribute("aria-label", "b2, X")
    expect(grace.page.locator("#connection")).to_be_hidden()
    grace.complaints.clear()  # the browser reports the lost connection
    grace.play("a1")
    expect(ada.cell("a1")).to_have_attribute("aria-label", "a1, O")


def test_a_killed_server_loses_nothing_and_the_computer_moves_on(people: People, tmp_path: Path) -> None:
    server = Server(str(tmp_path / "games.sqlite3"))
    try:
        ada = people(server.address)
        ada.start_game("ultimate", level="10", name="Ada")
        ada.cell("e5").click()
        expect(ada.cell("e5")).to_have_attribute("aria-label", "board 5, cell 5, X")
        server.end(signal.SIGKILL)  # while the computer thinks, for a second
        expect(ada.page.locator("#connection")).to_be_visible()
        time.sleep(0.5)
        server.start()
        expect(ada.said()).to_contain_text(re.compile(r"O played .* Your move"))
        expect(ada.cell("e5")).to_have_attribute("aria-label", "board 5, cell 5, X")
        expect(ada.page.locator("#connection")).to_be_hidden()
        ada.play(ada.legal()[0])
        ada.complaints.clear()  # the browser reports the lost connection
    finally:
        server.end()


def test_my_games_lists_running_and_finished_ones(people: People) -> None:
    ada = people()
    ada.start_game(opponent="same_screen", name="Ada", other="Grace")
    for move in ("a1", "b1", "a2", "b2", "a3"):
        ada.play(move)
    ada.start_game("larger", "same_screen", name="Ada", other="Emmy")
    ada.page.goto(ada.address + "/games")
    lists = ada.page.locator("#lists")
    expect(lists).to_contain_text(re.compile("Running.*Ada – Emmy.*5,5,4.*Finished.*Ada – Grace.*X wins", re.DOTALL))
    ada.page.click("text=Ada – Grace")
    expect(ada.said()).to_contain_text("Ada wins with X")
