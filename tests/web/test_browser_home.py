"""The first page, the lesson, game files, and what lies around the games, in a real browser."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Route, expect

from noughts.record import parse_records
from tests.web.browser import Person

People = Callable[..., Person]


def open_home(person: Person, board: str = "ultimate") -> None:
    person.page.goto(person.address)
    expect(person.page.locator("#level-name")).not_to_be_empty()
    person.page.check(f"input[name=board][value={board}]", force=True)


def test_a_click_on_a_cell_of_the_first_page_starts_the_game_with_that_move(people: People) -> None:
    ada = people()
    open_home(ada)
    ada.page.fill("#level", "1")
    expect(ada.page.locator("#level-title")).to_have_text("Level 1")
    ada.cell("e5").hover()
    expect(ada.page.locator("#board .ghost")).to_have_count(1)
    ada.cell("e5").dblclick()
    ada.page.wait_for_url("**/game/*")
    expect(ada.cell("e5")).to_have_attribute("aria-label", re.compile("cell 5, X$"))
    expect(ada.page.locator("#seat-O")).to_contain_text("Crayon")
    assert ada.wait_for_turn()
    games = ada.page.request.get(f"{ada.address}/api/games").json()["games"]
    assert len(games) == 1, "a double click makes one game"
    open_home(ada, "ultimate")
    expect(ada.page.locator("#level")).to_have_value("1")  # the level is remembered
    expect(ada.page.locator("#running")).to_contain_text("It is your move in one of your games.")


def test_the_form_waits_for_the_games_that_are_shown_above_it(people: People) -> None:
    ada = people()
    ada.start_game()
    held: list[Route] = []
    ada.page.route("**/api/games", lambda route: held.append(route))
    with ada.page.expect_response("**/api/levels*"), ada.page.expect_response("**/api/board*"):
        ada.page.goto(ada.address)
    expect(ada.page.locator("#level-name")).to_be_empty()
    held[0].continue_()
    expect(ada.page.locator("#level-name")).not_to_be_empty()
    assert ada.page.locator("#running").is_visible(), "else the form moves away from a finger"


def test_the_choices_are_remembered_and_nothing_is_offered_that_cannot_be_had(people: People) -> None:
    ada = people()
    open_home(ada, "classic")
    expect(ada.page.locator("#level")).to_have_attribute("max", "11")
    ada.page.fill("#level", "11")
    expect(ada.page.locator("#level-name")).to_have_text("Perfect")
    ada.page.check("input[name=board][value=larger]", force=True)
    ada.page.select_option("#size", "15,15,5")
    expect(ada.page.locator("#level")).to_have_attribute("max", "10")
    expect(ada.page.locator("#level-name")).to_have_text("Printing press")
    expect(ada.page.locator("#board .cell")).to_have_count(225)
    ada.page.check("#adaptive")
    expect(ada.page.locator("#level")).to_be_disabled()
    ada.page.reload()
    expect(ada.page.locator("#board .cell")).to_have_count(225)
    expect(ada.page.locator("#size")).to_have_value("15,15,5")
    expect(ada.page.locator("#level-title")).to_have_text("Now at level 4.0")
    ada.page.uncheck("#adaptive")
    expect(ada.page.locator("#level-name")).to_have_text("Printing press")
    ada.page.click(".choices summary")
    ada.page.select_option("#mark", "O")
    expect(ada.page.locator("#invitation")).to_have_text("The computer opens: a click starts the game.")
    ada.page.select_option("#size", "other")
    ada.page.fill("#custom", "9,9,99")
    ada.page.locator("#custom").blur()
    expect(ada.page.locator("#problem")).not_to_be_empty()
    ada.complaints.clear()  # the browser reports the 400


def test_the_first_page_is_alive_until_somebody_comes_near(people: People) -> None:
    ada = people()
    open_home(ada)
    ada.page.mouse.move(1, 1)
    expect(ada.page.locator("#board .cell .mark").first).to_be_attached()
    ada.cell("e5").hover()
    expect(ada.page.locator("#board .cell .mark")).to_have_count(0)
    still = people(reduced_motion="reduce")
    open_home(still)
    still.page.wait_for_timeout(2500)
    assert still.page.locator("#board .cell .mark").count() == 0


def test_the_lesson_is_played_on_a_real_board(people: People) -> None:
    ada = people()
    open_home(ada)
    ada.page.click("#learn")
    lesson = ada.page.locator(".lesson")
    told, forward = lesson.locator(".told"), lesson.locator(".tools .main")

    def click(cell: str) -> None:
        lesson.locator(f'[data-cell="{cell}"]').click(force=True)

    expect(told).to_contain_text("Put your cross anywhere")
    click("f2")
    expect(told).to_contain_text("O must play in the right board")
    forward.click()
    expect(told).to_contain_text("2. ")  # the board before has a golden frame too, and takes no clicks any more
    expect(lesson.locator(".target.forced")).to_have_count(1)
    click("i9")
    expect(told).to_contain_text("Not there. Play in the golden board")
    expect(lesson.locator(".target.pulse")).to_have_count(1)
    click("c3")
    expect(told).to_contain_text("X is sent to the bottom right board")
    forward.click()
    expect(told).to_contain_text("complete them")
    click("a4")
    expect(told).to_contain_text("Legal, but not this time.")
    click("a5")
    expect(told).to_contain_text("The board is yours")
    forward.click()
    expect(told).to_contain_text("closed board")
    click("g5")
    expect(told).to_contain_text("That board is closed.")
    forward.click()
    expect(told).to_contain_text("may choose any open one")
    click("i8")
    expect(told).to_contain_text("free choice")
    forward.click()
    expect(told).to_contain_text("win the game")
    click("b2")
    expect(told).to_contain_text("the whole game")
    expect(lesson.locator(".through")).to_have_count(1)
    forward.click()
    expect(lesson).to_be_hidden()


def test_a_game_file_goes_out_and_comes_back(people: People, tmp_path: Path) -> None:
    ada = people()
    ada.start_game("ultimate", "same_screen", name="Ada", other="Grace")
    for move in ("e5", "d4", "a1"):
        ada.play(move)
    ada.page.click("#more summary")
    with ada.page.expect_download() as download:
        ada.page.click("#file")
    kept = tmp_path / "game.txt"
    download.value.save_as(kept)
    (record,) = parse_records(kept.read_text())
    assert len(record.moves) == 3
    open_home(ada)
    ada.page.click("#open")
    ada.page.fill("#open-text", "no game at all")
    ada.page.click(".open-file >> text=Open >> nth=-1")
    expect(ada.page.locator("#open-problem")).not_to_be_empty()
    ada.complaints.clear()  # the browser reports the 400
    large = tmp_path / "large.txt"
    large.write_text("x" * 20_000)
    ada.page.set_input_files("#open-choose", large)
    expect(ada.page.locator("#open-problem")).to_contain_text("a game has 12,000 at most")
    ada.page.set_input_files("#open-choose", kept)
    expect(ada.page.locator("#open-text")).to_have_value(re.compile("Grace"))
    ada.page.locator(".open-file .main").click()
    ada.page.wait_for_url("**/game/*")
    expect(ada.page.locator("#seat-O")).to_contain_text("Grace")
    ada.page.click("#back")
    expect(ada.page.locator("#step")).to_have_text("After move 1 of O")
    ada.page.click("#to-game")
    ada.play("b2")
    expect(ada.page.locator("#moves button")).to_have_count(4)


def test_a_pasted_position_is_played_on(people: People) -> None:
    ada = people()
    open_home(ada)
    ada.page.click("#open")
    ada.page.fill("#open-text", "XO./.../...")
    ada.page.locator(".open-file .main").click()
    ada.page.wait_for_url("**/game/*")
    expect(ada.cell("a1")).to_have_attribute("aria-label", "a1, X")
    ada.play("b2")


@pytest.mark.parametrize("path", ["/nowhere", "/game/nothing-of-a-game", "/game/AAAAAAAAAAAAAAAA"])
def test_a_wrong_address_is_answered_for_people(people: People, path: str) -> None:
    ada = people()
    answer = ada.page.goto(ada.address + path)
    assert answer is not None
    assert answer.status == 404
    expect(ada.page.locator("h1")).to_have_text("There is nothing here.")
    ada.complaints.clear()  # the browser reports the 404
    ada.page.click("text=Play a game")
    expect(ada.page.locator("#level-name")).not_to_be_empty()
    assert ada.page.request.get(f"{ada.address}/api/nowhere").json()["error"] == "not_found"


def test_a_shared_game_has_a_preview_with_its_position(people: People) -> None:
    ada = people()
    url = ada.start_game(opponent="same_screen", name='A"da<b>', other="Grace")
    ada.play("b2")
    ada.page.reload()
    meta = {
        name: ada.page.locator(f'meta[property="og:{name}"]').get_attribute("content")
        for name in ("title", "description", "image")
    }
    assert meta["title"] == 'A"da<b> against Grace · noughts'
    assert meta["description"] == "classic: O to move"
    assert meta["image"] == url.replace("/game/", "/api/games/") + "/picture.png"
    answer = ada.page.request.get(meta["image"] or "")
    assert (answer.headers["content-type"], answer.body()[:8]) == ("image/png", b"\x89PNG\r\n\x1a\n")
    look = "(there) => { const image = new Image(); image.src = there; return image.decode().then(() => image.width); }"
    assert ada.page.evaluate(look, meta["image"]) == 480


def test_the_theme_is_switched_and_kept(people: People) -> None:
    ada = people(color_scheme="light")
    open_home(ada)
    ground = "getComputedStyle(document.documentElement).backgroundColor"
    light = ada.page.evaluate(ground)
    ada.page.click("#theme")
    expect(ada.page.locator("#theme")).to_have_attribute("aria-label", "Theme: light")
    ada.page.click("#theme")
    expect(ada.page.locator("#theme")).to_have_attribute("aria-label", "Theme: dark")
    assert ada.page.evaluate(ground) != light
    ada.page.goto(ada.address + "/games")
    expect(ada.page.locator("#theme")).to_have_attribute("aria-label", "Theme: dark")
    assert ada.page.evaluate(ground) == "rgb(20, 18, 16)"


def test_without_a_connection_a_page_says_so_and_comes_back(people: People) -> None:
    ada = people()
    open_home(ada)
    ada.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    ada.page.reload()
    expect(ada.page.locator("#level-name")).not_to_be_empty()
    ada.context.set_offline(True)
    ada.page.goto(ada.address + "/games")
    expect(ada.page.locator("h1")).to_have_text("You are offline.")
    ada.context.set_offline(False)
    expect(ada.page.locator("h1")).to_have_text("My games")
    ada.complaints.clear()  # the browser reports the lost connection


def test_it_installs_as_an_app(people: People) -> None:
    ada = people()
    open_home(ada)
    address = ada.page.locator("link[rel=manifest]").get_attribute("href")
    manifest = ada.page.request.get(f"{ada.address}{address}").json()
    assert manifest["start_url"] == "/"
    for icon in manifest["icons"]:
        answer = ada.page.request.get(ada.address + icon["src"])
        assert (answer.status, answer.headers["content-type"].split(";")[0]) == (200, icon["type"])


def finished_game(ada: Person, level: int) -> None:
    """Open a game against a level that one click wins."""
    wanted = {"text": "XX./OO./... x", "opponent": "computer", "level": level}
    created = ada.page.request.post(f"{ada.address}/api/files", data=wanted, headers={"Origin": ada.address})
    ada.page.goto(f"{ada.address}/game/{created.json()['id']}")
    ada.play("c1")


def test_after_two_wins_the_next_level_is_offered_and_plays(people: People) -> None:
    ada = people()
    offered = ada.page.locator("#next-level")
    finished_game(ada, 4)
    expect(ada.page.locator("#end-title")).to_contain_text("You won")
    expect(offered).to_be_hidden()
    finished_game(ada, 4)
    expect(offered).to_have_text("Next: level 5")
    before = ada.page.url
    offered.click()
    ada.page.wait_for_url(lambda url: url != before)
    expect(ada.page.locator("main")).to_contain_text("against level 5")


def test_after_three_losses_an_easier_level_is_offered(people: People) -> None:
    ada = people()
    for lost in range(3):
        if lost:
            expect(ada.page.locator("#next-level")).to_be_hidden()
        ada.start_game(level="3")
        ada.play("b2")
        expect(ada.said()).to_contain_text("Your move")
        ada.page.click("#more summary")
        ada.page.click("#resign")
        ada.page.click("#sure >> text=Resign")
        expect(ada.page.locator("#end-how")).to_have_text("You resigned.")
    expect(ada.page.locator("#next-level")).to_have_text("Easier: level 2")
