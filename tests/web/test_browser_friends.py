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
    expect(ada.page.locator("#link")).to_have_value(url)
    expect(ada.page.locator("#qr")).to_be_visible()
    ada.page.evaluate("document.getElementById('qr').decode()")  # fails when there is no picture
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
    for person, title in ((ada, "You won in 3 moves"), (grace, "You lost in 2 moves"), (eve, "Ada won in 3 moves")):
        expect(person.page.locator("#end-title")).to_have_text(title)
    grace.page.click("#rematch")
    expect(grace.page.locator("#asked-text")).to_have_text("You asked for a rematch.")
    ada.page.click("#agree")
    ada.page.wait_for_url(lambda there: there != url)
    grace.page.click("#next-game")
    grace.page.wait_for_url(ada.page.url)
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
    for person in (ada, grace):
        expect(person.page.locator("#asked")).to_be_hidden()
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
        expect(ada.cell("e5")).to_have_attribute("aria-label", re.compile("^board 5,.* cell 5, X$"))
        expect(ada.page.locator("#board .pending")).to_have_count(0)  # acknowledged
        server.end(signal.SIGKILL)  # while the computer thinks, for a second
        expect(ada.page.locator("#connection")).to_be_visible()
        time.sleep(0.5)
        server.start()
        expect(ada.said()).to_contain_text(re.compile(r"O played .* Your move"))
        expect(ada.cell("e5")).to_have_attribute("aria-label", re.compile("^board 5,.* cell 5, X$"))
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
    expect(ada.page.locator("#end-title")).to_have_text("Ada won in 3 moves")
    ada.page.go_back()
    ada.page.get_by_role("link", name="Review Ada – Grace").click()
    expect(ada.page.locator("#players")).to_contain_text("accurate")


def two_friends(people: People, **choices: str) -> tuple[Person, Person, str]:
    ada, grace = people(), people()
    url = ada.start_game(opponent="friend", name="Ada", **choices)
    grace.page.goto(url)
    grace.page.fill("#join-name", "Grace")
    grace.page.click("#join button")
    expect(ada.page.locator("#seat-O")).to_contain_text("Grace")
    return ada, grace, url


def test_a_draw_is_offered_declined_and_agreed_on(people: People) -> None:
    ada, grace, _ = two_friends(people)
    ada.play("b2")
    expect(grace.cell("b2")).to_have_attribute("aria-label", "b2, X")
    grace.page.click("#draw")
    expect(ada.page.locator("#asked-text")).to_have_text("Grace offers a draw.")
    expect(grace.page.locator("#asked-text")).to_have_text("You asked for a draw.")
    ada.page.click("#refuse")
    for person in (ada, grace):
        expect(person.page.locator("#asked")).to_be_hidden()
    ada.page.click("#draw")
    expect(grace.page.locator("#asked-text")).to_have_text("Ada offers a draw.")
    grace.page.click("#agree")
    for person in (ada, grace):
        expect(person.page.locator("#end-title")).to_have_text(re.compile("A draw after [01] moves?"))
        expect(person.page.locator("#end-how")).to_have_text("Both agreed to it.")
        expect(person.page.locator("#score")).to_contain_text("½ : ½")


def test_players_see_whether_the_other_one_is_here_and_watchers_that_they_watch(people: People) -> None:
    ada, grace, url = two_friends(people)
    presence = ada.page.locator("#seat-O .presence")
    expect(presence).to_have_text("here")
    eve = people()
    eve.page.goto(url)
    expect(eve.page.locator("#watching")).to_be_visible()
    expect(eve.page.locator("#watching")).to_have_text("You watch this game.")
    assert not eve.page.locator("#undo").is_visible()
    grace.page.goto("about:blank")
    expect(presence).to_have_text("offline")
    grace.page.goto(url)
    expect(presence).to_have_text("here")
    grace.page.evaluate("Object.defineProperty(document, 'hidden', {value: true})")
    grace.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(presence).to_have_text("away")


def test_nobody_is_offered_what_a_player_may_do_before_the_page_knows_who_plays(people: People) -> None:
    ada = people()
    url = ada.start_game("ultimate")
    eve = people()
    for person in (ada, eve):
        person.page.route("**/api/**", lambda route: None)  # never answered
        person.page.goto(url)
        person.page.click("#more summary")
        expect(person.page.locator("#file")).to_be_visible()
        for tool in ("#hint-button", "#undo", "#draw", "#resign", "#rematch"):
            assert not person.page.locator(tool).is_visible()


def test_a_game_between_people_offers_them_no_help(people: People) -> None:
    ada, grace, _ = two_friends(people)
    for person in (ada, grace):
        person.page.click("#more summary")
        expect(person.page.locator("#hint-button")).to_be_hidden()
        expect(person.page.locator("#analyze")).to_be_hidden()
        expect(person.page.locator("#resign")).to_be_visible()


def test_who_runs_out_of_time_loses_also_when_nobody_moves(people: People) -> None:
    ada, grace, _ = two_friends(people, clock="own", **{"clock-custom": "0.5+0"})
    expect(ada.page.locator("#seat-X .clock")).to_have_text("0:30")
    ada.play("b2")
    expect(ada.page.locator("#seat-O .clock")).to_have_text(re.compile("0:2[0-9]"))
    expect(ada.page.locator("#seat-X .clock")).to_have_text("0:30")
    expect(grace.page.locator("#end-title")).to_have_text("You lost", timeout=60_000)
    expect(ada.page.locator("#end-title")).to_have_text("You won in 1 move")
    expect(ada.page.locator("#end-how")).to_have_text("Grace ran out of time.")


def test_joining_stands_above_the_board_on_a_phone(people: People) -> None:
    ada = people()
    url = ada.start_game(opponent="friend")
    grace = people(viewport={"width": 360, "height": 740}, is_mobile=True, has_touch=True)
    grace.page.goto(url)
    join, board = grace.page.locator("#join button"), grace.page.locator("#board")
    expect(join).to_have_text("Play O")
    above, below = join.bounding_box(), board.bounding_box()
    assert above is not None
    assert below is not None
    assert above["y"] + above["height"] < below["y"]
