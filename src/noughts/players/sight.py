"""How levels 2 to 9 play where nothing is known by heart: what they see, what they overlook, how they choose.

A level sees each move at first sight, as the board stands after it, and then looks closer, some plies on. A move that
it overlooks is judged by first sight alone, and it overlooks hard moves rather than obvious ones. Then it chooses by
chance, the better a move looks the likelier: a softmax of winning chances, in which the temperature of the level says
how much worse a move may look and still be played. Low levels are also drawn to what catches the eye. And a level has
better and worse days, as people do: its form in a game is a factor of its temperature, and it may look less far.
docs/levels-measured.md has what came out.
"""

from __future__ import annotations

import functools
import json
import math
import operator
import random
import threading
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from functools import cache
from importlib.resources import files
from statistics import NormalDist
from typing import NamedTuple, TypeAlias

from noughts.analysis import EVERY_MOVE, Analyzer, Limit, Score, plies_to_end
from noughts.chances import winning_chance
from noughts.rules.line_game import Grid, LinePosition
from noughts.rules.mark import Move
from noughts.rules.position import Position
from noughts.rules.ultimate import ANYWHERE, FULL, HAS_LINE, UltimatePosition

MoveChances: TypeAlias = dict[Move, float]


class Sight(NamedTuple):
    """How far a level looks, and how it errs."""

    looks: Limit | None
    """None: first sight is all there is."""
    lines: int
    """How many moves it looks at closely: those that look best to the engine. The fewer, the further it gets."""
    overlooks: float
    """How often it does not look closer at the hardest of moves."""
    lure: float
    """How much it prefers what catches the eye: the easiest move is so many powers of e likelier than the hardest."""


LEAST_WEIGHT = 0.1
"""A move that is less likely than the best one by more than this is not played at all: absurd moves are many, and
together they would come often."""
FEW_LINES = 3
"""A level that looks closely at so few moves, and so far into each, plays one of them."""
LARGEST = 225
"""A board of more cells takes longer for a position, so that fewer are visited."""

SIGHTS = {
    "5,5,4": (
        Sight(None, 0, 1.0, 0.3),
        Sight(None, 0, 1.0, 0.3),
        Sight(None, 0, 1.0, 0.0),
        Sight(Limit(nodes=26), 8, 0.8, 1.0),
        Sight(Limit(nodes=38), 8, 0.7, 0.7),
        Sight(Limit(nodes=240), 8, 0.4, 0.4),
        Sight(Limit(nodes=900), 8, 0.15, 0.2),
        Sight(Limit(nodes=10_000), 8, 0.02, 0.0),
    ),
    "7,7,5": (
        Sight(None, 0, 1.0, 0.3),
        Sight(None, 0, 1.0, 0.3),
        Sight(None, 0, 1.0, 0.0),
        Sight(Limit(depth=1, nodes=500), 8, 0.8, 1.0),
        Sight(Limit(depth=2, nodes=1_500), 8, 0.6, 0.7),
        Sight(Limit(depth=3, nodes=4_000), 8, 0.4, 0.4),
        Sight(Limit(depth=5, nodes=10_000), 8, 0.15, 0.2),
        Sight(Limit(nodes=50_000), 8, 0.02, 0.0),
    ),
    "15,15,5": (
        Sight(None, 0, 1.0, 0.1),
        Sight(None, 0, 1.0, 0.1),
        Sight(None, 0, 1.0, 2.5),
        Sight(Limit(depth=2, nodes=700), 8, 0.8, 2.5),
        Sight(Limit(depth=3, nodes=2_000), 8, 0.6, 2.5),
        Sight(Limit(nodes=12_000), 4, 0.4, 0.4),
        Sight(Limit(nodes=20_000), 3, 0.15, 0.2),
        Sight(Limit(nodes=60_000), 2, 0.02, 0.0),
    ),
    "ultimate": (
        Sight(None, 0, 1.0, 1.2),
        Sight(None, 0, 1.0, 3.0),
        Sight(None, 0, 1.0, 4.2),
        Sight(Limit(depth=2), EVERY_MOVE, 0.8, 6.0),
        Sight(Limit(depth=3), EVERY_MOVE, 0.6, 4.0),
        Sight(Limit(depth=5), EVERY_MOVE, 0.4, 2.0),
        Sight(Limit(nodes=40_000), 3, 0.1, 0.5),
        Sight(Limit(nodes=100_000), 2, 0.05, 0.0),
    ),
    "ultimate-count": (
        Sight(None, 0, 1.0, 0.5),
        Sight(None, 0, 1.0, 3.0),
        Sight(None, 0, 1.0, 4.2),
        Sight(Limit(depth=4), EVERY_MOVE, 0.7, 6.0),
        Sight(Limit(depth=6), EVERY_MOVE, 0.35, 3.0),
        Sight(Limit(depth=8, nodes=100_000), EVERY_MOVE, 0.1, 1.0),
        Sight(Limit(nodes=20_000), 3, 0.1, 0.5),
        Sight(Limit(nodes=100_000), 2, 0.05, 0.0),
    ),
}
"""Levels 2 to 9 of the games in which they were measured. Limits are in plies and positions, so that a level is as
strong on every machine. On 5,5,4 a few positions tell how a move ends, and levels from 5 on seldom play one that they
know to be worse: there the number of positions makes the strength, hardly the temperature."""

