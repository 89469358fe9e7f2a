"""The process that thinks for a server, so that no thought slows the moves of others.

It reads pickled pairs from its input: a number with a function and its arguments begins a thought in a thread of its
own, the number with None stops it. It writes each thought's number with what came of it, and before that what it told
on its way. It ends with its input: nobody has to end it when the server is killed.
"""

from __future__ import annotations

import contextlib
import json
import os
import pickle
import random
import struct
import sys
import threading
from collections.abc import Callable, Sequence
from typing import Any, BinaryIO, NamedTuple, TypeAlias

from noughts.analysis import Analysis, Limit
from noughts.analyzers import rank_for_table, strongest
from noughts.explain.puzzle_play import Hint, Verdict, hint, judge
from noughts.explain.puzzles import Puzzle
from noughts.explain.reasons import explain
from noughts.explain.review import review as review_game
from noughts.explain.review_json import review_document
from noughts.game import Level
from noughts.players import levels
from noughts.players.player import LevelPlayer
from noughts.players.sight import form_of_the_day
from noughts.record import GameRecord
from noughts.render.search_json import search_document
from noughts.rules.mark import Move
from noughts.rules.position import Position
from noughts.search.plans import SearchPlan, compare_searches

LENGTH = struct.Struct(">I")
"""Before each answer stands its length."""
MOVES_EXPLAINED = 5


class Told(NamedTuple):
    """What a thought says on its way, under the name of its event."""

    event: str
    content: Any


Tell: TypeAlias = Callable[[str, object], None]


def level_move(level: Level, position: Position, seconds: float, game_id: str, *, stop: threading.Event) -> Move:
    """What a level plays; its form belongs to the game."""
    player = LevelPlayer(level, form=form_of_the_day(random.Random(f"{game_id} {position.to_move}")))
    return player.choose_move(position, Limit(nodes=LevelPlayer.NODES, seconds=seconds), stop=stop)


def analyze(
    position: Position, seconds: float, lines: int | None, *, stop: threading.Event
) -> tuple[Analysis, list[str]]:
    """What is true, and why the first moves are good or bad."""
    with contextlib.closing(strongest(position)) as analyzer:
        analysis = analyzer.analyze(position, Limit(seconds=seconds), lines=lines, stop=stop)
    return analysis, _reasons(position, analysis)


def _reasons(position: Position, analysis: Analysis) -> list[str]:
    if not analysis.moves:
        return [f"The game is over: {position.outcome}."]
    return [explain(position, ranked.move, analysis) for ranked in analysis.moves[:MOVES_EXPLAINED]]


def deepen(position: Position, seconds: float, lines: int, *, tell: Tell, stop: threading.Event) -> None:
    """Tells an analysis and the reasons of its first moves, again and again as it gets deeper."""

    def told(analysis: Analysis) -> None:
        tell("analysis", (analysis, _reasons(position, analysis)))

    with contextlib.closing(strongest(position)) as analyzer:
        told(rank_for_table(analyzer, position, Limit(seconds=seconds), lines, progress=told, stop=stop))


def review(record: GameRecord, seconds: float, *, tell: Tell, stop: threading.Event) -> None:
    """Tells how far it is, and at last every move of a game judged, as JSON."""

    def told(done: int, of: int) -> None:
        tell("progress", json.dumps({"done": done, "of": of}))

    with contextlib.closing(strongest(record.start, cpu_time=True)) as analyzer:
        found = review_game(record, analyzer, seconds=seconds, progress=told, stop=stop)
    if found.is_complete:
        tell("review", json.dumps(review_document(found), ensure_ascii=False))


def is_solved(position: Position, *, stop: threading.Event) -> bool:
    """Whether a game has perfect play."""
    return levels.is_solved(position)


def search(position: Position, seconds: float, plan: SearchPlan, most: int, *, stop: threading.Event) -> bytes:
    """Every step of a search, as JSON."""
    return _json(search_document(position, plan, most, stop))


def compare(position: Position, seconds: float, depth: int | None, *, stop: threading.Event) -> bytes:
    """What the searches of a position cost, as JSON."""
    return _json(compare_searches(position, depth, stop)._asdict())


def judge_puzzle(
    puzzle: Puzzle, seconds: float, played: Sequence[Move], move: Move, *, stop: threading.Event
) -> Verdict:
    """What came of a move in a puzzle."""
    return judge(puzzle, played, move, stop=stop)


def puzzle_hint(puzzle: Puzzle, seconds: float, played: Sequence[Move], step: int, *, stop: threading.Event) -> Hint:
    """Where to look in a puzzle that has left its solution."""
    return hint(puzzle, played, step, stop=stop)


def _json(document: object) -> bytes:
    return json.dumps(document, ensure_ascii=False, separators=(",", ":")).encode()


class _Thinker:
    def __init__(self, output: BinaryIO) -> None:
        self._output = output
        self._lock = threading.Lock()
        self._stops: dict[int, threading.Event] = {}

    def listen(self, source: BinaryIO) -> None:
        while True:
            try:
                number, thought = pickle.load(source)
            except (EOFError, OSError):
                return
            if thought is None:
                if stop := self._stops.get(number):
                    stop.set()
            else:
                self._stops[number] = threading.Event()
                threading.Thread(target=self._think, args=[number, *thought], daemon=True).start()

    def _think(self, number: int, function: object, arguments: tuple[object, ...], tells: bool) -> None:
        assert callable(function)
        listening = {"tell": lambda event, content: self._write(number, event, content)} if tells else {}
        try:
            answer = function(*arguments, stop=self._stops[number], **listening)
        except Exception as error:
            answer = error
        del self._stops[number]
        self._write(number, None, answer)

    def _write(self, number: int, event: str | None, answer: object) -> None:
        try:
            content = pickle.dumps((number, event, answer))
        except Exception as error:  # an error with something in it that cannot travel
            content = pickle.dumps((number, None, RuntimeError(f"{type(answer).__name__}: {answer} ({error})")))
        with self._lock:
            self._output.write(LENGTH.pack(len(content)) + content)
            self._output.flush()


def main() -> None:
    os.nice(int(sys.argv[1]))
    answers, sys.stdout = sys.stdout.buffer, sys.stderr  # what anybody prints must not come between
    _Thinker(answers).listen(sys.stdin.buffer)
    os._exit(0)  # thoughts that are left have nobody to tell


if __name__ == "__main__":
    main()
