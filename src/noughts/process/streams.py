"""The streams of a program, written and read without ever waiting for one of them alone.

A program that reads nothing cannot block us, and one that writes without end is cut off.
"""

from __future__ import annotations

import contextlib
import os
import selectors
from collections import deque

LONGEST_LINE = 262_144
MOST_BYTES = 4_000_000
"""How much may come while one answer is awaited; after that it counts as babble."""
KEPT_LINES = 40
"""How much of the conversation is kept for those who look into an error."""
LONGEST_KEPT = 200
READ_BYTES = 65_536


class Streams:
    """Lines to a program, its answers, what it prints besides, and what its launcher says about it."""

    def __init__(self, requests: int, answers: int, prints: int, control: int) -> None:
        self.transcript: deque[str] = deque(maxlen=KEPT_LINES)
        """The last lines of the conversation: `> ` sent, `< ` received, `! ` printed besides."""
        self.answers: deque[str] = deque()
        self.said: deque[str] = deque()
        """What the launcher said."""
        self.printed = 0
        """Bytes that are no answers."""
        self.flooded = False
        self._requests, self._answers, self._prints, self._control = requests, answers, prints, control
        self._rests = {answers: b"", prints: b"", control: b""}
        self._to_send = b""
        self._ends = False
        self._heard = 0
        self._selector = selectors.DefaultSelector()
        for stream in self._rests:
            os.set_blocking(stream, False)
            self._selector.register(stream, selectors.EVENT_READ)
        os.set_blocking(requests, False)

    @property
    def answers_are_over(self) -> bool:
        """Whether nothing more can come."""
        return self._answers not in self._rests and not self.answers

    def send(self, line: str) -> None:
        """Write a line, as far as the program reads; the rest follows while answers are awaited."""
        self.transcript.append(f"> {line[:LONGEST_KEPT]}")
        self._heard = 0
        if self._requests >= 0:
            if not self._to_send:
                self._selector.register(self._requests, selectors.EVENT_WRITE)
            self._to_send += line.encode() + b"\n"
            self._write()

    def end_input(self) -> None:
        """Let the program read the end of its input, after what was sent."""
        self._ends = True
        if not self._to_send:
            self.close_input()

    def close_input(self) -> None:
        """End the input at once; what the program has not read by now is lost."""
        if self._requests >= 0:
            self._stop_writing()
            os.close(self._requests)
            self._requests = -1

    def wait(self, seconds: float) -> bool:
        """Take what there is to read by then; whether there was anything."""
        found = False
        for key, _ in self._selector.select(max(0.0, seconds)):
            if key.fd == self._requests:
                self._write()
            elif self._read(key.fd):
                found = True
        return found

    def close(self) -> None:
        """Close all but the launcher's own stream, which belongs to somebody else."""
        self.close_input()
        self._selector.close()
        os.close(self._answers)
        os.close(self._prints)

    def _write(self) -> None:
        try:
            self._to_send = self._to_send[os.write(self._requests, self._to_send) :]
        except BlockingIOError:
            return
        except OSError:  # nobody reads any more: found out when the answer is awaited
            self._to_send = b""
        if self._ends and not self._to_send:
            self.close_input()
        elif not self._to_send:
            self._stop_writing()

    def _stop_writing(self) -> None:
        with contextlib.suppress(KeyError):
            self._selector.unregister(self._requests)

    def _read(self, stream: int) -> bool:
        try:
            data = os.read(stream, READ_BYTES)
        except BlockingIOError:
            return False
        except OSError:
            data = b""
        if not data:
            self._selector.unregister(stream)
            data, rest = self._rests.pop(stream), b""
            lines = [data] if data else []  # a last line without an end
        else:
            *lines, rest = (self._rests[stream] + data).split(b"\n")
            self._rests[stream] = rest
        texts = (line.decode("utf-8", "replace").rstrip("\r") for line in lines)
        if stream == self._answers:
            self._heard += len(data)
            self.flooded |= self._heard > MOST_BYTES or len(rest) > LONGEST_LINE
            self.answers.extend(texts)
        elif stream == self._control:
            self.said.extend(texts)
        else:
            self.printed += len(data)
            self._rests |= {stream: rest[:LONGEST_KEPT]} if stream in self._rests else {}
            self.transcript.extend(f"! {text[:LONGEST_KEPT]}" for text in texts)
        return bool(data)
