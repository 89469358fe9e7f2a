"""What a person at a terminal sees of a class: a table that moves while it is graded, and the results."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Self, TextIO

from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from noughts.grade.classes.marks import row
from noughts.grade.classes.run import Entry
from noughts.grade.classes.submissions import Submitted
from noughts.grade.classes.summary import Summary, chance_words, same_search_words
from noughts.grade.classes.workers import Told
from noughts.render.canvas import style_for
from noughts.render.text import board_text

WIDTH = 100
COLORS = {"right": "color(28)", "wrong": "color(167)", "cheating": "color(167)"}
EVEN = "color(136)"
MOST_NAMES = 8


class Unwatched:
    """Nobody sees how it goes on."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None: ...

    def told(self, submitted: Submitted, told: Told) -> None: ...

    def graded(self, entry: Entry) -> None: ...


class LiveTable(Unwatched):
    """On standard error: who is graded now and how far, and the last verdicts; gone at the end."""

    def __init__(self, programs: int) -> None:
        self._programs = programs
        self._began = time.monotonic()
        self._running: dict[Submitted, tuple[Told, float]] = {}
        self._done: list[Entry] = []
        self._console = Console(stderr=True, highlight=False)
        self._live = Live(console=self._console, transient=True, refresh_per_second=4, get_renderable=self._drawn)

    def __enter__(self) -> Self:
        self._live.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._live.stop()

    def told(self, submitted: Submitted, told: Told) -> None:
        began = self._running[submitted][1] if submitted in self._running else time.monotonic()
        self._running[submitted] = told, began

    def graded(self, entry: Entry) -> None:
        self._running.pop(entry.submitted, None)
        self._done.append(entry)

    def _drawn(self) -> RenderableType:
        table = Table.grid(padding=(0, 2))
        room = max(3, self._console.height - len(self._running) - 4)
        for entry in self._done[-room:]:
            table.add_row(entry.submitted.name, _verdict(entry), "")
        for submitted, (told, began) in list(self._running.items()):
            how_far = f"{told.function} {told.done:,} of {told.planned:,}, {time.monotonic() - began:.0f} s"
            table.add_row(submitted.name, Text("grading", style="dim"), Text(how_far, style="dim"))
        seconds = time.monotonic() - self._began
        return Group(table, Text(f"{len(self._done)} of {self._programs} graded, {seconds:.0f} s", style="bold"))


def _verdict(entry: Entry) -> Text:
    return Text(entry.verdict, style=f"bold {COLORS.get(entry.verdict, EVEN)}")


def print_class(entries: Sequence[Entry], summary: Summary, stream: TextIO) -> None:
    """Write everything."""
    style = style_for(stream)
    console = Console(file=stream, highlight=False, no_color=not style.color, force_terminal=style.color or None)
    if console.width > WIDTH or not stream.isatty():
        console.width = WIDTH
    with console.capture() as capture:
        console.print(Text(summary.headline, style="bold"))
        console.print("", _marks(entries), sep="\n")
        for mistake in summary.mistakes:
            console.print("", Text(mistake.sentence, style=f"bold {COLORS['wrong']}"), sep="\n")
            names = [entry.submitted.name for entry in mistake.entries]
            more = f" and {len(names) - MOST_NAMES} more" if len(names) > MOST_NAMES else ""
            facts = [Text(f"{', '.join(names[:MOST_NAMES])}{more}")]
            told = mistake.smallest
            facts += [Text(f"{name:<8} {told[name]}") for name in ("call", "expected", "got") if told[name]]
            beside = Table.grid(padding=(0, 4))
            position = mistake.position
            drawn = Text.from_ansi(board_text(position, style=style), no_wrap=True) if position else Text()
            beside.add_row(drawn, Group(*facts))
            console.print(Padding(beside, (1, 0, 0, 2)))
        for title, sentences in (
            ("Answers by chance", [chance_words(entry) for entry in summary.by_chance]),
            ("The same search", [same_search_words(alike) for alike in summary.same_search]),
        ):
            if sentences:
                console.print("", Text(title, style=f"bold {EVEN}"), sep="\n")
                for sentence in sentences:
                    console.print(Padding(Text(f"- {sentence}."), (0, 0, 0, 2)))
    stream.writelines(f"{line.rstrip()}\n" for line in capture.get().splitlines())


def _marks(entries: Sequence[Entry]) -> Table:
    table = Table.grid(padding=(0, 2))
    table.add_row(*(Text(title, style="dim") for title in ("  program", "verdict", "check50", "moves right", "")))
    for entry in entries:
        marks = row(entry)
        moves = f"{marks['minimax_right']} of {marks['minimax_asked']}" if marks["minimax_asked"] != "" else ""
        name = Text(f"  {entry.submitted.name}")
        table.add_row(name, _verdict(entry), Text(str(marks["check50"])), Text(moves), Text(entry.reason, style="dim"))
    return table
