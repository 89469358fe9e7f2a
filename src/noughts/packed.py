"""Files of many numbers: a line of text (format, SHA-256 of the rest, the command that made it), then the numbers."""

from __future__ import annotations

import array
import hashlib
import sys
import zlib
from collections.abc import Sequence
from importlib.resources import files
from typing import NamedTuple

from noughts.errors import NoughtsError


class Packing(NamedTuple):
    """What such files hold, and in which version."""

    form: str
    """Like `noughts-network 1`."""
    code: str
    """Of a number, as `array` calls it."""

    def pack(self, numbers: Sequence[int], command: str) -> bytes:
        """The content of a file that says how it was made."""
        packed = zlib.compress(_turned(array.array(self.code, numbers)).tobytes(), 9)
        return f"{self.form} {hashlib.sha256(packed).hexdigest()} {command}\n".encode() + packed

    def unpack(self, content: bytes) -> array.array[int]:
        """Read what `pack` wrote; ValueError when it is of another version or a bit has changed."""
        header, _, packed = content.partition(b"\n")
        words, form = header.split(), self.form.encode().split()
        if words[:1] != form[:1]:
            raise ValueError("is of another kind")
        if words[:2] != form:
            raise ValueError(f"is of another version: {header[:40].decode(errors='replace')!r}, not {self.form!r}")
        if words[2:3] != [hashlib.sha256(packed).hexdigest().encode()]:
            raise ValueError("is damaged")
        return _turned(array.array(self.code, zlib.decompress(packed)))

    def shipped(self, name: str) -> array.array[int]:
        """The numbers of a file that comes with noughts."""
        try:
            return self.unpack((files("noughts") / "data" / name).read_bytes())
        except OSError as error:
            raise NoughtsError(f"no {name}: {error.strerror}; install noughts again") from None
        except ValueError as error:
            raise NoughtsError(f"{name} {error}; install noughts again") from None


def _turned(numbers: array.array[int]) -> array.array[int]:
    """In files the lowest byte of a number comes first."""
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers
