"""`noughts grade` for many programs."""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from pathlib import Path

import click

from noughts.errors import NotPossibleError
from noughts.grade.classes.marks import class_document, csv_text, exit_code
from noughts.grade.classes.run import ClassRun
from noughts.grade.classes.submissions import find_submissions
from noughts.grade.classes.summary import summary_of
from noughts.grade.classes.table import LiveTable, Unwatched, print_class
from noughts.grade.classes.workers import write_whole
from noughts.grade.programs.grading import Settings
from noughts.grade.report.class_page import class_page
from noughts.journal import Journal

UNFINISHED = "unfinished.jsonl"
"""What a run that was killed had graded by then, beside its results."""


def graded_class(
    targets: list[Path], settings: Settings, *, run_budget: float, marks: Path | None, pages: Path | None, as_json: bool
) -> int:
    """Grade everybody, and write what was asked for; the exit code."""
    submitted = find_submissions(targets)
    if marks is not None and not marks.parent.is_dir():
        raise NotPossibleError(f"there is no directory {str(marks.parent)!r} for the marks")
    if pages is not None:
        pages.mkdir(parents=True, exist_ok=True)
    beside = pages / UNFINISHED if pages else marks and marks.with_name(f"{marks.name}.{UNFINISHED}")
    with LiveTable(len(submitted)) if sys.stderr.isatty() else Unwatched() as audience:
        run = ClassRun(
            submitted,
            replace(settings, lanes=1),
            audience,
            budget=run_budget,
            pages=pages,
            journal=Journal(beside or None),
        )
        entries = run.run()
    summary = summary_of(entries)
    if marks is not None:
        write_whole(marks, csv_text(entries))
    if pages is not None:
        write_whole(pages / "index.html", class_page(entries, summary))
    if as_json:
        click.echo(json.dumps(class_document(entries, summary)))
    else:
        print_class(entries, summary, sys.stdout)
    return 130 if run.interrupted else exit_code(entries)
