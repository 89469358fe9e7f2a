"""A C file with the functions of the ECEn 330 laboratory, compiled against the student's own header."""

from __future__ import annotations

import os
import re
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path

from noughts.errors import EngineError, EngineTimeoutError, NotationError
from noughts.grade.calls import Call, Loaded, LoadError
from noughts.grade.positions import CELLS, cells_text
from noughts.grade.programs import c_driver
from noughts.grade.programs.c_header import CInterface, read_header
from noughts.grade.programs.driven import DrivenSession, started
from noughts.grade.programs.staging import Staging
from noughts.process.isolation import View
from noughts.process.limits import Limits
from noughts.process.process import Process, on_one_line
from noughts.rules.mark import Mark

COMPILE = Limits(seconds=60.0, megabytes=2_048)
MOST_WARNINGS = 10
INVERTED = (1,)
"""With a board: the flag that says whose turn it is, the other way round."""
# Functions that nothing graded calls are left out, and with them whatever they lack: a course's own test code.
SECTIONS = ("-ffunction-sections", "-fdata-sections")
LEAVE_OUT = "-Wl,-dead_strip" if sys.platform == "darwin" else "-Wl,--gc-sections"


class CFile:
    """One source file. NotationError when its header cannot be understood, FileNotFoundError without a compiler."""

    form = "C"

    def __init__(self, source: Path, header: Path, include: Sequence[Path], limits: Limits, *, isolate: bool) -> None:
        self.target = source.name
        self._limits = limits
        compiler = next(
            filter(None, map(shutil.which, filter(None, [os.environ.get("CC"), "cc", "gcc", "clang"]))), None
        )
        if compiler is None:
            raise FileNotFoundError("cc")
        self._staging = Staging()
        beside = {path.name: path for folder in (source.parent, header.parent) for path in folder.glob("*.h")}
        submission = self._staging.folder("submission", [source, *(beside | {header.name: header}).values()])
        self._built = self._staging.folder("built", [])
        self._built.chmod(0o777)
        self._source, self._header = submission / source.name, submission / header.name
        folders = [path.resolve() for path in include]
        self._compiler = [compiler, "-std=gnu11", f"-I{submission}", *(f"-I{folder}" for folder in folders)]
        self._compiler_view = View((submission, *folders, Path(compiler)), (self._built,)) if isolate else None
        self._view = View((self._built,)) if isolate else None
        try:
            code, lines = self._compile("-E", "-dD", str(self._header))
            if code:
                raise NotationError(f"{header.name}: {_first_error(lines)}")
            self.interface: CInterface = read_header("\n".join(lines))
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        self._staging.close()

    def load(self) -> Loaded:
        # The driver has the only main; one that the file brings along for its own tests gets another name.
        theirs, program = str(self._built / "theirs.o"), str(self._built / "program")
        options = ("-O2", "-g", "-Wall", *SECTIONS, "-Dmain=main_of_the_file", "-c")
        code, lines = self._compile(*options, str(self._source), "-o", theirs)
        warnings = [line for line in lines if re.search(r"\bwarning:", line)]
        if code:
            raise LoadError(f"it does not compile: {_first_error(lines)}")
        driver = self._built / "driver.c"
        driver.write_text(c_driver.driver_source(self.interface, str(self._header)), encoding="utf-8")
        code, lines = self._compile("-O1", "-w", str(driver), theirs, "-o", program, LEAVE_OUT, "-lm")
        if code:
            raise LoadError(f"it does not fit its header: {_first_error(lines)}")
        session = self._open()
        try:
            loaded = session.loaded()
        finally:
            session.close()
        loaded.remarks += [f"the compiler warns: {_without_folder(line)}" for line in warnings[:MOST_WARNINGS]]
        if len(warnings) > MOST_WARNINGS:
            loaded.remarks.append(f"the compiler has {len(warnings) - MOST_WARNINGS} further warnings (cc -Wall)")
        return loaded

    def start(self) -> DrivenSession:
        return started(self._open())

    def _open(self) -> DrivenSession:
        return DrivenSession([str(self._built / "program")], self._limits, self._view, self._staging, self._request)

    def _compile(self, *arguments: str) -> tuple[int, list[str]]:
        """Exit code and output, with what the compiler says about its input."""
        command = ["/bin/sh", "-c", 'exec "$@" 2>&1', "sh", *self._compiler, *arguments]
        lines: list[str] = []
        folders = [self._staging.path]
        with Process(
            command, name="the compiler", limits=COMPILE, view=self._compiler_view, folders=folders
        ) as process:
            try:
                while True:
                    lines.append(process.read_line())
            except EngineTimeoutError:
                raise LoadError(f"the compiler does not finish within {COMPILE.seconds:g} s") from None
            except EngineError:  # the end of its output
                code = process.wait(5.0)
        return (1 if code is None else code), lines

    def _request(self, calls: Sequence[Call]) -> str:
        return "\n".join(map(self._line, calls))

    def _line(self, call: Call) -> str:
        letters = {
            self.interface.next_move: c_driver.MOVE,
            self.interface.score: c_driver.SCORE,
            self.interface.game_over: c_driver.GAME_OVER,
            self.interface.init: c_driver.INIT,
        }
        if call.position is None:
            return f"{letters[call.function]} {'.' * CELLS} {call.extra[0] if call.extra else 0}"
        just_moved = call.function == self.interface.score
        is_x = call.position.to_move is (Mark.O if just_moved else Mark.X)
        return f"{letters[call.function]} {cells_text(call.position)} {int(is_x is not (call.extra == INVERTED))}"


def _first_error(lines: list[str]) -> str:
    for line in lines:
        if missing := re.search(r"error: (\S+): No such file or directory|error: '(\S+)' file not found", line):
            return f"the header {missing[1] or missing[2]} is not there: --include DIR names its folder"
        if undefined := re.search(r"undefined reference to [`'](\w+)'", line):
            return f"a graded function needs {undefined[1]}, which is nowhere defined"
    chosen = next((line for line in lines if "error" in line), lines[-1] if lines else "no reason given")
    return _without_folder(chosen)


def _without_folder(line: str) -> str:
    return on_one_line(re.sub(r"\S*/(?=[^/\s:]+:)", "", line.strip()))[:300]
