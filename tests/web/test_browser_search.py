"""The search stepper in a real browser: every step is what the library's own trace heard."""

from __future__ import annotations

import math
import random
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Page, expect

from noughts.analysis import INFINITY, WIN
from noughts.evaluation import estimate
from noughts.notation import format_position, parse_position, start_position
from noughts.render.search_json import search_document
from noughts.rules.mark import Mark, Move
from noughts.rules.position import Position
from noughts.search.plans import SearchPlan
from noughts.search.trace import TreeRecorder
from tests.web.browser import Person

LAB_BOARD = "O.X/X../XOO x"
STATIC = Path(__file__).parents[2] / "src" / "noughts" / "web" / "static"
READ_STEP = """stepper => ({
  board: Object.fromEntries(
    [...stepper.querySelectorAll(".big [data-cell]")].map((at) => [at.dataset.cell, at.getAttribute("aria-label")])
  ),
  alpha: stepper.querySelector(".line").dataset.alpha, beta: stepper.querySelector(".line").dataset.beta,
  value: stepper.dataset.value, pill: stepper.querySelector(".node.here .pill").textContent,
  text: stepper.querySelector(".said").textContent, line: stepper.querySelector(".code .on").textContent,
})"""
WALK = (
    "async stepper => { const read = "
    + READ_STEP
    + "; const told = []; for (;;) { told.push(read(stepper)); const at = stepper.at; await stepper.act('next');"
    " if (stepper.at === at) return told; } }"
)


def address(person: Person, **choices: object) -> str:
    return f"{person.address}/learn/search?{urlencode(choices)}"


def opened(person: Person, **choices: object) -> Page:
    """The page with a search on it."""
    person.page.goto(address(person, **choices))
    expect(person.page.locator("search-stepper[data-step]:not([aria-busy])")).to_be_attached(timeout=120_000)
    return person.page


@dataclass
class Seen:
    position: Position
    alpha: int
    beta: int
    best: int | None
    """The score that the node has so far, for X."""
    done: bool


class StepTrace:
    """A Trace that keeps what is to be seen at every step: windows and scores for X."""

    def __init__(self, windows: bool) -> None:
        self.steps: list[Seen] = []
        self._windows = windows
        self._path: list[list[Any]] = []  # position, alpha, beta, best

    def enter(self, move: Move | None, position: Position, alpha: int, beta: int) -> None:
        low, high = (alpha, beta) if position.to_move is Mark.X else (-beta, -alpha)
        self._path.append([position, low, high, None])
        self._see()

    def cut(self, skipped: int) -> None:
        self._see()

    def leave(self, score: int) -> None:
        position, _, _, best = self._path[-1]
        for_x = score if position.to_move is Mark.X else -score
        self._path[-1][3] = for_x
        if best is None:  # a leaf: one step tells it all
            self.steps[-1].best, self.steps[-1].done = for_x, True
        else:
            self._see(done=True)
        self._path.pop()
        if self._path:
            parent = self._path[-1]
            better = max if parent[0].to_move is Mark.X else min
            parent[3] = for_x if parent[3] is None else better(parent[3], for_x)
            if self._windows:
                place = 1 if parent[0].to_move is Mark.X else 2
                parent[place] = better(parent[place], for_x)
            self._see()

    def _see(self, *, done: bool = False) -> None:
        position, low, high, best = self._path[-1]
        self.steps.append(Seen(position, low, high, best, done))


def ten(score: int) -> str:
    if abs(score) == INFINITY:
        return "+∞" if score > 0 else "−∞"
    return {WIN: "+10", 0: "0", -WIN: "−10"}[score]


def sentences(node: dict[str, Any]) -> list[str]:
    """The sentences of a document in the order of the steps."""
    if not node["children"]:
        return list(node["said"])
    said = iter(node["said"])
    told = [next(said)]
    for child in node["children"]:
        told += [*sentences(child), next(said)]
    return [*told, *said]


def searches() -> list[tuple[str, str, str]]:
    chance = random.Random(16)
    found = [(LAB_BOARD, algorithm, order) for algorithm in ("alphabeta", "minimax") for order in ("reading", "centre")]
    while len(found) < 9:
        position = start_position("classic")
        empty = 5 + len(found) % 3
        while position.outcome is None and len(position.legal_moves()) > empty:
            position = position.play(chance.choice(position.legal_moves()))
        if position.outcome is None:
            algorithm = "minimax" if empty == 5 else "alphabeta"
            found.append((format_position(position), algorithm, chance.choice(["reading", "centre"])))
    return found


