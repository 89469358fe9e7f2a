"""The program's own search beside the right one, to walk through in a report."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from noughts.grade.encoded import show
from noughts.grade.moves import value_for_x
from noughts.grade.recorded import Node, side_to_move
from noughts.grade.report.page_style import with_code
from noughts.grade.why import Why, classic_name
from noughts.notation import format_position
from noughts.render.search_html import in_script
from noughts.render.search_json import search_document
from noughts.search.plans import SearchPlan
from noughts.words import state_words

RIGHT = {1: "X wins", 0: "draw", -1: "O wins"}

STYLE = """<style>
.why{width:min(100vw - 2rem,92rem);position:relative;left:50%;translate:-50% 0}
.why .choice{display:flex;gap:.55rem;flex-wrap:wrap}.why .choice button{font:inherit;color:var(--soft);background:none;
border:1px solid var(--rule);border-radius:.55rem;padding:.4rem .9rem;min-height:2.75rem;cursor:pointer}
.why .choice [aria-pressed=true]{color:var(--ink);border-color:var(--ink);font-weight:600}
.why .place{font:1.2rem/1.4 var(--serif)}.why search-stepper .sheet{box-shadow:none;border:1px solid var(--rule)}
.why search-stepper{height:46rem}.why [data-act=cut]{display:none!important}
@media (max-width:64rem){.why{width:auto;left:0;translate:none}.why search-stepper{height:auto}
.why search-stepper .tree{height:24rem;flex:none}.why search-stepper .deck{position:static;order:2;box-shadow:none}}
</style>"""

SCRIPT = """<script type="module">
import "noughts/stepper.js";
const told = JSON.parse(document.getElementById("why").textContent);
const stepper = document.querySelector("search-stepper");
const buttons = [...document.querySelectorAll(".why .choice button")];
const show = (name) => {
  for (const button of buttons) button.setAttribute("aria-pressed", String(button.dataset.search === name));
  const own = name === "own" ? { at: told.at, title: told.title } : {};
  return stepper.show(told[name], { windows: false, ...own });
};
for (const button of buttons) button.addEventListener("click", () => show(button.dataset.search));
await show("own");
</script>"""


def why_section(why: Why) -> tuple[str, str]:
    """The section of the report, and the script that brings it to life."""
    document = why_document(why)
    board = f"<code>{format_position(why.position)}</code> ({state_words(why.position)})"
    section = (
        f'<section class="sheet why"><h2>See why</h2><p class="place">{with_code(why.place.sentence)}</p>'
        f"<p>This is the search of the program itself on {board}, as it was recorded, opened at the first "
        "board where it parts from the right one. Under each wrong value stands the right one.</p>"
        '<p class="choice" role="group" aria-label="Which search">'
        '<button type="button" data-search="own">Its own search</button>'
        '<button type="button" data-search="right">The right search</button></p>'
        "<search-stepper></search-stepper></section>"
    )
    return section, f'<script type="application/json" id="why">{in_script(document)}</script>{SCRIPT}'


def why_document(why: Why) -> dict[str, Any]:
    """Both searches, and the step at which the own one is opened."""
    writer = _Writer(why)
    root = writer.described(why.root, 0)
    search = {
        "visited": root["visited"],
        "skipped": 0,
        "complete": True,
        "minimax": None,
        "plain": True,
        "columns": 3,
        "rows": 3,
        "root": root,
    }
    right = search_document(why.position, SearchPlan("minimax", "reading"))
    return {"own": search, "right": right, "at": writer.at, "title": f"Its own search, {state_words(why.position)}"}


class _Writer:
    """Describes the nodes of a search as the stepper reads them, and tells every step."""

    def __init__(self, why: Why) -> None:
        self._why = why
        self._number = 0
        self.at = 0

    def described(self, node: Node, base: int) -> dict[str, Any]:
        """A node that is entered at the step `base`."""
        self._number += 1
        number, why = self._number, self._why
        children, at = [], base + 1
        for child in node.children:
            children.append(self.described(child, at))
            at += children[-1]["steps"] + 1
        steps = 1 if not children else at - base + 1
        position, value = node.position, why.value(node)
        right = value_for_x(position)
        if node is why.place.node:
            self.at = base if why.place.at_entry else base + steps - 1
        mover = side_to_move(node.cells)
        return {
            "number": number,
            "move": None if node.move is None else classic_name(node.move),
            "position": "/".join(node.cells[begin : begin + 3].replace("?", ".") for begin in (0, 3, 6)),
            "to_move": str(mover),
            "alpha": None,
            "beta": None,
            "score": 10 * (value or 0),
            "label": self._label(node),
            "right": RIGHT[right] if right is not None and right != value else None,
            "parts": node is why.place.node,
            "skipped": 0,
            "visited": 1 + sum(child["visited"] for child in children),
            "steps": steps,
            "chosen": None,
            "children": children,
            "outcome": None if position is None or position.outcome is None else str(position.outcome),
            "boards": "",
            "lines": []
            if position is None
            else [[classic_name(line[0]), classic_name(line[-1])] for line in position.winning_lines()],
            "cut": [],
            "said": self._said(node, children),
        }

    def _label(self, node: Node) -> str:
        """What the program returned, with a sign."""
        number = node.number
        return "?" if number is None else f"{number:+g}".replace("-", "−") if number else "0"

    def _said(self, node: Node, children: Sequence[dict[str, Any]]) -> list[str]:
        begun = self._begun(node)
        place = self._why.place
        here = f" {place.sentence.replace('`', '')}" if node is place.node else ""
        if not children:
            return [f"{begun} {self._returned(node)}{here}"]
        brought = [f"{child['move'] or 'That board'} brings {child['label']}." for child in children]
        return [f"{begun}{here if place.at_entry else ''}", *brought, f"{self._returned(node)}{here}"]

    def _begun(self, node: Node) -> str:
        if node.parent is None:
            return f"{node.function} is asked for a move of {side_to_move(node.cells)}."
        if node.move is None:
            return f"{node.function} looks at a board that is not one move away."
        return f"{node.function} looks at {side_to_move(node.parent.cells)} {classic_name(node.move)}."

    def _returned(self, node: Node) -> str:
        right = value_for_x(node.position)
        returned = f"It returns {show(node.returned)}"
        if right is None or node.number is None:
            return f"{returned}."
        verdict = "which is right" if right == self._why.value(node) else f"but right is: {RIGHT[right]}"
        return f"{returned}, {verdict}."