TEMPERATURES_FILE = "level-temperatures.json"
CALIBRATED = {25: "5,5,4", 49: "7,7,5", 225: "15,15,5"}
"""The line games in which levels were measured, by their cells; another game has the levels of the next in size."""


class Spread(NamedTuple):
    """How much form varies from game to game; the first two in standard deviations."""

    heat: float
    """Of the log temperature."""
    plies: float = 0.0
    """Of how many plies a level looks ahead."""
    good_days: tuple[float, ...] = ()
    """On which share of its days level 2, and level 3, plays like level 4: takes wins in one, and blocks them."""


SPREADS = {
    "ultimate": Spread(1.0),
    "ultimate-count": Spread(2.0, plies=1.0, good_days=(0.31, 0.52)),
    "5,5,4": Spread(0.0, good_days=(0.27, 0.45)),
    "7,7,5": Spread(0.3, good_days=(0.35, 0.48)),
    "15,15,5": Spread(2.0, plies=1.0, good_days=(0.33, 0.39)),
}
"""On 5,5,4 temperatures decide little, so that form from level 4 on would too."""
NODES_PER_PLY = 3
"""A level that counts positions looks at so many times as many where another one looks a ply further."""
BEST_DAY = 2.0
"""No form is further from the usual one, in standard deviations: nobody is somebody else for a day."""


@cache
def temperatures(game: str) -> tuple[float, ...]:
    """The temperatures of levels 2 to 9 in a game that was calibrated: docs/make_levels_measured.py fits them."""
    text = (files("noughts") / "data" / TEMPERATURES_FILE).read_text(encoding="utf-8")
    return tuple(json.loads(text)[game])


def form_of_the_day(dice: random.Random) -> float:
    """How a level plays in one game, in standard deviations from the usual; below 0 it plays better."""
    return min(max(dice.gauss(0.0, 1.0), -BEST_DAY), BEST_DAY)


def is_good_day(level: int, position: Position, form: float) -> bool:
    """Whether a level from 2 on plays this game like level 4, which takes a win in one and blocks one."""
    shares = SPREADS[calibrated_game(position)].good_days[level - 2 : level - 1]
    return any(form < NormalDist().inv_cdf(share) for share in shares)


def calibrated_game(position: Position) -> str:
    """The game whose levels are those of a position."""
    if position.kind == "ultimate":
        return position.game
    return CALIBRATED[min(CALIBRATED, key=lambda cells: abs(math.log(cells / position.cells)))]


def sight_of(level: int, position: Position, form: float = 0.0) -> Sight:
    """What a level from 2 to 9 sees in the game of a position, in this form."""
    game = calibrated_game(position)
    sight, furthest = SIGHTS[game][level - 2], SIGHTS[game][-1].looks
    if sight.looks is None or furthest is None:
        return sight
    plies = 0.0 if sight.looks is furthest else SPREADS[game].plies * form
    depth, nodes = sight.looks.depth, sight.looks.nodes
    if depth is not None:
        depth = max(1, depth - round(plies))
    if nodes is not None:
        in_form = min(nodes * NODES_PER_PLY**-plies, furthest.nodes or nodes)
        nodes = int(in_form * min(1.0, LARGEST / position.cells))
    return sight._replace(looks=replace(sight.looks, depth=depth, nodes=nodes))


