"""A person in a real browser plays whole games."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from noughts.record import parse_records
from tests.web.browser import Person
from tests.web.serving import Server

People = Callable[..., Person]


@pytest.mark.parametrize("mark", ["X", "O"])
def test_classic_against_perfect_is_played_to_the_end_and_never_won(people: People, mark: str) -> None:
    ada = people()
    ada.start_game(level="perfect", mark=mark, name="Ada")
    while ada.wait_for_turn():
        ada.play(ada.legal()[0])
    expect(ada.page.locator("#end-title")).to_have_text(re.compile(r"(You lost in|A draw after) \d moves"))
    expect(ada.page.locator("#rematch")).to_be_visible()


def test_ultimate_shows_where_to_play_and_leaves_a_free_choice(people: People) -> None:
    ada = people()
    ada.start_game("ultimate", "same_screen", name="Ada", other="Grace")
    assert len(ada.legal()) == 81
    ada.play("e5")
    expect(ada.said()).to_have_text("X played e5. Grace (O) to move in the centre board.")
    assert ada.legal() == ["d4", "e4", "f4", "d5", "f5", "d6", "e6", "f6"]
    expect(ada.page.locator("#board .target.forced")).to_have_count(1)
    # O lets X win the centre board by e4 and e6, sends X there at the end: a free choice of the other eight.
    for move in ("e4", "e1", "d3", "c7", "h2", "e6"):
        assert move in ada.legal(), (move, ada.legal())
        ada.play(move)
        if len(ada.legal()) > 9:
            break
    while len(ada.legal()) <= 9 and ada.wait_for_turn():
        ada.play(ada.legal()[0])
    expect(ada.page.locator("#board .target.free").nth(1)).to_be_attached()
    expect(ada.page.locator("#board .target.forced")).to_have_count(0)
    expect(ada.said()).to_contain_text("in any open board")
    expect(ada.page.locator("#board .big").first).to_be_attached()
    while ada.wait_for_turn():
        ada.play(ada.legal()[-1])
    expect(ada.page.locator("#end-title")).to_have_text(re.compile(r"(won in|A draw after) \d+ moves"))


def test_the_keyboard_alone_starts_and_plays_a_game(people: People) -> None:
    ada = people()
    page = ada.page
    page.goto(ada.address)
    page.keyboard.press("Tab")  # the link that skips the header
    page.keyboard.press("Enter")
    page.focus("input[name=board]:checked")
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#board .cell")).to_have_count(9)
    page.focus("#level")
    page.keyboard.press("Home")
    expect(page.locator("#level-name")).to_have_text("Crayon")
    page.focus("button.main")
    page.keyboard.press("Enter")
    page.wait_for_url("**/game/*")
    assert ada.wait_for_turn()
    for _ in range(30):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.dataset.cell"):
            break
    assert page.evaluate("document.activeElement.dataset.cell") == "b2"
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")  # there is nothing further left
    assert page.evaluate("document.activeElement.getAttribute('aria-label')") == "a1, empty"
    page.keyboard.press("Enter")
    expect(ada.cell("a1")).to_have_attribute("aria-label", "a1, X")
    steps = {0: "ArrowRight", 1: "ArrowDown"}
    while ada.wait_for_turn():
        wanted = ada.legal()[0]
        while (here := page.evaluate("document.activeElement.dataset.cell")) != wanted:
            column, row = (ord(wanted[0]) - ord(here[0]), int(wanted[1]) - int(here[1]))
            if column < 0:
                page.keyboard.press("ArrowLeft")
            elif row < 0:
                page.keyboard.press("ArrowUp")
            else:
                page.keyboard.press(steps[0] if column > 0 else steps[1])
        page.keyboard.press(" ")
        expect(ada.cell(wanted)).to_have_attribute("aria-label", f"{wanted}, X")


def test_cells_are_named_for_those_who_hear_them(people: People) -> None:
    ada = people()
    ada.start_game("ultimate", "same_screen")
    expect(ada.cell("d4")).to_have_attribute("aria-label", "board 5, cell 1, empty")
    ada.play("d4")
    expect(ada.cell("d4")).to_have_attribute("aria-label", "board 5, cell 1, X")
    expect(ada.cell("a1")).to_have_attribute("aria-label", "board 1, target, cell 1, empty")
    assert ada.page.locator("#said").get_attribute("aria-live") == "polite"


def test_hint_undo_stepping_file_and_resigning(people: People) -> None:
    ada = people()
    ada.start_game(level="3", name="Ada")
    ada.play("b2")
    assert ada.wait_for_turn()
    page = ada.page
    page.click("#hint-button")
    expect(page.locator("#hint")).to_contain_text(re.compile(r"Hint: [abc][123] "))
    expect(page.locator("#board .hinted")).to_have_count(1)
    page.click("#back")
    page.click("#back")
    expect(page.locator("#step")).to_have_text("The start of the game")
    expect(ada.cell("b2")).to_have_attribute("aria-label", "b2, empty")
    assert ada.legal() == []
    page.click("#last-ply")
    expect(ada.cell("b2")).to_have_attribute("aria-label", "b2, X")
    page.click("#more summary")
    with page.expect_download() as download:
        page.click("#file")
    (record,) = parse_records(download.value.path().read_text())
    assert (record.moves[0], record.tags["X"]) == (4, "Ada")
    page.click("#undo")
    expect(ada.cell("b2")).to_have_attribute("aria-label", "b2, empty")
    ada.play("a1")
    page.click("#more summary")
    page.click("#resign")
    page.click("text=Play on")
    page.click("#more summary")
    page.click("#resign")
    page.click("#sure >> text=Resign")
    expect(page.locator("#end-title")).to_have_text(re.compile("You lost in [01] moves?"))
    expect(page.locator("#end-how")).to_have_text("You resigned.")
    expect(page.locator("#score")).to_contain_text("0 : 1")
    ada.complaints = [said for said in ada.complaints if "409" not in said]  # the computer may have moved just before
    old = page.url
    page.click("#rematch")
    page.wait_for_url(lambda url: "/game/" in url and url != old)
    expect(page.locator("#seat-O")).to_contain_text("Ada")


def test_a_share_link_leads_to_the_position_that_is_shown(people: People) -> None:
    ada, grace = people(), people()
    ada.start_game(opponent="same_screen")
    for move in ("b2", "a1", "c3"):
        ada.play(move)
    ada.page.click("#back")
    expect(ada.page.locator("#step")).to_have_text("After move 1 of O")
    ada.page.click("#share")
    expect(ada.page.locator("#share")).to_have_text("Link copied")
    grace.page.goto(str(ada.page.evaluate("navigator.clipboard.readText()")))
    expect(grace.page.locator("#step")).to_have_text("After move 1 of O")
    expect(grace.cell("c3")).to_have_attribute("aria-label", "c3, empty")


def test_the_first_page_is_small_and_asks_nobody_else(people: People, server: Server) -> None:
    ada = people()
    sizes: list[int] = []
    ada.page.on("requestfinished", lambda request: sizes.append(request.sizes()["responseBodySize"]))
    ada.page.goto(ada.address, wait_until="networkidle")
    assert 10_000 < sum(sizes) < 50_000, "compressed, as it travels"
    ada.start_game()
    ada.page.goto(f"{ada.address}/analyze", wait_until="networkidle")
    assert {url.startswith(server.address + "/") for url in ada.requested} == {True}


def test_a_name_with_html_is_shown_letter_by_letter(people: People) -> None:
    ada, grace = people(), people()
    name = '<img src=x onerror="document.title=1">'
    url = ada.start_game(opponent="friend", name=name)
    expect(ada.page.locator("#seat-X")).to_contain_text(name)
    grace.page.goto(url)
    expect(grace.page.locator("#seat-X")).to_contain_text(name)
    grace.page.fill("#join-name", name)
    grace.page.click("#join button")
    expect(ada.page.locator("#seat-O")).to_contain_text(name)
    ada.page.goto(ada.address + "/games")
    expect(ada.page.locator("#lists")).to_contain_text(name)
    assert ada.page.locator("img[src=x]").count() == grace.page.locator("img[src=x]").count() == 0


def test_the_board_stays_in_sight_on_a_phone(people: People) -> None:
    ada = people(viewport={"width": 360, "height": 640}, has_touch=True, is_mobile=True)
    ada.start_game("ultimate", "same_screen")
    for _ in range(24):
        cell = ada.cell(ada.legal()[0])
        cell.tap()
        cell.dispatch_event("click")  # a finger that trembles is no second move
        expect(cell).to_have_attribute("aria-label", re.compile(", [XO]$"))
        expect(ada.page.locator("#board .pending")).to_have_count(0)
    expect(ada.page.locator("#problem")).to_be_empty()
    assert ada.page.evaluate("scrollY") == 0
    assert ada.page.evaluate("document.getElementById('moves').scrollLeft") > 0


def test_reduced_motion_is_honoured(people: People) -> None:
    ada = people(reduced_motion="reduce")
    ada.start_game(opponent="same_screen")
    ada.play("b2")
    animation = "getComputedStyle(document.querySelector('#board .mark.new')).animationName"
    assert ada.page.evaluate(animation) == "none"
