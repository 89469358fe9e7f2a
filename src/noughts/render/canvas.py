"""A grid of characters with colours, and the decision whether a stream gets colours at all."""

from __future__ import annotations

import enum
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import TextIO


class Ink(enum.Enum):
    """What a character is for; the value is its ANSI colour.

    The colours come from the middle of the 256-colour palette, so that they can be read on black and on white.
    """

    PLAIN = ""
    DIM = "2"
    STRONG = "1"
    X = "1;38;5;32"
    O = "1;38;5;166"
    X_WINS = "1;7;38;5;32"
    O_WINS = "1;7;38;5;166"
    TARGET = "1;38;5;136"
    GOOD = "38;5;28"
    EVEN = "38;5;100"
    BAD = "38;5;167"


@dataclass(frozen=True, slots=True)
class TextStyle:
    """What the reader's screen can show."""

    unicode: bool = False
    color: bool = False

    def paint(self, text: str, ink: Ink) -> str:
        return f"\x1b[{ink.value}m{text}\x1b[0m" if self.color and ink.value and text.strip() else text


PLAIN = TextStyle()
"""ASCII without colour: for pipes, files, and terminals that know no more."""

UNICODE = TextStyle(unicode=True)

COLOR = TextStyle(unicode=True, color=True)

_DRAWING = "│─┼┃━╋║═╔╗╚╝╠╣█·├└╳►≥≤∞…"


def style_for(stream: TextIO, environment: Mapping[str, str] | None = None) -> TextStyle:
    """The style for what is written to a stream: plain unless it is a terminal.

    Colour is left out where NO_COLOR is set and not empty (no-color.org) and on dumb terminals,
    Unicode where the encoding of the stream lacks the characters.
    """
    environment = os.environ if environment is None else environment
    if not stream.isatty():
        return PLAIN
    try:
        _DRAWING.encode(stream.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        unicode = False
    else:
        unicode = True
    return TextStyle(unicode, color=not environment.get("NO_COLOR") and environment.get("TERM") != "dumb")


def visible_width(line: str) -> int:
    """How many columns a line takes on the screen."""
    return len(re.sub(r"\x1b\[[0-9;]*m", "", line))


class Canvas:
    """Characters are put anywhere; the last one put on a place stays."""

    def __init__(self) -> None:
        self._rows: list[list[tuple[str, Ink]]] = []

    def put(self, row: int, column: int, text: str, ink: Ink = Ink.PLAIN) -> None:
        while len(self._rows) <= row:
            self._rows.append([])
        line = self._rows[row]
        line.extend([(" ", Ink.PLAIN)] * (column + len(text) - len(line)))
        line[column : column + len(text)] = [(character, ink) for character in text]

    def lines(self, style: TextStyle) -> list[str]:
        """Row by row, without blanks at the ends."""
        return [self._line(row, style) for row in self._rows]

    @staticmethod
    def _line(row: list[tuple[str, Ink]], style: TextStyle) -> str:
        end = max((place for place, (character, _) in enumerate(row, start=1) if character != " "), default=0)
        return "".join(
            style.paint("".join(character for character, _ in run), ink)
            for ink, run in groupby(row[:end], key=lambda cell: cell[1])
        )
