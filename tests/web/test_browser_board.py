"""The board in a real browser: where a move sends, optimistic moves, refusals, stepping back, windows of every size."""

from __future__ import annotations

import re
import time
from collections.abc import Callable

import pytest
from playwright.sync_api import Route, expect

from tests.web.browser import Person
from tests.web.serving import Client

People = Callable[..., Person]

SIZES = [(360, 740), (740, 360), (768, 1024), (1440, 900), (2560, 1440)]


def test_pointing_at_a_cell_shows_its_ghost_and_where_it_sends_the_opponent(people: People) -> None:
    ada = people()
    ada.start_game("ultimate", "same_screen")
    ada.cell("f1").hover()
    ghost, sends = ada.page.locator("#board .ghost"), ada.page.locator("#board .sends")
    expect(ghost).to_have_count(1)
    expect(sends).to_have_count(1)
    expect(ada.page.locator("#board .tag")).to_have_text("goes here")
    expect(sends).to_have_class(re.compile(r"\bo\b"))
    assert _covers(ada, "#board .sends", "h2"), "the top right cell sends to the top right board"
    ada.page.mouse.move(2, 2)
    expect(ghost).to_have_count(0)
    ada.cell("e5").focus()
    ada.page.keyboard.press("ArrowLeft")
    expect(ghost).to_have_count(1)
    assert _covers(ada, "#board .sends", "b5")


def test_a_move_that_frees_the_choice_shows_all_open_boards(people: People) -> None:
    ada = people()
    url = ada.start_game("ultimate", "same_screen")
    for move in ("i4", "i2", "h4", "f2", "g4", "c3"):
        ada.play(move)
    ada.cell("i8").hover()
    expect(ada.page.locator("#board .sends.soft")).to_have_count(8)
    expect(ada.page.locator("#board .tag")).to_have_count(0)
    game = ada.page.request.get(url.replace("/game/", "/api/games/")).json()
    assert game["board"]["sends"]["i8"] == [0, 1, 2, 3, 4, 6, 7, 8]
    assert game["board"]["sends"]["i7"] == [2]


def _covers(person: Person, frame: str, cell: str) -> bool:
    """Whether a frame lies around a cell."""
    outer, inner = person.page.locator(frame).bounding_box(), person.cell(cell).bounding_box()
    assert outer is not None
    assert inner is not None
    x, y = inner["x"] + inner["width"] / 2, inner["y"] + inner["height"] / 2
    return outer["x"] < x < outer["x"] + outer["width"] and outer["y"] < y < outer["y"] + outer["height"]


def test_a_mark_appears_before_the_server_has_answered(
    people: People, record_property: Callable[[str, object], None]
) -> None:
    ada = people()
    ada.start_game(opponent="same_screen")

    def slowly(route: Route) -> None:
        time.sleep(0.3)
        route.continue_()

    ada.page.route("**/moves", slowly)
    milliseconds = ada.page.evaluate(
        """() => new Promise((resolve) => {
            const cell = document.querySelector('#board [data-cell="b2"]');
            const begun = performance.now();
            cell.dispatchEvent(new PointerEvent("click", { bubbles: true }));
            const look = () => {
                if (cell.querySelector(".mark")) resolve(performance.now() - begun);
                else requestAnimationFrame(look);
            };
            look();
        })"""
    )
    assert ada.page.locator('#board [data-cell="b2"].pending').count() == 1, "the server has said nothing yet"
    record_property("milliseconds_to_mark_at_300_ms", milliseconds)
    expect(ada.page.locator("#board .pending")).to_have_count(0)
    expect(ada.cell("b2")).to_have_attribute("aria-label", "b2, X")


def test_a_refused_move_is_taken_back_with_a_sentence(people: People) -> None:
    ada = people()
    ada.start_game(opponent="same_screen")
    answer = {"error": "too_many", "message": "that was too much"}
    ada.page.route("**/moves", lambda route: route.fulfill(status=429, json=answer))
    ada.cell("b2").click()
    expect(ada.page.locator("#problem")).to_have_text("That was too much.")
    expect(ada.cell("b2")).to_have_attribute("aria-label", "b2, empty")
    ada.complaints.clear()  # the browser reports the 429
    ada.page.unroute("**/moves")
    ada.play("b2")


def test_a_forbidden_cell_says_why_and_the_target_pulses(people: People) -> None:
    ada = people()
    ada.start_game("ultimate", "same_screen", name="Ada", other="Grace")
    ada.play("e5")
    ada.cell("a1").click(force=True)
    expect(ada.page.locator("#problem")).to_have_text(
        "You are sent to another board. Grace (O) to move in the centre board."
    )
    expect(ada.page.locator("#board .target.pulse")).to_have_count(1)
    ada.play("d4")
    ada.cell("e5").click(force=True)
    expect(ada.page.locator("#problem")).to_contain_text("That cell is taken.")


def test_a_trembling_finger_is_not_told_that_the_cell_is_taken(people: People) -> None:
    ada = people()
    ada.start_game("ultimate", "same_screen", name="Ada", other="Grace")
    ada.cell("e5").dblclick(force=True)
    expect(ada.cell("e5")).to_have_attribute("aria-label", re.compile("X"))
    expect(ada.page.locator("#problem")).to_have_text("")


