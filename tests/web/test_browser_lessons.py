"""A student who has never seen minimax goes through the lessons, with mistakes; the same from a folder of files."""

from __future__ import annotations

import contextlib
import http.server
import re
import threading
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, FrameLocator, Locator, Page, expect

from noughts.learn.exercises import Exercise
from noughts.learn.kinds import make_exercise
from noughts.learn.zoo_table import PROGRAMS, trials, zoo_document
from noughts.web.settings import Settings
from tests.command_line import call
from tests.web.browser import Person
from tests.web.postgres import free_port
from tests.web.serving import Server
from tests.web.test_browser_access import violations

SEED = 3


def hand(page: Page | FrameLocator, kind: str) -> tuple[Locator, Exercise]:
    """An exercise on the page, and the same from the library."""
    place = page.locator(f'[data-exercise="{kind}"]')
    expect(place).to_have_attribute("data-seed", re.compile(r"\d+"))
    return place, make_exercise(kind, int(place.get_attribute("data-seed") or "-1"))


def says(place: Locator, words: str) -> None:
    expect(place.locator(".verdict")).to_contain_text(words)


def is_solved(place: Locator) -> None:
    expect(place).to_have_attribute("data-state", "right")


def wrong_and_right(exercise: Exercise, index: int = 0) -> tuple[Any, Any]:
    answers = exercise.questions[index].answers
    return next(a for a in answers if not a.right), next(a for a in answers if a.right)


def play_on_board(page: Page, kind: str) -> None:
    place, exercise = hand(page, kind)
    wrong, right = wrong_and_right(exercise)
    place.locator(f'[data-cell="{wrong.text}"]').click()
    says(place, wrong.said)
    expect(place).to_have_attribute("data-state", "wrong")
    place.locator(f'[data-cell="{right.text}"]').click()
    says(place, right.said)
    is_solved(place)


def fill_in(page: Page, kind: str) -> None:
    """Every field wrong at first, then one after the other as the page explains them."""
    place, exercise = hand(page, kind)
    check = place.get_by_role("button", name="Check")
    check.click()
    says(place, f"Still open: {exercise.questions[0].asked}.")
    for index, question in enumerate(exercise.questions):
        wrong, right = wrong_and_right(exercise, index)
        field = place.get_by_label(question.asked, exact=True)
        field.select_option(wrong.text)
        check.click()
        says(place, wrong.said)
        expect(field).to_be_focused()
        field.select_option(right.text)
    check.click()
    says(place, "All of it is right.")
    is_solved(place)


def cross_out(page: Page) -> None:
    place, exercise = hand(page, "cuts")
    check = place.get_by_role("button", name="Check")
    check.click()
    missed = next(question for question in exercise.questions if question.right == ("never looked at",))
    says(place, next(answer.said for answer in missed.answers if not answer.right))
    for question in exercise.questions:
        if question.right == ("never looked at",):
            cross = place.get_by_role("button", name=f"Cross out {question.asked}", exact=True)
            if cross.get_attribute("aria-pressed") == "false":  # not with the board above it
                cross.press("Enter")
    check.click()
    is_solved(place)
    expect(page.locator("search-stepper .treehead h2").last).to_contain_text("Alpha-beta")


def put_in_order(page: Page) -> None:
    place, exercise = hand(page, "order")
    wrong, right = wrong_and_right(exercise)
    for wanted in (wrong.text.split(), right.text.split()):
        for index, move in enumerate(wanted):
            while place.locator(".order b").all_inner_texts().index(move) > index:
                place.get_by_role("button", name=f"{move} earlier").click()
        place.get_by_role("button", name="Check").click()
        says(place, (wrong if wanted == wrong.text.split() else right).said)
    is_solved(place)


