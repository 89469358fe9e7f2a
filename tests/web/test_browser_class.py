"""A teacher takes a poster and a class link to class; two students bet on their phones."""

from __future__ import annotations

import csv
import re
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page, Route, expect

from tests.command_line import call
from tests.web.browser import Person
from tests.web.serving import Server
from tests.web.test_browser_access import violations
from tests.web.test_browser_lessons import EMBEDDING, files_served

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True, "reduced_motion": "reduce"}


def looks_well(page: Page) -> None:
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def bars(page: Page) -> dict[str, str]:
    names = page.locator("#bars li > span").all_inner_texts()
    return dict(zip(names, page.locator("#bars li > b").all_inner_texts(), strict=True))


def joined(student: Person, code: str) -> Page:
    """As from the wall: the address, then the code."""
    page = student.page
    page.goto(f"{student.address}/learn/class")
    page.fill("#code", "BBB BBB")
    page.click("text=Join")
    expect(page.locator("#join-problem")).to_have_text("There is no class with this code, or its day is over.")
    looks_well(page)
    page.fill("#code", code.lower())
    page.click("text=Join")
    expect(page.locator("#question")).to_contain_text("?")
    return page


def opened_class(teacher: Person) -> str:
    """A class about a position that is played on the board; its code as it stands on the wall."""
    page = teacher.page
    page.goto(f"{teacher.address}/learn/class")
    for cell in ("a1", "b2", "c3"):
        teacher.play(cell)
    looks_well(page)
    page.check("input[value=move]")
    page.click("#open")
    page.wait_for_url("**/learn/class/*")
    expect(page.locator("#typed")).to_have_text(re.compile(r"[A-Z]{3} [A-Z]{3}"))
    looks_well(page)
    return page.locator("#typed").inner_text()


def test_a_class_is_asked_about_the_position_that_was_chosen_last_and_only_once_it_is_there(
    people: Callable[..., Person],
) -> None:
    ada = people()
    page = ada.page
    held: list[Route] = []
    page.route("**/api/board*", lambda route: held.append(route))
    page.goto(f"{ada.address}/learn/class")
    page.select_option("#game", "4,4,3")
    while len(held) < 2:
        page.wait_for_timeout(20)
    expect(page.locator("#open")).to_be_disabled()
    early, late = held
    late.continue_()
    expect(page.locator("#board .cell")).to_have_count(16)
    with page.expect_response("**/api/board*"):
        early.continue_()
    expect(page.locator("#open")).to_be_enabled()
    expect(page.locator("#board .cell")).to_have_count(16)
    page.click("#open")
    page.wait_for_url("**/learn/class/*")
    expect(page.locator("#board .cell")).to_have_count(16)


def test_a_class_bets_and_the_teacher_reveals(people: Callable[..., Person], tmp_path: Path) -> None:
    teacher = people(viewport={"width": 1440, "height": 900}, accept_downloads=True)
    ada, grace = people(**PHONE), people(**PHONE, color_scheme="dark")
    code, wall = opened_class(teacher), teacher.page
    first, second = joined(ada, code), joined(grace, code)
    expect(first.locator("#question")).to_have_text("What is the best move of O?")
    first.fill("#name", "=Ada")
    ada.cell("a3").tap()
    expect(ada.said()).to_contain_text("You bet on a3")
    expect(wall.locator("#count")).to_have_text("1 bet")
    ada.cell("b1").tap()
    expect(ada.said()).to_contain_text("You bet on b1")
    looks_well(first)
    grace.cell("a3").tap()
    expect(wall.locator("#count")).to_have_text("2 bets")
    assert bars(wall) == {"b1": "1", "a3": "1"}
    expect(first.locator("#bets")).to_be_hidden()

    grace.context.set_offline(True)  # a phone that sleeps through the answer
    wall.click("#reveal")
    expect(wall.locator("#verdict")).to_have_text("Draw.")
    expect(wall.locator("#why")).to_contain_text("keeps the draw")
    expect(wall.locator("#bars .right > span")).to_have_text("b1")
    wall.click("#names summary")
    expect(wall.locator("#rows tr").first).to_have_text("=Adab1")
    looks_well(wall)
    expect(ada.said()).to_have_text("You bet on b1: right.")
    expect(second.locator("#connection")).to_be_visible()
    grace.context.set_offline(False)
    expect(grace.said()).to_have_text("You bet on a3: not this time.")
    expect(second.locator("#connection")).to_be_hidden()
    looks_well(second)

    with wall.expect_download() as download:
        wall.click("text=Results as CSV")
    download.value.save_as(tmp_path / "class.csv")
    with (tmp_path / "class.csv").open(newline="") as text:
        found = [(row["name"], row["bet"], row["right"]) for row in csv.DictReader(text)]
    assert found == [("'=Ada", "b1", "yes"), ("", "a3", "no")]

    wall.click("#next")
    wall.select_option("#example", label="O took an edge")
    expect(wall.locator("#board .mark")).to_have_count(2)
    wall.click("#open")
    wall.wait_for_url("**/learn/class/*")
    expect(second.locator("#question")).to_have_text("X to move. Who wins?")
    second.locator("#values >> text=X wins").tap()
    expect(second.locator("[data-bet='X wins'][aria-pressed=true]")).to_be_visible()
    expect(wall.locator("#count")).to_have_text("1 bet")
    grace.complaints[:] = [said for said in grace.complaints if "ERR_INTERNET_DISCONNECTED" not in said]
    for person in (ada, grace):  # what was typed wrong on purpose
        person.complaints[:] = [said for said in person.complaints if "404" not in said]


