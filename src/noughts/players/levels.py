"""How a computer player of some strength chooses: levels 1 to 10 and perfect, each as the chances of all moves.

Instinct is what people call "medium": from level 3 on a level takes a win in one, from level 4 on it blocks one. Where
a table knows every position, as in classic, a level plays any move that its instinct allows, or one of the best.
Elsewhere levels 2 to 9 see and err as `noughts.players.sight` says, and level 10 is the engine. Every choice but that
of level 10 in an unsolved game is the same on every machine. docs/levels.md has the results.
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
    is_proved_win,
    score_for_parent,
    value_of,
)
from noughts.analyzers import strongest
from noughts.errors import UnsolvedError
from noughts.game import PERFECT, STRONGEST, Adaptive, FixedLevel, Level
from noughts.notation import start_position
from noughts.players.sight import MoveChances
from noughts.rules.mark import Move
from noughts.rules.position import Position
from noughts.rules.threats import safest_moves, winning_moves
from noughts.tablebase import Tablebase, fits

TAKES_WINS = 3
"""The first level that takes every win in one."""
BLOCKS = 4
"""The first level that blocks every win in one of the opponent."""

BLUNDER_RATES = (1.0, 0.80, 0.65, 0.90, 0.75, 0.58, 0.41, 0.25, 0.11, 0.0)
"""How often each level plays without looking ahead, where a table knows the game.

Chosen so that in classic perfect play beats each level less often than the one below, whoever opens, on average by
about a tenth of all games less. Level 4 may look ahead less often than level 3, because it blocks all the same."""


class Character(NamedTuple):
    """A level as people meet it."""

    name: str
    line: str


CHARACTERS = (
    Character("Crayon", "Scribbles anywhere, and enjoys it."),
    Character("Chalk", "Follows its eye, and sees little coming."),
    Character("Pencil", "Takes a win when it lies there. Blocks now and then."),
    Character("Ballpoint", "Takes every win, blocks every threat, plans nothing."),
    Character("Ruler", "Looks at your answer, when it remembers to."),
    Character("Compass", "Sees a short exchange. Quiet moves escape it."),
    Character("Fountain pen", "Thinks a few moves ahead, and seldom blots."),
    Character("Slide rule", "Counts far ahead. Only hidden moves surprise it."),
    Character("Typewriter", "Sees nearly everything. Small slips are all you get."),
    Character("Printing press", "Never careless. Takes its time and plays its best."),
)
"""Levels 1 to 10, from the pencil case; the lines say what `noughts.players.sight` and the instincts above do ..."""
BY_HEART = (
    "Scribbles anywhere, and enjoys it.",
    "Thinks now and then, mostly scribbles.",
    "Takes a win when it lies there. Rarely blocks.",
    "Takes every win, blocks every threat, plans little.",
    "Tidy lines. One move in four has a plan.",
    "Looks ahead about every other move.",
    "Thinks more often than not, and seldom blots.",
    "Counts ahead on most moves.",
    "Slips once in ten moves. Neither may you.",
    "Never careless. Takes its time and plays its best.",
)
"""... and these what BLUNDER_RATES do, where a table knows the game."""
FLAWLESS = Character("Perfect", "Knows every position by heart. It cannot be beaten.")
ADAPTS = Character("Eraser", "Grows with you: stronger after a win, milder after a loss.")


def character(level: Level, position: Position | None = None) -> Character:
    """The name and one line about a level, in the game of a position.

    >>> character(5).name
    'Ruler'
    """
    if not isinstance(level, int):
        return FLAWLESS if level == PERFECT else ADAPTS
    known = CHARACTERS[level - 1]
    return known if position is None or not fits(position) else known._replace(line=BY_HEART[level - 1])


NODES_TO_SOLVE = 2_000_000
"""A game counts as solved here when all its first moves are proved within so many positions, or by a whole table ..."""
SMALL_BOARD = 36
"""... on boards of so many cells; on larger ones, where a position takes longer, within a hundredth of that."""

Scores: TypeAlias = Callable[[Position, Limit], Mapping[Move, Score]]
"""What each legal move is worth, as far as the limit lets it be known."""


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
    if isinstance(level, Adaptive):
        return level.strength <= STRONGEST - 1 or fits(position)
    return fits(position) or level not in (STRONGEST, PERFECT)


def uses_sight(level: Level, position: Position) -> bool:
    """Whether a level sees and errs, instead of playing by chance, by heart or as well as it can."""
    return level not in (1, STRONGEST, PERFECT) and not fits(position)


def analyzer_for(level: Level, position: Position) -> Analyzer:
    """Who tells a level which moves are good."""
    if is_quick(level, position):
        return strongest(position, hash_mb=1, cpu_time=True)
    return strongest(position, prove=is_solved(position))


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


def move_chances(level: FixedLevel, position: Position, scores: Scores, limit: Limit) -> MoveChances:
    """How likely a level plays each move that uses no sight; the limit is for level 10 where the game is not solved."""
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
    return BLUNDER_RATES[level - 1], NO_LIMIT if level == 1 or is_solved(position) else limit


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
        if value_of(known[move]) == value_of(best)
    }
    return [move for move, share in shares.items() if share == max(shares.values())]


def _share_of_mistakes(scores: Mapping[Move, Score]) -> float:
    """How many of the moves, in parts of all, lose the side to move something."""
    values = list(map(value_of, scores.values()))
    return sum(value < max(values) for value in values) / len(values) if values else 0.0
