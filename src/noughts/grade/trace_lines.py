"""What a line of a debug trace says, whatever its words: a row of a board, a depth, a move, a score, a choice."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

Kind: TypeAlias = Literal["row", "depth", "move", "result", "returns", "final score", "choice", "other"]

_ANNOTATION = re.compile(r"\*\*Board\b")
_ROW = re.compile(r"[XO0xo ._*-]{1,26}")
_RULED_ROW = re.compile(r"\|?[XO0xo ._*-]{0,5}(?:\|[XO0xo ._*-]{0,5})+\|?")
_RULE = re.compile(r"[-+=_ ]*\+[-+=_ ]*")
_DEPTH = re.compile(r"\bdepth\D*?(-?\d+)", re.IGNORECASE)
_SCORE = re.compile(r"\b(?:scor|return|value|utility)[a-z]*\D*?(-?\d+)", re.IGNORECASE)
_PAIR = re.compile(r"(\d+)\D+(\d+)")
_CHOICE = re.compile(r"\b(?:choice|chose|chosen|best move)\b", re.IGNORECASE)
_X = re.compile(r"\b(?:player|x)\b", re.IGNORECASE)
_O = re.compile(r"\b(?:opponent|o|0)\b(?!\s*[,)\]])", re.IGNORECASE)
_DRAWN = re.compile(r"\b(?:draw|drawn|tie|tied)\b", re.IGNORECASE)
_WON = re.compile(r"\bw[io]ns?\b", re.IGNORECASE)
_MOVE = re.compile(r"\b(?:add|plac|try|play|mov|put)[a-z]*\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Line:
    """One line that counts."""

    number: int
    text: str
    kind: Kind
    values: tuple[object, ...]
    """What is compared: of a row its marks, of a move its side, row and column, and so on; None fits everything."""

    def fits(self, other: Line) -> bool:
        """Whether both say the same; a finished board may return its score without saying who won."""
        if {self.kind, other.kind} == {"result", "returns"}:
            return self.values[-1] == other.values[-1]
        return self.kind == other.kind and all(
            mine == theirs or mine is None or theirs is None
            for mine, theirs in zip(self.values, other.values, strict=True)
        )


def lines_that_count(lines: Iterable[str]) -> Iterator[Line]:
    """All that says something; depths are counted from the first."""
    first_depth: int | None = None
    for number, text in enumerate(lines, start=1):
        line = read_line(text, number)
        if line is not None and line.kind == "depth":
            [depth] = line.values
            assert isinstance(depth, int)
            first_depth = depth if first_depth is None else first_depth
            line = replace(line, values=(abs(depth - first_depth),))
        if line is not None:
            yield line


def read_line(text: str, number: int = 0) -> Line | None:
    """None for blank lines, ruled lines and the names of boards that people add."""
    text = text.rstrip("\r\n")
    if not text.strip() or _ANNOTATION.search(text) or _RULE.fullmatch(text):
        return None
    kind, values = _meaning(text)
    return None if values == ("",) else Line(number, text, kind, values)


def _meaning(text: str) -> tuple[Kind, tuple[object, ...]]:
    if _ROW.fullmatch(text) or _RULED_ROW.fullmatch(text):
        return "row", (_marks(text),)
    score = _SCORE.search(text)
    if score and re.search(r"\bfinal\b", text, re.IGNORECASE):
        return "final score", (int(score[1]),)
    if score and (_WON.search(text) or _DRAWN.search(text)):
        winner = "draw" if _DRAWN.search(text) else "X" if _X.search(text) else "O" if _O.search(text) else None
        return "result", (winner, int(score[1]))
    if score:
        return "returns", (int(score[1]),)
    pair = _PAIR.search(text)
    if pair and _CHOICE.search(text):
        return "choice", (int(pair[1]), int(pair[2]))
    if pair and _MOVE.search(text):
        before = text[: pair.start()]
        side = "X" if _X.search(before) else "O" if _O.search(before) else None
        return "move", (side, int(pair[1]), int(pair[2]))
    if depth := _DEPTH.search(text):
        return "depth", (int(depth[1]),)
    return "other", ()


def _marks(text: str) -> str:
    """The row as `X`, `O` and blanks; ruled rows have one mark between two bars."""
    if "|" in text:
        text = "".join(cell.strip()[:1] or " " for cell in text.split("|"))
    return text.upper().translate(str.maketrans("0._*-", "O    ")).rstrip()