def test_on_a_projector_the_arrow_keys_do_it_all(people: Callable[..., Person]) -> None:
    teacher, student = people(viewport={"width": 1440, "height": 900}, color_scheme="dark"), people(**PHONE)
    code, wall = opened_class(teacher), teacher.page
    wall.click("text=Projector")
    wall.wait_for_url("**projector")
    expect(wall.locator(".top")).to_be_hidden()
    expect(wall.locator("#count")).to_have_text("0 bets")
    student.page.goto(wall.url.replace("?projector", ""))
    student.cell("b1").tap()
    expect(wall.locator("#count")).to_have_text("1 bet")
    expect(wall.locator("#bets")).to_be_hidden()  # nobody is led by what others think
    looks_well(wall)
    wall.keyboard.press("ArrowRight")
    expect(wall.locator("#bets")).to_be_visible()
    wall.keyboard.press("ArrowLeft")
    expect(wall.locator("#bets")).to_be_hidden()
    for _ in range(2):
        wall.keyboard.press("ArrowRight")
    expect(wall.locator("#verdict")).to_have_text("Draw.")
    looks_well(wall)
    assert wall.evaluate("document.documentElement.scrollHeight <= innerHeight")
    wall.keyboard.press("ArrowRight")
    expect(student.page.locator("#number")).to_have_text("Position 2")
    expect(wall.locator("#typed")).to_have_text(code)
    wall.goto(f"{teacher.address}/learn/class")  # as after a tab that was closed
    wall.click(f"text={code}")
    expect(wall.locator("#number")).to_have_text("Position 2")

    wall.goto(f"{teacher.address}/learn/search?projector")
    expect(wall.locator(".said")).not_to_be_empty()
    expect(wall.locator("#form")).to_be_hidden()
    wall.keyboard.press("ArrowRight")
    wall.wait_for_url("**step=2&projector")
    assert wall.evaluate("document.documentElement.scrollHeight <= innerHeight")


def sheets(page: Page, paper: str) -> int:
    return len(re.findall(rb"/Type\s*/Page\b", page.pdf(format=paper)))


def test_a_teacher_prepares_a_worksheet_a_poster_an_embed_and_a_class(
    people: Callable[..., Person], tmp_path: Path
) -> None:
    poster, course = tmp_path / "map.html", tmp_path / "course"
    course.mkdir()
    with files_served(course) as host:
        server = Server(str(tmp_path / "games.sqlite3"), options=["--allow-embed", host])
        try:
            teacher = people(server.address, accept_downloads=True)
            page = teacher.page
            page.goto(f"{server.address}/learn")
            page.click("text=A worksheet")
            page.wait_for_url("**/learn/worksheet*")
            assert sheets(page, "A4") >= 5
            page.go_back()
            with page.expect_download() as download:
                page.click("text=The strategy map")
            download.value.save_as(poster)
            assert call("map", "-o", str(tmp_path / "own.html")).code == 0
            assert poster.read_text() == (tmp_path / "own.html").read_text()

            (course / "course.html").write_text(EMBEDDING.format(f"{server.address}/learn/embed?from=3&amp;to=9"))
            page.goto(f"{host}/course.html")
            expect(page.frame_locator("iframe").locator("search-stepper")).to_have_attribute("data-step", "3")

            code = opened_class(teacher)
            students = [people(server.address, **PHONE) for _ in range(2)]
            for student, cell in zip(students, ("b1", "a3"), strict=True):
                student.page.goto(f"{server.address}/learn/class/{code.replace(' ', '')}")
                student.cell(cell).tap()
                expect(student.said()).to_contain_text(f"You bet on {cell}")
            expect(page.locator("#count")).to_have_text("2 bets")
            page.click("#reveal")
            expect(page.locator("#bars .right > span")).to_have_text("b1")

            for student in students:
                student.page.close()
            page.goto(poster.as_uri())
            assert [sheets(page, paper) for paper in ("A4", "A3")] == [2, 2]
        finally:
            server.end()
