"""Our engine as a program that speaks UGI."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Iterable
from typing import TextIO

from noughts.analysis import Analyzer
from noughts.analyzers import strongest
from noughts.errors import NotationError, NoughtsError
from noughts.notation import format_position, start_position
from noughts.protocol.go_thread import Thinking
from noughts.protocol.messages import RESULTS, one_line, parse_go, parse_setoption, parse_ugi_position
from noughts.render.text import board_text
from noughts.rules.mark import Mark
from noughts.rules.position import Position

OVERHEAD = 0.003
"""Seconds that an answer takes to get out of here."""
MOST_HASH_MB = 4096
MOST_THREADS = 64


HELP = """\
ugi                                  who this is, and its options
isready                              answers readyok as soon as it can think
setoption name NAME value VALUE      Hash (megabytes), Threads, Game (ultimate, classic, 15,15,5, ...)
uginewgame                           forget what was learned in the game before
position startpos|fen P [moves M..]  where the game stands
d                                    show the position
query gameover|p1turn|result         what the rules say about it
go movetime MS|depth N|nodes N       think; also p1time p2time p1inc p2inc in milliseconds, and infinite
stop                                 answer now
quit                                 leave
Scores are for the side to move; mate counts plies."""


class UgiServer:
    """Answers one line after the other; what it cannot do it says in an `info string` and forgets."""

    def __init__(self, output: TextIO, version: str) -> None:
        self._output = output
        self._version = version
        self._lock = threading.Lock()
        self._game = "ultimate"
        self._hash_mb = 16
        self._threads = 1
        self._analyzer: Analyzer | None = None
        self._position: Position | None = None
        self._thinking: Thinking | None = None
        self._commands: dict[str, Callable[[str], None]] = {
            "ugi": self._introduce,
            "isready": self._get_ready,
            "setoption": self._set_option,
            "uginewgame": self._begin_game,
            "position": self._set_position,
            "query": self._answer_query,
            "go": self._go,
            "stop": self._stop,
            "d": self._display,
            "help": self._help,
        }

    def run(self, lines: Iterable[str]) -> None:
        """Listen until `quit` or the end of input; a search with a limit is finished first when the input ends."""
        try:
            for line in lines:
                word, _, rest = line.strip().partition(" ")
                if word == "quit":
                    return
                if word:
                    self._obey(word, rest.strip())
            if self._thinking is not None:
                self._thinking.finish()
        finally:
            self._stop("")
            if self._analyzer is not None:
                self._analyzer.close()

    def _obey(self, word: str, rest: str) -> None:
        try:
            if word not in self._commands:
                raise NotationError(f"unknown command {word!r}")
            self._commands[word](rest)
        except NoughtsError as error:
            self._complain(str(error))

    def _complain(self, message: str) -> None:
        self._write(f"info string {one_line(message)}")

    def _write(self, line: str) -> None:
        with self._lock:
            self._output.write(line + "\n")
            self._output.flush()

    # Commands

    def _introduce(self, rest: str) -> None:
        for line in (
            f"id name noughts {self._version}",
            "id author the authors of noughts",
            f"option name Hash type spin default 16 min 1 max {MOST_HASH_MB}",
            f"option name Threads type spin default 1 min 1 max {MOST_THREADS}",
            "option name Game type string default ultimate",
            "ugiok",
        ):
            self._write(line)

    def _get_ready(self, rest: str) -> None:
        if not self._is_thinking():
            self._ready_analyzer()
        self._write("readyok")

    def _set_option(self, rest: str) -> None:
        self._refuse_while_thinking("setoption")
        name, value = parse_setoption(rest)
        if name.lower() == "hash":
            self._hash_mb = _within(name, value, MOST_HASH_MB)
        elif name.lower() == "threads":
            self._threads = _within(name, value, MOST_THREADS)
        elif name.lower() == "game":
            game = start_position(value).game
            if game != self._game:
                self._game, self._position = game, None
        else:
            raise NotationError(f"unknown option {name!r}")
        if self._analyzer is not None:
            self._analyzer.close()
            self._analyzer = None

    def _begin_game(self, rest: str) -> None:
        self._refuse_while_thinking("uginewgame")
        if self._analyzer is not None:
            self._analyzer.clear()

    def _set_position(self, rest: str) -> None:
        self._refuse_while_thinking("position")
        self._position = parse_ugi_position(rest, self._game)

    def _answer_query(self, rest: str) -> None:
        position = self._known_position()
        answers = {
            "gameover": str(position.outcome is not None).lower(),
            "p1turn": str(position.to_move is Mark.X).lower(),
            "result": RESULTS[position.outcome],
        }
        if rest not in answers:
            raise NotationError(f"expected gameover, p1turn or result after query, got {rest!r}")
        self._write(f"response {answers[rest]}")

    def _go(self, rest: str) -> None:
        self._refuse_while_thinking("go")
        go = parse_go(rest)
        position = self._known_position()
        if position.outcome is not None:
            raise NotationError(f"nothing to think about: the game is over, {position.outcome}")
        limit = go.limit(position, OVERHEAD)
        self._thinking = Thinking(self._ready_analyzer(), position, limit, self._write, wait=go.infinite)

    def _stop(self, rest: str) -> None:
        if self._thinking is not None:
            self._thinking.stop()
            self._thinking = None

    def _display(self, rest: str) -> None:
        position = self._known_position()
        self._write(f"{board_text(position)}\n\nposition fen {format_position(position)}")

    def _help(self, rest: str) -> None:
        self._write(HELP)

    # State

    def _is_thinking(self) -> bool:
        return self._thinking is not None and self._thinking.is_running()

    def _refuse_while_thinking(self, command: str) -> None:
        if self._is_thinking():
            raise NotationError(f"{command} while thinking: stop first")

    def _known_position(self) -> Position:
        if self._position is None:
            raise NotationError("no position yet: send 'position startpos' first")
        return self._position

    def _ready_analyzer(self) -> Analyzer:
        if self._analyzer is None:
            self._analyzer = strongest(start_position(self._game), hash_mb=self._hash_mb, threads=self._threads)
        return self._analyzer


def _within(name: str, value: str, most: int) -> int:
    if not re.fullmatch(r"[0-9]{1,9}", value) or not 1 <= int(value) <= most:
        raise NotationError(f"{name} is a number from 1 to {most}, got {value!r}")
    return int(value)
