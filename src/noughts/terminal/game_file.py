"""Files of games: those that people name, and one for each sitting that nobody has to name."""

from __future__ import annotations

import os
import time
from itertools import count
from pathlib import Path

from noughts.errors import FileError, NoughtsError
from noughts.paths import data_folder
from noughts.record import GameRecord, format_records, read_records

SITTINGS_LOOKED_AT = 50
"""How many sittings back an unfinished game is still offered."""


class GameFile:
    """A file to which the games of this sitting are added; written whole, so that no crash leaves half of it."""

    def __init__(self, path: str | Path, *, replacing_last: bool = False) -> None:
        self.path = Path(path).expanduser().resolve()
        if self.path.exists() and not self.path.is_file():
            raise FileError(f"{path}: not a file for games")
        if not self.path.parent.is_dir():
            raise FileError(f"{path}: there is no folder {self.path.parent}")
        if not os.access(self.path.parent, os.W_OK):
            raise FileError(f"{path} cannot be written: the folder {self.path.parent} is read-only")
        self._kept = read_records(self.path) if self.path.is_file() and self.path.stat().st_size else []
        if replacing_last:
            self._kept = self._kept[:-1]

    def save(self, records: list[GameRecord]) -> None:
        """Write the file; FileError says why it cannot be written."""
        unfinished = self.path.with_name(f".{self.path.name}.{os.getpid()}")
        try:
            unfinished.write_text(format_records([*self._kept, *records]), encoding="utf-8")
            unfinished.replace(self.path)
        except OSError as error:
            unfinished.unlink(missing_ok=True)
            raise FileError(f"{self.path} cannot be written: {error.strerror or error}") from None


def load_game(path: str | Path) -> GameRecord:
    """The last game of a file."""
    return read_records(Path(path).expanduser())[-1]


# What is kept without being asked

_numbers = count(1)


def new_sitting_file() -> GameFile:
    """A file for the games of a new sitting, written after every move: two terminals never share one."""
    name = f"{time.strftime('%Y-%m-%d-%H%M%S')}-{os.getpid()}-{next(_numbers)}.txt"
    return GameFile(_sittings_folder() / name)


def unfinished_sitting() -> Path | None:
    """The newest sitting whose last game can be gone on with."""
    for path in reversed(_sittings()[-SITTINGS_LOOKED_AT:]):
        try:
            if load_game(path).outcome is None:
                return path
        except NoughtsError:
            continue  # somebody else's file
    return None


def kept_games() -> list[GameRecord]:
    """The games of the newest sittings, the oldest first."""
    games = []
    for path in _sittings()[-SITTINGS_LOOKED_AT:]:
        try:
            games += read_records(path)
        except NoughtsError:
            continue
    return games


def _sittings_folder() -> Path:
    try:
        folder = data_folder() / "terminal"
        folder.mkdir(exist_ok=True)
    except OSError as error:
        raise FileError(f"games cannot be kept: {error.filename}: {error.strerror}") from None
    return folder


def _sittings() -> list[Path]:
    """The files of all sittings, the one written last at the end."""
    try:
        return sorted(_sittings_folder().glob("*.txt"), key=lambda path: path.stat().st_mtime_ns)
    except (FileError, OSError):
        return []