def test_a_student_goes_through_lessons_one_to_four_with_mistakes(people: Callable[..., Person]) -> None:
    ada = people(viewport={"width": 1200, "height": 800}, reduced_motion="reduce")
    page = ada.page
    page.goto(f"{ada.address}/learn")
    page.click("text=Unbeatable is a fact")
    board = page.locator('[data-figure="futures"]')
    board.locator('[data-cell="a1"]').hover()
    says(board, "a1: a draw. Best play: a1, b2, ")
    board.locator('[data-cell="a1"]').click()
    says(board, "You played a1. O answered b2. From here it is still a draw.")
    board.locator('[data-cell="b1"]').press("ArrowDown")  # not played, only gone on from
    expect(board.locator('[data-cell="b2"]')).to_be_focused()
    play_on_board(page, "only")
    page.click("text=Next: The ends decide")
    fill_in(page, "leaves")
    page.click("text=Next: Going up")
    bet, exercise = hand(page, "bet")
    wrong, _ = wrong_and_right(exercise)
    bet.get_by_role("button", name=wrong.text, exact=True).click()
    says(bet, wrong.said)
    stepper = page.locator("search-stepper")
    expect(stepper).to_have_attribute("data-step", "1")
    stepper.get_by_role("button", name="to the end").click()
    expect(stepper.locator(".said")).to_contain_text(f"worth {exercise.questions[0].right[0]}")
    bet.get_by_role("button", name="Another one").click()
    expect(stepper).to_have_count(0)
    fill_in(page, "inner")
    page.click("text=Next: Not looking")
    expect(page.locator("search-stepper").first).to_have_attribute("data-step", "1")
    cross_out(page)
    fill_in(page, "window")
    put_in_order(page)
    page.goto(f"{ada.address}/learn")
    expect(page.locator('[data-lesson="1"] em')).to_have_text("done")
    expect(page.locator('[data-lesson="3"] em')).to_have_text("1 of 2 done")  # the bet was lost
    expect(page.locator('[data-lesson="4"] em')).to_have_text("done")
    expect(page.locator('[data-lesson="5"] em')).to_have_text("")


def catch_program(page: Page, name: str) -> None:
    """Set a board up on which nothing is wrong, then one of the smallest on which something is."""
    zoo = page.locator('[data-figure="zoo"]')
    zoo.get_by_role("button", name=f"Program {list(PROGRAMS).index(name) + 1}").click()
    document = zoo_document(name)
    expect(zoo.locator(".program")).to_have_text(document["code"])
    found = trials(name)
    harmless = next(trial for trial in found if not trial.wrong and trial.position.open_cells == 8)
    caught = next(trial for trial in found if trial.wrong and trial.position.open_cells == document["fewest"])
    for trial, words in ((harmless, "This board does not expose it."), (caught, "there is no smaller board.")):
        zoo.get_by_role("button", name="Empty the board").click()
        for cell in range(9):
            mark = trial.position.mark_at(cell)
            for _ in range(0 if mark is None else 1 if mark == "X" else 2):
                zoo.locator(f'[data-cell="{trial.position.cell_name(cell)}"]').click()
        zoo.get_by_role("button", name="Ask the program").click()
        says(zoo, f"{trial.said} ")
        says(zoo, words)


def test_the_quickest_win_and_the_zoo(people: Callable[..., Person]) -> None:
    ada = people(reduced_motion="reduce")
    page = ada.page
    page.goto(f"{ada.address}/learn/5?seed={SEED}")
    play_on_board(page, "quick")
    page.goto(f"{ada.address}/learn/6")
    for name in ("full_is_a_draw", "takes_the_last"):
        catch_program(page, name)
    page.locator('[data-figure="zoo"]').get_by_role("button", name="Empty the board").click()
    page.locator('[data-figure="zoo"] [data-cell="a1"]').press("Enter")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Ask the program").click()
    says(page.locator('[data-figure="zoo"]'), "both take turns")
    page.reload()
    expect(page.get_by_role("button", name="Program 4, caught")).to_be_visible()
    page.goto(f"{ada.address}/learn")
    expect(page.locator('[data-lesson="6"] em')).to_have_text("2 of 8 done")


NO_STORAGE = """Object.defineProperty(window, "localStorage", {
  get() { throw new DOMException("denied", "SecurityError"); },
});"""


