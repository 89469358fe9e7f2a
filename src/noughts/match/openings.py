"""Where the games of a match begin: a book of even openings for Ultimate, random moves elsewhere."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from functools import cache
from importlib.resources import files
from pathlib import Path

from noughts.errors import FileError, IllegalMoveError, NotationError
from noughts.match.pairs import random_openings
from noughts.notation import parse_printed_move, start_position
from noughts.record import GameRecord
from noughts.rules.mark import Move
from noughts.rules.position import Position

BOOK_FILE = "ultimate-openings.txt"
"""One opening a line, as moves; lines that begin with # say how it was made."""


def openings(game: str, seed: int, book: Sequence[tuple[Move, ...]] | None = None) -> Iterator[GameRecord]:
    """Openings without end, in an order that the seed decides; a book begins again when it is used up."""
    start = start_position(game)
    if book is None and start.kind != "ultimate":
        yield from random_openings(start, seed, random_plies(start))
        return
    shuffled = list(shipped_book() if book is None else book)
    random.Random(seed).shuffle(shuffled)
    while True:
        for moves in shuffled:
            yield GameRecord(start, moves)


def random_plies(start: Position) -> int:
    """How many random moves leave both sides a game to play."""
    columns, rows = (start.columns, start.rows)
    return min(4, columns * rows // 8)


@cache
def shipped_book() -> tuple[tuple[Move, ...], ...]:
    """The openings of Ultimate that come with noughts."""
    text = (files("noughts") / "data" / BOOK_FILE).read_text(encoding="utf-8")
    return parse_book(text, "ultimate", BOOK_FILE)


def read_book(path: Path, game: str) -> tuple[tuple[Move, ...], ...]:
    """The openings of a file; an error says which line is wrong."""
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise FileError(f"{path}: {error.strerror or error}") from None
    except UnicodeDecodeError:
        raise NotationError(f"{path}: not a text file") from None
    return parse_book(text, game, str(path))


def parse_book(text: str, game: str, source: str) -> tuple[tuple[Move, ...], ...]:
    found = []
    for number, line in enumerate(text.splitlines(), start=1):
        if line.strip() and not line.startswith("#"):
            try:
                found.append(_opening(line, start_position(game)))
            except (IllegalMoveError, NotationError) as error:
                raise NotationError(f"{source}, line {number}: {error}") from None
    if not found:
        raise NotationError(f"{source}: no opening in it")
    return tuple(found)


def _opening(line: str, position: Position) -> tuple[Move, ...]:
    moves = []
    for word in line.split():
        moves.append(parse_printed_move(word, position))
        position = position.play(moves[-1])
    if position.outcome is not None:
        raise NotationError("the game is over after this opening")
    return tuple(moves)
