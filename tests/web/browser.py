"""Chromium, driven by Playwright, and what people do in it."""

from __future__ import annotations

import contextlib
import re
import shutil
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect, sync_playwright

FLAGS = [
    *("--no-sandbox", "--disable-gpu", "--disable-background-networking"),
    *("--disable-component-update", "--disable-sync", "--no-first-run"),
]

expect.set_options(timeout=20_000)


@contextlib.contextmanager
def running_browser() -> Iterator[Browser]:
    chromium = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if chromium is None:
        pytest.skip("Chromium is not installed (Debian: apt-get install chromium)")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        yield browser
        browser.close()


class Person:
    """Somebody with a browser of their own; what it complains about is collected."""

    def __init__(self, browser: Browser, address: str, **options: object) -> None:
        self.address = address
        self.context: BrowserContext = browser.new_context(**options)  # type: ignore[arg-type]
        self.context.grant_permissions(["clipboard-read", "clipboard-write"], origin=address)
        self.context.set_default_timeout(20_000)
        self.page: Page = self.context.new_page()
        self.complaints: list[str] = []
        self.requested: list[str] = []
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("console", lambda said: self.complaints.append(said.text) if said.type == "error" else None)
        self.page.on("request", lambda request: self.requested.append(request.url))

    def start_game(self, board: str = "classic", opponent: str = "computer", **choices: str) -> str:
        """Fill in the form of the first page; the address of the game."""
        page = self.page
        page.goto(self.address)
        expect(page.locator("#level-name")).not_to_be_empty()
        page.check(f"input[name=board][value={board}]", force=True)
        page.check(f"input[name=opponent][value={opponent}]", force=True)
        page.click(".choices summary")
        for field, value in choices.items():
            if field == "level":
                expect(page.locator("#level")).to_have_attribute(
                    "max", "11" if board == "classic" else re.compile("1.")
                )
                page.fill("#level", "11" if value == "perfect" else value)
            elif field in ("name", "other", "custom", "clock-custom"):
                page.fill(f"#{field}", value)
            else:
                page.select_option(f"#{field}", value)
        page.click("button.main >> text=Play")
        page.wait_for_url("**/game/*")
        expect(page.locator("#board .cell").first).to_be_attached()
        return page.url

    def cell(self, name: str) -> Locator:
        return self.page.locator(f'#board [data-cell="{name}"]')

    def play(self, name: str) -> None:
        """Click a cell and wait until its mark is drawn, and confirmed."""
        self.cell(name).click()
        expect(self.cell(name)).to_have_attribute("aria-label", re.compile(", [XO]$"))
        expect(self.page.locator("#board .pending")).to_have_count(0)

    def legal(self) -> list[str]:
        names: list[str] = self.page.eval_on_selector_all(
            '#board .cell[aria-disabled="false"]', "cells => cells.map(cell => cell.dataset.cell)"
        )
        return names

    def wait_for_turn(self) -> bool:
        """Wait until it is this person's move; False when the game is over."""
        turn = self.page.locator('#board .cell[aria-disabled="false"], #end:not([hidden])')
        expect(turn.first).to_be_attached()
        return bool(self.legal())

    def said(self) -> Locator:
        return self.page.locator("#said")
