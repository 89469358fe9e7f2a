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
@pytest.mark.parametrize("width", [360, 1440])
def test_no_page_shuts_anybody_out(people: Callable[..., Person], theme: str, width: int) -> None:
    ada = people(color_scheme=theme, reduced_motion="reduce", viewport={"width": width, "height": 800})
    page = ada.page
    page.goto(ada.address)
    assert violations(page) == []
    page.check("input[name=board][value=larger]", force=True)
    page.select_option("#size", "other")
    assert violations(page) == []
    ada.start_game(opponent="friend", name="Ada")
    expect(page.locator("#qr")).to_be_visible()
    assert violations(page) == []
    ada.start_game("ultimate", "same_screen")
    for move in ("e5", "d4", "a1", "c3"):
        ada.play(move)
    page.click("#hint-button")
    expect(page.locator("#hint")).to_contain_text("Hint")
    assert violations(page) == []
    page.click("#back")
    page.click("#resign")
    assert violations(page) == []
    page.click("dialog >> text=Resign")
    expect(page.locator("#rematch")).to_be_visible()
    assert violations(page) == []
    page.goto(ada.address + "/games")
    expect(page.locator("#lists a").first).to_be_visible()
    assert violations(page) == []
    page.goto(ada.address + "/analyze?position=XOX/OOX/...")
    expect(ada.cell("c3")).to_have_attribute("aria-label", "c3, empty, W1")
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.goto(ada.address + "/game/nothing")
    expect(ada.said()).to_contain_text("no such game")
    assert violations(page) == []
    ada.complaints.clear()  # the browser reports the 404
