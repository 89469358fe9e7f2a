"""Positions for tests: random games, all positions of a small game, and strategies that play."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache

from hypothesis import strategies as st

from noughts.notation import start_position
from noughts.rules.mark import Move
from noughts.rules.position import Position

GAMES = ["classic", "4,4,3", "5,4,4", "ultimate", "ultimate-count"]


CELLS = {"classic": 9, "4,4,3": 16, "5,4,4": 20, "ultimate": 81, "ultimate-count": 81}


def random_game(game: str, rng: random.Random) -> list[tuple[Position, Move | None]]:
    """Every position of one random game with the move played there, None at the end."""
    position = start_position(game)
    played: list[tuple[Position, Move | None]] = []
    while moves := position.legal_moves():
        move = rng.choice(moves)
        played.append((position, move))
        position = position.play(move)
    return [*played, (position, None)]


def random_positions(game: str, count: int, seed: int) -> Iterator[Position]:
    """Positions of random games, each at a random moment; the game goes on there."""
    rng = random.Random(seed)
    for _ in range(count):
        yield rng.choice(random_game(game, rng)[:-1])[0]


def all_positions(start: Position) -> list[Position]:
    """Every position that can be reached, the finished ones included, ply by ply."""
    found = {start: None}
    layer = [start]
    while layer:
        layer = list(dict.fromkeys(before.play(move) for before in layer for move in before.legal_moves()))
        found.update(dict.fromkeys(layer))
    return list(found)


@cache
def all_classic() -> list[Position]:
    return all_positions(start_position("classic"))


@st.composite
def moves_of(draw: st.DrawFn, games: list[str] = GAMES) -> tuple[str, list[Move]]:
    """A game and the moves of some play in it, perhaps to the end."""
    game = draw(st.sampled_from(games))
    rng = draw(st.randoms(use_true_random=False))
    plies = draw(st.integers(0, 81))
    position, moves = start_position(game), list[Move]()
    while len(moves) < plies and (legal := position.legal_moves()):
        moves.append(rng.choice(legal))
        position = position.play(moves[-1])
    return game, moves


@st.composite
def positions(draw: st.DrawFn, games: list[str] = GAMES) -> Position:
    """A position that play can reach."""
    game, moves = draw(moves_of(games))
    position = start_position(game)
    for move in moves:
        position = position.play(move)
    return position