def test_stepping_back_tells_one_story(people: People) -> None:
    ada = people()
    ada.start_game("ultimate", "same_screen", name="Ada", other="Grace")
    for move in ("e5", "d4", "a1"):
        ada.play(move)
    page = ada.page
    page.locator("#share").focus()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#step")).to_have_text("After move 1 of X")
    expect(ada.said()).to_have_text("X played e5. O to move in the centre board.")
    expect(page.locator("#seat-O")).to_have_class(re.compile("turn"))
    expect(page.locator("#board .target.forced")).to_have_count(0)
    expect(page.locator("#board .target.quiet")).to_have_count(1)
    expect(page.locator("#undo")).to_be_disabled()
    assert ada.legal() == []
    page.keyboard.press("Home")
    expect(page.locator("#step")).to_have_text("The start of the game")
    page.click("#to-game")
    expect(page.locator("#past")).to_be_hidden()
    expect(ada.said()).to_contain_text("X played a1.")
    page.locator("#share").focus()
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#past")).to_be_visible()
    id = page.url.rsplit("/", 1)[1]
    version = page.request.get(f"{ada.address}/api/games/{id}").json()["version"]
    page.request.post(f"{ada.address}/api/games/{id}/moves", data={"version": version, "move": "b2"})
    expect(page.locator("#step")).to_contain_text("New: O played b2.")
    page.keyboard.press("End")
    expect(ada.cell("b2")).to_have_attribute("aria-label", re.compile(", O$"))


def test_digits_choose_board_and_cell_and_the_focus_follows_into_the_target(people: People) -> None:
    ada = people()
    ada.start_game("ultimate", level="1")
    page = ada.page
    page.locator("#share").focus()
    page.keyboard.press("5")
    page.keyboard.press("1")
    assert page.evaluate("document.activeElement.dataset.cell") == "d4"
    page.keyboard.press("Enter")
    expect(ada.cell("d4")).to_have_attribute("aria-label", re.compile(", X$"))
    assert ada.wait_for_turn()
    expect(page.locator('#board [aria-disabled="false"]:focus')).to_have_count(1)
    here = page.evaluate("document.activeElement.dataset.cell")
    assert here in ada.legal()


def test_the_computer_answers_no_sooner_than_it_can_be_seen(people: People) -> None:
    ada = people()
    ada.start_game(level="1")
    seen = ada.page.evaluate(
        """() => new Promise((resolve) => {
            const marks = () => document.querySelectorAll("#board .cell .mark").length;
            const cell = document.querySelector('#board [data-cell="b2"]');
            cell.dispatchEvent(new PointerEvent("click", { bubbles: true }));
            const begun = performance.now();
            const look = () => (marks() > 1 ? resolve(performance.now() - begun) : requestAnimationFrame(look));
            look();
        })"""
    )
    assert seen >= 390  # a promise of the page, not a speed


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_the_board_is_wholly_visible_in_every_window(people: People, size: tuple[int, int], theme: str) -> None:
    width, height = size
    ada = people(viewport={"width": width, "height": height}, color_scheme=theme, reduced_motion="reduce")
    page = ada.page
    ada.start_game("ultimate", "same_screen", name="W" * 40, other="👩‍👩‍👧‍👦 " + "W" * 20)
    for move in ("e5", "d4", "a1"):
        ada.play(move)
    page.click("text=No, thanks")
    for _ in range(2):
        box = page.locator("#board").bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["y"] >= 0
        assert box["x"] + box["width"] <= width
        assert box["y"] + box["height"] <= height
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert min(box["width"], box["height"]) > 0.4 * min(width, height)
        page.goto(ada.address)
        expect(page.locator("#board .cell")).to_have_count(81)
    expect(page.locator("#level-name")).not_to_be_empty()
    if height >= 900 and width >= 1440:
        assert page.locator("#board").evaluate("board => board.clientHeight / innerHeight") > 0.75, "it grows with it"


def test_the_first_tap_only_points_where_that_is_wanted(people: People) -> None:
    ada = people(viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    ada.start_game("ultimate", "same_screen")
    ada.page.click("text=No, thanks")
    ada.page.click("#more summary")
    ada.page.click("text=Tap twice to play")
    ada.page.click("#more summary")
    ada.cell("c1").tap()
    expect(ada.page.locator("#board .ghost")).to_have_count(1)
    expect(ada.cell("c1")).to_have_attribute("aria-label", re.compile("empty$"))
    ada.cell("c1").tap()
    expect(ada.cell("c1")).to_have_attribute("aria-label", re.compile("X$"))


def test_every_legal_move_says_where_it_sends(client: Client) -> None:
    game = client.new_game(game="ultimate", opponent="same_screen")
    assert game["board"]["sends"]["a1"] == [0]
    assert set(game["board"]["sends"]) == set(game["board"]["legal"])
    assert client.new_game()["board"]["sends"] == {}
