"""Puzzles in the browser: by keyboard, with hints, refutations and streaks."""

from __future__ import annotations

import datetime
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from noughts.explain.puzzles import Puzzle, choose_puzzles, puzzle_of_the_day
from noughts.notation import format_move
from tests.web.browser import Person
from tests.web.test_browser_access import violations

DAY = datetime.date(2026, 11, 16)


def names(puzzle: Puzzle) -> list[str]:
    return [format_move(move, puzzle.position) for move in puzzle.solution]


def wrong_move(puzzle: Puzzle) -> str:
    other = next(move for move in puzzle.position.legal_moves() if move != puzzle.solution[0])
    return format_move(other, puzzle.position)


def open_page(person: Person, address: str = "/puzzles", *, day: datetime.date = DAY) -> Page:
    page = person.page
    page.clock.set_fixed_time(datetime.datetime(day.year, day.month, day.day, 12))
    page.goto(person.address + address)
    expect(page.locator("#task")).to_contain_text("to move")
    return page


def walk_to(page: Page, name: str) -> None:
    """Press arrow keys until the focus is on a cell of the board."""
    for _ in range(40):
        here = page.evaluate("document.activeElement.dataset.cell")
        if here == name:
            return
        down, right = int(name[1:]) - int(here[1:]), ord(name[0]) - ord(here[0])
        page.keyboard.press(
            "ArrowDown" if down > 0 else "ArrowUp" if down < 0 else "ArrowRight" if right > 0 else "ArrowLeft"
        )
    raise AssertionError(f"no way to {name}")


def tab_to(page: Page, selector: str) -> None:
    for _ in range(40):
        if page.evaluate("selector => document.activeElement.matches(selector)", selector):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"the Tab key does not reach {selector}")


def test_the_puzzle_of_the_day_is_solved_by_keyboard_alone(people: Callable[..., Person]) -> None:
    puzzle = puzzle_of_the_day(DAY)
    ada = people(reduced_motion="reduce")
    page = open_page(ada)
    expect(page.locator("#kind")).to_have_text("Puzzle of the day")
    expect(page.locator("#task")).to_contain_text(f"to move and win in {puzzle.moves}")

    tab_to(page, "#board [data-cell]")
    walk_to(page, wrong_move(puzzle))
    page.keyboard.press("Enter")
    expect(page.locator("#verdict-word")).to_have_text("misses the win")
    expect(page.locator("#said")).to_contain_text(wrong_move(puzzle))
    expect(page.locator("#board .disc").nth(1)).to_be_attached()  # the refutation stands on the board
    expect(page.locator("#board .tried")).to_have_count(1)
    expect(page.locator("#back")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#board .disc")).to_have_count(0)

    moves = names(puzzle)
    for own, reply in zip(moves[::2], [*moves[1::2], ""], strict=False):
        tab_to(page, "#board [data-cell]")
        walk_to(page, own)
        page.keyboard.press("Enter")
        if reply:
            expect(page.locator("#said")).to_contain_text(f"defends with {reply}")
    expect(page.locator("#verdict-word")).to_have_text("the only move")
    expect(page.locator("#next")).to_be_focused()
    expect(page.locator("#line")).to_contain_text(f"1. {moves[0]}")
    expect(page.locator("#streak")).to_have_text("1 day in a row")
    expect(page.locator("#pips .right")).to_have_count(puzzle.moves)


def test_a_streak_of_days_goes_on_and_ends_in_this_browser(people: Callable[..., Person]) -> None:
    ada = people(reduced_motion="reduce")
    for later in range(2):
        day = DAY + datetime.timedelta(later)
        page = open_page(ada, day=day)
        moves = names(puzzle_of_the_day(day))
        for own, reply in zip(moves[::2], [*moves[1::2], ""], strict=False):
            ada.cell(own).click()
            if reply:
                expect(page.locator("#said")).to_contain_text(f"defends with {reply}")
        expect(page.locator("#streak")).to_have_text(f"{later + 1} day{'s' * later} in a row")
    page = open_page(ada, day=DAY + datetime.timedelta(2))
    expect(page.locator("#streak")).to_have_text("2 days in a row")  # today is still to come
    page = open_page(ada, day=DAY + datetime.timedelta(5))
    expect(page.locator("#streak")).to_have_text("0 days in a row")
    expect(page.locator("#best")).to_have_text("best 2")


def test_a_hint_shows_where_to_look_and_then_the_cell(people: Callable[..., Person]) -> None:
    puzzle = next(p for p in choose_puzzles("ultimate") if len(p.position.targets()) > 1)
    ada = people(reduced_motion="reduce")
    page = open_page(ada, f"/puzzles?id={puzzle.id}")
    page.click("#hint")
    expect(page.locator("#said")).to_contain_text("Look at the ")
    board = puzzle.solution[0] // 9
    inside = [move for move in puzzle.position.legal_moves() if move // 9 == board]
    expect(page.locator("#board .hinted")).to_have_count(len(inside))
    page.click("#hint")
    expect(page.locator("#board .hinted")).to_have_count(1)
    expect(page.locator("#board .hinted")).to_have_attribute("data-cell", names(puzzle)[0])
    page.click("#answer")
    expect(page.locator("#line")).to_contain_text(names(puzzle)[0])
    expect(page.locator("#board [aria-disabled=false]")).to_have_count(0)


def test_another_puzzle_is_of_the_chosen_kind_and_not_solved_yet(people: Callable[..., Person]) -> None:
    first, second = choose_puzzles("classic", "easy")[:2]
    ada = people(reduced_motion="reduce")
    page = open_page(ada)
    page.select_option("#game", "classic")
    page.select_option("#difficulty", "easy")
    page.click("text=Another puzzle")
    page.wait_for_url(f"**/puzzles?id={first.id}")
    for own in names(first)[::2]:
        expect(ada.cell(own)).to_have_attribute("aria-disabled", "false")
        ada.cell(own).click()
    expect(page.locator("#streak")).to_have_text("1 in a row without a mistake")
    page.click("#next")
    page.wait_for_url(f"**/puzzles?id={second.id}")
    expect(page.locator("#solved-count")).to_contain_text("1 of ")
    page.go_back()
    expect(page.locator("#kind")).to_have_text(f"Puzzle {first.id}")
    expect(page.locator("#game")).to_have_value("classic")


def test_a_date_that_is_none_and_an_unknown_puzzle_get_one_sentence(people: Callable[..., Person]) -> None:
    ada = people()
    for address, said in (
        ("date=2026-02-30", "Expected a date like"),
        ("id=nobody", "There is no puzzle of this name."),
    ):
        ada.page.goto(f"{ada.address}/puzzles?{address}")
        expect(ada.page.locator("#problem")).to_contain_text(said)
    assert len(ada.complaints) == 2  # Chromium itself notes the refused requests
    ada.complaints.clear()


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("size", [(360, 740), (740, 360), (1440, 900)], ids=lambda size: f"{size[0]}x{size[1]}")
def test_the_page_shuts_nobody_out(people: Callable[..., Person], theme: str, size: tuple[int, int]) -> None:
    puzzle = puzzle_of_the_day(DAY)
    ada = people(color_scheme=theme, reduced_motion="reduce", viewport={"width": size[0], "height": size[1]})
    page = open_page(ada)

    def looks_well() -> None:
        assert violations(page) == []
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")

    looks_well()
    ada.cell(wrong_move(puzzle)).click()
    expect(page.locator("#back")).to_be_visible()
    looks_well()
    page.click("#answer")
    expect(page.locator("#next")).to_be_visible()
    looks_well()
