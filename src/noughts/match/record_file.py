"""The record file of a match: every game is written as it ends, and a match goes on from it."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Self

from noughts.errors import FileError, JournalError, NoughtsError
from noughts.record import GameRecord, format_record, parse_records
from noughts.rules.mark import Outcome

_RESULTS = {str(outcome) for outcome in Outcome}


class RecordFile:
    """A file that games are added to; what is in it survives whatever happens to us."""

    def __init__(self, path: Path, *, resume: bool) -> None:
        """Open it for writing; `games` are those that are in it already, when the match goes on."""
        self.path = path
        self.games: list[GameRecord] = []
        self._broken_off: int | None = None
        flags = os.O_RDWR | os.O_CREAT | os.O_APPEND | (0 if resume else os.O_EXCL)
        try:
            self._file = os.open(path, flags, 0o666)
        except FileExistsError:
            raise FileError(f"{path} exists: --resume goes on with it, --record FILE writes another") from None
        except OSError as error:
            raise FileError(f"{path}: {error.strerror or error}") from None
        try:
            self._lock()
            self._read()
        except BaseException:
            os.close(self._file)
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        os.close(self._file)

    def write(self, record: GameRecord) -> None:
        """Add a game, all of it or nothing, and see that it reaches the disk."""
        if self._broken_off is not None:
            os.ftruncate(self._file, self._broken_off)
            self._broken_off = None
        text = format_record(record).encode() + b"\n"
        while text:
            text = text[os.write(self._file, text) :]
        os.fsync(self._file)

    def _lock(self) -> None:
        try:
            import fcntl
        except ImportError:  # Windows
            return
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise FileError(f"{self.path}: another match is writing to it") from None

    def _read(self) -> None:
        """Read what is there; a last game that was written only in part is cut off before the next is written."""
        with open(self._file, "rb", closefd=False) as file:
            content = file.read()
        complete = complete_part(content)
        if len(complete) < len(content):
            second_line = content[len(complete) :].partition(b"\n")[2][:6]
            if second_line != b"[Round"[: len(second_line)]:
                raise JournalError(f"{self.path}: this is not the record of a match")
            self._broken_off = len(complete)
        if complete.strip():
            try:
                self.games = parse_records(complete.decode("utf-8", errors="replace"), str(self.path))
            except NoughtsError as error:
                raise JournalError(f"{error}; it cannot be gone on with") from None


def complete_part(content: bytes) -> bytes:
    """A record file without the last game if that breaks off."""
    begins = [found.start() for found in re.finditer(rb"^\[Game ", content, re.MULTILINE)]
    if not begins:
        return b"" if b"[Game ".startswith(content) else content
    last = content[begins[-1] :].decode("utf-8", errors="replace")
    lines = last.rstrip("\n").splitlines()
    finished = last.endswith("\n\n") and lines[-1] in _RESULTS and "" in lines
    return content if finished else content[: begins[-1]]
