"""Any program: one board per line on its standard input, one move per line on its standard output."""

from __future__ import annotations

import re
import shlex
import shutil
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from noughts.errors import EngineCrashedError, NotationError
from noughts.grade import positions
from noughts.grade.calls import Call, Loaded, Reply
from noughts.grade.findings import Finding, Kind
from noughts.grade.programs.interpreter import chosen_interpreter, ours
from noughts.grade.programs.staging import with_modules_beside
from noughts.notation import format_position, parse_move
from noughts.process.isolation import View
from noughts.process.limits import Limits
from noughts.process.process import Process
from noughts.rules.line_game import classic
from noughts.rules.mark import Move

FUNCTION = "move"
_PYTHON = re.compile(r"python[0-9.]*")


class CommandLine:
    """A command line, kept running or started for each board."""

    form = "command"

    def __init__(self, command: str, words: list[str], limits: Limits, view: View | None, *, once: bool) -> None:
        self.target = command
        self._words = words
        self._limits = limits
        self._view = view
        self._once = once

    def close(self) -> None: ...

    def load(self) -> Loaded:
        return Loaded([FUNCTION])

    def start(self) -> CommandSession:
        return CommandSession(self._words, self._limits, self._view, once=self._once)


def command_words(command: str) -> list[str]:
    """Program and arguments. ValueError when that cannot be read, FileNotFoundError when there is no such program."""
    words = shlex.split(command)
    if not words:
        raise ValueError("it is empty")
    program, *arguments = words
    found = shutil.which(program)
    if found is None:
        raise FileNotFoundError(f"there is no program {program}")
    if _PYTHON.fullmatch(Path(found).name):  # a shim of pyenv, for one, needs far more than the Python behind it
        found = chosen_interpreter(Path(found)).command[0]
    # The program runs in an empty directory: what names a file from here must still name it there.
    return [str(Path(found).absolute()), *map(_from_there, arguments)]


def _from_there(argument: str) -> str:
    path = Path(argument)
    return str(path.absolute()) if path.exists() and not argument.startswith("-") else argument


def command_view(words: Sequence[str], more: Sequence[Path]) -> View:
    """What a command names, with the modules beside a Python file and what a Python needs, and more paths.

    noughts itself is shown only to a command that names it.
    """
    program = Path(words[0])
    shown = [program, program.resolve(), *more]
    for path in (Path(word) for word in words[1:] if word.startswith("/")):
        shown += with_modules_beside(path) if path.suffix == ".py" and path.is_file() else [path] * path.exists()
    if "noughts" in (program.name, *words):
        return View((*shown, ours(), Path(sys.prefix), Path(sys.base_prefix)))
    if not _PYTHON.fullmatch(program.name):
        return View(tuple(shown), hidden=(ours(),))
    return chosen_interpreter(program).view(*shown)


class CommandSession:
    """One process; with `once` one for each board."""

    def __init__(self, words: list[str], limits: Limits, view: View | None, *, once: bool) -> None:
        self._words = words
        self._limits = limits
        self._view = view
        self._once = once
        self._process: Process | None = None
        self._remarks: dict[str, None] = {}
        self._cpu_before = 0.0
        self.cheating: dict[str, None] = {}

    @property
    def cpu_seconds(self) -> float:
        return self._cpu_before + (self._process.cpu_used if self._process else 0.0)

    def ask(self, calls: Sequence[Call], seconds: float) -> Iterator[Reply]:
        for call in calls:
            assert call.position is not None
            before = self.cpu_seconds
            if self._process is None:
                self._process = Process(self._words, name="the process", limits=self._limits, view=self._view)
            elif self._process.waiting_lines():
                self._remarks["it prints more than one line for a board"] = None
            line = self._answer(self._process, format_position(call.position), seconds)
            if self._once:
                self.close()
            yield Reply(line.strip()[:200], seconds=self.cpu_seconds - before)

    def _answer(self, process: Process, board: str, seconds: float) -> str:
        try:
            process.send(board)
            if self._once:
                process.end_input()
            return process.read_line(seconds=seconds)
        except EngineCrashedError as death:
            if self._once or "exit code 0" not in str(death):
                raise
            raise EngineCrashedError(f"{death}; a program that answers one board and ends needs --once") from None

    def end_soon(self) -> None:
        if (process := self._process) is not None:
            process.end_soon()

    def close(self) -> list[str]:
        if self._process is not None:
            self._process.kill()
            self._cpu_before += self._process.cpu_used
            self._process = None
        return list(self._remarks)


class MoveCourse:
    """All that can be asked of a program that only moves."""

    functions = (FUNCTION,)
    move_function = FUNCTION

    def plan(self, function: str, *, every_board: bool) -> list[Call]:
        boards = positions.unfinished() if every_board else positions.up_to_symmetry(positions.unfinished())
        return [Call(function, position) for position in boards]

    def words(self, call: Call) -> str:
        assert call.position is not None
        return format_position(call.position)

    def judge(self, call: Call, reply: Reply) -> list[Finding]:
        assert call.position is not None
        move, problem = self.move_in(reply), ""
        if move is None:
            problem = f"{reply.value!r}, which is no move" if reply.value else "an empty line"
        elif move not in call.position.legal_moves():
            problem = f"{reply.value}, which is taken"
        if not problem:
            return []
        expected = "an empty cell like b2, 1,1 or 5"
        return [Finding(Kind.NO_MOVE, call.function, self.words(call), call.position, expected, problem)]

    def move_in(self, reply: Reply) -> Move | None:
        try:
            return parse_move(str(reply.value), classic())
        except NotationError:
            return None
