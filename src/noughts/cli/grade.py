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
    from noughts.teaching.grade.c_program import CProgram
    from noughts.teaching.grade.calls import Loaded, Program
    from noughts.teaching.grade.child import Limits
    from noughts.teaching.grade.course import Course
    from noughts.teaching.grade.findings import Report

_FILE = click.Path(path_type=Path, dir_okay=False, exists=True)


@click.command(name="grade")
@click.argument("target", type=PositionText(), required=False)
@click.option(
    "--command", "command_line", metavar="COMMAND", help="Grade a program that reads boards and prints moves."
)
@click.option("--once", is_flag=True, help="With --command: start the program anew for each board.")
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
@click.option("--timeout", type=Seconds(), default=20.0, show_default=True, metavar="S", help="Seconds for one call.")
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
    header: Path | None,
    include: tuple[Path, ...],
    only: tuple[str, ...],
    every_board: bool,
    timeout: float,
    memory: int,
    as_json: bool,
    html: Path | None,
    trace_file: Path | None,
) -> None:
    """Check somebody's tic-tac-toe against the exact answer, with the line that beats it.

    TARGET is a Python file with the functions of the CS50 project, or a C file with those of the ECEn 330 laboratory.
    A program given by --command gets one board a line (`XOX/OOX/... x`) and answers one move a line. The code runs in
    processes of its own with limits of time and memory; that is no sandbox against malice. Exit code 1 when something
    is wrong.

    \b
      noughts grade tictactoe.py
      noughts grade tictactoe.py --all --html report.html
      noughts grade --command "./ttt --level perfect" --once
      noughts grade minimax.c --header minimax.h
      noughts grade --trace their_trace.txt "O.X/X../XOO x"
    """
    if trace_file is not None:
        from noughts.cli.grade_trace import report_trace

        if target is None:
            raise click.UsageError("--trace needs the POSITION that was searched")
        ctx.exit(report_trace(trace_file, target, as_json=as_json))
    if (target is None) == (command_line is None):
        raise click.UsageError("give a file to grade, or a program by --command")
    if html is not None and not html.parent.is_dir():
        raise click.UsageError(f"there is no directory {str(html.parent)!r} for the page")
    with contextlib.ExitStack() as stack:
        program = _program(target, command_line, once, header, include, timeout, memory, stack)
        report = _graded(program, only, every_board=every_board, live=sys.stderr.isatty())
    _write(report, as_json=as_json, html=html)
    ctx.exit(130 if report.interrupted else 0 if report.passed else 1)


def _program(
    target: str | None,
    command_line: str | None,
    once: bool,
    header: Path | None,
    include: tuple[Path, ...],
    timeout: float,
    memory: int,
    stack: contextlib.ExitStack,
) -> Program:
    """What to grade, by how it was named."""
    if os.name != "posix":
        raise click.UsageError("grading needs a POSIX system (Linux, macOS, or WSL on Windows)")
    from noughts.teaching.grade.child import Limits

    limits = Limits(timeout, memory)
    if command_line is not None:
        from noughts.teaching.grade.command_program import CommandProgram

        try:
            return CommandProgram(command_line, limits, once=once)
        except (ValueError, FileNotFoundError) as error:
            raise click.UsageError(f"cannot run {command_line!r}: {_reason(error)}") from None
    assert target is not None
    path = Path(target)
    if not path.is_file():
        raise click.UsageError(f"there is no file {target!r}")
    if path.suffix == ".py":
        from noughts.teaching.grade.python_program import PythonProgram

        return PythonProgram(path, limits)
    if path.suffix != ".c":
        raise click.UsageError(f"expected a .py or a .c file, got {target!r}; other programs are graded by --command")
    compiled = _c_program(path, header, include, limits)
    stack.callback(compiled.close)
    return compiled


def _c_program(path: Path, header: Path | None, include: tuple[Path, ...], limits: Limits) -> CProgram:
    from noughts.teaching.grade.c_program import CProgram

    beside = path.with_suffix(".h")
    if header is None and not beside.is_file():
        raise click.UsageError(f"there is no {beside.name} beside {path.name}: name the header by --header")
    try:
        return CProgram(path, header or beside, include, limits)
    except FileNotFoundError:
        raise click.UsageError("no C compiler found; install one (Debian, Ubuntu: apt-get install gcc)") from None


def _reason(error: Exception) -> str:
    return f"there is no program {error}" if isinstance(error, FileNotFoundError) else str(error)


def _course(program: Program, loaded: Loaded) -> Course:
    if program.form == "command":
        from noughts.teaching.grade.command_program import MoveCourse

        return MoveCourse()
    if program.form == "Python":
        from noughts.teaching.grade.cs50_course import Cs50Course

        return Cs50Course(loaded.marks)
    from noughts.teaching.grade.c_program import CProgram
    from noughts.teaching.grade.ecen330_course import Ecen330Course

    assert isinstance(program, CProgram)
    return Ecen330Course(program.interface, loaded.marks)


def _graded(program: Program, only: tuple[str, ...], *, every_board: bool, live: bool) -> Report:
    from noughts.teaching.grade.calls import LoadError
    from noughts.teaching.grade.findings import Report
    from noughts.teaching.grade.grader import Grading
    from noughts.teaching.grade.progress import Progress, Silent

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
        from noughts.teaching.grade.report_html import page

        html.write_text(page(report), encoding="utf-8")
    if as_json:
        from noughts.teaching.grade.report_json import document

        click.echo(json.dumps(document(report)))
    else:
        from noughts.teaching.grade.report_text import print_report

        print_report(report, sys.stdout)
