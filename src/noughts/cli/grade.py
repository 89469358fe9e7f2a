"""`noughts grade`."""

from __future__ import annotations

import contextlib
import json
import os
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from noughts.cli.arguments import PositionText, Seconds, json_option

if TYPE_CHECKING:
    from noughts.grade.findings import Report
    from noughts.grade.programs.grading import Settings

_FILE = click.Path(path_type=Path, dir_okay=False, exists=True)
CALL_SECONDS, ENGINE_SECONDS, BUDGET_SECONDS, RUN_SECONDS = 60.0, 5.0, 600.0, 14_400.0
MEGABYTES = 1024


@click.command(name="grade")
@click.argument("targets", type=PositionText(), nargs=-1, metavar="[TARGET]...")
@click.option(
    "--command", "command_line", metavar="COMMAND", help="Grade a program that reads boards and prints moves."
)
@click.option("--once", is_flag=True, help="With --command: start the program anew for each board.")
@click.option("--engine", metavar="COMMAND", help="Grade an engine for Ultimate by whole games.")
@click.option(
    "--protocol",
    type=click.Choice(["ugi", "codingame"]),
    default="ugi",
    show_default=True,
    help="What the engine speaks.",
)
@click.option(
    "--game",
    type=click.Choice(["ultimate", "ultimate-count"]),
    help="What the engine plays; default: ultimate, with codingame ultimate-count.",
)
@click.option(
    "--games",
    type=click.IntRange(4, 10_000),
    default=20,
    show_default=True,
    metavar="N",
    help="Games with the engine; four have something of everything.",
)
@click.option(
    "--movetime",
    type=click.IntRange(1, 600_000),
    metavar="MS",
    help="Milliseconds for a move of the engine; default: 20, with codingame 100.",
)
@click.option("--header", type=_FILE, metavar="FILE.h", help="The header of a C file; default: the one beside it.")
@click.option(
    "--include",
    type=click.Path(path_type=Path, file_okay=False, exists=True),
    multiple=True,
    metavar="DIR",
    help="Where a C file finds other headers.",
)
@click.option(
    "--python",
    type=click.Path(path_type=Path, dir_okay=False, exists=True),
    metavar="PATH",
    help="The Python that runs a Python file, with what is installed there; default: one without any packages.",
)
@click.option("--only", multiple=True, metavar="FUNCTION", help="Grade this function alone; may be given again.")
@click.option(
    "--all", "every_board", is_flag=True, help="Ask for moves on all 4,520 boards, not on 627 up to symmetry."
)
@click.option("--strict", is_flag=True, help="What check50, the checker of CS50, fails is wrong.")
@click.option(
    "--timeout",
    type=Seconds(),
    metavar="S",
    help="Seconds of CPU time for one call; default: 60, on small boards 20. For an answer of an engine: 5.",
)
@click.option(
    "--budget",
    type=Seconds(),
    default=BUDGET_SECONDS,
    show_default=True,
    metavar="S",
    help="Seconds of CPU time for the whole grading.",
)
@click.option(
    "--memory",
    type=click.IntRange(min=64),
    default=MEGABYTES,
    show_default=True,
    metavar="MB",
    help="Memory for the program under test and all that it starts.",
)
@click.option(
    "--isolation",
    type=click.Choice(["auto", "required", "off"]),
    default="auto",
    show_default=True,
    help="Run the program without network and without your files, where the system can do that.",
)
@click.option(
    "--allow-read",
    type=click.Path(path_type=Path, exists=True),
    multiple=True,
    metavar="PATH",
    help="What an isolated program may read besides the files it is made of.",
)
@json_option
@click.option(
    "--html", type=click.Path(path_type=Path), metavar="FILE|DIR", help="Also write a page; for many, a folder of them."
)
@click.option(
    "--csv",
    "marks",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="Grade many, and also write their marks as a table.",
)
@click.option(
    "--run-budget",
    type=Seconds(),
    default=RUN_SECONDS,
    show_default=True,
    metavar="S",
    help="Seconds of CPU time for many programs together.",
)
@click.option("--trace", "trace_file", type=_FILE, metavar="FILE", help="Check a debug trace; TARGET is the position.")
@click.option("--scores", type=click.Choice(["plain", "quicker"]), help="With --trace: its scores; default: what fits.")
@click.option(
    "--order", type=click.Choice(["reading", "centre"]), help="With --trace: its order of moves; default: what fits."
)
@click.pass_context
def command(
    ctx: click.Context,
    targets: tuple[str, ...],
    command_line: str | None,
    once: bool,
    engine: str | None,
    protocol: str,
    game: str | None,
    games: int,
    movetime: int | None,
    header: Path | None,
    include: tuple[Path, ...],
    python: Path | None,
    only: tuple[str, ...],
    every_board: bool,
    strict: bool,
    timeout: float | None,
    budget: float,
    memory: int,
    isolation: str,
    allow_read: tuple[Path, ...],
    as_json: bool,
    html: Path | None,
    marks: Path | None,
    run_budget: float,
    trace_file: Path | None,
    scores: str | None,
    order: str | None,
) -> None:
    """Check somebody's tic-tac-toe against the exact answer, with the line that beats it.

    TARGET is a Python file with the functions of the CS50 project, or a C file with those of the ECEn 330 laboratory;
    several files, or folders with one for each student, are graded side by side, with --csv and --html for all.
    A program given by --command gets one board a line (`XOX/OOX/... x`) and answers one move a line. An engine for
    Ultimate, given by --engine, plays whole games against random moves and is asked about the rules on the way. The
    code runs isolated where the system can do that, within limits of CPU time and memory. Exit code 0: right, 1: wrong,
    3: not finished and nothing wrong.

    \b
      noughts grade tictactoe.py
      noughts grade tictactoe.py --all --html report.html
      noughts grade submissions/*.py --csv marks.csv --html report/
      noughts grade --command "./ttt --level perfect" --once
      noughts grade --engine "./bot" --game ultimate-count
      noughts grade minimax.c --header minimax.h
      noughts grade --trace their_trace.txt "O.X/X../XOO x"
    """
    if trace_file is not None:
        from noughts.cli.grade_trace import report_trace

        if len(targets) != 1:
            raise click.UsageError("--trace needs the POSITION that was searched")
        ctx.exit(report_trace(trace_file, targets[0], scores, order, as_json=as_json))
    if [targets or None, command_line, engine].count(None) != 2:
        raise click.UsageError("give a file to grade, a program by --command, or an engine by --engine")
    is_class = marks is not None or len(targets) > 1 or any(map(os.path.isdir, targets))
    if is_class and not targets:
        raise click.UsageError("--csv is for files and folders")
    if html is not None and not html.parent.is_dir() and not is_class:
        raise click.UsageError(f"there is no directory {str(html.parent)!r} for the page")
    if html is not None and (html.is_file() if is_class else html.is_dir()):
        wanted = "a directory" if is_class else "a file"
        raise click.UsageError(f"--html needs {wanted} for the {'pages' if is_class else 'page'}, got {str(html)!r}")
    seconds = timeout or (ENGINE_SECONDS if engine else CALL_SECONDS)
    settings = replace(
        run_settings(seconds, memory, budget, isolation),
        only=only,
        every_board=every_board,
        strict=strict,
        readable=allow_read,
        python=python,
        header=header,
        include=include,
    )
    if is_class:
        from noughts.cli.grade_class import graded_class

        files = [Path(target) for target in targets]
        ctx.exit(graded_class(files, settings, run_budget=run_budget, marks=marks, pages=html, as_json=as_json))
    report = _graded(targets, command_line, engine, settings, once, protocol, game, games, movetime)
    _write(report, as_json=as_json, html=html)
    ctx.exit(130 if report.interrupted else {True: 0, False: 1, None: 3}[report.passed])


