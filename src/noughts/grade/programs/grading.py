"""One program, graded: found, loaded, asked everything, and looked into where it is wrong."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from noughts.errors import EngineMissingError, EngineTimeoutError, NotationError, NotPossibleError
from noughts.grade.calls import Loaded, LoadError, Submission
from noughts.grade.chance import answers_by_chance
from noughts.grade.course import Course
from noughts.grade.findings import Report
from noughts.grade.grader import LANES, Grading, Listener
from noughts.grade.hints import find_hints
from noughts.grade.programs.c_file import CFile
from noughts.grade.programs.c_hints import find_c_hints
from noughts.grade.programs.check50 import check50, not_even_loaded
from noughts.grade.programs.command import CommandLine, MoveCourse, command_view, command_words
from noughts.grade.programs.cs50 import Cs50Course
from noughts.grade.programs.ecen330 import Ecen330Course
from noughts.grade.programs.interpreter import bare_interpreter, chosen_interpreter
from noughts.grade.programs.python_file import PythonFile
from noughts.grade.why import find_why
from noughts.process.limits import Limits
from noughts.rules.mark import Move
from noughts.rules.position import Position


@dataclass(frozen=True, slots=True)
class Settings:
    """How strangers' programs run, and how they are asked."""

    limits: Limits
    isolate: bool
    budget: float
    only: tuple[str, ...] = ()
    every_board: bool = False
    strict: bool = False
    readable: tuple[Path, ...] = ()
    python: Path | None = None
    header: Path | None = None
    include: tuple[Path, ...] = ()
    lanes: int = LANES
    """So many processes of the program work at a time."""


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
        raise NotPossibleError(f"cannot run {command!r}: {error}") from None


def submitted_file(path: Path, settings: Settings, others: frozenset[Path] = frozenset()) -> Submission:
    """A Python or C file, which does not get to see the others, even where they lie beside it."""
    if not path.is_file():
        raise NotPossibleError(f"there is no file {str(path)!r}")
    if path.suffix == ".py":
        try:
            interpreter = chosen_interpreter(settings.python) if settings.python else bare_interpreter()
        except EngineMissingError as error:
            raise NotPossibleError(f"--python: {error}") from None
        return PythonFile(path, interpreter, settings.limits, settings.readable, others, isolate=settings.isolate)
    if path.suffix != ".c":
        raise NotationError(f"expected a .py or a .c file, got {str(path)!r}; other programs are graded by --command")
    header = settings.header or path.with_suffix(".h")
    if not header.is_file():
        raise NotPossibleError(f"there is no {header.name} beside {path.name}: name the header by --header")
    try:
        return CFile(path, header, settings.include, settings.limits, isolate=settings.isolate)
    except FileNotFoundError:
        raise NotPossibleError("no C compiler found; install one (Debian, Ubuntu: apt-get install gcc)") from None


def graded_program(program: Submission, settings: Settings, listener: Listener) -> Report:
    """Ask it everything, whatever it does."""
    report = Report(program.target, program.form)
    try:
        loaded = program.load()
        course = _course(program, loaded)
    except LoadError as error:
        report.broken, report.cheating = str(error), error.cheating
        report.check50 = not_even_loaded() if program.form == "Python" else None
    except EngineTimeoutError as error:
        report.given_up = str(error)
    else:
        report = _asked(program, course, loaded, settings, listener)
    report.isolation = "namespaces" if settings.isolate else "limits"
    report.strict = settings.strict
    return report


def own_moves(program: Submission, settings: Settings, listener: Listener) -> dict[Position, Move | None]:
    """What it plays in every game that it can get into, as either side; None where it makes no legal move."""
    try:
        loaded = program.load()
        course = _course(program, loaded)
    except (LoadError, EngineTimeoutError) as error:
        raise NotPossibleError(f"{program.target} cannot be used: {error}") from None
    if course.move_function not in loaded.functions:
        raise NotPossibleError(f"{program.target} has no function {course.move_function!r}, which chooses a move")
    grading = _grading(program, course, loaded, replace(settings, only=(course.move_function,)), listener)
    if grading.run(own_games_alone=True).interrupted:
        raise KeyboardInterrupt
    return grading.moves


def _asked(program: Submission, course: Course, loaded: Loaded, settings: Settings, listener: Listener) -> Report:
    if not set(course.functions) & set(loaded.functions):
        raise NotationError(f"{program.target} has none of the functions {', '.join(course.functions)}")
    if unknown := [name for name in settings.only if name not in course.functions]:
        raise NotPossibleError(f"there is no function {unknown[0]!r}: expected one of {', '.join(course.functions)}")
    grading = _grading(program, course, loaded, settings, listener)
    report = grading.run()
    report.notes += loaded.remarks
    if report.interrupted or report.given_up:
        return report
    try:
        if isinstance(course, Cs50Course) and not settings.only:
            report.check50 = check50(program, set(loaded.functions), course, settings.limits.seconds)
        report.by_chance = answers_by_chance(program, course, grading.moves)
        if isinstance(program, CFile) and isinstance(course, Ecen330Course):
            report.hints = find_c_hints(program, course, grading)
        if isinstance(program, PythonFile):
            report.shape, report.hints = find_hints(program, course, grading)
            if isinstance(course, Cs50Course):
                report.why = find_why(program, course, grading)
    except KeyboardInterrupt:
        report.interrupted = True
    return report


def _grading(program: Submission, course: Course, loaded: Loaded, settings: Settings, listener: Listener) -> Grading:
    return Grading(
        program,
        course,
        loaded.functions,
        settings.limits,
        listener,
        budget=settings.budget,
        only=settings.only,
        every_board=settings.every_board,
        lanes=settings.lanes,
    )


def _course(program: Submission, loaded: Loaded) -> Course:
    if isinstance(program, CFile):
        return Ecen330Course(program.interface, loaded.constants)
    return MoveCourse() if program.form == "command" else Cs50Course(loaded.constants)
