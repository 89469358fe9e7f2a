"""Any program: one board per line on its standard input, one move per line on its standard output."""

from __future__ import annotations

import shlex
import shutil
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from noughts.errors import NotationError
from noughts.notation import format_position, parse_move
from noughts.rules.line_game import classic
from noughts.rules.mark import Move
from noughts.teaching.grade import positions
from noughts.teaching.grade.calls import Call, Loaded, NoAnswerError, Reply
from noughts.teaching.grade.child import Child, Limits
from noughts.teaching.grade.findings import Finding, Kind

FUNCTION = "move"


class CommandProgram:
    """A command line, kept running or started for each board. FileNotFoundError when there is no such program."""

    form = "command"

    def __init__(self, command: str, limits: Limits, *, once: bool) -> None:
        self.target = command
        self._limits = limits
        self._once = once
        self._command = command_words(command)

    def load(self) -> Loaded:
        return Loaded([FUNCTION])

    def start(self) -> CommandSession:
        return CommandSession(self._command, self._limits, once=self._once)


def command_words(command: str) -> list[str]:
    """Program and arguments. ValueError when that cannot be read, FileNotFoundError when there is no such program."""
    words = shlex.split(command)
    if not words:
        raise ValueError("it is empty")
    program, *arguments = words
    found = shutil.which(program)
    if found is None:
        raise FileNotFoundError(f"there is no program {program}")
    # The program runs in an empty directory: what names a file from here must still name it there.
    return [str(Path(found).absolute()), *map(_from_there, arguments)]


def _from_there(argument: str) -> str:
    path = Path(argument)
    return str(path.absolute()) if path.exists() and not argument.startswith("-") else argument


class CommandSession:
    """One process; with `once` one for each board."""

    def __init__(self, command: list[str], limits: Limits, *, once: bool) -> None:
        self._command = command
        self._limits = limits
        self._once = once
        self._child: Child | None = None
        self._remarks: dict[str, None] = {}

    def ask(self, calls: Sequence[Call]) -> Iterator[Reply]:
        for call in calls:
            assert call.position is not None
            if self._child is None:
                self._child = Child(self._command, self._limits, own_pipes=False)
            elif self._child.waiting_lines():
                self._remarks["it prints more than one line for a board"] = None
            began = time.monotonic()
            line = self._answer(self._child, format_position(call.position))
            reply = Reply(line.strip()[:200], seconds=time.monotonic() - began)
            if self._once:
                self._child.close()
                self._child = None
            else:
                self._child.allow_more_cpu()
            yield reply

    def _answer(self, child: Child, board: str) -> str:
        try:
            child.send(board)
            if self._once:
                child.no_more_input()
            return child.read_line()
        except NoAnswerError as death:
            if self._once or not str(death).endswith("exit code 0"):
                raise
            raise NoAnswerError(f"{death}; a program that answers one board and ends needs --once") from None

    def kill(self) -> None:
        if (child := self._child) is not None:
            child.kill()

    def close(self) -> list[str]:
        if self._child is not None:
            self._child.close()
            self._child = None
        return list(self._remarks)


class MoveCourse:
    """All that can be asked of a program that only moves."""

    functions = (FUNCTION,)
    move_function = FUNCTION

    def plan(self, function: str, *, every_board: bool) -> list[Call]:
        boards = positions.unfinished() if every_board else positions.up_to_symmetry(positions.unfinished())
        return [Call(function, position) for position in positions.fewest_empty_first(boards)]

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
