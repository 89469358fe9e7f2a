"""The page of a class: everybody's marks in a table to sort, and what they have in common."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from urllib.parse import quote

from noughts.grade.classes.marks import COLUMNS, row
from noughts.grade.classes.run import Entry
from noughts.grade.classes.summary import Mistake, Summary, chance_words, same_search_words
from noughts.grade.report.page_style import document, with_code
from noughts.render.svg import board_svg
from noughts.words import state_words

HEADINGS = dict(zip(COLUMNS, ("Program", "Verdict", "check50", "Wrong", "Moves right", "of", "s"), strict=True))

_HEAD = """<style>
.marks{overflow-x:auto}.marks table{min-width:34rem}
th button{font:inherit;color:inherit;background:none;border:0;padding:.4rem 0;min-height:2.75rem;cursor:pointer}
th button::after{content:" ↕";color:var(--soft)}th[aria-sort=ascending] button::after{content:" ↑"}
th[aria-sort=descending] button::after{content:" ↓"}td.number,th.number{text-align:right}
th,td{padding-right:1.3rem}td:first-child{overflow-wrap:break-word}
button:focus-visible,a:focus-visible{outline:3px solid light-dark(#1b5fb4,#7db5ff);outline-offset:2px}
@media (max-width:40rem){.marks table{min-width:0;font-size:.9rem}.marks th,.marks td{padding-right:.6rem}
.marks :is(th,td):is(:nth-child(4),:nth-child(n+6)){display:none}.marks{padding:.4rem .8rem}
th:not([aria-sort]) button::after{content:none}}
.reason{font-size:.9rem;color:var(--soft)}.names{overflow-wrap:anywhere}
</style>"""

_SORT = """<script>
const table = document.querySelector(".marks table");
const value = (row, column) => row.cells[column].dataset.value ?? row.cells[column].textContent;
for (const [column, head] of [...table.tHead.rows[0].cells].entries()) head.querySelector("button").onclick = () => {
  const down = head.getAttribute("aria-sort") === "ascending";
  const compare = (a, b) => value(a, column).localeCompare(value(b, column), "en", { numeric: true });
  const rows = [...table.tBodies[0].rows].sort((a, b) => down ? compare(b, a) : compare(a, b));
  for (const other of table.tHead.rows[0].cells) other.removeAttribute("aria-sort");
  head.setAttribute("aria-sort", down ? "descending" : "ascending");
  table.tBodies[0].append(...rows);
};
</script>"""


def class_page(entries: Sequence[Entry], summary: Summary) -> str:
    """The whole document; the reports lie beside it."""
    parts = [f"<h1>{escape(summary.headline)}</h1>", _table(entries)]
    if summary.mistakes:
        parts.append("<h1>What the class got wrong</h1>")
        parts += [_mistake(mistake) for mistake in summary.mistakes]
    for title, sentences in (
        ("Answers by chance", [chance_words(entry) for entry in summary.by_chance]),
        ("The same search", [same_search_words(alike) for alike in summary.same_search]),
    ):
        if sentences:
            items = "".join(f"<li>{escape(sentence)}.</li>" for sentence in sentences)
            parts.append(f'<section class="sheet"><h2>{title}</h2><ul>{items}</ul></section>')
    parts.append("<footer>Graded by noughts.</footer>")
    return document(summary.headline, "\n".join(parts), head=_HEAD, script=_SORT)


def _table(entries: Sequence[Entry]) -> str:
    heads = "".join(
        f'<th scope="col"{_number(column)}><button type="button">{title}</button></th>'
        for column, title in HEADINGS.items()
    )
    rows = "".join(map(_row, entries))
    return f'<section class="sheet marks"><table><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table></section>'


def _number(column: str) -> str:
    return "" if column in ("program", "verdict") else ' class="number"'


def _row(entry: Entry) -> str:
    cells = []
    for column, value in row(entry).items():
        text = escape(str(value))
        if column == "program":
            text = _link(entry) + (f'<br><span class="reason">{escape(entry.reason)}</span>' if entry.reason else "")
        elif column == "verdict":
            text = f'<span class="verdict {text.replace(" ", "-")}">{text}</span>'
        cells.append(f'<td{_number(column)} data-value="{escape(str(value))}">{text}</td>')
    return f"<tr>{''.join(cells)}</tr>"


def _link(entry: Entry) -> str:
    name = escape(entry.submitted.name)
    return name if entry.document is None else f'<a href="{escape(quote(entry.submitted.page))}">{name}</a>'


def _mistake(mistake: Mistake) -> str:
    position, told = mistake.position, mistake.smallest
    board = board_svg(position) if position else ""
    facts = [("board", f"{state_words(position)}; the smallest of them")] if position else []
    facts += [(name, str(told[name])) for name in ("call", "expected", "got") if told[name]]
    rows = "".join(
        f"<dt>{name}</dt><dd>{escape(words) if name == 'board' else f'<code>{escape(words)}</code>'}</dd>"
        for name, words in facts
    )
    if told["advice"]:
        rows += f"<dt>hint</dt><dd>{with_code(str(told['advice']))}</dd>"
    names = ", ".join(map(_link, mistake.entries))
    return (
        f'<section class="sheet"><h2 class="wrong">{escape(mistake.sentence)}</h2>'
        f'<div class="case">{board}<dl>{rows}</dl></div><p class="names">{names}</p></section>'
    )
