"""Runs noughts on a pseudo-terminal."""

from __future__ import annotations

import codecs
import fcntl
import os
import pty
import select
import signal
import struct
import subprocess
import sys
import termios

NOUGHTS = [sys.executable, "-m", "noughts"]
PATIENCE = 60.0


def take_terminal() -> None:
    """Make standard input the terminal of the new session, so that Ctrl-C is a signal, and one that is heard.

    Shells start what runs in the background with that signal ignored, and children inherit it.
    """
    signal.signal(signal.SIGINT, signal.SIG_DFL)
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
        while text not in self.seen:
            assert self._read(), f"{text!r} never came, the end did: {self.seen!r}"
        before, _, self.seen = self.seen.partition(text)
        return before

    def type(self, text: str) -> None:
        os.write(self.master, text.encode())

    def end(self) -> int:
        """The exit code; what is still printed is read, so that nothing blocks."""
        while self._read():
            pass
        os.close(self.master)
        return self.process.wait(timeout=PATIENCE)

    def _read(self) -> bool:
        """Take what has been printed; False when the program has closed its end."""
        ready, _, _ = select.select([self.master], [], [], PATIENCE)
        if not ready:
            self.process.kill()
            raise AssertionError(f"nothing happens any more after {self.seen!r}")
        try:
            read = os.read(self.master, 65536)
        except OSError:  # how Linux says that the other end is closed
            read = b""
        self.seen += self._decoder.decode(read)
        return bool(read)