@pytest.mark.parametrize(("text", "algorithm", "order"), searches())
def test_every_step_shows_what_the_library_heard(
    people: Callable[..., Person], text: str, algorithm: str, order: str
) -> None:
    page = opened(people(reduced_motion="reduce"), position=text, algorithm=algorithm, order=order)
    shown = page.locator("search-stepper").evaluate(WALK)
    trace = StepTrace(windows=algorithm == "alphabeta")
    plan = SearchPlan(algorithm, order)
    plan.run(parse_position(text), trace)
    told = sentences(search_document(parse_position(text), plan, 10_000)["root"])
    assert len(shown) == len(trace.steps) == len(told)
    for step, seen, sentence in zip(shown, trace.steps, told, strict=True):
        assert step["text"] == sentence
        assert (step["alpha"], step["beta"]) == (ten(seen.alpha), ten(seen.beta))
        marks = {
            seen.position.cell_name(cell): f"{seen.position.cell_name(cell)}, {seen.position.mark_at(cell) or 'empty'}"
            for cell in range(9)
        }
        assert step["board"] == marks
        assert step["pill"] == step["value"]
        value = re.sub(r"^[≤≥] ", "", step["value"])
        assert value == ("?" if seen.best is None else ten(seen.best) if seen.done else f"{ten(seen.best)} …")
        assert step["line"].strip() == expected_line(sentence, seen, algorithm).strip()


def expected_line(sentence: str, seen: Seen, algorithm: str) -> str:
    code = code_of(algorithm)
    side = "if board.turn == X: best" if seen.position.to_move is Mark.X else "else: best"
    begins = (
        ("def" if seen.best is None else "return best" if seen.done else "if α >= β" if "no look" in sentence else side)
        if seen.position.outcome is None
        else "if board.is_over"
    )
    return next(line for line in code if line.strip().startswith(begins))


def code_of(algorithm: str) -> list[str]:
    """The lines that the page shows."""
    script = (STATIC / "stepper-parts.js").read_text(encoding="utf-8")
    block = script.split(f"  {algorithm}: [")[1].split("]")[0]
    return re.findall(r'"(.*)",', block)


@pytest.mark.parametrize("algorithm", ["minimax", "alphabeta"])
@pytest.mark.parametrize("depth", [None, 2])
def test_the_code_beside_the_tree_is_the_search(algorithm: str, depth: int | None) -> None:
    class Board:
        def __init__(self, position: Position) -> None:
            self.position, self.turn = position, position.to_move
            self.is_over = position.outcome is not None
            winner = position.outcome.winner if position.outcome else None
            self.score = {Mark.X: WIN, Mark.O: -WIN, None: 0}[winner]
            visited.append(position)

        def moves(self) -> tuple[Move, ...]:
            return self.position.legal_moves()

        def play(self, move: Move) -> Board:
            return Board(self.position.play(move))

    def guess(board: Board) -> int:
        return estimate(board.position) if board.turn is Mark.X else -estimate(board.position)

    names: dict[str, Any] = {"inf": INFINITY, "X": Mark.X, "estimate": guess}
    assert len(code_of(algorithm)) <= 10
    exec("\n".join(code_of(algorithm)), names)
    for text in (LAB_BOARD, "X../.O./..X o", "XX./.O./... o"):
        visited: list[Position] = []
        window = (-INFINITY, INFINITY) if algorithm == "alphabeta" else ()
        value = names["value"](Board(parse_position(text)), math.inf if depth is None else depth, *window)
        recorder = TreeRecorder(10**6)
        SearchPlan(algorithm, depth=depth).run(parse_position(text), recorder)
        assert recorder.root is not None
        assert value == (recorder.root.score if recorder.root.position.to_move is Mark.X else -recorder.root.score)
        assert visited == [node.position for node in recorder.root.walk()]


def test_it_starts_stopped_and_works_by_keyboard_alone(people: Callable[..., Person]) -> None:
    ada = people(reduced_motion="reduce")
    page = opened(ada)
    stepper = page.locator("search-stepper")
    said = page.locator(".said")
    expect(stepper).to_have_attribute("data-step", "1")
    keys = page.keyboard
    for key, step in [
        *(("ArrowRight", "2"), ("ArrowRight", "3"), ("ArrowLeft", "2"), ("o", "4"), ("u", "10"), ("End", "23")),
        *(("Home", "1"), ("c", "20"), ("ArrowRight", "21"), ("Home", "1"), ("o", "11"), ("ArrowRight", "12")),
        *(("[", "2"), ("]", "12"), ("]", "14")),
    ]:
        keys.press(key)
        expect(stepper).to_have_attribute("data-step", step)
    keys.press("c")
    expect(said).to_contain_text("needs no look")
    keys.press("c")
    expect(page.locator("search-stepper .problem")).to_have_text("There is no cut after this step.")
    keys.press("Home")
    keys.press(" ")
    expect(stepper).to_have_attribute("data-step", "3")
    keys.press(" ")
    expect(page.locator("[data-act=run]")).to_have_attribute("aria-pressed", "false")
    page.locator(".moves [data-move=c2]").focus()
    keys.press("Alt+ArrowLeft")
    expect(page.locator(".moves button").nth(1)).to_have_text("c2")
    expect(page.locator(".moves [data-move=c2]")).to_be_focused()
    expect(page).to_have_url(re.compile("order=b1%2Cc2%2Cb2"))


