"""Which puzzles somebody has solved: a file in the folder of noughts."""

from __future__ import annotations

import datetime
import json
from dataclasses import asdict, dataclass, field
from pathlib import Path

from noughts.errors import FileError
from noughts.paths import data_folder

ONE_DAY = datetime.timedelta(days=1)


@dataclass
class PuzzleProgress:
    """What is solved, how many in a row, and on which days the puzzle of the day."""

    solved: dict[str, str] = field(default_factory=dict)
    """By puzzle the date."""
    row: int = 0
    """Puzzles solved one after the other without a wrong move or the answer."""
    best: int = 0
    days: list[str] = field(default_factory=list)

    def count(self, id: str, today: datetime.date, *, clean: bool, day: datetime.date | None = None) -> None:
        """A puzzle is solved, perhaps that of a day."""
        self.solved[id] = today.isoformat()
        self.row = self.row + 1 if clean else 0
        self.best = max(self.best, self.row)
        if day is not None and day.isoformat() not in self.days:
            self.days = sorted([*self.days, day.isoformat()])

    def days_in_a_row(self, today: datetime.date) -> int:
        """Up to today, or yesterday as long as today's puzzle is not solved yet."""
        day = today if today.isoformat() in self.days else today - ONE_DAY
        length = 0
        while day.isoformat() in self.days:
            length += 1
            day -= ONE_DAY
        return length


def progress_path() -> Path:
    return data_folder() / "puzzles.json"


def read_progress(path: Path) -> PuzzleProgress:
    """What the file says; an empty one when there is none."""
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        return PuzzleProgress()
    except (OSError, UnicodeDecodeError) as error:
        raise FileError(f"{path}: {getattr(error, 'strerror', None) or 'not a text file'}") from None
    try:
        progress = PuzzleProgress(**json.loads(text))
        if [type(part) for part in asdict(progress).values()] != [dict, int, int, list]:
            raise TypeError
    except (ValueError, TypeError):
        raise FileError(f"{path}: not a file of solved puzzles; without it, counting begins anew") from None
    return progress


def write_progress(path: Path, progress: PuzzleProgress) -> None:
    """All of it or nothing: a full disk leaves the file as it was."""
    partial = path.with_suffix(".partial")
    try:
        partial.write_text(json.dumps(asdict(progress)), encoding="utf-8")
        partial.replace(path)
    except OSError as error:
        raise FileError(f"{path}: {error.strerror or error}") from None
