"""A computer that follows its player from game to game, so that both get about half the points.

What is known of a player are the results against levels, in the order in which they came. Each moves an estimate of the
player's strength as Elo ratings are moved, the first ones far, later ones little. The estimate is the strength of
the next opponent; within a game it stays what it is.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from noughts.game import STRONGEST, Adaptive, Game, Level

ELO_A_LEVEL = 150
"""By how much a level is stronger than the one below, about."""
FIRST_GAIN, LEAST_GAIN = 3.0, 0.4
"""How many levels a result moves the estimate that was not expected at all: the first one, and late ones at least."""


class Result(NamedTuple):
    """A game against the computer."""

    strength: float
    """Of the computer, in levels."""
    points: float
    """Of the player: 1, 0.5 or 0."""


def result_of(game: Game) -> Result | None:
    """What a game says about a player; None where it is not over, or not between a person and the computer."""
    if game.outcome is None or len(game.people) != 1:
        return None
    (mark,) = game.people
    winner = game.outcome.winner
    return Result(strength_of(game.seats[mark.other].level), 0.5 if winner is None else float(winner is mark))


def strength_of(level: Level | None) -> float:
    """A level as a number; perfect play counts as the strongest."""
    if isinstance(level, Adaptive):
        return level.strength
    return float(level) if isinstance(level, int) else float(STRONGEST)


def results_of(games: Iterable[Game], game: str, name: str | None = None) -> list[Result]:
    """What some games, the oldest first, say about whoever played them: those of one kind, under one name if given.

    Games that did not begin on the empty board say nothing.
    """
    played = [
        result_of(each)
        for each in games
        if each.record.start.game == game
        and not each.record.start.mine | each.record.start.theirs
        and (name is None or any(each.seats[mark].name == name for mark in each.people))
    ]
    return [result for result in played if result is not None]


def following(results: Iterable[Result]) -> Adaptive:
    """The opponent for somebody with these results, the oldest first.

    >>> str(following([])), str(following([Result(7, 1.0), Result(8, 0.5)]))
    ('adaptive 4.0', 'adaptive 7.2')
    """
    strength = Adaptive().strength
    for number, (opponent, points) in enumerate(results):
        gain = max(LEAST_GAIN, FIRST_GAIN / (1 + number))
        strength += gain * (points - expected_points(strength - opponent))
        strength = min(max(strength, 1.0), float(STRONGEST))
    return Adaptive(round(strength, 1))


def expected_points(levels: float) -> float:
    """What somebody gets who is so many levels stronger than the opponent.

    >>> round(expected_points(1), 2)
    0.7
    """
    return 1 / (1 + 10 ** (-levels * ELO_A_LEVEL / 400))
