"""A report as one HTML file with its pictures inside: nothing is loaded from anywhere."""

from __future__ import annotations

from html import escape

from noughts.grade.findings import Finding, Found, Kind, Report
from noughts.grade.moves import values_on_cells
from noughts.grade.report.words import (
    board_words,
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
from noughts.render.svg import board_svg
from noughts.render.svg_theme import FONT, PALETTES

_RULES = f"""
body{{font-family:{FONT};font-size:16px;line-height:1.5;margin:0 auto;max-width:60rem;padding:2rem 1.25rem}}
h1{{font-size:1.6rem;margin:0 0 1rem}}h2{{font-size:1rem;margin:2.2rem 0 .6rem}}
table{{border-collapse:collapse;font-variant-numeric:tabular-nums}}
td{{padding:.2rem 1.5rem .2rem 0;vertical-align:top}}
code{{font-family:ui-monospace,"DejaVu Sans Mono",monospace;font-size:.92em;overflow-wrap:anywhere}}
.strong,h2,.verdict{{font-weight:600}}
.case{{display:flex;gap:1.5rem;align-items:flex-start;flex-wrap:wrap}}.case>dl{{flex:1 1 18rem}}
.case svg{{width:11rem;height:auto;overflow:visible}}.case svg .soft{{font-size:52px}}.ultimate svg{{width:18rem}}
.line{{display:flex;gap:1rem;flex-wrap:wrap;margin-top:.4rem}}.line figure{{margin:0}}
.line svg{{width:7.5rem;height:auto}}
figcaption{{text-align:center;font-variant-numeric:tabular-nums}}
dl{{display:grid;grid-template-columns:max-content 1fr;gap:.15rem .9rem;margin:0}}dd{{margin:0}}
"""


def _colors(theme: str) -> str:
    palette = PALETTES[theme]
    soft = f"dt,figcaption,footer,.soft{{color:{palette['soft']}}}"
    verdicts = "".join(
        f".{name}{{color:{palette[color]}}}"
        for name, color in (
            ("passed", "good"),
            ("failed", "bad"),
            ("missing", "bad"),
            ("not-tried", "even"),
            ("not-finished", "even"),
            ("not-offered", "soft"),
        )
    )
    return f"body{{background:{palette['paper']};color:{palette['ink']}}}{soft}{verdicts}"


def page(report: Report) -> str:
    """The whole document."""
    style = f"{_RULES}{_colors('light')}@media (prefers-color-scheme:dark){{{_colors('dark')}}}"
    verdict = {True: "passed", False: "failed", None: "not-finished"}[report.passed]
    body = [f'<h1 class="{verdict}">{escape(headline(report))}</h1>', *_body(report)]
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        f"<title>{escape(headline(report))}</title><style>{style}</style></head>\n<body>\n"
        + "\n".join(body)
        + f"\n<footer><p>Graded by noughts in {report.seconds:.1f} s.</p></footer>\n</body></html>\n"
    )


def _body(report: Report) -> list[str]:
    parts = [f'<p class="strong">{escape(line)}</p>' for line in first_lines(report)]
    if report.broken:
        return [*parts, f"<p>{escape(report.broken)}</p>"]
    parts.append(_table(report))
    if report.games is not None:
        parts.append(f"<p>The games: {escape(games_words(report.games))}.</p>")
    if report.moves is not None and report.unbeatable:
        parts.append(f"<p>The moves: {escape(moves_words(report.moves))}.</p>")
        parts.append(f'<p class="strong">{escape(unbeatable_words(report))}</p>')
        parts += [f"<p>{escape(sentence)}</p>" for sentence in lost_game_words(report)]
    if words := check50_words(report):
        parts.append(f"<p>{escape(words)}.</p>")
    found = [one for result in report.results for one in result.in_order()]
    parts += [_found(one) for one in found if one.smallest.kind is not Kind.TYPE]
    remarks = [_warning(one) for one in found if one.smallest.kind is Kind.TYPE]
    remarks += [f"<li>{escape(note)}</li>" for note in report.notes]
    if remarks:
        parts.append(f'<h2 class="not-tried">Style, apart from errors</h2><ul>{"".join(remarks)}</ul>')
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
    kind_of_board = finding.position.kind if finding.position else ""
    case = f'<div class="case {kind_of_board}">{board}{_facts(found)}</div>'
    kind = "failed" if finding.kind.is_error else "not-finished"
    return f'<section><h2 class="{kind}">{escape(found_words(found))}</h2>{case}{_refutation(finding)}</section>'


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
    return f'<p>{escape(words)}</p><div class="line">{"".join(figures)}</div>'


def _warning(found: Found) -> str:
    finding = found.smallest
    call, got = f"<code>{escape(finding.call)}</code>", f"<code>{escape(finding.got)}</code>"
    return f"<li>{escape(found_words(found))}: {call} gives {got}; the course expects {escape(finding.expected)}</li>"
