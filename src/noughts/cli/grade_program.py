"""`noughts grade` for what is graded function by function: Python files, C files and commands."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import click

from noughts.errors import EngineMissingError, EngineTimeoutError, NotationError
from noughts.grade.calls import Loaded, LoadError, Submission
from noughts.grade.course import Course
from noughts.grade.findings import Report
from noughts.grade.grader import Grading
from noughts.grade.programs.c_file import CFile
from noughts.grade.programs.check50 import check50, not_even_loaded
from noughts.grade.programs.command import CommandLine, MoveCourse, command_view, command_words
from noughts.grade.programs.cs50 import Cs50Course
from noughts.grade.programs.ecen330 import Ecen330Course
from noughts.grade.programs.interpreter import bare_interpreter, chosen_interpreter
from noughts.grade.programs.python_file import PythonFile
from noughts.grade.progress import Progress, Silent
from noughts.process.limits import Limits


@dataclass(frozen=True, slots=True)
class Settings:
    """How strangers' programs run, and how they are asked."""

    limits: Limits
    isolate: bool
    budget: float
    only: tuple[str, ...] = ()
    every_board: bool = False
    readable: tuple[Path, ...] = ()
    live: bool = False


def submitted_command(command: str, settings: Settings, *, once: bool) -> Submission:
    """A program in any language."""
    words = words_of(command)
    view = command_view(words, settings.readable) if settings.isolate else None
    return CommandLine(command, words, settings.limits, view, once=once)


def words_of(command: str) -> list[str]:
    """Program and arguments of a command."""
    try:
        return command_words(command)
    except (ValueError, FileNotFoundError) as error:
        raise click.UsageError(f"cannot run {command!r}: {error}") from None


def submitted_file(
    target: str, settings: Settings, python: Path | None, header: Path | None, include: tuple[Path, ...]
) -> Submission:
    """A Python or C file."""
    path = Path(target)
    if not path.is_file():
        raise click.UsageError(f"there is no file {target!r}")
    if path.suffix == ".py":
        try:
            interpreter = chosen_interpreter(python) if python else bare_interpreter()
        except EngineMissingError as error:
            raise click.UsageError(f"--python: {error}") from None
        return PythonFile(path, interpreter, settings.limits, settings.readable, isolate=settings.isolate)
    if path.suffix != ".c":
        raise click.UsageError(f"expected a .py or a .c file, got {target!r}; other programs are graded by --command")
    beside = path.with_suffix(".h")
    if header is None and not beside.is_file():
        raise click.UsageError(f"there is no {beside.name} beside {path.name}: name the header by --header")
    try:
        return CFile(path, header or beside, include, settings.limits, isolate=settings.isolate)
    except FileNotFoundError:
        raise click.UsageError("no C compiler found; install one (Debian, Ubuntu: apt-get install gcc)") from None


def graded_program(program: Submission, settings: Settings) -> Report:
    """Ask it everything, whatever it does."""
    report = Report(program.target, program.form)
    try:
        loaded = program.load()
        course = _course(program, loaded)
    except LoadError as error:
        report.broken, report.cheating = str(error), error.cheating
        report.check50 = not_even_loaded() if program.form == "Python" else None
        return report
    except EngineTimeoutError as error:
        report.given_up = str(error)
        return report
    if not set(course.functions) & set(loaded.functions):
        raise NotationError(f"{program.target} has none of the functions {', '.join(course.functions)}")
    if unknown := [name for name in settings.only if name not in course.functions]:
        raise click.UsageError(f"there is no function {unknown[0]!r}: expected one of {', '.join(course.functions)}")
    with Progress() if settings.live else Silent() as listener:
        report = Grading(
            program,
            course,
            loaded.functions,
            settings.limits,
            listener,
            budget=settings.budget,
            only=settings.only,
            every_board=settings.every_board,
        ).run()
        report.notes += loaded.remarks
        if isinstance(course, Cs50Course) and not (settings.only or report.interrupted or report.given_up):
            try:
                report.check50 = check50(program, set(loaded.functions), course, settings.limits.seconds)
            except KeyboardInterrupt:
                report.interrupted = True
    return report


def _course(program: Submission, loaded: Loaded) -> Course:
    if isinstance(program, CFile):
        return Ecen330Course(program.interface, loaded.constants)
    return MoveCourse() if program.form == "command" else Cs50Course(loaded.constants)
