"""The review in the browser: a lost game is looked at, and tried again from where it turned."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Route, expect

from tests.web.browser import Person
from tests.web.test_browser_access import violations

People = Callable[..., Person]
LOST = "1. a1 b2 2. c3 b1 3. b3 c1 4. a3 X wins"
LONG = 300_000
"""Milliseconds that a review may take on a busy machine."""


def open_text(person: Person, text: str, button: str) -> None:
    """Open a pasted game from the first page."""
    person.page.goto(person.address)
    person.page.click("#open")
    person.page.fill("#open-text", text)
    person.page.click(f".open-file button:text-is('{button}')")


def test_a_player_who_lost_at_ultimate_tries_again_from_the_turning_point(people: People) -> None:
    ada = people()
    page = ada.page
    ada.start_game("ultimate", level="9", name="Ada")
    for _ in range(10):
        if not ada.wait_for_turn():
            break
        ada.play(ada.legal()[0])
    if ada.wait_for_turn():
        page.click("#more summary")
        page.click("#resign")
        page.click("#sure >> text=Resign")
    page.click("#end >> text=Review")
    page.wait_for_url("**/review*")
    expect(page.locator("#graph-box")).to_be_visible(timeout=LONG)
    expect(page.locator("#title")).to_contain_text("You lost")
    expect(page.locator("#why-word")).to_have_text(re.compile("inaccuracy|mistake|blunder"))
    expect(page.locator("#why-chance")).to_have_text(re.compile(r"your chance \d+ → \d+ %"))
    expect(page.locator("#better")).to_contain_text("Better: ")
    expect(page.locator("#board .notes .better")).to_be_visible()
    ply = int(re.findall(r"ply=(\d+)", page.url)[0])
    page.select_option("#level", "2")
    page.click("#try")
    page.wait_for_url(re.compile("/game/[^/]+$"))
    expect(page.locator("#seat-O")).to_contain_text("level 2")
    expect(page.locator("#said")).to_contain_text("Your move")
    expect(page.locator("#board .cell .mark")).to_have_count(ply - 1)


def test_a_pasted_game_is_reviewed_with_graph_signs_and_words(people: People) -> None:
    ada = people()
    page = ada.page
    open_text(ada, LOST, "Review")
    expect(page.locator("#why-title")).to_have_text("3 … c1??", timeout=LONG)
    expect(page.locator("#why-word")).to_have_text("blunder")
    expect(page.locator("#why-text")).to_have_text("c1 loses at once: X wins with a3.")
    expect(page.locator("#better")).to_have_text("Better: a3 blocks X, threatens c1 and keeps the draw.")
    expect(page.locator("#players")).to_contain_text("70 % accurate, 1 blunder")
    expect(page.locator("#graph .sign.blunder title")).to_have_text("3 … c1??: blunder")
    expect(page.locator("#turning")).to_have_text("Turning point: 3 … c1??")
    expect(page.locator("#moves em")).to_have_count(3)  # the blunder and two moves that alone kept the draw
    page.click("#line button >> nth=1")
    expect(page.locator("#board .disc")).to_have_count(2)
    expect(ada.cell("c1")).to_have_attribute("aria-label", "c1, X")
    page.click("#forth")
    expect(page.locator("#why-text")).to_have_text("a3 wins at once.")
    expect(page.locator("#again")).to_be_hidden()


def test_a_late_answer_about_the_move_leaves_its_better_line_on_the_board(people: People) -> None:
    ada = people()
    page = ada.page
    late: list[Route] = []
    asked = re.compile(r"/api/board\?game=classic&(?!.*moves)")
    page.route(asked, lambda route: late.append(route))
    open_text(ada, LOST, "Review")
    expect(page.locator("#why-title")).to_have_text("3 … c1??", timeout=LONG)
    while not late:
        page.wait_for_timeout(20)
    page.click("#line button >> nth=1")
    expect(page.locator("#board .disc")).to_have_count(2)
    with page.expect_response(asked):
        for route in late:
            route.continue_()
    page.evaluate("() => new Promise((resolve) => setTimeout(resolve, 50))")
    expect(page.locator("#board .disc")).to_have_count(2)


def test_a_review_is_kept_and_shared_at_a_move(people: People) -> None:
    ada, grace = people(), people()
    open_text(ada, LOST, "Review")
    expect(ada.page.locator("#graph-box")).to_be_visible(timeout=LONG)
    ada.page.keyboard.press("Home")
    ada.page.keyboard.press("ArrowRight")
    ada.page.keyboard.press("ArrowRight")
    expect(ada.page).to_have_url(re.compile(r"\?ply=2$"))
    grace.page.goto(ada.page.url)
    expect(grace.page.locator("#why-title")).to_have_text("1 … b2!!", timeout=LONG)


def test_the_review_needs_no_mouse(people: People) -> None:
    ada = people()
    page = ada.page
    open_text(ada, LOST, "Review")
    expect(page.locator("#graph-box")).to_be_visible(timeout=LONG)
    page.keyboard.press("End")
    expect(page.locator("#why-title")).to_have_text("4 a3")
    page.keyboard.press("n")
    expect(page.locator("#why-title")).to_have_text("3 … c1??")
    page.locator("#try").focus()
    page.keyboard.press("Shift+Tab")
    assert page.evaluate("document.activeElement.parentElement.id") == "line"
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile("/game/[^/]+$"))


def test_a_review_is_stopped_and_gone_on_with(people: People) -> None:
    ada = people()
    games = (Path(__file__).parents[1] / "data" / "planted-blunders.txt").read_text()
    open_text(ada, "[Game" + games.split("\n\n[Game")[5], "Review")
    page = ada.page
    page.click("#stop")
    expect(page.locator("#progress-words")).to_have_text("Stopped. You can step through the game.")
    page.click("#back")
    expect(page.locator("#why-title")).to_have_text("After 52 moves")
    page.click("text=Go on")
    expect(page.locator("#graph-box")).to_be_visible(timeout=LONG)


def test_nothing_to_review_is_said_in_a_sentence(people: People) -> None:
    ada = people()
    open_text(ada, '[Game "classic"]', "Review")
    expect(ada.page.locator("#open-problem")).to_have_text("There are no moves in it: nothing to review.")
    ada.page.fill("#open-text", "1. a1 b2 2. a1")
    ada.page.click(".open-file button:text-is('Review')")
    expect(ada.page.locator("#open-problem")).to_contain_text("a1 is not allowed: the cell is taken")
    ada.complaints.clear()  # the browser reports the refusal


def test_the_review_shuts_nobody_out(people: People) -> None:
    kept = ""
    for theme in ("light", "dark"):
        for width, height in ((360, 780), (740, 360), (1440, 900)):
            ada = people(color_scheme=theme, reduced_motion="reduce", viewport={"width": width, "height": height})
            if not kept:
                open_text(ada, LOST, "Review")
                ada.page.wait_for_url("**/review*")
                kept = ada.page.url.split("?")[0]
                assert violations(ada.page) == []
            ada.page.goto(kept)
            expect(ada.page.locator("#graph-box")).to_be_visible(timeout=LONG)
            expect(ada.page.locator("#board .badge")).to_be_visible()
            assert violations(ada.page) == []
            assert ada.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
