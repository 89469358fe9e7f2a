"""Which programs there are in the files and folders that somebody names."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from noughts.errors import NotPossibleError

USUAL = "tictactoe.py"
"""What the course calls the file; who has one has no other."""
NOT_SUBMITTED = ("runner.py", "conftest.py")
"""The course's own files."""


@dataclass(frozen=True, slots=True)
class Submitted:
    """A program to grade, or a folder in which there is none."""

    name: str
    """Where it lies, seen from the folder that holds all of them."""
    path: Path

    @property
    def page(self) -> str:
        """The file of its report."""
        return f"{Path(self.name).with_suffix('').as_posix().replace('/', '-')}.html"


def find_submissions(arguments: Iterable[Path]) -> list[Submitted]:
    """Files as they are, folders by what lies in them; NotPossibleError when there is nothing."""
    found: dict[Path, None] = {}
    for argument in arguments:
        if not argument.exists():
            raise NotPossibleError(f"there is no file or folder {str(argument)!r}")
        for path in _in_folder(argument) if argument.is_dir() else [argument]:
            found[path.absolute()] = None
    if not found:
        raise NotPossibleError("there is nothing to grade")
    return _named(list(found))


def _in_folder(folder: Path) -> Sequence[Path]:
    """The program of a student, or those of several; the folder itself where there is none."""
    if (folder / USUAL).is_file():
        return [folder / USUAL]
    entries = sorted(path for path in folder.iterdir() if not path.name.startswith((".", "_", "test_")))
    files = [path for path in entries if path.suffix in (".py", ".c") and path.name not in NOT_SUBMITTED]
    inside = [path for entry in entries if entry.is_dir() for path in _in_folder(entry)]
    return [path for path in files if path.is_file()] + inside or [folder]


def _named(paths: list[Path]) -> list[Submitted]:
    parents = [path if path.is_dir() else path.parent for path in paths]
    common = Path(os.path.commonpath(parents))
    if len(paths) > 1 and any(path == common for path in paths):
        common = common.parent
    found: list[Submitted] = []
    pages: set[str] = {"index.html"}
    for path in paths:
        name = path.relative_to(common).as_posix() if path != common else path.name
        # A spreadsheet takes what begins like this for a formula.
        one = Submitted(f"./{name}" if name.startswith(("=", "+", "-", "@")) else name, path)
        while one.page in pages:
            one = Submitted(f"./{one.name}", path)
        pages.add(one.page)
        found.append(one)
    return found
