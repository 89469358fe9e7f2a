"""A submission in a folder of its own: the file and the modules beside it that it imports, and nobody else's work."""

from __future__ import annotations

import contextlib
import fcntl
import os
import re
import shutil
import tempfile
import time
from collections.abc import Iterable
from pathlib import Path
from typing import ClassVar

_IMPORTS = re.compile(r"^[ \t]*(?:from|import)[ \t]+(\.*[\w.]+(?:[ \t]*,[ \t]*[\w.]+)*)", re.MULTILINE)
_LARGEST = 2_000_000
PREFIX = "noughts-grade-"
SURELY_LOCKED_SECONDS = 60.0
"""A folder is made first and locked then; one that has this age is locked, or left behind."""


class Staging:
    """A folder for copies, which everybody may read: an isolated program is another user.

    It is locked while its process lives, so that the next grading clears away what a killed one left behind.
    """

    open: ClassVar[set[Path]] = set()
    """Those of this process that are still there."""

    def __init__(self) -> None:
        _clear_what_was_left()
        self.path = Path(tempfile.mkdtemp(prefix=PREFIX))
        self.open.add(self.path)
        self._lock = os.open(self.path, os.O_RDONLY)
        fcntl.flock(self._lock, fcntl.LOCK_EX)

    def folder(self, name: str, files: Iterable[Path]) -> Path:
        """A new folder in it, with copies of these files and folders."""
        folder = self.path / name
        folder.mkdir()
        for path in files:
            if path.is_dir():
                shutil.copytree(path, folder / path.name, symlinks=True, ignore=shutil.ignore_patterns("__pycache__"))
            else:
                shutil.copyfile(path, folder / path.name)
        for path in (folder, *folder.rglob("*")):
            if not path.is_symlink():
                path.chmod(0o755 if path.is_dir() else 0o644)
        return folder

    def close(self) -> None:
        shutil.rmtree(self.path, ignore_errors=True)
        if self.path in self.open:
            self.open.discard(self.path)
            os.close(self._lock)


def _clear_what_was_left() -> None:
    for folder in Path(tempfile.gettempdir()).glob(f"{PREFIX}*"):
        with contextlib.suppress(OSError):
            if time.time() - folder.stat().st_mtime > SURELY_LOCKED_SECONDS and _is_unlocked(folder):
                shutil.rmtree(folder, ignore_errors=True)


def _is_unlocked(folder: Path) -> bool:
    """Whether no process that lives holds it; OSError where it is held, or somebody else's."""
    lock = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        return os.fstat(lock).st_uid == os.getuid()
    finally:
        os.close(lock)


def with_modules_beside(path: Path, others: frozenset[Path] = frozenset()) -> list[Path]:
    """The file and what its import statements name beside it, and so on from there; a package comes whole.

    What is, holds or links to somebody else's file stays away.
    """
    found, new = [path], [path]
    strangers = [other.resolve() for other in others if other.resolve() != path.resolve()]

    def may_come(beside: Path) -> bool:
        real = beside.resolve()
        inside = real.is_relative_to(path.parent.resolve())
        return inside and not any(stranger.is_relative_to(real) for stranger in strangers)

    while new:
        text = new.pop().read_bytes()[:_LARGEST].decode("latin-1")
        names = {name for words in _IMPORTS.findall(text) for name in words.split(",")}
        for name in sorted({name.strip().lstrip(".").split(".")[0] for name in names} - {""}):
            module, package = path.with_name(f"{name}.py"), path.with_name(name)
            if module.is_file() and module not in found and may_come(module):
                found.append(module)
                new.append(module)
            elif (package / "__init__.py").is_file() and package not in found and may_come(package):
                found.append(package)
    return found
