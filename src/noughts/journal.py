"""What took long to find, written down as it comes, so that a run goes on where the last one ended."""

from __future__ import annotations

import contextlib
import json
from pathlib import Path
from typing import Any


class Journal:
    """Answers by key in a file, one line each; without a path nothing is kept."""

    def __init__(self, path: Path | None) -> None:
        """`known` is what was written before; a last line that breaks off is cut off before the next is written."""
        self.path = path
        self.known: dict[str, Any] = {}
        content = path.read_bytes() if path is not None and path.is_file() else b""
        end = content.rfind(b"\n") + 1
        for line in content[:end].splitlines():
            with contextlib.suppress(ValueError, TypeError):
                key, answer = json.loads(line)
                self.known[key] = answer
        self._broken_off = end if end < len(content) else None

    def write(self, key: str, answer: Any) -> None:
        self.known[key] = answer
        if self.path is not None:
            with self.path.open("ab") as file:
                if self._broken_off is not None:
                    file.truncate(self._broken_off)
                    self._broken_off = None
                file.write(json.dumps([key, answer]).encode() + b"\n")

    def remove(self) -> None:
        """The run has come to its end."""
        if self.path is not None:
            self.path.unlink(missing_ok=True)
