"""A report for the terminal. The only module here that needs Rich."""

from __future__ import annotations

from typing import TextIO

from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from noughts.grade.findings import Finding, Found, Kind, Report
from noughts.grade.moves import values_on_cells
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
from noughts.notation import format_position
from noughts.render.canvas import TextStyle, style_for
from noughts.render.text import board_text

WIDTH = 100
BOARDS_IN_A_ROW = 6
GOOD, BAD, EVEN = "color(28)", "color(167)", "color(136)"
COLORS = {"passed": GOOD, "failed": BAD, "missing": BAD, "not offered": "dim"}
"""Of verdicts; the others are neither good nor bad."""


def print_report(report: Report, stream: TextIO) -> None:
    """Write the whole report."""
    style = style_for(stream)
    console = Console(file=stream, highlight=False, no_color=not style.color, force_terminal=style.color or None)
    if console.width > WIDTH or not stream.isatty():
        console.width = WIDTH
    with console.capture() as capture:
        for part in _parts(report, style):
            console.print(part)
    stream.writelines(line.rstrip() + "\n" for line in capture.get().splitlines())


def _parts(report: Report, style: TextStyle) -> list[RenderableType]:
    color = {True: GOOD, False: BAD, None: EVEN}[report.passed]
    parts: list[RenderableType] = [Text(headline(report), style=f"bold {color}")]
    parts += [Text(line, style=EVEN) for line in first_lines(report)]
    if report.broken:
        return [*parts, Text(f"  {report.broken}")]
    parts += ["", _table(report)]
    if report.games is not None:
        parts += ["", Text(f"The games: {games_words(report.games)}")]
    if report.moves is not None and report.unbeatable:
        parts += [
            "",
            Text(f"The moves: {moves_words(report.moves)}"),
            Text(f"{unbeatable_words(report)}", style="bold"),
        ]
        parts += [Text(sentence) for sentence in lost_game_words(report)]
    if words := chance_words(report):
        parts += ["", Text(words)]
    if words := check50_words(report):
        parts += ["", Text(words)]
    if report.hints:
        parts += ["", Text(HINTS, style=f"bold {GOOD}"), *(_bullet(hint.sentence) for hint in report.hints)]
    if report.why is not None:
        board = format_position(report.why.position)
        sentence = f"Its search of {board} parts from the right one on {report.why.place.node.cells}:"
        parts += ["", Text(sentence, style="bold"), Padding(Text(report.why.place.sentence), (0, 0, 0, 2))]
    found = [one for result in report.results for one in result.in_order()]
    for one in (one for one in found if one.smallest.kind is not Kind.TYPE):
        parts += ["", _found(one, style)]
    remarks = [one for one in found if one.smallest.kind is Kind.TYPE]
    if remarks or report.notes:
        parts += ["", Text("Style, apart from errors", style=f"bold {EVEN}")]
        parts += [_bullet(_warning(one)) for one in remarks] + [_bullet(note) for note in report.notes]
    return [*parts, "", Text(f"{report.seconds:.1f} s", style="dim")]


def _table(report: Report) -> Table:
    table = Table.grid(padding=(0, 2))
    for result in report.results:
        verdict = Text(result.verdict, style=f"bold {COLORS.get(result.verdict, EVEN)}")
        table.add_row(Text(f"  {result.function}"), verdict, Text(result_words(result)))
    return table


def _found(found: Found, style: TextStyle) -> RenderableType:
    finding = found.smallest
    heading = Text(found_words(found), style=f"bold {BAD if finding.kind.is_error else EVEN}")
    facts = _facts(found)
    if finding.position is None:
        return Group(heading, Padding(facts, (0, 0, 0, 4)))
    beside = Table.grid(padding=(0, 4))
    beside.add_column(no_wrap=True)
    beside.add_column()
    values = values_on_cells(finding)
    beside.add_row(_drawing(board_text(finding.position, values=values, style=style)), facts)
    parts: list[RenderableType] = [heading, Padding(beside, (1, 0, 0, 2))]
    if finding.line:
        parts.append(Padding(_refutation(finding, style), (1, 0, 0, 2)))
    return Group(*parts)


def _facts(found: Found) -> Table:
    finding = found.smallest
    table = Table.grid(padding=(0, 1))
    table.add_column(no_wrap=True)
    table.add_column(overflow="fold")
    for name, words in (
        ("board", board_words(found)),
        ("position", position_words(finding)),
        ("call", finding.call),
        ("expected", finding.expected),
        ("got", finding.got),
        ("hint", finding.advice),
    ):
        if words:
            table.add_row(Text(name, style="dim"), Text(words))
    return table


def _drawing(board: str) -> Text:
    return Text.from_ansi(board, no_wrap=True)


def _refutation(finding: Finding, style: TextStyle) -> RenderableType:
    """The boards beside each other, as many in a row as fit."""
    boards = steps(finding)
    rows: list[RenderableType] = [Text(f"How it goes on, with perfect play of both sides: {ending(finding)}")]
    for begin in range(0, len(boards), BOARDS_IN_A_ROW):
        row = Table.grid(padding=(0, 3))
        part = boards[begin : begin + BOARDS_IN_A_ROW]
        row.add_row(*(Text(f" {caption}", style="dim") for _, _, caption in part))
        drawings = (board_text(after, last_move=move, coordinates=False, style=style) for after, move, _ in part)
        row.add_row(*map(_drawing, drawings))
        rows.append(Padding(row, (1, 0, 0, 0)))
    return Group(*rows)


def _warning(found: Found) -> str:
    finding = found.smallest
    return f"{found_words(found)}: {finding.call} gives {finding.got}; the course expects {finding.expected}"


def _bullet(words: str) -> Padding:
    return Padding(Text(f"- {words}"), (0, 0, 0, 2))
