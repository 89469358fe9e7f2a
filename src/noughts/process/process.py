"""A program that is talked to line by line, and that is never trusted."""

from __future__ import annotations

import contextlib
import marshal
import math
import os
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections import deque
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Self

from noughts.errors import EngineCrashedError, EngineFloodError, EngineMissingError, EngineTimeoutError
from noughts.process.isolation import HOME, View, isolated, isolation_tool
from noughts.process.limits import Limits, clean_environment
from noughts.process.streams import LONGEST_KEPT, MOST_BYTES, Streams
from noughts.process.usage import Usage, megabytes_in, usage_of

LAUNCHER = Path(__file__).with_name("launcher.py")
START_SECONDS = 60.0
"""For our own launcher, on a very busy machine."""
GRACE = 1.0
"""Seconds to end in after its input is closed; then it is killed."""
KILL_SECONDS = 10.0
"""For our launcher to kill everything, on a very busy machine."""
WATCH_SECONDS = 0.1
LONGEST_WAIT = 3_600.0
LAST_WORDS_SECONDS = 2.0
"""For a program that has closed its output to end, too."""
MOST_READS = 64
SIGNALS = {number.value: number.name for number in signal.Signals}


def on_one_line(text: str) -> str:
    """Words of a stranger's program on one line, without what could steer a terminal."""
    if text.isprintable():
        return text
    return "".join(character if character.isprintable() else " " for character in text)


