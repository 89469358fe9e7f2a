"""axe-core finds nothing to object to on any page, light and dark, small and large."""

from __future__ import annotations

from collections.abc import Callable
from importlib.resources import files
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.web.browser import Person

AXE = (files("axe_playwright_python") / "axe.min.js").read_text(encoding="utf-8")


def violations(page: Page) -> list[Any]:
    page.evaluate(AXE)
    found: list[Any] = page.evaluate("axe.run().then(result => result.violations)")
    return [(rule["id"], [node["html"] for node in rule["nodes"]]) for rule in found]


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize(
    "size", [(360, 740), (740, 360), (768, 1024), (1280, 860), (2560, 1440)], ids=lambda size: f"{size[0]}x{size[1]}"
)
def test_no_page_shuts_anybody_out(people: Callable[..., Person], theme: str, size: tuple[int, int]) -> None:
    width, height = size
    ada = people(color_scheme=theme, reduced_motion="reduce", viewport={"width": width, "height": height})
    page = ada.page

    def looks_well() -> None:
        assert violations(page) == []
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")

    page.goto(ada.address)
    expect(page.locator("#level-name")).not_to_be_empty()
    looks_well()
    page.click("#open")
    looks_well()
    page.click(".open-file >> text=Close")
    page.click("#learn")
    page.locator('.lesson [data-cell="e5"]').click()
    expect(page.locator(".lesson .told")).to_contain_text("centre board")
    looks_well()
    page.click(".lesson >> text=Close")
    page.check("input[name=opponent][value=friend]", force=True)
    page.select_option("#clock", "own")
    page.check("input[name=board][value=larger]", force=True)
    page.select_option("#size", "other")
    page.click(".choices summary")
    looks_well()
    ada.start_game(opponent="friend", name="Ada", clock="5+3")
    expect(page.locator("#qr")).to_be_visible()
    looks_well()
    ada.start_game("ultimate", "same_screen")
    for move in ("i4", "i2", "h4", "f2", "g4", "c3"):
        ada.play(move)
    page.click("#hint-button")
    expect(page.locator("#hint")).to_contain_text("Hint")
    ada.cell("i7").hover()
    looks_well()
    page.click("#back")
    expect(page.locator("#past")).to_be_visible()
    looks_well()
    page.click("#more summary")
    looks_well()
    page.click("#resign")
    looks_well()
    page.click("#sure >> text=Resign")
    page.click("#to-game")
    expect(page.locator("#end-title")).to_be_visible()
    looks_well()
    page.goto(ada.address + "/games")
    expect(page.locator("#lists a").first).to_be_visible()
    looks_well()
    page.goto(ada.address + "/analyze?position=XOX/OOX/...")
    expect(ada.cell("c3")).to_have_attribute("aria-label", "c3, empty, W1")
    looks_well()
    page.goto(ada.address + "/game/nothing")
    expect(page.locator("h1")).to_have_text("There is nothing here.")
    looks_well()
    page.goto(ada.address + "/offline")
    expect(page.locator("h1")).to_have_text("You are offline.")
    looks_well()
    ada.complaints.clear()  # the browser reports the 404


EARLY_CLICKS = """
for (const button of document.querySelectorAll("button:enabled")) if (button.checkVisibility()) button.click();
"""


def test_no_page_shuts_anybody_out_or_stumbles_over_a_click_while_it_waits_for_the_server(
    people: Callable[..., Person],
) -> None:
    ada = people(reduced_motion="reduce")
    page = ada.page
    game = ada.start_game()
    page.goto(f"{ada.address}/learn/class")
    page.click("#open")
    page.wait_for_url("**/learn/class/*")
    paths = ("", "games", "analyze", "puzzles", "learn", "learn/1", "learn/search", "learn/class", "grade")
    addresses = [page.url, game, f"{game}/review", *(f"{ada.address}/{path}" for path in paths)]
    page.route("**/api/**", lambda route: None)  # never answered
    found = {}
    for address in addresses:
        page.goto(address)
        found[address] = violations(page)
        page.evaluate(EARLY_CLICKS)
    assert not any(found.values()), found
