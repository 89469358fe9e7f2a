"""A process for code that nobody has looked at: limited, watched, and ended with all its children.

It has its own session, its own empty working directory, an environment without inherited values, and limits of memory,
CPU time and file size. What it prints is kept up to a bound and otherwise counted. This is protection from accidents;
it is no sandbox against malice.
"""

from __future__ import annotations

import contextlib
import os
import selectors
import shutil
import signal
import subprocess
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from noughts.teaching.grade.calls import NoAnswerError, printable

MOST_OUTPUT_KEPT = 4_096
LONGEST_LINE = 1_000_000
LONGEST_STARVATION = 1.5
"""So many times the time of a call may pass before a busy machine is no excuse any more."""
MOST_DRAINED = 32  # times 64 KB
LARGEST_FILE_BLOCKS = 32_768  # of 512 bytes: 16 MB

# The shell sets the limits and becomes the program: no code of ours runs between fork and exec.
# The CPU limit is a soft one, which is raised while the program answers.
_LIMITS = 'ulimit -c 0; ulimit -f {blocks}; ulimit -v {kilobytes} 2>/dev/null; ulimit -S -t {seconds}; exec "$@"'


@dataclass(frozen=True, slots=True)
class Limits:
    """What one process may use."""

    seconds: float = 20.0
    """For one call."""
    megabytes: int = 1_024

    @property
    def cpu_seconds(self) -> int:
        """More than a call may take, so that the deadline of the call comes first."""
        return int(2 * self.seconds) + 5


def clean_environment(home: Path) -> dict[str, str]:
    """Nothing of ours but where programs are found."""
    return {
        "PATH": os.environ.get("PATH", os.defpath),
        "HOME": str(home),
        "TMPDIR": str(home),
        "LANG": "C.UTF-8",
        "PYTHONDONTWRITEBYTECODE": "1",
        "PYTHONHASHSEED": "0",
        "PYTHONUTF8": "1",
    }


def confined(command: list[str], limits: Limits, home: Path) -> list[str]:
    """The command with limits, environment and directory of a Child, for those who start it and talk to it themselves.

    Its CPU time has no limit but theirs: they await each answer with a deadline.
    """
    script = _LIMITS.format(blocks=LARGEST_FILE_BLOCKS, kilobytes=1_024 * limits.megabytes, seconds="unlimited")
    environment = [f"{name}={value}" for name, value in clean_environment(home).items()]
    into_home = ["/bin/sh", "-c", 'cd "$0" && exec env -i "$@"', str(home)]
    return ["/bin/sh", "-c", script, "sh", *into_home, *environment, *command]


