"""How a computer player of some strength chooses: levels 1 to 10 and perfect, each as the chances of all moves.

A level that does not look ahead plays any move that its instinct allows, else one of the best it knows. Instinct is
what people call "medium": from level 3 on it takes a win in one, from level 4 on it blocks one. What is best comes
from exact values where the game is solved here, otherwise from a search that looks further from level to level.
Every choice but that of level 10 in an unsolved game is the same on every machine. docs/levels.md has the results.
"""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from noughts.analysis import (
    NO_LIMIT,
    Analyzer,
    Limit,
    Progress,
    Score,
    is_proved_loss,
    is_proved_win,
    score_for_parent,
)
from noughts.analyzers import strongest
from noughts.errors import UnsolvedError
from noughts.game import PERFECT, STRONGEST, Level
from noughts.notation import start_position
from noughts.rules.mark import Move
from noughts.rules.position import Position
from noughts.rules.threats import safest_moves, winning_moves
from noughts.tablebase import Tablebase, fits

TAKES_WINS = 3
"""The first level that takes every win in one."""
BLOCKS = 4
"""The first level that blocks every win in one of the opponent."""

BLUNDER_RATES = (1.0, 0.80, 0.65, 0.90, 0.75, 0.58, 0.41, 0.25, 0.11, 0.0)
"""How often each level plays without looking ahead, where the game is solved.

Chosen so that in classic perfect play beats each level less often than the one below, whoever opens, on average by
about a tenth of all games less. Level 4 may look ahead less often than level 3, because it blocks all the same."""

SEARCHES = {
    "line": (
        (1.00, Limit(depth=1)),
        (0.60, Limit(depth=1)),
        (0.40, Limit(depth=1)),
        (0.25, Limit(depth=1)),
        (0.30, Limit(depth=2, nodes=20_000)),
        (0.12, Limit(depth=2, nodes=20_000)),
        (0.10, Limit(depth=3, nodes=20_000)),
        (0.06, Limit(depth=4, nodes=20_000)),
        (0.00, Limit(depth=5, nodes=20_000)),
    ),
    "ultimate": (
        (1.00, Limit(nodes=50)),
        (0.86, Limit(nodes=50)),
        (0.81, Limit(nodes=50)),
        (0.78, Limit(nodes=50)),
        (0.56, Limit(nodes=50)),
        (0.41, Limit(nodes=50)),
        (0.28, Limit(nodes=50)),
        (0.16, Limit(nodes=100)),
        (0.11, Limit(nodes=200)),
    ),
}
"""How often levels 1 to 9 play without looking ahead, and how far they look otherwise, in games that are not solved.

In Ultimate they ask the engine, and each beats the one below as docs/levels-ultimate.md says."""


class Character(NamedTuple):
    """A level as people meet it."""

    name: str
    line: str


CHARACTERS = (
    Character("Crayon", "Scribbles anywhere, and enjoys it."),
    Character("Chalk", "Thinks now and then, mostly scribbles."),
    Character("Pencil", "Takes a win when it lies there. Rarely blocks."),
    Character("Ballpoint", "Takes every win, blocks every threat, plans little."),
    Character("Ruler", "Tidy lines. One move in four has a plan."),
    Character("Compass", "Looks ahead about every other move."),
    Character("Fountain pen", "Thinks more often than not, and seldom blots."),
    Character("Slide rule", "Counts ahead on most moves."),
    Character("Typewriter", "Slips once in ten moves. Neither may you."),
    Character("Printing press", "Never careless. Takes its time and plays its best."),
)
"""Levels 1 to 10, from the pencil case; the lines say what BLUNDER_RATES and the instincts above do."""
FLAWLESS = Character("Perfect", "Knows every position by heart. It cannot be beaten.")


def character(level: Level) -> Character:
    """The name and one line about a level.

    >>> character(5).name
    'Ruler'
    """
    return FLAWLESS if level == PERFECT else CHARACTERS[int(level) - 1]


NODES_TO_SOLVE = 2_000_000
"""A game counts as solved here when all its first moves are proved within so many positions, or by a whole table ..."""
SMALL_BOARD = 36
"""... on boards of so many cells; on larger ones, where a position takes longer, within a hundredth of that."""

Scores: TypeAlias = Callable[[Position, Limit], Mapping[Move, Score]]
"""What each legal move is worth, as far as the limit lets it be known."""
MoveChances: TypeAlias = dict[Move, float]


def check_level(level: Level, position: Position) -> None:
    """UnsolvedError when perfect play is asked for in a game where nobody here knows it."""
    if level == PERFECT and not is_solved(position):
        raise UnsolvedError(
            f"{position.game} is not solved here, so there is no perfect play: the strongest is level {STRONGEST}"
        )


