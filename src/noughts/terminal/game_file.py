"""Files of games that people name themselves."""

from __future__ import annotations

import os
from pathlib import Path

from noughts.errors import FileError
from noughts.record import GameRecord, format_records, read_records


class GameFile:
    """A file to which the games of this sitting are added; written whole, so that no crash leaves half of it."""

    def __init__(self, path: str | Path, *, replacing_last: bool = False) -> None:
        self.path = Path(path).expanduser().resolve()
        if self.path.exists() and not self.path.is_file():
            raise FileError(f"{path}: not a file for games")
        if not self.path.parent.is_dir():
            raise FileError(f"{path}: there is no folder {self.path.parent}")
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
