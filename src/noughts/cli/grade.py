"""`noughts grade`."""

from __future__ import annotations

import contextlib
import json
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from noughts.cli.arguments import PositionText, Seconds, json_option
from noughts.errors import NotationError

if TYPE_CHECKING:
    from noughts.grade.calls import Loaded, Submission
    from noughts.grade.course import Course
    from noughts.grade.findings import Report
    from noughts.grade.programs.c_file import CFile
    from noughts.process.limits import Limits

_FILE = click.Path(path_type=Path, dir_okay=False, exists=True)


@click.command(name="grade")
@click.argument("target", type=PositionText(), required=False)
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
@click.option("--only", multiple=True, metavar="FUNCTION", help="Grade this function alone; may be given again.")
@click.option(
    "--all", "every_board", is_flag=True, help="Ask for moves on all 4,520 boards, not on 627 up to symmetry."
)
@click.option(
    "--timeout",
    type=Seconds(),
    metavar="S",
    help="Seconds for one call; default: 20. An engine may be late by so much; default: 5.",
)
@click.option(
    "--memory",
    type=click.IntRange(min=64),
    default=1024,
    show_default=True,
    metavar="MB",
    help="Memory for the program under test.",
)
@json_option
@click.option("--html", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE", help="Also write a page.")
@click.option("--trace", "trace_file", type=_FILE, metavar="FILE", help="Check a debug trace; TARGET is the position.")
@click.pass_context
def command(
    ctx: click.Context,
    target: str | None,
    command_line: str | None,
    once: bool,
    engine: str | None,
    protocol: str,
    game: str | None,
    games: int,
    movetime: int | None,
    header: Path | None,
    include: tuple[Path, ...],
    only: tuple[str, ...],
    every_board: bool,
    timeout: float | None,
    memory: int,
    as_json: bool,
    html: Path | None,
    trace_file: Path | None,
) -> None:
    """Check somebody's tic-tac-toe against the exact answer, with the line that beats it.

    TARGET is a Python file with the functions of the CS50 project, or a C file with those of the ECEn 330 laboratory.
    A program given by --command gets one board a line (`XOX/OOX/... x`) and answers one move a line. An engine for
    Ultimate, given by --engine, plays whole games against random moves and is asked about the rules on the way. The
    code runs in processes of its own with limits of time and memory; that is no sandbox against malice. Exit code 1
    when something is wrong.

    \b
      noughts grade tictactoe.py
      noughts grade tictactoe.py --all --html report.html
      noughts grade --command "./ttt --level perfect" --once
      noughts grade --engine "./bot" --game ultimate-count
      noughts grade minimax.c --header minimax.h
      noughts grade --trace their_trace.txt "O.X/X../XOO x"
    """
    if trace_file is not None:
        from noughts.cli.grade_trace import report_trace

        if target is None:
            raise click.UsageError("--trace needs the POSITION that was searched")
        ctx.exit(report_trace(trace_file, target, as_json=as_json))
    if [target, command_line, engine].count(None) != 2:
        raise click.UsageError("give a file to grade, a program by --command, or an engine by --engine")
    if html is not None and not html.parent.is_dir():
        raise click.UsageError(f"there is no directory {str(html.parent)!r} for the page")
    live = sys.stderr.isatty()
    if engine is not None:
        from noughts.cli.grade_engine import graded_engine

        report = graded_engine(engine, protocol, game, games, movetime, _limits(timeout or 5.0, memory), live=live)
    else:
        with contextlib.ExitStack() as stack:
            limits = _limits(timeout or 20.0, memory)
            program = _program(target, command_line, once, header, include, limits, stack)
            report = _graded(program, only, every_board=every_board, live=live)
    _write(report, as_json=as_json, html=html)
    ctx.exit(130 if report.interrupted else 0 if report.passed else 1)


def _limits(seconds: float, megabytes: int) -> Limits:
    if os.name != "posix":
        raise click.UsageError("grading needs a POSIX system (Linux, macOS, or WSL on Windows)")
    from noughts.process.limits import Limits

    return Limits(seconds, megabytes)


def _program(
    target: str | None,
    command_line: str | None,
    once: bool,
    header: Path | None,
    include: tuple[Path, ...],
    limits: Limits,
    stack: contextlib.ExitStack,
) -> Submission:
    """What to grade, by how it was named."""
    if command_line is not None:
        from noughts.grade.programs.command import CommandLine

        try:
            return CommandLine(command_line, limits, once=once)
        except (ValueError, FileNotFoundError) as error:
            raise click.UsageError(f"cannot run {command_line!r}: {error}") from None
    assert target is not None
    path = Path(target)
    if not path.is_file():
        raise click.UsageError(f"there is no file {target!r}")
    if path.suffix == ".py":
        from noughts.grade.programs.python_file import PythonFile

        return PythonFile(path, limits)
    if path.suffix != ".c":
        raise click.UsageError(f"expected a .py or a .c file, got {target!r}; other programs are graded by --command")
    compiled = _c_program(path, header, include, limits)
    stack.callback(compiled.close)
    return compiled


def _c_program(path: Path, header: Path | None, include: tuple[Path, ...], limits: Limits) -> CFile:
    from noughts.grade.programs.c_file import CFile

    beside = path.with_suffix(".h")
    if header is None and not beside.is_file():
        raise click.UsageError(f"there is no {beside.name} beside {path.name}: name the header by --header")
    try:
        return CFile(path, header or beside, include, limits)
    except FileNotFoundError:
        raise click.UsageError("no C compiler found; install one (Debian, Ubuntu: apt-get install gcc)") from None


def _course(program: Submission, loaded: Loaded) -> Course:
    if program.form == "command":
        from noughts.grade.programs.command import MoveCourse

        return MoveCourse()
    if program.form == "Python":
        from noughts.grade.programs.cs50 import Cs50Course

        return Cs50Course(loaded.marks)
    from noughts.grade.programs.c_file import CFile
    from noughts.grade.programs.ecen330 import Ecen330Course

    assert isinstance(program, CFile)
    return Ecen330Course(program.interface, loaded.marks)


def _graded(program: Submission, only: tuple[str, ...], *, every_board: bool, live: bool) -> Report:
    from noughts.grade.calls import LoadError
    from noughts.grade.findings import Report
    from noughts.grade.grader import Grading
    from noughts.grade.progress import Progress, Silent

    try:
        loaded = program.load()
    except LoadError as error:
        return Report(program.target, program.form, broken=str(error))
    course = _course(program, loaded)
    if not set(course.functions) & set(loaded.functions):
        raise NotationError(f"{program.target} has none of the functions {', '.join(course.functions)}")
    if unknown := [name for name in only if name not in course.functions]:
        raise click.UsageError(f"there is no function {unknown[0]!r}: expected one of {', '.join(course.functions)}")
    with Progress() if live else Silent() as listener:
        report = Grading(program, course, loaded.functions, listener, only=only, every_board=every_board).run()
    report.notes += loaded.remarks
    return report


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
