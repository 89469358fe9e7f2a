"""Random games of Ultimate for the tests; the same in every run."""

from __future__ import annotations

import random
from collections.abc import Iterator

from noughts.rules.mark import Move
from noughts.rules.ultimate import UltimatePosition, ultimate


def random_game(seed: int, *, count_rule: bool = False) -> Iterator[tuple[list[Move], UltimatePosition]]:
    """Every position of one game, each with the moves that lead to it, the finished one last."""
    chance = random.Random(seed)
    position = ultimate(count_rule=count_rule)
    moves: list[Move] = []
    yield [], position
    while legal := position.legal_moves():
        moves.append(chance.choice(legal))
        position = position.play(moves[-1])
        yield list(moves), position


def random_positions(count: int, *, seed: int, least_ply: int = 0) -> list[UltimatePosition]:
    """Positions that are not over, each from a game of its own, both end rules by turns."""
    chance = random.Random(seed)
    found: list[UltimatePosition] = []
    while len(found) < count:
        rule = len(found) % 2 == 1
        game = [position for _, position in random_game(chance.getrandbits(32), count_rule=rule)]
        if candidates := game[least_ply:-1]:
            found.append(chance.choice(candidates))
    return found