class Process:
    """A running program. Everything that it starts ends with it, and it ends with us, kill -9 included.

    It answers on its standard output, or with `own_pipes` on two pipes that its prints cannot reach; their numbers are
    its last two arguments. With limits it gets a folder and an environment of its own; with a view it is also isolated,
    where the system can do that.
    """

    def __init__(
        self,
        command: Sequence[str],
        *,
        name: str = "",
        limits: Limits | None = None,
        view: View | None = None,
        own_pipes: bool = False,
        folders: Sequence[Path] = (),
        tool: str | None = None,
    ) -> None:
        """EngineMissingError when it cannot be started; `tool` is what isolates it, else whatever works here.

        `folders` are removed if we are killed: nobody else is left to do it.
        """
        self.name = name or " ".join(command)
        self._limits = limits
        self.pid = 0
        """Of the program; of the first process of its namespace when it is isolated."""
        self._failure = ""
        self._code: int | None = None
        self._overrun = ""
        self._usage = Usage()
        self._asked = time.monotonic(), 0.0
        self._tool = (tool or isolation_tool()) if view and limits else None
        self._folder = Path(tempfile.gettempdir(), f"noughts-{secrets.token_hex(8)}") if limits else None
        """Made and removed by the launcher."""
        plan: dict[str, Any] = {
            "command": list(command),
            "pipes": [],
            "limits": limits.for_the_system() if limits else {},
            "environment": clean_environment(HOME if self._tool else str(self._folder)) if limits else None,
            "folder": self._folder and str(self._folder),
            "own_folder": self._folder and str(self._folder),
            "folders": [str(folder) for folder in folders],
            "view": None,
            "wrapped": False,
        }
        if self._tool and view and self._folder and limits:
            plan = isolated(plan, view, limits, self._tool, self._folder)
        self._start(plan, own_pipes=own_pipes)
        self._ended = threading.Event()
        if limits:
            threading.Thread(target=self._watch, args=(limits,), daemon=True).start()

    def _start(self, plan: dict[str, Any], *, own_pipes: bool) -> None:
        self._control, launchers = socket.socketpair()
        pipes = [os.pipe() for _ in range(3)]
        (requests, to_send), (to_read, answers), (to_overhear, prints) = pipes
        passed = [launchers.fileno()]
        if own_pipes:
            plan["pipes"] = [requests, answers]
            plan["command"] += [str(requests), str(answers)]
            passed += plan["pipes"]
        words = [sys.executable, "-I", "-S", str(LAUNCHER), str(launchers.fileno()), marshal.dumps(plan).hex()]
        try:
            self._launcher = subprocess.Popen(
                words,
                stdin=subprocess.DEVNULL if own_pipes else requests,
                stdout=prints if own_pipes else answers,
                stderr=prints,
                pass_fds=passed,
                start_new_session=True,
            )
        except (OSError, ValueError) as error:
            for end in (to_send, to_read, to_overhear):
                os.close(end)
            self._control.close()
            raise EngineMissingError(f"cannot start {self.name!r}: {error}") from None
        finally:
            launchers.close()
            for end in (requests, answers, prints):
                os.close(end)
        self._streams = Streams(to_send, to_read, to_overhear, self._control.fileno())
        self._await_start()

    def _await_start(self) -> None:
        deadline = time.monotonic() + START_SECONDS
        while not self.pid and not self._failure and time.monotonic() < deadline:
            is_running = self._launcher.poll() is None
            if not self._listen(WATCH_SECONDS) and not is_running:
                break
        if not self.pid:
            self._release()
            raise EngineMissingError(f"cannot start {self.name!r}: {self._failure or 'its launcher does not work'}")

    def _listen(self, seconds: float) -> bool:
        """Take what there is to read, and what the launcher said; whether there was anything."""
        found = self._streams.wait(seconds)
        while self._streams.said:  # a short program may have ended before it is said to have started
            word, _, rest = self._streams.said.popleft().partition(" ")
            if word == "started":
                self.pid = int(rest)
            elif word == "failed":
                self._failure = rest
            else:
                self._code = -int(rest) if word == "signal" else int(rest)
        return found

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def transcript(self) -> deque[str]:
        """The last lines of the conversation: `> ` sent, `< ` received, `! ` printed besides."""
        return self._streams.transcript

    @property
    def printed(self) -> int:
        """Bytes that are no answers."""
        return self._streams.printed

    @property
    def cpu_used(self) -> float:
        """The CPU time of the program and everything that it started, where it is limited and the system tells."""
        return self._usage.cpu_seconds

    @property
    def has_children(self) -> bool:
        """Whether the program has started others that are still running."""
        usage = usage_of(self._launcher.pid)
        ours = {None: 1, "unshare": 2, "bwrap": 3}[self._tool]
        return usage is not None and usage.processes > ours + 1

    # The conversation

    def send(self, line: str) -> None:
        """Write a line; a program that does not read any more is found out when its answer is awaited."""
        self._asked = time.monotonic(), self._usage.cpu_seconds
        self._streams.send(line)

    def end_input(self) -> None:
        """Let the program read the end of its input, after all that was sent."""
        self._streams.end_input()

    def waiting_lines(self) -> int:
        """How many lines lie there that nobody asked for; they are dropped."""
        for _ in range(MOST_READS):  # who writes for ever is not followed
            if not self._streams.wait(0):
                break
        count = len(self._streams.answers)
        self._streams.answers.clear()
        return count

    def read_line(self, deadline: float = math.inf, *, seconds: float | None = None) -> str:
        """The next line, at the latest at this time of `time.monotonic`.

        Where there are limits, within so many seconds of CPU time from now, else from the last line that was sent.
        EngineTimeoutError, EngineCrashedError, or EngineFloodError when there comes too much.
        """
        if self._limits is None or self._streams.answers:
            line = self._next_line(deadline)
        else:
            line = self._limited_line(self._limits, deadline, seconds)
        if line is None:
            raise EngineTimeoutError(f"{self.name} gave no answer in time")
        return line

    def _limited_line(self, limits: Limits, deadline: float, seconds: float | None) -> str | None:
        allowed = limits.seconds if seconds is None else seconds
        began, before = self._asked if seconds is None else (time.monotonic(), self._usage.cpu_seconds)
        awake, spent = time.monotonic(), self._usage.cpu_seconds
        while (line := self._next_line(min(deadline, time.monotonic() + WATCH_SECONDS))) is None:
            now, usage = time.monotonic(), self._usage
            if usage.is_busy or usage.cpu_seconds > spent:
                awake, spent = now, usage.cpu_seconds
            if spent - before > allowed:
                raise EngineTimeoutError(f"no answer within {allowed:g} s of CPU time")
            if now - awake > allowed:
                raise EngineTimeoutError(f"no answer within {allowed:g} s, and it does nothing but wait")
            if now - began > allowed * limits.patience:
                raise EngineTimeoutError(f"no answer within {now - began:.0f} s")
            if now > deadline:
                break
        return line

    def _next_line(self, deadline: float) -> str | None:
        streams = self._streams
        if not streams.answers:
            streams.wait(0)  # what has come by now counts, however late it is asked for
        while not streams.answers and not streams.flooded:
            if streams.answers_are_over:
                raise EngineCrashedError(f"{self.name} {self._how_it_ended()}")
            left = deadline - time.monotonic()
            if left <= 0:
                return None
            streams.wait(min(left, LONGEST_WAIT))
        if streams.flooded:
            raise EngineFloodError(f"{self.name} wrote more than {MOST_BYTES:,} bytes, or a line without end")
        line = streams.answers.popleft()
        self.transcript.append(f"< {line[:LONGEST_KEPT]}")
        return line

    def _how_it_ended(self) -> str:
        code = self.wait(LAST_WORDS_SECONDS)
        if self._overrun:
            return self._overrun
        if code is None:
            return "closed its output"
        if code < 0:
            return f"was ended by {SIGNALS.get(-code, f'signal {-code}')}"
        last = [line[2:] for line in self.transcript if line.startswith("! ")][-1:]
        return ": ".join([f"ended with exit code {code}", *map(on_one_line, last)])

    # Limits

    def cpu_seconds(self) -> float:
        """The CPU time that the program has used so far, all its threads together."""
        if not sys.platform.startswith("linux"):
            raise EngineMissingError("the CPU time of another process can only be read on Linux")
        # The clock of a process is made from its number as clock_getcpuclockid(3) does it.
        with contextlib.suppress(OSError):
            return time.clock_gettime(~self.pid << 3 | 2)
        return 0.0

    def _watch(self, limits: Limits) -> None:
        """What the system cannot limit for several processes together; runs in a thread of its own."""
        while not self._ended.wait(WATCH_SECONDS):
            usage = usage_of(self._launcher.pid, limits.processes)
            if usage is None:
                continue
            self._usage = usage
            if usage.megabytes > limits.megabytes:
                self._overrun = f"used more than {limits.megabytes:,} MB of memory"
            elif usage.processes > limits.processes:
                self._overrun = f"ran more than {limits.processes} processes"
            elif not self._tool and self._folder and megabytes_in(self._folder) > limits.disk_megabytes:
                self._overrun = f"wrote more than {limits.disk_megabytes} MB of files"
            if self._overrun:
                self.end_soon()
                return

    # The end

    def wait(self, seconds: float) -> int | None:
        """The exit code (negative: the signal), None when the program is still running after so many seconds."""
        deadline = time.monotonic() + seconds
        while self._code is None:
            left = deadline - time.monotonic()
            is_running = self._launcher.poll() is None
            found = self._listen(min(max(left, 0.0), 0.02))
            if self._code is None and not found and not is_running:
                self._code = -signal.SIGKILL  # somebody killed our launcher
            elif self._code is None and left <= 0:
                break
        return self._code

    def close(self) -> None:
        """End the program: by closing its input, soon after by force, with everything that it started."""
        if not self._ended.is_set():
            self._streams.close_input()
            self.wait(GRACE)
            self.kill()

    def end_soon(self) -> None:
        """Have the launcher kill everything; may be called from any thread."""
        with contextlib.suppress(OSError):
            self._control.send(b"end")

    def kill(self) -> None:
        """End the program at once, with everything that it started, and leave nothing behind."""
        if self._ended.is_set():
            return
        self._ended.set()
        self._release()

    def _release(self) -> None:
        self.end_soon()
        try:
            self._launcher.wait(KILL_SECONDS)
        except subprocess.TimeoutExpired:  # a program that is not isolated may have stopped it
            with contextlib.suppress(OSError):
                os.killpg(self._launcher.pid, signal.SIGKILL)
            self._launcher.wait()
        self._streams.close()
        self._control.close()
        if self._folder is not None and self._folder.exists():  # somebody killed the launcher
            shutil.rmtree(self._folder, ignore_errors=True)
