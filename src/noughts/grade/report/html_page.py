"""A report as one HTML file with its pictures inside: nothing is loaded from anywhere."""

from __future__ import annotations

from html import escape

from noughts.grade.findings import Finding, Found, Kind, Report
from noughts.grade.moves import values_on_cells
from noughts.grade.report.page_style import document, with_code
from noughts.grade.report.why_page import STYLE as WHY_STYLE
from noughts.grade.report.why_page import why_section
from noughts.grade.report.words import (
    HINTS,
    board_words,
    chance_words,
    check50_words,
    ending,
    first_lines,
    found_words,
    games_words,
    headline,
    lost_game_words,
    moves_words,
    position_words,
    result_words,
    steps,
    unbeatable_words,
)
from noughts.render.search_html import stepper_head
from noughts.render.svg import board_svg


def page(report: Report, *, back: tuple[str, str] | None = None) -> str:
    """The whole document; `back` is a link above all else, its address and its words."""
    verdict = {True: "passed", False: "failed", None: "not-finished"}[report.passed]
    link = f'<p class="back"><a href="{back[0]}">{back[1]}</a></p>' if back else ""
    parts = [f'{link}<h1 class="{verdict}">{escape(headline(report))}</h1>', *_body(report)]
    head = script = ""
    if report.why is not None:
        section, script = why_section(report.why)
        parts.insert(3 if report.hints else 2, section)
        head = f"{stepper_head()}{WHY_STYLE}"
    parts.append(f"<footer>Graded by noughts in {report.seconds:.1f} s.</footer>")
    return document(headline(report), "\n".join(parts), head=head, script=script)


def _body(report: Report) -> list[str]:
    first = [f'<p class="strong">{escape(line)}</p>' for line in first_lines(report)]
    if report.broken:
        return [_sheet(*first, f"<p>{escape(report.broken)}</p>")]
    parts = [_hints(report)] if report.hints else []
    parts.append(_sheet(*first, _table(report), *_counts(report)))
    found = [one for result in report.results for one in result.in_order()]
    parts += [_found(one) for one in found if one.smallest.kind is not Kind.TYPE]
    remarks = [_warning(one) for one in found if one.smallest.kind is Kind.TYPE]
    remarks += [f"<li>{escape(note)}</li>" for note in report.notes]
    if remarks:
        parts.append(_sheet('<h2 class="not-tried">Style, apart from errors</h2>', f"<ul>{''.join(remarks)}</ul>"))
    return parts


def _sheet(*parts: str, kind: str = "") -> str:
    return f'<section class="sheet{kind}">{"".join(parts)}</section>'


def _hints(report: Report) -> str:
    items = "".join(f"<li>{with_code(hint.sentence)}</li>" for hint in report.hints)
    return _sheet(f"<h2>{HINTS}</h2><ul>{items}</ul>", kind=" hints")


def _counts(report: Report) -> list[str]:
    parts = []
    if report.games is not None:
        parts.append(f"<p>The games: {escape(games_words(report.games))}.</p>")
    if report.moves is not None and report.unbeatable:
        parts.append(f"<p>The moves: {escape(moves_words(report.moves))}.</p>")
        parts.append(f'<p class="strong">{escape(unbeatable_words(report))}</p>')
        parts += [f"<p>{escape(sentence)}</p>" for sentence in lost_game_words(report)]
    if words := chance_words(report):
        parts.append(f"<p>{escape(words)}</p>")
    if words := check50_words(report):
        parts.append(f"<p>{escape(words)}.</p>")
    return parts


def _table(report: Report) -> str:
    rows = (
        f'<tr><td><code>{escape(result.function)}</code></td><td class="verdict {result.verdict.replace(" ", "-")}">'
        f"{result.verdict}</td><td>{result_words(result)}</td></tr>"
        for result in report.results
    )
    return f"<table>{''.join(rows)}</table>"


def _found(found: Found) -> str:
    finding = found.smallest
    board = board_svg(finding.position, values=values_on_cells(finding)) if finding.position else ""
    game = f" {finding.position.kind}-game" if finding.position else ""
    case = f'<div class="case{game}">{board}{_facts(found)}</div>'
    kind = "failed" if finding.kind.is_error else "not-finished"
    return _sheet(f'<h2 class="{kind}">{escape(found_words(found))}</h2>', case, _refutation(finding))


def _facts(found: Found) -> str:
    finding, board = found.smallest, board_words(found)
    rows = [f"<dt>board</dt><dd>{board}</dd>"] if board else []
    for name, words in (
        ("position", position_words(finding)),
        ("call", finding.call),
        ("expected", finding.expected),
        ("got", finding.got),
    ):
        if words:
            rows.append(f"<dt>{name}</dt><dd><code>{escape(words)}</code></dd>")
    if finding.advice:
        rows.append(f"<dt>hint</dt><dd>{escape(finding.advice)}</dd>")
    return f"<dl>{''.join(rows)}</dl>"


def _refutation(finding: Finding) -> str:
    if not finding.line:
        return ""
    figures = (
        f"<figure>{board_svg(after, last_move=move, coordinates=False)}"
        f"<figcaption>{escape(caption)}</figcaption></figure>"
        for after, move, caption in steps(finding)
    )
    words = f"How it goes on, with perfect play of both sides: {ending(finding)}"
    return f'<p>{escape(words)}</p><div class="refutation">{"".join(figures)}</div>'


def _warning(found: Found) -> str:
    finding = found.smallest
    call, got = f"<code>{escape(finding.call)}</code>", f"<code>{escape(finding.got)}</code>"
    return f"<li>{escape(found_words(found))}: {call} gives {got}; the course expects {escape(finding.expected)}</li>"
