"""What took long to find, written down as it comes, so that a run goes on where the last one ended."""

from __future__ import annotations

import contextlib
import json
from pathlib import Path
from typing import Any


class Journal:
    """Answers by key in a file, one line each; without a path nothing is kept."""

    def __init__(self, path: Path | None) -> None:
        """`known` is what was written before; a line that was not written to its end counts for nothing."""
        self.path = path
        self.known: dict[str, Any] = {}
        if path is not None and path.is_file():
            for line in path.read_bytes().splitlines():
                with contextlib.suppress(ValueError, TypeError):
                    key, answer = json.loads(line)
                    self.known[key] = answer

    def write(self, key: str, answer: Any) -> None:
        self.known[key] = answer
        if self.path is not None:
            with self.path.open("ab+") as file:
                end = file.seek(0, 2)
                file.seek(max(0, end - 1))
                broken_off = b"\n" if file.read(1) not in (b"", b"\n") else b""
                file.write(broken_off + json.dumps([key, answer]).encode() + b"\n")

    def remove(self) -> None:
        """The run has come to its end."""
        if self.path is not None:
            self.path.unlink(missing_ok=True)