def test_the_address_holds_everything_and_opens_exactly_there(people: Callable[..., Person]) -> None:
    ada = people()
    page = opened(ada, position=LAB_BOARD, algorithm="alphabeta", order="c2,b1,b2", scoring="quicker", depth=3, step=9)
    stepper = page.locator("search-stepper")
    expect(stepper).to_have_attribute("data-step", "9")
    first = stepper.evaluate(READ_STEP)
    expect(page.locator("#order")).to_have_value("own")
    expect(page.locator("#scoring")).to_have_value("quicker")
    page.locator("[data-act=next]").click()
    expect(page).to_have_url(re.compile(r"order=c2%2Cb1%2Cb2&scoring=quicker&depth=3&step=10$"))
    page.locator("[data-act=back]").click()
    expect(page).to_have_url(re.compile("step=9$"))
    link = page.url
    other = people()
    other.page.goto(link)
    expect(other.page.locator("search-stepper")).to_have_attribute("data-step", "9")
    assert other.page.locator("search-stepper").evaluate(READ_STEP) == first


def test_moves_are_dragged_hovered_and_nodes_clicked(people: Callable[..., Person]) -> None:
    page = opened(people(viewport={"width": 1440, "height": 900}))
    page.locator(".moves [data-move=b2]").hover()
    expect(page.locator(".node.dim")).not_to_have_count(0)
    page.locator(".said").hover()
    expect(page.locator(".node.dim")).to_have_count(0)
    page.locator(".moves [data-move=c2]").hover()
    page.mouse.down()
    box = page.locator(".moves [data-move=b1]").bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 30, box["y"] + 10, steps=4)
    page.mouse.move(box["x"] + 4, box["y"] + 10, steps=4)
    page.mouse.up()
    expect(page).to_have_url(re.compile("order=c2%2Cb1%2Cb2"))
    expect(page.locator("#order")).to_have_value("own")
    page.locator(".node .tried", has_text="X b1").click()
    expect(page.locator(".said")).to_contain_text("X tries b1")


def test_a_large_search_is_walked_to_any_step(people: Callable[..., Person]) -> None:
    """Subtrees come when somebody goes there, and what is not open is one node with its count."""
    ada = people(reduced_motion="reduce")
    page = opened(ada, position="start moves b2", algorithm="minimax")
    count = page.locator(".count")
    expect(count).to_contain_text(re.compile(r"of 55,505 positions"))
    total = int(page.locator("input[type=range]").get_attribute("max") or "0")
    document = search_document(parse_position("start moves b2"), SearchPlan(), 10)
    assert total == document["root"]["steps"]
    page.goto(address(ada, position="start moves b2", algorithm="minimax", step=total // 2))
    expect(page.locator("search-stepper")).to_have_attribute("data-step", str(total // 2), timeout=120_000)
    expect(page.locator("search-stepper:not([aria-busy])")).to_be_attached(timeout=120_000)
    expect(page.locator(".said")).not_to_contain_text("in one step")
    expect(page.locator(".node .note", has_text=re.compile(r"\d+ positions")).first).to_be_attached()
    expect(page.locator(".map")).to_be_visible()
    page.locator("[data-act=last]").click()
    expect(page.locator(".said")).to_contain_text("looked at all 55,505 positions")


@pytest.mark.parametrize(
    ("choices", "sentence"),
    [
        ({"position": "nonsense"}, "Expected 3 rows of 3 cells"),
        ({"position": "XXX/XX./..."}, "take turns"),
        ({"algorithm": "guess"}, "algorithm"),
        ({"order": "best"}, "order"),
        ({"step": "99"}, "There is no step 99: this search has 23."),
        ({"step": "x"}, "There is no step"),
        ({"game": "6,6,4", "position": "start", "algorithm": "minimax"}, "too large"),
    ],
)
def test_bad_addresses_get_one_sentence(people: Callable[..., Person], choices: Any, sentence: str) -> None:
    ada = people()
    ada.page.goto(address(ada, **choices))
    expect(ada.page.locator(".problem", has_text=sentence)).to_be_visible(timeout=180_000)
    ada.complaints.clear()  # the browser itself notes a refused request


def test_the_counts_come_out_live(people: Callable[..., Person]) -> None:
    page = opened(people(), position="start", algorithm="alphabeta", order="centre")
    expect(page.locator(".count")).to_contain_text("549,946")
    page.locator("#compare").click()
    counts = {"minimax": "549,946", "alphabeta": "18,297", "alphabeta_centre": "7,275"}
    for cost, count in {**counts, "table": "5,478", "symmetry": "765"}.items():
        expect(page.locator(f"[data-cost={cost}]")).to_have_text(count, timeout=120_000)
