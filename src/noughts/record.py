"""Games as they were played, and their file format.

    [Game "classic"]
    [X "Ada"]
    [O "level 3"]
    [Result "X wins"]

    1. b2 a1 2. a2 {blocks nothing} c3 3. c2
    X wins

A file holds any number of games. Known tags are Game, Start (a position, where the game did not begin on the
empty board), X, O, Result, and Termination where the moves do not say how it ended; others, and comments, are kept as
they are. A backslash makes the next character plain.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from noughts.errors import FileError, NotationError, NotPossibleError, NoughtsError
from noughts.notation import (
    format_move,
    format_position,
    parse_position,
    parse_printed_move,
    start_position,
)
from noughts.rules.mark import Mark, Move, Outcome, Termination
from noughts.rules.position import Position

LINE_WIDTH = 80
UNFINISHED = "*"


@dataclass(frozen=True)
class GameRecord:
    """A game: where it started, what was played, and what is known about it."""

    start: Position
    moves: tuple[Move, ...] = ()
    tags: Mapping[str, str] = field(default_factory=dict)
    """Names of the players and whatever else; game, start and result are not among them unless the moves lack it."""
    comments: Mapping[int, str] = field(default_factory=dict)
    """What was said after so many moves."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "moves", tuple(self.moves))
        positions = [self.start]
        for move in self.moves:
            positions.append(positions[-1].play(move))
        self._remember(tuple(positions))

    def _remember(self, positions: tuple[Position, ...]) -> None:
        object.__setattr__(self, "_positions", positions)

    def positions(self) -> tuple[Position, ...]:
        """Every position of the game, the start first."""
        positions: tuple[Position, ...] = self.__dict__["_positions"]
        return positions

    def position(self) -> Position:
        """Where the game stands."""
        return self.positions()[-1]

    def play(self, move: Move) -> GameRecord:
        """The record with one more move; NotPossibleError when the game was ended before its end."""
        if self.position().outcome is None and self.outcome is not None:
            raise NotPossibleError(f"the game is over: {self.termination or self.outcome}")
        after = self.position().play(move)
        return self._with((*self.moves, move), (*self.positions(), after))

    def take_back(self, plies: int = 1) -> GameRecord:
        """The record without its last moves."""
        if not 0 <= plies <= len(self.moves):
            raise NotPossibleError("there is nothing to take back")
        kept = len(self.moves) - plies
        return self._with(self.moves[:kept], self.positions()[: kept + 1])

    def _with(self, moves: tuple[Move, ...], positions: tuple[Position, ...]) -> GameRecord:
        """With other moves, whose positions are known: nothing is played again."""
        record = copy.copy(self)
        object.__setattr__(record, "moves", moves)
        record._remember(positions)
        return record

    def end(self, outcome: Outcome, termination: Termination) -> GameRecord:
        """The record of a game that ends now, whatever the board says."""
        if self.outcome is not None:
            raise NotPossibleError("the game is over")
        return self.with_tags({"Result": outcome, "Termination": termination})

    def resign(self, mark: Mark) -> GameRecord:
        """The record of a game that one side gives up."""
        return self.end(Outcome.won_by(mark.other), Termination.RESIGNATION)

    def reopen(self) -> GameRecord:
        """As if nobody had resigned, agreed to a draw or run out of time."""
        tags = {name: text for name, text in self.tags.items() if name not in ("Result", "Termination")}
        return replace(self, tags=tags)

    def with_tags(self, tags: Mapping[str, str]) -> GameRecord:
        """With more tags, or others of the same names."""
        record = self._with(self.moves, self.positions())
        object.__setattr__(record, "tags", {**self.tags, **{name: str(text) for name, text in tags.items()}})
        return record

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended: on the board, else by what the tag Result says (a resignation, a loss on time)."""
        if (outcome := self.position().outcome) is not None:
            return outcome
        result = self.tags.get("Result")
        return None if result is None else next((outcome for outcome in Outcome if outcome == result), None)

    @property
    def termination(self) -> Termination | None:
        """Why the game ended; None while it goes on, and where nobody wrote it down."""
        position = self.position()
        if position.outcome is not None:
            if position.winning_lines():
                return Termination.LINE
            return Termination.FULL if position.outcome is Outcome.DRAW else Termination.COUNT
        return next((known for known in Termination if known == self.tags.get("Termination")), None)


def format_record(record: GameRecord) -> str:
    """One game as text, with a line break at its end."""
    result = str(record.outcome or UNFINISHED)
    tags = {"Game": record.start.game}
    if record.start != start_position(tags["Game"]):
        tags["Start"] = format_position(record.start)
    tags |= {name: text for name, text in record.tags.items() if name not in ("Game", "Start", "Result")}
    tags["Result"] = result
    header = [f'[{name} "{_escape(text, chr(34))}"]' for name, text in tags.items()]
    return "\n".join([*header, "", *_wrapped(_tokens(record)), result, ""])


def format_records(records: list[GameRecord]) -> str:
    return "\n".join(map(format_record, records))


def _tokens(record: GameRecord) -> Iterator[str]:
    for ply, move in enumerate((None, *record.moves)):
        if move is not None:
            number = f"{(ply + 1) // 2}. " if ply % 2 else ""
            yield number + format_move(move, record.start)
        if ply in record.comments:
            yield "{" + _escape(record.comments[ply], "}") + "}"


def _wrapped(tokens: Iterator[str]) -> list[str]:
    lines: list[str] = []
    for token in tokens:
        if lines and len(lines[-1]) + 1 + len(token) <= LINE_WIDTH:
            lines[-1] += " " + token
        else:
            lines.append(token)
    return lines


def _escape(text: str, closing: str) -> str:
    return text.replace("\\", "\\\\").replace(closing, "\\" + closing)


def _unescape(text: str) -> str:
    return re.sub(r"\\(.)", r"\1", text, flags=re.DOTALL)


# Reading

_TOKEN = re.compile(
    r"""\s*(?:
        \[\s*(?P<tag>[A-Za-z][A-Za-z0-9_]*)\s+"(?P<text>(?:\\.|[^"\\])*)"\s*\]
      | \{(?P<comment>(?:\\.|[^}\\])*)\}
      | ;(?P<remark>[^\n]*)
      | (?P<number>[0-9]+\.+)
      | (?P<result>X\ wins|O\ wins|draw|\*)(?!\S)
      | (?P<move>[A-Za-z][0-9]+)(?![^\s{;\[])
      | (?P<rubbish>\S+)
    )""",
    re.VERBOSE | re.DOTALL,
)


def read_records(path: str | Path) -> list[GameRecord]:
    """All games of a file; an error says the file, the game and the move."""
    path = Path(path)
    try:
        text = path.read_bytes().decode("utf-8-sig")
    except OSError as error:
        raise FileError(f"{path}: {error.strerror or error}") from None
    except UnicodeDecodeError:
        raise NotationError(f"{path}: not a text file") from None
    return parse_records(text, str(path))


def parse_records(text: str, source: str = "record") -> list[GameRecord]:
    """All games of a text; `source` names it in errors."""
    if "\0" in text:
        raise NotationError(f"{source}: not a text file")
    reader = _Reader(source)
    end = 0
    for token in _TOKEN.finditer(text):
        end = token.end()
        reader.read(token.lastgroup if token["tag"] is None else "tag", token)
    assert not text[end:].strip()
    reader.finish_game()
    if not reader.records:
        raise NotationError(f"{source}: no game in it")
    return reader.records


class _Reader:
    """Collects tokens until a game is complete."""

    def __init__(self, source: str) -> None:
        self.records: list[GameRecord] = []
        self._source = source
        self._begin_game()

    def _begin_game(self) -> None:
        self._tags: dict[str, str] = {}
        self._comments: dict[int, str] = {}
        self._moves: list[str] = []
        self._result: str | None = None
        self._in_moves = False

    def read(self, kind: str | None, token: re.Match[str]) -> None:
        if kind == "tag":
            if self._in_moves:
                self.finish_game()
            if token["tag"] in self._tags:
                raise self._error(f"the tag {token['tag']} comes twice")
            self._tags[token["tag"]] = _unescape(token["text"])
            return
        if kind == "rubbish":
            raise self._error(f"expected a move like 'b2', got {token['rubbish']!r}")
        if self._result is not None and kind in ("move", "number", "result"):
            raise self._error(f"{token[kind]!r} after the result {self._result!r}")
        self._in_moves = True
        if kind == "move":
            self._moves.append(token["move"])
        elif kind == "result":
            self._result = token["result"]
        elif kind in ("comment", "remark"):
            text = _unescape(token["comment"]) if kind == "comment" else token["remark"].strip()
            said = self._comments.get(len(self._moves))
            self._comments[len(self._moves)] = text if said is None else f"{said} {text}"

    def finish_game(self) -> None:
        if self._tags or self._in_moves:
            self.records.append(self._record())
        self._begin_game()

    def _record(self) -> GameRecord:
        tags = dict(self._tags)
        results = [text for text in (tags.pop("Result", None), self._result) if text not in (None, UNFINISHED)]
        try:
            game = tags.pop("Game", "classic")
            start = parse_position(tags.pop("Start", "start"), game)
        except NoughtsError as error:
            raise self._error(str(error)) from None
        record = GameRecord(start, self._played(start), tags, self._comments)
        self._check_results(results, record.outcome)
        if record.outcome is None and results:
            tags["Result"] = results[0]
        return record

    def _played(self, start: Position) -> tuple[Move, ...]:
        moves = []
        position = start
        for ply, text in enumerate(self._moves, start=1):
            try:
                move = parse_printed_move(text, position)
                position = position.play(move)
            except NoughtsError as error:
                raise self._error(str(error), ply) from None
            moves.append(move)
        return tuple(moves)

    def _check_results(self, results: list[str], outcome: Outcome | None) -> None:
        known = [UNFINISHED, *map(str, Outcome)]
        for text in results:
            if text not in known:
                raise self._error(f"expected a result among {', '.join(known)}, got {text!r}")
            if text != str(outcome or results[0]):
                raise self._error(f"the result is given as {text!r} and is {str(outcome or results[0])!r}")

    def _error(self, message: str, ply: int | None = None) -> NotationError:
        where = f"{self._source}, game {len(self.records) + 1}"
        if ply is not None:
            where += f", move {ply} ({(ply + 1) // 2}{'.' if ply % 2 else '...'} {self._moves[ply - 1]})"
        return NotationError(f"{where}: {message}")
