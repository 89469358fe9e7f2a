"""What a person at a terminal sees while a program is graded: a bar, and the first failures at once."""

from __future__ import annotations

from typing import Self

from noughts.grade.findings import Finding
from noughts.notation import format_position


class Silent:
    """Nobody watches."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def planned(self, calls: int) -> None: ...

    def done(self, function: str) -> None: ...

    def found(self, finding: Finding) -> None: ...


class Progress(Silent):
    """A bar of Rich on standard error, which disappears at the end; failures stay above it."""

    def __init__(self) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeElapsedColumn
        from rich.progress import Progress as Bar

        columns = (TextColumn("{task.description:<16}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
        self._bar = Bar(*columns, console=Console(stderr=True, highlight=False), transient=True)
        self._task = self._bar.add_task("", total=0)
        self._total = 0
        self._done = 0
        self._function = ""
        self._told = False

    def __enter__(self) -> Self:
        self._bar.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._bar.stop()
        if self._told:
            self._bar.console.print()

    def planned(self, calls: int) -> None:
        self._total += calls
        self._bar.update(self._task, total=self._total)

    def done(self, function: str) -> None:
        self._done += 1
        every = 64 if self._total > 1_000 else 1  # updates cost time
        if function != self._function or self._done % every == 0 or self._total - self._done < every:
            self._function = function
            self._bar.update(self._task, completed=self._done, description=function)

    def found(self, finding: Finding) -> None:
        self._told = True
        where = "" if finding.position is None else f" on {format_position(finding.position)}"
        self._bar.console.print(f"{finding.function} {finding.kind.value}{where}", markup=False, style="color(167)")
