"""Who plays in a match: levels, our engine with options, and programs of others."""

from __future__ import annotations

import re
import shlex
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache, partial
from typing import Protocol

from noughts.analysis import Analyzer, Limit, Score
from noughts.analyzers import strongest
from noughts.errors import NotationError
from noughts.game import STRONGEST, parse_level
from noughts.match.control import LONGEST_SILENCE, Control
from noughts.notation import start_position
from noughts.players.levels import check_level, is_solved
from noughts.players.player import LevelPlayer, Player, RandomPlayer
from noughts.protocol.client import CodinGameClient, Program, UgiClient
from noughts.protocol.messages import Go
from noughts.rules.mark import Move
from noughts.rules.position import Position

OWN_PACE = Control()
"""Levels below the strongest always think equally hard; the clock neither helps nor hurries them."""


@dataclass(frozen=True)
class Choice:
    """A move, what the player thinks of its position where it says so, and the seconds that it took."""

    move: Move
    score: Score | None
    seconds: float


class Contestant(Protocol):
    """A player in a game with a clock."""

    def new_game(self, seed: int) -> None:
        """Begin another game; the seed makes it repeatable where chance plays a part."""

    def choose(self, position: Position, go: Go, allowed: float | None) -> Choice:
        """A legal move; EngineTimeoutError when more than the allowed seconds pass, another EngineError for worse."""

    def close(self) -> None:
        """Give back what it holds."""


@dataclass(frozen=True)
class Entry:
    """A contestant as it is named on the command line; small enough to be sent to other machines."""

    text: str
    kind: str
    """`level`, `random`, `noughts`, `ugi` or `codingame`."""
    command: tuple[str, ...] = ()
    control: Control | None = None
    """Limits of its own, instead of those of the match."""
    threads: int = 1
    hash_mb: int = 16

    @property
    def name(self) -> str:
        """What it is called in tables and records: commands without their folders."""
        if self.command:
            return " ".join(re.sub(r".*/(?=[^/])", "", word) for word in self.command)
        return f"level {self.text}" if self.text.isdigit() else self.text

    @property
    def starts_on_empty_board(self) -> bool:
        """Whether it can only play games from the very beginning."""
        return self.kind == "codingame"

    def open(self, game: str, *, cpu_time: bool) -> Contestant:
        """The contestant, ready to play."""
        if self.kind == "ugi":
            return ProgramContestant(lambda: UgiClient(self.command, game), cpu_time=cpu_time)
        if self.kind == "codingame":
            return ProgramContestant(lambda: CodinGameClient(self.command, game), cpu_time=cpu_time)
        _prepare(game)
        if self.kind == "noughts":
            start = start_position(game)
            analyzer = strongest(start, hash_mb=self.hash_mb, threads=self.threads, cpu_time=cpu_time)
            return AnalyzerContestant(analyzer, cpu_time=cpu_time)
        if self.kind == "random":
            return PlayerContestant(RandomPlayer, cpu_time=cpu_time)
        return PlayerContestant(partial(LevelPlayer, parse_level(self.text)), cpu_time=cpu_time)


@cache
def _prepare(game: str) -> None:
    """Load what is loaded once in a process, so that nobody's first move pays for it."""
    start = start_position(game)
    is_solved(start)
    strongest(start).analyze(start, Limit(depth=1))


def parse_entry(text: str, game: str) -> Entry:
    """Read `7`, `perfect`, `random`, `noughts`, `noughts:movetime=100,threads=2`, `codingame:./bot`, `./bot -x`.

    >>> parse_entry("noughts:nodes=5000", "ultimate").control
    Control(movetime=None, nodes=5000, depth=None, base=None, increment=0.0)
    """
    plain = text.strip()
    if level := re.fullmatch(r"(?:level\s*)?([0-9]+|perfect)", plain, re.IGNORECASE):
        number = parse_level(level[1])
        check_level(number, start_position(game))
        return Entry(level[1].lower(), "level", control=None if number == STRONGEST else OWN_PACE)
    if plain == "random":
        return Entry(plain, "random", control=OWN_PACE)
    if plain == "noughts" or plain.startswith("noughts:"):
        return _own_engine(plain)
    prefix, _, rest = plain.partition(":")
    kind = prefix if prefix in ("ugi", "codingame") else "ugi"
    try:
        command = shlex.split(rest if prefix == kind else plain)
    except ValueError as error:
        raise NotationError(f"cannot read the command {text!r}: {error}") from None
    if not command:
        raise NotationError("expected a level, noughts or a command, got an empty name")
    if kind == "codingame" and game != "ultimate-count":
        raise NotationError(f"CodinGame programs play ultimate-count, not {game}")
    return Entry(plain, kind, tuple(command))