def test_a_browser_that_keeps_nothing_has_all_lessons(people: Callable[..., Person]) -> None:
    ada = people(reduced_motion="reduce")
    ada.page.add_init_script(NO_STORAGE)
    ada.page.goto(f"{ada.address}/learn/1?seed={SEED}")
    play_on_board(ada.page, "only")
    ada.page.click("#theme")
    expect(ada.page.locator("html")).to_have_attribute("data-theme", "light")
    ada.page.goto(f"{ada.address}/learn/6")
    catch_program(ada.page, "full_is_a_draw")
    ada.page.goto(f"{ada.address}/learn")
    expect(ada.page.locator('[data-lesson="1"] em')).to_have_text("")


@pytest.mark.parametrize(("theme", "width"), [("dark", 360), ("light", 1440)])
def test_no_lesson_shuts_anybody_out(people: Callable[..., Person], theme: str, width: int) -> None:
    ada = people(color_scheme=theme, reduced_motion="reduce", viewport={"width": width, "height": 800})
    page = ada.page

    def looks_well() -> None:
        assert violations(page) == []
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")

    page.goto(f"{ada.address}/learn")
    looks_well()
    for number in range(1, 7):
        page.goto(f"{ada.address}/learn/{number}?seed={SEED}")
        for place in page.locator(".hand").all():
            expect(place.locator("svg").first).to_be_attached()
        for show in page.get_by_role("button", name="Show the answer").all():
            if show.is_visible():
                show.click()
        looks_well()
    page.goto(f"{ada.address}/learn/embed")
    expect(page.locator("search-stepper")).to_have_attribute("data-step", "1")
    looks_well()
    page.goto(f"{ada.address}/learn/worksheet?seed={SEED}")
    looks_well()


@pytest.mark.parametrize("paper", ["A4", "Letter"])
def test_a_worksheet_prints_whole_pages(chromium: Browser, tmp_path: Path, paper: str) -> None:
    sheet = tmp_path / "sheet.html"
    call("worksheet", "--seed", "7", "-o", str(sheet))
    page = chromium.new_page()
    page.goto(sheet.as_uri())
    printed = page.pdf(format=paper)
    assert 5 <= len(re.findall(rb"/Type\s*/Page\b", printed)) <= 9
    page.emulate_media(media="print")
    page.set_viewport_size({"width": 700 if paper == "A4" else 725, "height": 1000})
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert page.eval_on_selector_all("svg", "all => all.every(one => one.getBoundingClientRect().height < 850)")
    page.close()


class Quiet(http.server.SimpleHTTPRequestHandler):
    """What `python -m http.server` serves with, without its log."""

    def log_message(self, format: str, *arguments: object) -> None: ...


