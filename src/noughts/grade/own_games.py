"""All the games that a program can get into, to say whether it can lose one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from noughts.rules.line_game import classic
from noughts.rules.mark import Mark, Move, Outcome
from noughts.rules.position import Position


@dataclass(slots=True)
class Walk:
    """The games of the program as one side against every opponent."""

    unknown: list[Position] = field(default_factory=list)
    """Where its move is not known yet."""
    lost: tuple[Move, ...] | None = None
    """The first shortest game that it loses."""
    stuck: int = 0
    """In so many positions it made no legal move."""


def walk(mark: Mark, moves: Mapping[Position, Move | None]) -> Walk:
    """Play the known moves of the program (None: no legal move) against all replies, from the empty board."""
    found = Walk()
    layer: dict[Position, tuple[Move, ...]] = {classic(): ()}
    while layer:
        following: dict[Position, tuple[Move, ...]] = {}
        for position, game in layer.items():
            if position.outcome is not None:
                if found.lost is None and position.outcome is Outcome.won_by(mark.other):
                    found.lost = game
            elif position.to_move is not mark:
                for move in position.legal_moves():
                    following.setdefault(position.play(move), (*game, move))
            elif position not in moves:
                found.unknown.append(position)
            elif (own := moves[position]) is None:
                found.stuck += 1
            else:
                following.setdefault(position.play(own), (*game, own))
        layer = following
    return found