def _own_engine(text: str) -> Entry:
    entry, control = Entry(text, "noughts"), Control()
    for option in filter(None, text.removeprefix("noughts").removeprefix(":").split(",")):
        name, _, value = option.partition("=")
        if name not in ("movetime", "nodes", "depth", "threads", "hash") or not re.fullmatch(
            r"[1-9][0-9]{0,11}", value
        ):
            raise NotationError(f"expected movetime, nodes, depth, threads or hash = a number from 1, got {option!r}")
        if name == "movetime":
            control = replace(control, movetime=int(value) / 1000)
        elif name == "threads":
            entry = replace(entry, threads=int(value))
        elif name == "hash":
            entry = replace(entry, hash_mb=int(value))
        else:
            control = replace(control, **{name: int(value)})
    return replace(entry, control=None if control == Control() else control)


class _Stopwatch:
    """Measures a player of this process."""

    def __init__(self, *, cpu_time: bool) -> None:
        self._cpu_time = cpu_time
        self._began, self._cpu_began = time.perf_counter(), time.thread_time()

    def seconds(self, allowed: float | None) -> float:
        """The time taken. One that only a busy machine made late is not late: our players keep to their limits."""
        wall, cpu = time.perf_counter() - self._began, time.thread_time() - self._cpu_began
        return cpu if self._cpu_time or (allowed is not None and wall > allowed) else wall


class PlayerContestant:
    """A Player in this process; a slow one is only found out afterwards, by its clock."""

    def __init__(self, player: Callable[[int], Player], *, cpu_time: bool) -> None:
        self._seated = player
        self._player: Player | None = None
        self._cpu_time = cpu_time

    def new_game(self, seed: int) -> None:
        self._player = self._seated(seed)

    def choose(self, position: Position, go: Go, allowed: float | None) -> Choice:
        assert self._player is not None
        watch = _Stopwatch(cpu_time=self._cpu_time)
        move = self._player.choose_move(position, go.limit(position))
        return Choice(move, None, watch.seconds(allowed))

    def close(self) -> None: ...


class AnalyzerContestant:
    """An Analyzer in this process."""

    def __init__(self, analyzer: Analyzer, *, cpu_time: bool) -> None:
        self._analyzer = analyzer
        self._cpu_time = cpu_time

    def new_game(self, seed: int) -> None:
        self._analyzer.clear()

    def choose(self, position: Position, go: Go, allowed: float | None) -> Choice:
        watch = _Stopwatch(cpu_time=self._cpu_time)
        best = self._analyzer.analyze(position, _bounded(go.limit(position))).best
        assert best is not None
        return Choice(best.move, best.score, watch.seconds(allowed))

    def close(self) -> None:
        self._analyzer.close()


def _bounded(limit: Limit) -> Limit:
    return Limit(seconds=LONGEST_SILENCE) if limit == Limit() else limit


class ProgramContestant:
    """A program; after an error it is started again for the next game."""

    PATIENCE_WITH_CPU_TIME = 20.0
    """How many times longer than its CPU time a program may take on a busy machine."""

    def __init__(self, start: Callable[[], Program], *, cpu_time: bool) -> None:
        self._start = start
        self._cpu_time = cpu_time
        self._program: Program | None = None

    def new_game(self, seed: int) -> None:
        if self._program is None:
            self._program = self._start()
        try:
            self._program.new_game()
        except BaseException:
            self.close()
            raise

    def choose(self, position: Position, go: Go, allowed: float | None) -> Choice:
        assert self._program is not None
        patience = LONGEST_SILENCE if allowed is None else allowed
        if self._cpu_time and allowed is not None:
            patience = max(5.0, allowed * self.PATIENCE_WITH_CPU_TIME)
        try:
            began = self._time()
            answer = self._program.choose(position, go, time.monotonic() + patience)
            return Choice(answer.move, answer.score, self._time() - began)
        except BaseException:
            self.close()
            raise

    def _time(self) -> float:
        assert self._program is not None
        return self._program.cpu_seconds() if self._cpu_time else time.perf_counter()

    def close(self) -> None:
        if self._program is not None:
            program, self._program = self._program, None
            program.close()
