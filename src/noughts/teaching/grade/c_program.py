"""A C file with the functions of the ECEn 330 laboratory, compiled against the student's own header."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path

from noughts.errors import NotationError
from noughts.rules.mark import Mark
from noughts.teaching.grade import c_driver
from noughts.teaching.grade.c_header import CInterface, read_header
from noughts.teaching.grade.calls import Call, Loaded, LoadError
from noughts.teaching.grade.child import Limits, clean_environment
from noughts.teaching.grade.driven import DrivenSession, started
from noughts.teaching.grade.positions import CELLS, cells_text

COMPILE_SECONDS = 60


class CProgram:
    """One source file. NotationError when its header cannot be understood, FileNotFoundError without a compiler."""

    form = "C"

    def __init__(self, source: Path, header: Path, include: Sequence[Path], limits: Limits) -> None:
        self.target = source.name
        self._source = source.resolve()
        self._header = header.resolve()
        self._limits = limits
        compiler = next(
            filter(None, map(shutil.which, filter(None, [os.environ.get("CC"), "cc", "gcc", "clang"]))), None
        )
        if compiler is None:
            raise FileNotFoundError("cc")
        folders = dict.fromkeys([self._header.parent, self._source.parent, *(folder.resolve() for folder in include)])
        self._compiler = [compiler, "-std=gnu11", *(f"-I{folder}" for folder in folders)]
        self._directory = Path(tempfile.mkdtemp(prefix="grade-c-"))
        self._program = self._directory / "program"
        self.warnings = 0
        try:
            preprocessed = self._compile("-E", "-dD", str(self._header))
            if preprocessed.returncode:
                raise NotationError(f"{header.name}: {_first_error(preprocessed.stderr)}")
            self.interface: CInterface = read_header(preprocessed.stdout)
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Remove what was built."""
        shutil.rmtree(self._directory, ignore_errors=True)

    def load(self) -> Loaded:
        # The driver has the only main; one that the file brings along for its own tests gets another name.
        student = self._compile(
            "-O2", "-g", "-Wall", "-Dmain=main_of_the_file", "-c", str(self._source), "-o", "theirs.o"
        )
        self.warnings = len(re.findall(r"\bwarning:", student.stderr))
        if student.returncode:
            raise LoadError(f"it does not compile: {_first_error(student.stderr)}")
        source = self._directory / "driver.c"
        source.write_text(c_driver.driver_source(self.interface, str(self._header)), encoding="utf-8")
        linked = self._compile("-O1", "-w", "driver.c", "theirs.o", "-o", str(self._program), "-lm")
        if linked.returncode:
            raise LoadError(f"it does not fit its header: {_first_error(linked.stderr)}")
        session = self._open()
        try:
            loaded = session.loaded()
        finally:
            session.close()
        if self.warnings:
            loaded.remarks.append(f"the compiler has {self.warnings} warning{'s' * (self.warnings > 1)} (cc -Wall)")
        return loaded

    def start(self) -> DrivenSession:
        return started(self._open())

    def _open(self) -> DrivenSession:
        return DrivenSession([str(self._program)], self._limits, self._request)

    def _compile(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        command = [*self._compiler, *arguments]
        environment = clean_environment(self._directory)
        try:
            return subprocess.run(
                command,
                cwd=self._directory,
                env=environment,
                stdin=subprocess.DEVNULL,
                capture_output=True,
                text=True,
                errors="replace",
                timeout=COMPILE_SECONDS,
            )
        except subprocess.TimeoutExpired:
            raise LoadError(f"the compiler does not finish within {COMPILE_SECONDS} s") from None

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
        return f"{letters[call.function]} {cells_text(call.position)} {int(is_x)}"


def _first_error(output: str) -> str:
    lines = [line.strip() for line in output.splitlines() if line.strip()]
    chosen = next(
        (line for line in lines if re.search(r"error|undefined", line)), lines[-1] if lines else "no reason given"
    )
    return re.sub(r"\S*/(?=[^/\s:]+:)", "", chosen)[:300]
