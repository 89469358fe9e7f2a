"""The page of searches for everybody: without a mouse, on paper, in one file, and how smoothly it moves."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from noughts.render.search_html import search_html
from tests.command_line import call
from tests.web.browser import Person
from tests.web.test_browser_access import violations
from tests.web.test_browser_search import LAB_BOARD, opened


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("width", [360, 1440])
def test_nobody_is_shut_out(people: Callable[..., Person], theme: str, width: int) -> None:
    ada = people(color_scheme=theme, reduced_motion="reduce", viewport={"width": width, "height": 800})
    page = opened(ada, step=20)
    assert violations(page) == []
    page.locator("summary").click()
    opened(ada, game="ultimate", position="start", algorithm="alphabeta", order="centre", depth=2, step=50)
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_step_prints_on_one_page(people: Callable[..., Person]) -> None:
    page = opened(people(), step=20)
    paper = page.pdf(format="A4", landscape=True)
    assert len(re.findall(rb"/Type\s*/Page\b", paper)) == 1
    page.emulate_media(media="print")
    expect(page.locator(".said")).to_be_visible()
    expect(page.locator(".branches")).to_be_visible()
    for hidden in (".scrub", "header", "#form", ".compare"):
        expect(page.locator(hidden).first).to_be_hidden()


def test_one_file_walks_without_a_server(chromium: Browser, tmp_path: Path) -> None:
    """What `noughts tree -o search.html` writes asks for nothing, and nothing in it ends its script early."""
    page_file = tmp_path / "search.html"
    drawn = call("tree", LAB_BOARD, "--algorithm", "alphabeta", "-o", str(page_file))
    assert (drawn.code, drawn.out) == (0, "")
    page = chromium.new_page()
    requested: list[str] = []
    complaints: list[str] = []
    page.on("request", lambda request: requested.append(request.url))
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.goto(f"file://{page_file}#20")
    expect(page.locator(".said")).to_contain_text("needs no look")
    page.keyboard.press("ArrowRight")
    expect(page.locator("search-stepper")).to_have_attribute("data-step", "21")
    expect(page).to_have_url(re.compile("#21$"))
    assert violations(page) == []
    assert [url for url in requested if not url.startswith(("file:", "data:"))] == complaints == []
    page.close()
    broken = {"root": {"said": ["</script><b>"]}}
    assert search_html(broken, windows=True, title="<b>").count("<b>") == 0


SCRUB = """async (stepper) => {
  const range = stepper.querySelector("input[type=range]");
  const most = Number(range.max), times = [];
  let before = await new Promise(requestAnimationFrame), work = 0;
  for (let frame = 0; frame <= 240; frame++) {
    range.value = String(1 + Math.round((frame / 240) * (most - 1)));
    range.dispatchEvent(new Event("input"));
    const now = await new Promise(requestAnimationFrame);
    const began = performance.now(); stepper.draw(); work += performance.now() - began;
    times.push(now - before); before = now;
  }
  times.sort((a, b) => a - b);
  const [median, p95, longest] = [times[120], times[228], times[240]];
  return { median, p95, longest, draw: work / 241, step: stepper.dataset.step, most };
}"""


def test_scrubbing_two_thousand_nodes_draws_every_frame(
    people: Callable[..., Person], record_property: Callable[[str, object], None], capsys: pytest.CaptureFixture[str]
) -> None:
    """Frame times are reported, not judged: they are the machine's."""
    page = opened(people(viewport={"width": 1440, "height": 900}), position="X../.../... o", algorithm="alphabeta")
    times = page.locator("search-stepper").evaluate(SCRUB)
    assert times["step"] == str(times["most"])
    for name in ("median", "p95", "longest", "draw"):
        record_property(name, times[name])
    with capsys.disabled():
        print(
            f"\nscrubbing {times['most']} steps: frames of {times['median']:.1f} ms (median), "
            f"{times['p95']:.1f} (95 %), {times['longest']:.1f} (longest); {times['draw']:.1f} ms of drawing each"
        )
