"""Games in pairs: each opening twice, with the sides exchanged, so that nobody profits from it."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass

from noughts.analysis import Limit
from noughts.match.game import play_game
from noughts.players.player import Player
from noughts.record import GameRecord
from noughts.rules.mark import Mark
from noughts.rules.position import Position

OPENING_PLIES = 4


@dataclass(frozen=True)
class Pair:
    """Two games from one opening: in the first the first player has X."""

    games: tuple[GameRecord, GameRecord]

    def points(self) -> tuple[float, float]:
        """What the first player got in each game: 1, 0.5 or 0."""
        return points(self.games[0], Mark.X), points(self.games[1], Mark.O)


def random_openings(start: Position, seed: int, plies: int = OPENING_PLIES) -> Iterator[GameRecord]:
    """Different openings of random moves without end, none of them decided already."""
    chance = random.Random(seed)
    while True:
        record = GameRecord(start)
        for _ in range(plies):
            if moves := record.position().legal_moves():
                record = record.play(chance.choice(moves))
        if record.outcome is None:
            yield record


def play_pair(first: Player, second: Player, opening: GameRecord, limit: Limit) -> Pair:
    return Pair(
        (
            play_game({Mark.X: first, Mark.O: second}, opening, limit),
            play_game({Mark.X: second, Mark.O: first}, opening, limit),
        )
    )


def play_pairs(first: Player, second: Player, start: Position, limit: Limit, count: int, seed: int) -> Iterator[Pair]:
    """One pair after the other, each from another random opening."""
    openings = random_openings(start, seed)
    for _ in range(count):
        yield play_pair(first, second, next(openings), limit)


def points(game: GameRecord, mark: Mark) -> float:
    """What the side with this mark got: 1, 0.5 or 0."""
    outcome = game.outcome
    assert outcome is not None
    return 0.5 if outcome.winner is None else float(outcome.winner is mark)
