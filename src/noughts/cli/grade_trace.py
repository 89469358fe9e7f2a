"""`noughts grade --trace`."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import click

from noughts.cli.searching import require_depth
from noughts.grade.trace_check import Departure, check_trace
from noughts.notation import format_position, parse_position
from noughts.render.canvas import style_for
from noughts.render.text import board_text


def report_trace(trace: Path, position: str, scores: str | None, order: str | None, *, as_json: bool) -> int:
    """Say where the trace departs; the exit code."""
    root = parse_position(position)
    require_depth(root, None)
    found = check_trace(trace, root, scores, order)
    click.echo(json.dumps(_document(found)) if as_json else _words(trace.name, found))
    return 1 if isinstance(found, Departure) else 0


def _document(found: Departure | int) -> dict[str, object]:
    if isinstance(found, int):
        return {"passed": True, "lines": found, "departure": None}
    departure = {
        "line": found.line,
        "expected": found.expected,
        "got": found.theirs,
        "position": format_position(found.position),
        "why": found.why,
    }
    return {"passed": False, "lines": None, "departure": departure}


def _words(name: str, found: Departure | int) -> str:
    if isinstance(found, int):
        return f"{name} agrees with minimax: {found:,} lines."
    board = board_text(found.position, style=style_for(sys.stdout))
    return "\n".join(
        [
            f"{name} departs from minimax in line {found.line}:",
            f"  expected  {found.expected if found.expected is not None else '(the end)'}",
            f"  got       {found.theirs if found.theirs is not None else '(the end)'}",
            "",
            board,
            "",
            found.why,
        ]
    )