SOLVED: dict[str, bool] = {}
"""What was found out about games."""


def is_solved(position: Position) -> bool:
    """Whether the exact values of the whole game are at hand; finding out may take a second, once a process."""
    if position.kind == "ultimate" or fits(position):
        return position.kind == "line"
    if position.game not in SOLVED:
        SOLVED[position.game] = prove(position.game)
    return SOLVED[position.game]


def prove(game: str) -> bool:
    """Whether a game can be proved within a number of positions that is the same on every machine."""
    start = start_position(game)
    nodes = NODES_TO_SOLVE if start.cells <= SMALL_BOARD else NODES_TO_SOLVE // 100
    with contextlib.closing(strongest(start, prove=True)) as analyzer:
        return analyzer.analyze(start, Limit(nodes=nodes)).solved


def is_quick(level: Level, position: Position) -> bool:
    """Whether a level answers without a search worth the name: by chance, from a table, or after a few positions."""
    return level == 1 or fits(position) or (position.kind == "ultimate" and level != STRONGEST)


def analyzer_for(level: Level, position: Position) -> Analyzer:
    """Who tells a level which moves are good."""
    if is_solved(position):
        return strongest(position, prove=True)
    if level == STRONGEST:
        return strongest(position)
    return strongest(position, hash_mb=1)


def scores_of(
    analyzer: Analyzer,
    position: Position,
    limit: Limit,
    *,
    stop: threading.Event | None = None,
    progress: Progress | None = None,
) -> Mapping[Move, Score]:
    """What each legal move is worth; a table is asked for nothing more, which makes its answers quick."""
    if isinstance(analyzer, Tablebase):
        return {move: score_for_parent(analyzer.score(position.play(move))) for move in position.legal_moves()}
    analysis = analyzer.analyze(position, limit, stop=stop, progress=progress)
    return {ranked.move: ranked.score for ranked in analysis.moves}


def move_chances(level: Level, position: Position, scores: Scores, limit: Limit) -> MoveChances:
    """How likely the level plays each move; the limit is for level 10 where the game is not solved."""
    check_level(level, position)
    if isinstance(level, str):
        return evenly(_perfect_moves(position, scores))
    blunder_rate, limit = _attention(level, position, limit)
    allowed = instinct(level, position)
    if blunder_rate == 1.0 or len(allowed) == 1:
        return evenly(allowed)
    known = scores(position, limit)
    worthy = [move for move in allowed if move in known] or list(known)  # the engine ranks only what is good
    best = max(known[move] for move in worthy)
    chosen = evenly([move for move in worthy if known[move] == best])
    if blunder_rate == 0.0:
        return chosen
    chances = dict.fromkeys(allowed, blunder_rate / len(allowed))
    return chances | {move: chances.get(move, 0.0) + (1 - blunder_rate) * share for move, share in chosen.items()}


def _attention(level: int, position: Position, limit: Limit) -> tuple[float, Limit]:
    """How often a level plays without looking ahead, and how far it looks otherwise."""
    if is_solved(position):
        return BLUNDER_RATES[level - 1], NO_LIMIT
    if level == STRONGEST:
        return 0.0, limit
    return SEARCHES[position.kind][level - 1]


def evenly(moves: Sequence[Move]) -> MoveChances:
    return dict.fromkeys(moves, 1 / len(moves))


def instinct(level: int, position: Position) -> Sequence[Move]:
    """The moves that a level may play even without looking ahead."""
    if level >= TAKES_WINS and (wins := winning_moves(position)):
        return wins
    return safest_moves(position) if level >= BLOCKS else position.legal_moves()


def _perfect_moves(position: Position, scores: Scores) -> Sequence[Move]:
    """The quickest wins; without one, of the moves that keep the value, those after which most replies lose it.

    Nobody overlooks a win in one, so that blocking it comes first even when all is lost.
    """
    known = scores(position, NO_LIMIT)
    best = max(known.values())
    if is_proved_win(best):
        return [move for move, score in known.items() if score == best]
    shares = {
        move: _share_of_mistakes(scores(position.play(move), NO_LIMIT))
        for move in safest_moves(position)
        if _value(known[move]) == _value(best)
    }
    return [move for move, share in shares.items() if share == max(shares.values())]


def _share_of_mistakes(scores: Mapping[Move, Score]) -> float:
    """How many of the moves, in parts of all, lose the side to move something."""
    values = list(map(_value, scores.values()))
    return sum(value < max(values) for value in values) / len(values) if values else 0.0


def _value(score: Score) -> int:
    """1, 0 or -1 for an exact score."""
    return is_proved_win(score) - is_proved_loss(score)
