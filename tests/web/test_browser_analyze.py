"""The analysis board in the browser: live values, a tree of moves, links, setup, and ways on from every position."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Callable

from playwright.sync_api import Page, expect
from playwright.sync_api import TimeoutError as PlaywrightTimeoutError

from tests.web.browser import Person
from tests.web.test_browser_access import violations

People = Callable[..., Person]
LONG = 60_000
COUNT_DEPTHS = """
const depths = new Set();
new MutationObserver(() => {
    const depth = parseInt(document.getElementById("detail")?.textContent ?? "");
    if (depth) document.documentElement.dataset.depths = String(depths.add(depth).size);
}).observe(document, { childList: true, subtree: true });
"""
"""The page says itself how many depths it has shown: who looks now and then can miss them on a busy machine."""


def open_board(person: Person, query: str = "") -> Page:
    person.page.goto(f"{person.address}/analyze{query}")
    expect(person.page.locator("#lines li").first).to_be_visible(timeout=LONG)
    return person.page


def test_exact_values_stand_on_the_cells_and_in_words(people: People) -> None:
    ada = people()
    page = open_board(ada, "?game=classic&position=XOX/OOX/...")
    expect(ada.cell("c3")).to_have_attribute("aria-label", "c3, empty, W1")
    expect(ada.cell("a3")).to_have_attribute("aria-label", "a3, empty, L2")
    expect(page.locator("#verdict")).to_have_text("X wins in 1")
    expect(page.locator("#bar")).to_have_attribute("aria-valuenow", "100")
    expect(page.locator("#said")).to_have_text("c3 wins at once.")
    expect(page.locator("#detail")).to_have_text("Every move is proved.")
    page.click("[aria-label='Why a3']")
    expect(page.locator("#lines")).to_contain_text("a3 loses at once: O wins with b3.")
    ada.cell("b3").click()
    expect(page).to_have_url(re.compile(r"line=b3&at=1$"))
    expect(ada.cell("b3")).to_have_attribute("aria-label", "b3, X")


def test_ultimate_deepens_live_until_it_is_stopped(people: People) -> None:
    ada = people()
    ada.page.add_init_script(COUNT_DEPTHS)
    page = open_board(ada, "?game=ultimate&position=start&line=e5 f4 g3&at=3")
    expect(page.locator("#detail")).to_contain_text("plies deep")
    expect(page.locator("html")).to_have_attribute("data-depths", re.compile(r"^([3-9]|\d\d)$"), timeout=LONG)
    expect(page.locator("#verdict")).to_have_text(re.compile(r"^\d+ % for X$"))
    expect(page.locator("#board .value:not(:empty)")).to_have_count(3)  # the best three are named
    expect(page.locator("#board .tint").nth(3)).to_be_attached()
    with contextlib.suppress(PlaywrightTimeoutError):  # it may come to its end just now
        page.locator("#stop").click(timeout=5_000)
    expect(page.locator("#longer")).to_be_visible()
    page.click("#longer")
    expect(page.locator("#stop")).to_be_visible()
    page.click("#stop")
    expect(page.locator("#longer")).to_be_visible()


def test_variations_are_played_walked_by_keys_and_shared(people: People) -> None:
    ada, grace = people(), people()
    page = open_board(ada)
    for move in ("b2", "a1", "c3"):
        ada.cell(move).click()
        expect(ada.cell(move)).to_have_attribute("aria-label", re.compile("[XO]$"))
    page.locator("#share").focus()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    expect(ada.cell("a1")).to_have_attribute("aria-label", re.compile("empty"))
    ada.cell("b1").click()
    expect(page.locator("#tree .variation")).to_have_text("1 …b1")
    page.locator("#share").focus()
    page.keyboard.press("ArrowUp")
    expect(page.locator("#tree [aria-current]")).to_have_text("a1")
    page.keyboard.press("End")
    expect(page.locator("#tree [aria-current]")).to_have_text("c3")
    expect(page).to_have_url(re.compile(re.escape("line=b2+a1+%28b1%29+c3&at=4")))
    page.click("#share")
    grace.page.goto(str(page.evaluate("navigator.clipboard.readText()")))
    expect(grace.page.locator("#tree .variation")).to_have_text("1 …b1")
    expect(grace.cell("c3")).to_have_attribute("aria-label", "c3, X")
    grace.page.click("#tree >> text=b1")
    expect(grace.cell("b1")).to_have_attribute("aria-label", "b1, O")
    grace.page.click("#remove")
    expect(grace.page.locator("#tree .variation")).to_have_count(0)


def test_an_expected_line_is_played_by_clicking_it(people: People) -> None:
    ada = people()
    page = open_board(ada, "?position=XO./.X./..O x")
    page.click("#lines li >> nth=0 >> button >> nth=2")
    expect(page.locator("#tree button")).to_have_count(3)
    expect(page.locator("#said")).to_have_text("The game is over: X wins.", timeout=LONG)
    expect(page.locator("#play-on")).to_be_hidden()


def test_another_game_begins_with_an_empty_board_and_bad_sizes_get_a_sentence(people: People) -> None:
    ada = people()
    page = open_board(ada, "?position=XO./.X./..O x")
    page.select_option("#game", "4,4,3")
    expect(ada.cell("d4")).to_be_visible()
    expect(page.locator("#board .cell .mark")).to_have_count(0)
    page.select_option("#game", "other")
    page.fill("#custom", "99,1,1")
    page.press("#custom", "Enter")
    expect(page.locator("#problem")).not_to_be_empty()
    expect(ada.cell("d4")).to_be_visible()  # what was there stays
    page.go_back()
    expect(ada.cell("c3")).to_have_attribute("aria-label", re.compile("^c3, O"))
    ada.complaints.clear()  # the browser reports the refusal


def test_a_position_is_set_up_by_clicking(people: People) -> None:
    ada = people()
    page = open_board(ada)
    page.click("#set-up")
    ada.cell("a1").click()
    ada.cell("b2").click()
    page.click("#setup >> text=Done")
    expect(page.locator("#problem")).to_contain_text("X has 2 marks and O has 0")
    page.click("#setup label:has-text('O') >> nth=0")
    ada.cell("b2").click()
    page.click("#setup >> text=Done")
    expect(page).to_have_url(re.compile(re.escape("position=X..%2F.O.%2F...+x")))
    expect(page.locator("#verdict")).to_have_text("draw", timeout=LONG)
    ada.complaints.clear()  # the browser reports the refusal


def test_a_position_of_ultimate_is_set_up_with_its_target(people: People) -> None:
    ada = people()
    page = open_board(ada, "?game=ultimate&position=start moves e5 f4")
    expect(page.locator("#tree button")).to_have_count(2)  # the moves of a position are moves
    page.click("#set-up")
    ada.cell("g7").click()
    page.select_option("#mover", "O")
    page.select_option("#target", "1")
    page.click("#setup >> text=Done")
    expect(page).to_have_url(re.compile(r"\+o\+1"))
    expect(ada.cell("a1")).to_have_attribute("aria-disabled", "false")
    expect(ada.cell("i9")).to_have_attribute("aria-disabled", "true")


def test_a_pasted_game_brings_its_moves_and_rubbish_a_sentence(people: People) -> None:
    ada = people()
    page = open_board(ada)
    page.click("#paste")
    page.fill("#paste-text", "this is no game")
    page.click("text=Show it")
    expect(page.locator("#paste-problem")).not_to_be_empty()
    page.fill("#paste-text", '[Game "ultimate"]\n\n1. e5 f4 2. g3 a9 *')
    page.click("text=Show it")
    expect(page.locator("#paste-dialog")).to_be_hidden()
    expect(page.locator("#tree button")).to_have_count(4)
    expect(page.locator("#game")).to_have_value("ultimate")
    page.click("#paste")
    page.fill("#paste-text", "")
    page.click("text=Show it")
    expect(page.locator("#paste-problem")).not_to_be_empty()
    ada.complaints.clear()  # the browser reports the refusals


def test_a_game_brings_all_its_moves_along_and_goes_on_in_three_ways(people: People) -> None:
    ada = people()
    ada.start_game(opponent="same_screen")
    for move in ("b2", "a1", "c3"):
        ada.play(move)
    page = ada.page
    page.click("#back")
    expect(page.locator("#step")).to_have_text("After move 1 of O")
    page.click("#more summary")
    page.click("#analyze")
    expect(page.locator("#tree button")).to_have_count(3)
    expect(page.locator("#tree [aria-current]")).to_have_text("a1")
    expect(page.locator("#opponent option")).to_have_count(13)  # ten levels, perfect, a friend, two here
    for opponent, seat in (("3", "level 3"), ("friend", "Free seat"), ("same_screen", "Player O")):
        page.select_option("#opponent", opponent)
        page.click("#play-on")
        page.wait_for_url("**/game/*")
        expect(page.locator("#seat-O")).to_contain_text(seat)
        expect(page.locator("#board .cell .mark")).to_have_count(2)
        page.go_back()
        expect(page.locator("#opponent option")).to_have_count(13)
    page.click("#stepper")
    page.wait_for_url("**/learn/search*")
    assert "position=O..%2F.X.%2F...+x" in page.url


def test_a_link_with_a_move_that_is_none_gets_a_sentence(people: People) -> None:
    ada = people()
    ada.page.goto(f"{ada.address}/analyze?position=start&line=b2 b2&at=2")
    expect(ada.page.locator("#problem")).to_contain_text("B2 is not allowed: the cell is taken")
    ada.page.click("#back")
    expect(ada.cell("b2")).to_have_attribute("aria-label", re.compile("^b2, X"))
    expect(ada.page.locator("#problem")).to_be_empty()
    ada.complaints.clear()  # the browser reports the refusal


def test_the_analysis_board_shuts_nobody_out(people: People) -> None:
    for theme in ("light", "dark"):
        for width, height in ((360, 780), (740, 360), (1440, 900)):
            ada = people(color_scheme=theme, reduced_motion="reduce", viewport={"width": width, "height": height})
            page = open_board(ada, "?game=ultimate&position=start&line=e5 f4 (d4 a1) g3 a9&at=3")
            assert violations(page) == []
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
            widths = page.eval_on_selector_all("#board .value", "values => values.map(value => value.getBBox().width)")
            assert max(widths) < 96  # of the hundred that a cell has: nothing runs together
            page.click("#set-up")
            assert violations(page) == []
            page.click("#set-up")
            page.click("#paste")
            assert violations(page) == []


def test_the_first_moves_of_ultimate_are_known_and_played_by_a_click(people: People) -> None:
    ada = people()
    page = open_board(ada, "?game=ultimate")
    page.click("#openings summary")
    rows = page.locator("#opening-rows tr")
    expect(rows).to_have_count(15)  # up to symmetry
    assert violations(page) == []
    move = rows.first.locator("button").inner_text()
    rows.first.locator("button").click()
    expect(ada.cell(move)).to_have_attribute("aria-label", re.compile(", X"))
    expect(rows.first.locator("td").nth(1)).not_to_be_empty()
    replies = rows.count()
    assert replies > 1
    rows.first.locator("button").click()
    expect(page.locator("#openings")).to_be_hidden()