def _graded(
    targets: tuple[str, ...],
    command_line: str | None,
    engine: str | None,
    settings: Settings,
    once: bool,
    protocol: str,
    game: str | None,
    games: int,
    movetime: int | None,
) -> Report:
    from noughts.grade.programs.grading import graded_program, submitted_command, submitted_file
    from noughts.grade.progress import Progress, Silent

    with Progress() if sys.stderr.isatty() else Silent() as listener:
        if engine is not None:
            from noughts.cli.grade_engine import graded_engine

            return graded_engine(engine, protocol, game, games, movetime, settings, listener)
        if command_line is not None:
            program = submitted_command(command_line, settings, once=once)
        else:
            program = submitted_file(Path(targets[0]), settings)
        with contextlib.closing(program):
            return graded_program(program, settings, listener)


def run_settings(
    seconds: float = CALL_SECONDS, megabytes: int = MEGABYTES, budget: float = BUDGET_SECONDS, isolation: str = "auto"
) -> Settings:
    """How a stranger's program is run."""
    if os.name != "posix":
        raise click.UsageError("grading needs a POSIX system (Linux, macOS, or WSL on Windows)")
    from noughts.grade.programs.grading import Settings
    from noughts.process.isolation import isolation_tool
    from noughts.process.limits import Limits

    isolate = isolation != "off" and isolation_tool() is not None
    if isolation == "required" and not isolate:
        raise click.UsageError("this system isolates no programs: it allows neither bwrap nor user namespaces")
    return Settings(Limits(seconds, megabytes), isolate, budget)


def _write(report: Report, *, as_json: bool, html: Path | None) -> None:
    if html is not None:
        from noughts.grade.report.html_page import page

        html.write_text(page(report), encoding="utf-8")
    if as_json:
        from noughts.grade.report.json_document import document

        click.echo(json.dumps(document(report)))
    else:
        from noughts.grade.report.text import print_report

        print_report(report, sys.stdout)
