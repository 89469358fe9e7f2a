"""Who says what to play."""

from __future__ import annotations

import random
import threading
from collections import Counter
from collections.abc import Mapping
from functools import partial
from typing import Protocol

from noughts.analysis import NO_LIMIT, Analyzer, Limit, Progress
from noughts.game import STRONGEST, Adaptive, FixedLevel, Level, level_name
from noughts.players import sight
from noughts.players.levels import BLOCKS, analyzer_for, evenly, instinct, move_chances, scores_of, uses_sight
from noughts.players.sight import MoveChances
from noughts.rules.mark import Move, Outcome
from noughts.rules.position import Position


class Player(Protocol):
    """Says what to play. A human is a seat without one."""

    @property
    def name(self) -> str: ...

    def choose_move(self, position: Position, limit: Limit = NO_LIMIT, *, stop: threading.Event | None = None) -> Move:
        """A legal move; the position is not over. Once `stop` is set it is chosen at once."""


class RandomPlayer:
    """Plays any legal move, each as likely as the others; different every run unless seeded."""

    name = "random"

    def __init__(self, seed: int | None = None) -> None:
        self._random = random.Random(seed)

    def choose_move(self, position: Position, limit: Limit = NO_LIMIT, *, stop: threading.Event | None = None) -> Move:
        return self._random.choice(position.legal_moves())

    def move_chances(self, position: Position) -> MoveChances:
        return evenly(position.legal_moves())


class AnalyzerPlayer:
    """Plays the first of the moves that an analyzer ranks best."""

    def __init__(self, name: str, analyzer: Analyzer) -> None:
        self.name = name
        self._analyzer = analyzer

    def choose_move(self, position: Position, limit: Limit = NO_LIMIT, *, stop: threading.Event | None = None) -> Move:
        best = self._analyzer.analyze(position, limit, stop=stop).best
        if best is None:
            raise ValueError("the game is over")
        return best.move


class LevelPlayer:
    """Plays with a strength from 1 to 10, or perfectly where the game is solved; see `noughts.players.levels`.

    An adaptive one plays at a strength between two levels. All moves are of one game until `new_game` begins the next:
    a level has a form of the day, which stays the same during a game.

    Different every run unless seeded. Level 10 of an unsolved game thinks for a second; with a seed positions count
    instead, so that the game can be repeated.

    >>> from noughts.notation import parse_position
    >>> LevelPlayer("perfect").choose_move(parse_position("XOX/OOX/..."))
    8
    """

    SECONDS = 1.0
    NODES = 500_000
    """What level 10 takes of an unsolved game with a seed: a slow machine gets through in its second."""
    QUICK_SECONDS = 0.08
    """CPU time for the closer look of a level below, without a seed: only a slow machine needs so long."""

    def __init__(
        self,
        level: Level,
        seed: int | None = None,
        *,
        form: float | None = None,
        temperatures: Mapping[int, float] | None = None,
    ) -> None:
        """The form is by chance unless given; levels can have other temperatures, to find out which they should be."""
        if isinstance(level, int) and not 1 <= level <= STRONGEST:
            raise ValueError(f"levels go from 1 to {STRONGEST}, got {level}")
        self.level: Level = level
        self._random = random.Random(seed)
        self._seeded = seed is not None
        self.form = sight.form_of_the_day(self._random) if form is None else form
        self._temperatures = temperatures or {}
        self._analyzer: Analyzer | None = None
        self._game = ""

    @property
    def name(self) -> str:
        return level_name(self.level)

    def new_game(self) -> None:
        """Another day, another form."""
        self.form = sight.form_of_the_day(self._random)

    def choose_move(
        self,
        position: Position,
        limit: Limit = NO_LIMIT,
        *,
        stop: threading.Event | None = None,
        progress: Progress | None = None,
    ) -> Move:
        """A move by the chances of the level; a limit replaces the one that level 10 has of its own."""
        chances = self.move_chances(position, limit, stop=stop, progress=progress)
        return self._random.choices(list(chances), list(chances.values()))[0]

    def move_chances(
        self,
        position: Position,
        limit: Limit = NO_LIMIT,
        *,
        stop: threading.Event | None = None,
        progress: Progress | None = None,
    ) -> MoveChances:
        """How likely each move is, given what the level overlooks this time; the others are never played."""
        game, level = position.game, self._level_of_move()
        if self._analyzer is None or game != self._game or isinstance(self.level, Adaptive):
            self._analyzer, self._game = analyzer_for(level, position), game
        elif self._seeded:
            self._analyzer.clear()  # what was learned before is not in the seed
        if isinstance(level, int) and uses_sight(level, position):
            if sight.is_good_day(level, position, self.form):
                level = BLOCKS
            allowed = instinct(level, position)
            if len(allowed) == 1:
                return evenly(allowed)
            return sight.move_chances(
                level,
                position,
                allowed,
                self._analyzer,
                self._random,
                form=self.form,
                temperature=self._temperatures.get(level),
                seconds=None if self._seeded else self.QUICK_SECONDS,
                stop=stop,
            )
        scores = partial(scores_of, self._analyzer, stop=stop, progress=progress)
        return move_chances(level, position, scores, self._own_limit() if limit == NO_LIMIT else limit)

    def _level_of_move(self) -> FixedLevel:
        """Between two levels, one move is of the upper and one of the lower, so that their share makes the strength."""
        if not isinstance(self.level, Adaptive):
            return self.level
        lower, share = divmod(self.level.strength, 1)
        return int(lower) + (self._random.random() < share)

    def _own_limit(self) -> Limit:
        return Limit(nodes=self.NODES) if self._seeded else Limit(seconds=self.SECONDS)


class PlayerWithChances(Protocol):
    """A player whose next move is a known lottery."""

    def move_chances(self, position: Position) -> MoveChances: ...


def outcome_chances(mover: PlayerWithChances, other: PlayerWithChances, position: Position) -> dict[Outcome, float]:
    """How likely each outcome is, over every line of play of a game as small as classic; `mover` is to move."""
    known: dict[Position, Counter[Outcome]] = {}

    def walk(position: Position, mover: PlayerWithChances, other: PlayerWithChances) -> Counter[Outcome]:
        if position.outcome is not None:
            return Counter({position.outcome: 1.0})
        if position not in known:
            total: Counter[Outcome] = Counter()
            for move, chance in mover.move_chances(position).items():
                for outcome, below in walk(position.play(move), other, mover).items():
                    total[outcome] += chance * below  # type: ignore[assignment]
            known[position] = total
        return known[position]

    return {outcome: walk(position, mover, other)[outcome] for outcome in Outcome}