def move_chances(
    level: int,
    position: Position,
    allowed: Sequence[Move],
    analyzer: Analyzer,
    dice: random.Random,
    *,
    form: float = 0.0,
    temperature: float | None = None,
    seconds: float | None = None,
    stop: threading.Event | None = None,
) -> MoveChances:
    """How likely a level from 2 to 9 plays each of the moves that it may, after the dice said what it overlooks.

    The closer look ends after so many seconds, if given: then it may be another one on another machine.
    """
    sight = sight_of(level, position, form)
    first = _first_sight(position, analyzer, stop)
    hard = {move: hardness(position, move) for move in position.legal_moves()}
    overlooked = {move for move in hard if dice.random() < sight.overlooks * hard[move]}
    closer = _closer_look(position, sight, analyzer, seconds, stop)
    looks = _judged(first, closer, overlooked)
    if sight.lines <= FEW_LINES:
        allowed = [move for move in allowed if move in closer] or allowed
    game = calibrated_game(position)
    temperature = (temperature or temperatures(game)[level - 2]) * math.exp(SPREADS[game].heat * form)
    appeal = {move: looks.get(move, 0.0) / temperature - sight.lure * hard[move] for move in allowed}
    most = max(appeal.values())
    weights = {move: math.exp(appeal[move] - most) for move in allowed}
    considered = {move: weight for move, weight in weights.items() if weight >= LEAST_WEIGHT}
    total = sum(considered.values())
    return {move: weight / total for move, weight in considered.items()}


def _first_sight(position: Position, analyzer: Analyzer, stop: threading.Event | None) -> dict[Move, float]:
    """The winning chance that each move seems to have, as the board stands after it."""
    if isinstance(position, LinePosition):
        from noughts.native.line import first_sight  # the native core is loaded only where it is needed

        return _chances(position, first_sight(position))
    return _chances(position, _scores(analyzer, position, Limit(depth=1), EVERY_MOVE, stop))


def _closer_look(
    position: Position, sight: Sight, analyzer: Analyzer, seconds: float | None, stop: threading.Event | None
) -> dict[Move, float]:
    """The winning chances of the moves that are looked at."""
    if sight.looks is None:
        return {}
    limit = replace(sight.looks, seconds=seconds)
    return _chances(position, _scores(analyzer, position, limit, sight.lines, stop))


def _scores(
    analyzer: Analyzer, position: Position, limit: Limit, lines: int, stop: threading.Event | None
) -> dict[Move, Score]:
    analyzer.clear()  # what was learned before would make the level stronger than it is
    return {ranked.move: ranked.score for ranked in analyzer.analyze(position, limit, lines=lines, stop=stop).moves}


def _chances(position: Position, scores: Mapping[Move, Score]) -> dict[Move, float]:
    """Winning chances; of proved wins the quicker, of proved losses the slower is a little better."""
    return {
        move: winning_chance(score, position) - math.copysign((plies_to_end(score) or 0) / 1000, score)
        for move, score in scores.items()
    }


def _judged(
    first: Mapping[Move, float], closer: Mapping[Move, float], overlooked: Collection[Move]
) -> dict[Move, float]:
    """What each move is thought to be worth; the rest no more than the worst of those that were looked at."""
    least = min(closer.values(), default=1.0)
    return {
        move: seen if move in closer and move in overlooked else closer.get(move, min(seen, least))
        for move, seen in first.items()
    }


def hardness(position: Position, move: Move) -> float:
    """How hard a move is to see, from 0 to 1: quiet, away from other stones, in Ultimate leaving a free choice.

    >>> from noughts.notation import parse_position
    >>> position = parse_position("XX.../OO.../...../...../.....", "5,5,4")
    >>> [round(hardness(position, move), 2) for move in (2, 24)]
    [0.0, 1.0]
    """
    difficulties = _difficulties(position, move)
    return sum(difficulties) / len(difficulties)


def _difficulties(position: Position, move: Move) -> tuple[bool, ...]:
    if isinstance(position, UltimatePosition):
        board, cell = divmod(move, 9)
        mine, theirs = (stones >> 9 * board & FULL for stones in (position.mine, position.theirs))
        takes, blocks = HAS_LINE[mine | 1 << cell], HAS_LINE[theirs | 1 << cell]
        is_far = position.target == ANYWHERE and (mine | theirs).bit_count() < 2
        leaves_free = bool(position.closed >> cell & 1) or (takes and cell == board)
        return not takes, not takes and not blocks, is_far, leaves_free
    near, enough = star(position.grid, move), position.grid.in_line - 2
    mine, theirs = position.mine & near, position.theirs & near
    is_quiet = max(mine.bit_count(), theirs.bit_count()) < enough or not any(
        (not theirs & line and (mine & line).bit_count() >= enough)
        or (not mine & line and (theirs & line).bit_count() >= enough)
        for line in position.grid.lines_through[move]
    )
    return is_quiet, (mine | theirs).bit_count() < 2


@cache
def star(grid: Grid, cell: Move) -> int:
    """All cells on a line with this one."""
    return functools.reduce(operator.or_, grid.lines_through[cell], 0)
