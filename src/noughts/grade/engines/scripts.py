"""Whole games of Ultimate to try an engine with: random, yet the same every time and of every kind."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from noughts.grade.findings import GameCounts
from noughts.rules.mark import Mark, Move
from noughts.rules.ultimate import ANYWHERE, HAS_LINE, UltimatePosition

PARTS = 5
"""The engine takes over at the beginning of a game, or after a fifth of it, and so on."""


@dataclass(frozen=True, slots=True)
class Script:
    """A random game to its end, and where an engine takes over one side of it."""

    positions: tuple[UltimatePosition, ...]
    """All of them, from the empty board to the end."""
    moves: tuple[Move, ...]
    engine: Mark
    taken_over: int
    """After so many moves; from there on the opponent moves at random."""
    seed: int


def scripts(games: int, empty: UltimatePosition) -> list[Script]:
    """Among any four from the first on: both openers, both sides for the engine, and both kinds of endings."""
    return [_script(number, empty) for number in range(games)]


def _script(number: int, empty: UltimatePosition) -> Script:
    """Either it ends by a line, or without one after the engine was sent to a full board, and there it takes over."""
    start = empty._replace(to_move=Mark.O if number & 1 else Mark.X)
    engine = Mark.O if number & 2 else Mark.X
    wants_line = number.bit_count() % 2 == 0
    random = Random(number)
    while True:
        positions, moves = _random_game(start, random)
        taken_over: int | None = len(moves) * (number % PARTS) // PARTS
        if not wants_line:
            taken_over = _sent_to_a_full_board(positions, engine)
        if ends_by_a_line(positions[-1]) is wants_line and taken_over is not None:
            return Script(positions, moves, engine, taken_over, number)


def _random_game(start: UltimatePosition, random: Random) -> tuple[tuple[UltimatePosition, ...], tuple[Move, ...]]:
    positions, moves = [start], list[Move]()
    while positions[-1].outcome is None:
        moves.append(random.choice(positions[-1].legal_moves()))
        positions.append(positions[-1].play(moves[-1]))
    return tuple(positions), tuple(moves)


def _sent_to_a_full_board(positions: tuple[UltimatePosition, ...], mark: Mark) -> int | None:
    """The first ply at which this side is."""
    for ply in range(1, len(positions)):
        if positions[ply].to_move is mark and is_sent_to_a_full_board(positions[ply], positions[ply - 1]):
            return ply
    return None


def is_sent_to_a_full_board(position: UltimatePosition, before: UltimatePosition) -> bool:
    """Whether the choice is free because the last move points to a board that is full and that nobody has won."""
    last_move = (position.theirs ^ before.mine).bit_length() - 1
    drawn = position.closed & ~(position.mine_won | position.theirs_won)
    return position.outcome is None and bool(drawn >> last_move % 9 & 1)


def ends_by_a_line(position: UltimatePosition) -> bool:
    """Whether the last move made three boards in line."""
    return HAS_LINE[position.theirs_won]


def count_position(counts: GameCounts, position: UltimatePosition, before: UltimatePosition | None) -> None:
    """Take note of what is special about a position of a game and the move that led there."""
    counts.positions += 1
    if before is None:
        return
    counts.free_choices += position.outcome is None and position.target == ANYWHERE
    counts.sent_to_full_boards += is_sent_to_a_full_board(position, before)
    if position.outcome is not None:
        counts.won_by_a_line += ends_by_a_line(position)
        counts.without_a_line += not ends_by_a_line(position)
