"""Positions that the tests of pictures share."""

from __future__ import annotations

import random

from noughts.notation import parse_position, start_position
from noughts.rules.line_game import LinePosition
from noughts.rules.mark import Move
from noughts.rules.position import Position
from noughts.rules.ultimate import ANYWHERE, UltimatePosition

MIDDLE_GAME = "17 73 13 37 12 34 70 69 57 28 14 45 6 61 67 36 8 77 49 42"
"""Moves of Ultimate after which X has won board 2 and must play in board 7."""


def line_position(text: str, game: str = "classic") -> LinePosition:
    position = parse_position(text, game)
    assert isinstance(position, LinePosition)
    return position


def ultimate_after(moves: str) -> UltimatePosition:
    position = start_position("ultimate")
    assert isinstance(position, UltimatePosition)
    for move in map(int, moves.split()):
        position = position.play(move)
    return position


def random_game(game: str, seed: int) -> list[tuple[Position, Move | None]]:
    """Every position of a game, with the move that led to it."""
    chooser = random.Random(seed)
    position, move = start_position(game), None
    positions: list[tuple[Position, Move | None]] = [(position, move)]
    while position.outcome is None:
        move = chooser.choice(position.legal_moves())
        position = position.play(move)
        positions.append((position, move))
    return positions


def finished_ultimate_with_everything() -> tuple[UltimatePosition, Move]:
    """A game that X or O won by a line, with a drawn board and open ones."""
    for seed in range(1000):
        position, move = random_game("ultimate", seed)[-1]
        assert isinstance(position, UltimatePosition)
        drawn = position.closed & ~(position.mine_won | position.theirs_won)
        if position.outcome and position.outcome.winner and drawn and position.closed != 0b111_111_111:
            assert move is not None
            return position, move
    raise AssertionError("no such game")


def free_choice() -> UltimatePosition:
    """A position with closed boards where the next move may be in any open one."""
    for position, _ in random_game("ultimate", 1):
        assert isinstance(position, UltimatePosition)
        if position.closed and position.target == ANYWHERE and position.outcome is None:
            return position
    raise AssertionError("no such position")