class Child:
    """One process. It answers on its standard output, or with `own_pipes` on two pipes that its prints cannot reach."""

    def __init__(self, command: list[str], limits: Limits, *, own_pipes: bool) -> None:
        self.limits = limits
        self.printed = 0
        self.output = b""
        self._lines: list[bytes] = []
        self._rest = b""
        self._cpu_allowed = limits.cpu_seconds
        self._home = Path(tempfile.mkdtemp(prefix="grade-"))
        theirs: tuple[int, ...] = ()
        if own_pipes:
            requests, to_child = os.pipe()
            from_child, replies = os.pipe()
            theirs = (requests, replies)
            command = [*command, str(requests), str(replies)]
        script = _LIMITS.format(
            blocks=LARGEST_FILE_BLOCKS, kilobytes=1_024 * limits.megabytes, seconds=limits.cpu_seconds
        )
        try:
            self._process = subprocess.Popen(
                ["/bin/sh", "-c", script, "sh", *command],
                stdin=subprocess.DEVNULL if own_pipes else subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT if own_pipes else subprocess.PIPE,
                cwd=self._home,
                env=clean_environment(self._home),
                pass_fds=theirs,
                start_new_session=True,
            )
        finally:
            for end in theirs:
                os.close(end)
        self._selector = selectors.DefaultSelector()
        if own_pipes:
            self._to_child, self._from_child = to_child, from_child
            self._watch(self._process.stdout, "output")
        else:
            assert self._process.stdin is not None
            assert self._process.stdout is not None
            self._to_child = os.dup(self._process.stdin.fileno())
            self._from_child = os.dup(self._process.stdout.fileno())
            self._process.stdin.close()
            self._watch(self._process.stderr, "output")
        os.set_blocking(self._from_child, False)
        self._selector.register(self._from_child, selectors.EVENT_READ, "replies")

    def _watch(self, stream: object, name: str) -> None:
        assert stream is not None
        os.set_blocking(stream.fileno(), False)  # type: ignore[attr-defined]
        self._selector.register(stream, selectors.EVENT_READ, name)  # type: ignore[arg-type]

    def send(self, line: str) -> None:
        """Write one line; NoAnswerError when nobody reads any more."""
        data = memoryview(line.encode() + b"\n")
        try:
            while data:
                data = data[os.write(self._to_child, data) :]
        except BrokenPipeError:
            raise NoAnswerError(self._how_it_ended()) from None

    def no_more_input(self) -> None:
        """Let the program read the end of its input."""
        if self._to_child >= 0:
            os.close(self._to_child)
            self._to_child = -1

    def waiting_lines(self) -> int:
        """How many lines lie there that nobody asked for; they are dropped."""
        self._drain()
        count, self._lines = len(self._lines), []
        return count

    def read_line(self, seconds: float | None = None) -> str:
        """The next line of its answers; NoAnswerError when the process ends first or the time of a call is up."""
        allowed = self.limits.seconds if seconds is None else seconds
        began, cpu_began = time.monotonic(), None
        while not self._lines:
            waited = time.monotonic() - began
            if cpu_began is None and waited > 0.1:  # most answers come sooner and need no look at the CPU
                cpu_began = self._cpu_seconds()
            if waited > allowed and not self._starved(waited, allowed, cpu_began):
                raise NoAnswerError(f"no answer within {allowed:g} s", timed_out=True)
            if not self._read_some(0.1) and self._process.poll() is not None and not self._read_some(0):
                if self._rest:  # a last line without an end
                    self._lines, self._rest = [self._rest], b""
                    break
                raise NoAnswerError(self._how_it_ended())
        return self._lines.pop(0).decode(errors="replace")

    def _drain(self) -> None:
        """Read what lies there, but do not follow a program that prints for ever."""
        for _ in range(MOST_DRAINED):
            if not self._read_some(0):
                break

    def _read_some(self, seconds: float) -> bool:
        """Take what there is to read; whether there was anything."""
        found = False
        for key, _ in self._selector.select(seconds):
            try:
                data = os.read(key.fd, 65_536)
            except BlockingIOError:
                continue
            if not data:
                self._selector.unregister(key.fileobj)
                continue
            found = True
            if key.data == "output":
                self.printed += len(data)
                self.output += data[: MOST_OUTPUT_KEPT - len(self.output)]
            else:
                *lines, self._rest = (self._rest + data).split(b"\n")
                self._lines += lines
                if len(self._rest) > LONGEST_LINE:
                    raise NoAnswerError("it wrote a line without end")
        if not self._selector.get_map():
            time.sleep(min(seconds, 0.02))  # nothing is open any more: only the end of the process is waited for
        return found

    def _starved(self, waited: float, allowed: float, cpu_began: float | None) -> bool:
        """Whether a busy machine kept the process from computing: it then gets its CPU time, within limits."""
        cpu = self._cpu_seconds()
        if cpu is None or cpu_began is None or waited > LONGEST_STARVATION * allowed:
            return False
        used = cpu - cpu_began
        return 0.05 * waited < used < allowed  # who uses no CPU at all is asleep, not starved

    def _cpu_seconds(self) -> float | None:
        """CPU time of the process so far, where the system tells."""
        try:
            fields = Path(f"/proc/{self._process.pid}/stat").read_text().rpartition(")")[2].split()
        except OSError:
            return None
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def allow_more_cpu(self, used: float | None = None) -> None:
        """After an answer the limit of CPU time starts anew; `used` is the time so far where the program told it."""
        if used is None:
            used = self._cpu_seconds() or 0.0
        wanted = int(used) + self.limits.cpu_seconds
        if wanted > self._cpu_allowed:
            import resource

            self._cpu_allowed = wanted + self.limits.cpu_seconds
            if hasattr(resource, "prlimit"):
                with contextlib.suppress(OSError):
                    hard = resource.prlimit(self._process.pid, resource.RLIMIT_CPU)[1]
                    resource.prlimit(self._process.pid, resource.RLIMIT_CPU, (self._cpu_allowed, hard))

    def _how_it_ended(self) -> str:
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(1)
        self._drain()
        code = self._process.poll()
        if code is None:
            return "it closed its connection"
        if code < 0:
            return f"the process was ended by {signal.Signals(-code).name}"
        words = self.output.decode(errors="replace").strip()
        last = printable(words.splitlines()[-1])[:200] if words and code else ""
        return f"the process ended with exit code {code}" + (f": {last}" if last else "")

    def kill(self) -> None:
        """End the process with everything it started."""
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)

    def close(self) -> bool:
        """Kill, and leave nothing behind; whether the process had left others running."""
        self._process.kill()
        self._process.wait()
        left = self._leads_others()
        self.kill()
        self._selector.close()
        self.no_more_input()
        os.close(self._from_child)
        for stream in (self._process.stdout, self._process.stderr):
            if stream is not None:
                stream.close()
        shutil.rmtree(self._home, ignore_errors=True)
        return left

    def _leads_others(self) -> bool:
        try:
            os.killpg(self._process.pid, 0)
        except (ProcessLookupError, PermissionError):
            return False
        return True
