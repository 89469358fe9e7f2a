"""A program that is talked to line by line, and that is never trusted."""

from __future__ import annotations

import contextlib
import os
import queue
import signal
import subprocess
import sys
import threading
import time
from collections import deque
from collections.abc import Sequence
from types import TracebackType
from typing import IO, Self

from noughts.errors import EngineCrashedError, EngineFloodError, EngineMissingError, EngineTimeoutError

LONGEST_LINE = 65_536
MOST_BYTES = 4_000_000
"""How much may come while one answer is awaited; after that it counts as babble."""
KEPT_LINES = 40
"""How much of the conversation is kept for those who look into an error."""
GRACE = 1.0
"""Seconds to end in after its input is closed; then it is killed."""

_END = None
"""What the queue holds when the output is closed."""


class EngineProcess:
    """A running program. Its children die with it: it leads a process group of its own."""

    def __init__(self, command: Sequence[str]) -> None:
        self.name = " ".join(command)
        self.transcript: deque[str] = deque(maxlen=KEPT_LINES)
        """The last lines of the conversation: `> ` sent, `< ` received, `! ` from its stderr."""
        self._lines: queue.Queue[str | None] = queue.Queue()
        self._waiting_bytes = 0
        self._flooded = False
        try:
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=True,
            )
        except (OSError, ValueError) as error:
            reason = error.strerror if isinstance(error, OSError) else error
            raise EngineMissingError(f"cannot start {self.name!r}: {reason}") from None
        assert self._process.stdout is not None
        assert self._process.stderr is not None
        threading.Thread(target=self._listen, args=(self._process.stdout,), daemon=True).start()
        self._overhearing = threading.Thread(target=self._overhear, args=(self._process.stderr,), daemon=True)
        self._overhearing.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @property
    def pid(self) -> int:
        return self._process.pid

    def send(self, line: str) -> None:
        """Write a line; a program that does not read any more is found out when its answer is awaited."""
        self.transcript.append(f"> {line}")
        self._waiting_bytes = 0
        stdin = self._process.stdin
        assert stdin is not None
        with contextlib.suppress(OSError, ValueError):
            stdin.write(line.encode() + b"\n")
            stdin.flush()

    def read_line(self, deadline: float) -> str:
        """The next line, at the latest at this time of `time.monotonic`.

        EngineTimeoutError, EngineCrashedError, or EngineFloodError when there comes too much.
        """
        try:
            line = self._lines.get(timeout=max(0.0, deadline - time.monotonic()))
        except queue.Empty:
            raise EngineTimeoutError(f"{self.name} gave no answer in time") from None
        if self._flooded:
            raise EngineFloodError(f"{self.name} wrote more than {MOST_BYTES:,} bytes, or a line without end")
        if line is _END:
            self._lines.put(_END)
            raise EngineCrashedError(f"{self.name} {self._how_it_ended()}")
        self.transcript.append(f"< {line}")
        return line

    def cpu_seconds(self) -> float:
        """The CPU time that the program has used so far, all its threads together."""
        if not sys.platform.startswith("linux"):
            raise EngineMissingError("the CPU time of another process can only be read on Linux")
        # The clock of a process is made from its number as clock_getcpuclockid(3) does it.
        with contextlib.suppress(OSError):
            return time.clock_gettime(~self._process.pid << 3 | 2)
        return 0.0

    def wait(self, seconds: float) -> int | None:
        """The exit code, None when the program is still running after so many seconds."""
        try:
            return self._process.wait(seconds)
        except subprocess.TimeoutExpired:
            return None

    def close(self) -> None:
        """End the program: by closing its input, soon after by force, with everything that it started."""
        self._close_input()
        self.wait(GRACE)
        self.kill()

    def kill(self) -> None:
        """End the program at once, with everything that it started."""
        self._close_input()
        with contextlib.suppress(OSError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()

    def _close_input(self) -> None:
        with contextlib.suppress(OSError):
            assert self._process.stdin is not None
            self._process.stdin.close()

    def _how_it_ended(self) -> str:
        code = self.wait(0.5)
        if code is None:
            return "closed its output"
        self._overhearing.join(0.5)  # its last words may still be on their way
        if code < 0:
            return f"was ended by signal {-code}"
        return f"ended with exit code {code}"

    def _listen(self, stream: IO[bytes]) -> None:
        with contextlib.suppress(OSError, ValueError), stream:
            while line := stream.readline(LONGEST_LINE):
                self._waiting_bytes += len(line)
                if self._waiting_bytes > MOST_BYTES or (len(line) == LONGEST_LINE and not line.endswith(b"\n")):
                    self._flooded = True
                    break
                self._lines.put(line.decode("utf-8", errors="replace").rstrip("\r\n"))
        self._lines.put(_END)

    def _overhear(self, stream: IO[bytes]) -> None:
        with contextlib.suppress(OSError, ValueError), stream:
            while line := stream.readline(LONGEST_LINE):
                text = line.decode("utf-8", errors="replace").rstrip()
                self.transcript.append(f"! {text[:200]}")