@contextlib.contextmanager
def files_served(folder: Path) -> Iterator[str]:
    with http.server.ThreadingHTTPServer(("127.0.0.1", free_port()), partial(Quiet, directory=str(folder))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


def test_the_lessons_work_from_a_folder_of_files(people: Callable[..., Person], tmp_path: Path) -> None:
    folder = tmp_path / "course" / "lessons"
    made = call("learn", "--export", str(folder), "--exercises", "3")
    assert (made.code, made.err) == (0, "")
    assert made.out == f"six lessons with 24 exercises are in {folder}\n"
    for page_file in folder.glob("*.html"):
        assert not re.findall(r'(?:href|src)="(?:/|https?:)', page_file.read_text(encoding="utf-8"))
    with files_served(tmp_path) as address:
        ada = people(address, reduced_motion="reduce")
        page = ada.page
        page.goto(f"{address}/course/lessons/")
        page.click("text=Unbeatable is a fact")
        page.locator('[data-figure="futures"] [data-cell="b2"]').click()
        says(page.locator('[data-figure="futures"]'), "O answered")
        play_on_board(page, "only")
        page.click("text=Next: The ends decide")
        fill_in(page, "leaves")
        page.goto(f"{address}/course/lessons/4.html")
        cross_out(page)
        order, exercise = hand(page, "order")
        order.get_by_role("button", name="Another one").click()
        expect(order).not_to_have_attribute("data-seed", str(exercise.seed))
        put_in_order(page)
        page.goto(f"{address}/course/lessons/6.html")
        catch_program(page, "misses_a_diagonal")
        page.goto(f"{address}/course/lessons/index.html")
        expect(page.locator('[data-lesson="2"] em')).to_have_text("done")
        page.click("text=The search stepper")
        page.select_option("#named", "draw")
        expect(page.locator("search-stepper .said")).to_contain_text("X is to move and has 5 moves")
        page.goto(f"{address}/course/lessons/worksheet.html")
        expect(page.locator("h1").first).to_have_text("Minimax and alpha-beta")
        assert all(url.startswith(f"{address}/course/lessons/") for url in ada.requested)


EMBEDDING = """<!doctype html><title>A course</title><link rel="icon" href="data:,">
<iframe src="{}" width="1200" height="800" title="A search"></iframe>"""


def test_an_allowed_page_embeds_a_few_steps_of_a_search_and_no_other_does(
    people: Callable[..., Person], tmp_path: Path
) -> None:
    with files_served(tmp_path) as course, files_served(tmp_path) as stranger:
        server = Server(str(tmp_path / "games.sqlite3"), options=["--allow-embed", course])
        try:
            search = f"{server.address}/learn/embed?position=O.X/X../XOO+x&amp;algorithm=alphabeta&amp;from=5&amp;to=8"
            (tmp_path / "course.html").write_text(EMBEDDING.format(search))
            ada = people(course, reduced_motion="reduce", viewport={"width": 1280, "height": 900})
            ada.page.goto(f"{course}/course.html")
            inside = ada.page.frame_locator("iframe")
            stepper = inside.locator("search-stepper")
            expect(stepper).to_have_attribute("data-step", "5")
            for act, step in (("step back", "5"), ("to the end", "8"), ("step", "8"), ("to the start", "5")):
                inside.get_by_role("button", name=act, exact=True).click()
                expect(stepper).to_have_attribute("data-step", step)
            eve = people(stranger, reduced_motion="reduce")
            eve.page.goto(f"{stranger}/course.html")
            expect(eve.page.frame_locator("iframe").locator("search-stepper")).to_have_count(0)
            assert any("frame-ancestors" in complaint for complaint in eve.complaints)
            eve.complaints.clear()
        finally:
            server.end()


def test_embedding_is_for_named_origins_on_one_page_alone(server: Server) -> None:
    with server.client() as client:
        for path in ("/learn", "/learn/1", "/learn/search", "/learn/embed"):
            assert "frame-ancestors 'none'" in client.get(path).headers["content-security-policy"]
    assert Settings().allow_embed == ()


@pytest.mark.parametrize(
    "origin",
    [
        *("", "*", "https://*", "https://*.example.org", "course.example.org", "https://", "https:///", "null"),
        *("https://course.example.org/", "https://course.example.org/path", "https://a.example b.example"),
        *("https://a.example; script-src *", "https://a.example'", "javascript:alert(1)", "https://user@a.example"),
        *("https://a.example\n", "https://-a.example", "https://a.example:port", "file:///etc", "'self'"),
    ],
)
def test_what_is_no_origin_is_refused_in_one_line(origin: str) -> None:
    refused = call("serve", "--no-browser", "--port", "0", "--allow-embed", origin).refusal()
    assert refused.startswith("expected an origin like https://course.example.org, got ")


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ([], "Missing option '--export'"),
        (["--export", "{there}"], "is there already: lessons are exported into a new or an empty folder"),
        (["--export", "{there}/file"], "is there already"),
        (["--export", "{there}/file/below"], "Not a directory"),
        (["--export", "{new}", "--exercises", "0"], "0 is not in the range"),
        (["--export", "{new}", "--exercises", "many"], "'many' is not a valid integer"),
    ],
)
def test_what_cannot_be_exported_is_one_line_and_touches_nothing(
    arguments: list[str], says: str, tmp_path: Path
) -> None:
    there = tmp_path / "there"
    there.mkdir()
    (there / "file").write_text("mine")
    places = {"there": str(there), "new": str(tmp_path / "new")}
    assert says in call("learn", *(argument.format(**places) for argument in arguments)).refusal()
    assert [path.name for path in there.iterdir()] == ["file"]
    assert (there / "file").read_text() == "mine"
    assert not (tmp_path / "new").exists()
