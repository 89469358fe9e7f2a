"""The words of UGI, as both sides write and read them."""

from __future__ import annotations

import re
from dataclasses import dataclass, fields

from noughts.analysis import WIN, Analysis, Limit, Score, plies_to_end
from noughts.errors import NotationError
from noughts.notation import format_move, format_position, parse_position, start_position
from noughts.rules.mark import Mark, Outcome
from noughts.rules.position import Position

RESULTS = {Outcome.X_WINS: "p1win", Outcome.O_WINS: "p2win", Outcome.DRAW: "draw", None: "none"}
"""Answers to `query result`; player 1 is X, whoever opened."""

_LONGEST_MS = 10**9
"""Eleven days; whoever asks for more gets this."""


@dataclass(frozen=True)
class Go:
    """How long an engine shall think; times in milliseconds."""

    movetime: int | None = None
    depth: int | None = None
    nodes: int | None = None
    p1time: int | None = None
    p2time: int | None = None
    p1inc: int | None = None
    p2inc: int | None = None
    infinite: bool = False

    def __str__(self) -> str:
        words = [f" {name} {value}" for name, value in vars(self).items() if value is not None and name != "infinite"]
        return "go" + "".join(words) + " infinite" * self.infinite

    def limit(self, position: Position, overhead: float = 0.0) -> Limit:
        """What the engine allows itself; `overhead` are the seconds that an answer takes on its way."""
        seconds = self.movetime / 1000 - overhead if self.movetime is not None else None
        is_x = position.to_move is Mark.X
        clock, increment = (self.p1time, self.p1inc) if is_x else (self.p2time, self.p2inc)
        if clock is not None:
            left = clock / 1000 - overhead
            share = left / _moves_to_save_for(position) + 0.75 * (increment or 0) / 1000
            seconds = min(share, 0.8 * left, *([] if seconds is None else [seconds]))
        return Limit(self.depth, self.nodes, None if seconds is None else max(0.001, seconds))


def _moves_to_save_for(position: Position) -> int:
    """As if so many moves were to come; few where most games of Ultimate are decided, with 36 to 56 cells open."""
    if position.kind == "line":
        return 15
    return 24 if position.open_cells > 56 else 9


def parse_go(text: str) -> Go:
    """Read what follows `go`.

    >>> parse_go("movetime 100").limit(start_position("ultimate"))
    Limit(depth=None, nodes=None, seconds=0.1)
    """
    known = {field.name for field in fields(Go)}
    numbers: dict[str, int] = {}
    words = iter(text.split())
    for word in words:
        if word not in known:
            raise NotationError(f"expected one of {', '.join(sorted(known))} after go, got {word!r}")
        if word in numbers:
            raise NotationError(f"{word} comes twice")
        numbers[word] = True if word == "infinite" else _number(word, next(words, ""))
    go = Go(**numbers)  # type: ignore[arg-type]
    if go == Go():
        raise NotationError("expected how long to think: movetime, depth, nodes, p1time and p2time, or infinite")
    if {"p1time", "p2time", "p1inc", "p2inc"} & numbers.keys() and (go.p1time is None or go.p2time is None):
        raise NotationError("a clock needs p1time and p2time")
    return go


def _number(word: str, text: str) -> int:
    clock = word.startswith("p")  # a clock that has run out is below zero
    if not re.fullmatch(r"-?[0-9]{1,18}" if clock else r"[0-9]{1,18}", text):
        raise NotationError(f"expected a number after {word}, got {text!r}")
    number = int(text)
    if not clock and number < 1:
        raise NotationError(f"{word} is at least 1, got {number}")
    if word == "depth":
        return min(number, 1000)
    return number if word == "nodes" else min(number, _LONGEST_MS)


def parse_setoption(text: str) -> tuple[str, str]:
    """Name and value of `setoption name ... value ...`, given what follows `setoption`."""
    parts = re.fullmatch(r"name\s+(.+?)(?:\s+value(?:\s+(.*?))?)?\s*", text)
    if not parts:
        raise NotationError(f"expected 'setoption name NAME value VALUE', got {text!r}")
    return parts[1], parts[2] or ""


def parse_ugi_position(text: str, game: str) -> Position:
    """Read what follows `position`: `startpos` or `fen` and a position, then optionally `moves` and moves."""
    kind, _, rest = text.strip().partition(" ")
    if kind == "startpos" and (not rest.strip() or rest.split()[0] == "moves"):
        return parse_position(f"start {rest}", game)
    if kind == "fen" and rest.strip():
        return parse_position(rest.strip(), game)
    raise NotationError(f"expected 'startpos' or 'fen POSITION', then optionally 'moves ...', got {text!r}")


def format_score(score: Score) -> str:
    """`cp` and an estimate, or `mate` and the plies to a proved end, negative for a loss.

    >>> format_score(-42), format_score(29_997), format_score(-29_996)
    ('cp -42', 'mate 3', 'mate -4')
    """
    plies = plies_to_end(score)
    if plies is None:
        return f"cp {score}"
    return f"mate {plies if score > 0 else -plies}"


def parse_score(info: str) -> Score | None:
    """The score in an `info` line, None where there is none that makes sense.

    >>> parse_score("info depth 4 score mate -4 nodes 10"), parse_score("info string hello")
    (-29996, None)
    """
    found = re.search(r"\bscore\s+(cp|mate)\s+(-?[0-9]{1,6})\b", info)
    if not found or info.split()[1:2] == ["string"]:
        return None
    number = int(found[2])
    if found[1] == "cp":
        return number
    return WIN - number if number > 0 else -WIN - number


def format_info(analysis: Analysis, position: Position) -> str:
    """One line about how far the engine has come."""
    best = analysis.best
    assert best is not None
    milliseconds = round(analysis.seconds * 1000)
    rate = round(analysis.nodes / max(analysis.seconds, 1e-6))
    line = " ".join(format_move(move, position) for move in best.line)
    full = "" if analysis.table_per_mille is None else f"hashfull {analysis.table_per_mille} "
    return (
        f"info depth {analysis.depth} score {format_score(best.score)} nodes {analysis.nodes} nps {rate} "
        f"time {milliseconds} {full}pv {line}"
    )


def one_line(text: str) -> str:
    """A text that cannot break the protocol: a single line."""
    return " ".join(text.split())


def position_command(position: Position, game: str) -> str:
    """The command that sets up a position."""
    return "position startpos" if position == start_position(game) else f"position fen {format_position(position)}"
