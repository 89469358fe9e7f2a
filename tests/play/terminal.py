"""Runs noughts on a pseudo-terminal."""

from __future__ import annotations

import codecs
import fcntl
import os
import pty
import select
import struct
import subprocess
import sys
import termios
import time

NOUGHTS = [sys.executable, "-m", "noughts"]


def take_terminal() -> None:
    """Make standard input the terminal of the new session, so that Ctrl-C is a signal."""
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)


class Terminal:
    """A program on a pseudo-terminal."""

    def __init__(self, *arguments: str, environment: dict[str, str] | None = None) -> None:
        self.master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        self.process = subprocess.Popen(
            [*NOUGHTS, *arguments],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            start_new_session=True,
            preexec_fn=take_terminal,
            env={**os.environ, **(environment or {})},
        )
        os.close(slave)
        self.seen = ""
        self._decoder = codecs.getincrementaldecoder("utf-8")()

    def until(self, text: str) -> str:
        """Read until a text appears; what was read up to then."""
        deadline = time.monotonic() + 60
        while text not in self.seen:
            ready, _, _ = select.select([self.master], [], [], max(0, deadline - time.monotonic()))
            assert ready, f"{text!r} never came after {self.seen!r}"
            try:
                read = os.read(self.master, 65536)
            except OSError:  # how Linux says that the other end is closed
                read = b""
            assert read, f"{text!r} never came, the end did: {self.seen!r}"
            self.seen += self._decoder.decode(read)
        before, _, self.seen = self.seen.partition(text)
        return before

    def type(self, text: str) -> None:
        os.write(self.master, text.encode())

    def end(self) -> int:
        """The exit code; what is still printed is read, so that nothing blocks."""
        while True:
            try:
                read = os.read(self.master, 65536)
            except OSError:
                break
            if not read:
                break
            self.seen += self._decoder.decode(read)
        os.close(self.master)
        return self.process.wait(timeout=60)
