"""Other people's programs as players: started, asked for moves within limits, and ended.

Whatever a program does wrong is an EngineError with a name: it cannot be started (missing), is silent or late
(timeout), ends (crashed), answers what is no move (garbage) or an illegal one, or writes without end (flood).
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Protocol

from noughts.analysis import Score
from noughts.errors import EngineError, EngineGarbageError, EngineIllegalMoveError, IllegalMoveError, NotationError
from noughts.notation import parse_printed_move
from noughts.process.isolation import View
from noughts.process.limits import Limits
from noughts.process.process import Process
from noughts.protocol.messages import Go, parse_score, position_command
from noughts.rules.mark import Move
from noughts.rules.position import Position
from noughts.rules.ultimate import ultimate

START_SECONDS = 10.0
"""How long a program may take to say hello."""
QUERY_SECONDS = 3.0
FIRST_CODINGAME_SECONDS = 0.9
"""What the first answer of a CodinGame program may take more than the others."""


@dataclass(frozen=True)
class Answer:
    """What a program plays."""

    move: Move
    score: Score | None
    """What it thinks of its position, where it says so."""


class Program(Protocol):
    """A program that plays."""

    @property
    def name(self) -> str: ...

    def new_game(self) -> None:
        """Begin another game."""

    def choose(self, position: Position, go: Go, deadline: float) -> Answer:
        """A legal move, at the latest at this time of `time.monotonic`."""

    def cpu_seconds(self) -> float:
        """The CPU time that it has used so far."""

    def close(self) -> None:
        """End it."""


class UgiClient:
    """A program that speaks UGI."""

    def __init__(
        self, command: Sequence[str], game: str, *, limits: Limits | None = None, view: View | None = None
    ) -> None:
        self._game = game
        self.process = Process(command, limits=limits, view=view)
        self.options: list[str] = []
        """The names of its options."""
        self.name = self.process.name
        self._greeted = False

    def greet(self) -> None:
        """Learn its name and its options, and tell it the game."""
        self.process.send("ugi")
        deadline = time.monotonic() + START_SECONDS
        while (line := self.process.read_line(deadline).strip()) != "ugiok":
            if name := re.fullmatch(r"id\s+name\s+(.+)", line):
                self.name = name[1].strip()
            elif option := re.match(r"option\s+name\s+(.+?)\s+type\s", line):
                self.options.append(option[1])
        if "game" in map(str.lower, self.options):
            self.process.send(f"setoption name Game value {self._game}")
        self._greeted = True

    def is_ready(self) -> None:
        """Wait until it has done everything it was told so far."""
        self.process.send("isready")
        self.read_until(lambda line: line.strip() == "readyok", time.monotonic() + START_SECONDS)

    def new_game(self) -> None:
        if not self._greeted:
            self.greet()
        self.process.send("uginewgame")
        self.is_ready()

    def choose(self, position: Position, go: Go, deadline: float) -> Answer:
        self.process.send(position_command(position, self._game))
        self.process.send(str(go))
        return self.read_answer(position, deadline)

    def read_answer(self, position: Position, deadline: float) -> Answer:
        """Wait for `bestmove`; the last score on the way there belongs to it."""
        score: Score | None = None
        while (line := self.process.read_line(deadline)).split()[:1] != ["bestmove"]:
            if line.startswith("info") and (said := parse_score(line)) is not None:
                score = said
        return Answer(_legal(line.split()[1:2], line, position, self.name), score)

    def query(self, question: str) -> str:
        """Ask something about the position: `gameover`, `p1turn` or `result`."""
        self.process.send(f"query {question}")
        deadline = time.monotonic() + QUERY_SECONDS
        return self.read_until(lambda line: line.split()[:1] == ["response"], deadline).removeprefix("response").strip()

    def read_until(self, wanted: Callable[[str], bool], deadline: float) -> str:
        while not wanted(line := self.process.read_line(deadline)):
            pass
        return line

    def cpu_seconds(self) -> float:
        return self.process.cpu_seconds()

    def close(self) -> None:
        self.process.send("quit")
        self.process.close()


def _legal(words: list[str], line: str, position: Position, name: str) -> Move:
    try:
        return _checked(parse_printed_move(words[0] if words else "", position), position, name)
    except NotationError:
        raise EngineGarbageError(f"{name} answered {line[:80]!r}, which is no move") from None


def _checked(move: Move, position: Position, name: str) -> Move:
    try:
        position.play(move)
    except IllegalMoveError as error:
        raise EngineIllegalMoveError(f"{name}: {error!s}") from None
    return move


class CodinGameClient:
    """A program that speaks CodinGame's protocol of Ultimate. It plays whole games: a new process for each."""

    def __init__(
        self, command: Sequence[str], game: str, *, limits: Limits | None = None, view: View | None = None
    ) -> None:
        if game != "ultimate-count":
            raise EngineError(f"CodinGame programs play ultimate-count, not {game}")
        self._start = partial(Process, command, limits=limits, view=view)
        self.process = self._start()
        self.name = self.process.name
        self._fresh = True
        self._after_own_move: Position = ultimate(count_rule=True)

    def new_game(self) -> None:
        if not self._fresh:
            self.process.kill()
            self.process = self._start()
        self._fresh = True
        self._after_own_move = ultimate(count_rule=True)

    def choose(self, position: Position, go: Go, deadline: float) -> Answer:
        if self._fresh:
            deadline += FIRST_CODINGAME_SECONDS
            self._fresh = False
        place = self._opponent_move(position)
        self.process.send("-1 -1" if place is None else "{} {}".format(*position.row_and_column(place)))
        legal = position.legal_moves()
        self.process.send(str(len(legal)))
        for move in legal:
            self.process.send("{} {}".format(*position.row_and_column(move)))
        move = self._read_move(position, deadline)
        self._after_own_move = position.play(move)
        return Answer(move, None)

    def _opponent_move(self, position: Position) -> Move | None:
        """What leads from where we left the game to this position."""
        before = self._after_own_move
        if position == before:
            return None
        for move in before.legal_moves():
            if before.play(move) == position:
                return move
        raise EngineError(f"a CodinGame program plays whole games of {position.game} from the empty board")

    def _read_move(self, position: Position, deadline: float) -> Move:
        line = self.process.read_line(deadline)
        numbers = re.fullmatch(r"\s*([0-8])\s+([0-8])(\s.*)?", line)
        if not numbers:
            raise EngineGarbageError(f"{self.name} answered {line[:80]!r}, which is no row and column")
        return _checked(position.move_at(int(numbers[1]), int(numbers[2])), position, self.name)

    def cpu_seconds(self) -> float:
        return self.process.cpu_seconds()

    def close(self) -> None:
        self.process.close()
