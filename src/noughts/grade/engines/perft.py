"""Counts of positions ahead, from engines that offer them: `go perft N` or `perft N`. UGI demands neither."""

from __future__ import annotations

import re
import time
from collections.abc import Iterable

from noughts.errors import EngineError
from noughts.grade.engines.asking import Asking, Question
from noughts.grade.engines.scripts import Script
from noughts.notation import format_move
from noughts.protocol.client import UgiClient
from noughts.rules.mark import Mark
from noughts.rules.position import perft
from noughts.rules.ultimate import UltimatePosition

PERFT = "perft"
COMMANDS = ("go perft", "perft")
GAMES = 4
DEPTHS = (1, 2)
DEPTH_OF_START = 3
PROBE_SECONDS = 2.0
AFTERTHOUGHT = 0.3
"""Seconds that a count may come after `readyok`."""

_COUNT = re.compile(r"(?:nodes(?:\s+searched)?|total|count|perft(?:\s+[0-9]+)?)?\s*[:=]?\s*([0-9]{1,18})", re.I)


def check_perft(asking: Asking[UgiClient], scripts: Iterable[Script], seconds: float) -> None:
    """Ask at every position of some games; an engine that offers no counts is none the worse for it."""
    command = _offered(asking)
    if command is None:
        asking.results[PERFT].is_offered = False
        return
    opened_by_x = [script for script in scripts if script.positions[0].to_move is Mark.X]
    for number, script in enumerate(opened_by_x[:GAMES]):
        told = "position startpos"
        for ply, position in enumerate(script.positions[:-1]):
            if ply:
                told += f"{'' if ply > 1 else ' moves'} {format_move(script.moves[ply - 1], position)}"
            for depth in DEPTHS if ply or number else (*DEPTHS, DEPTH_OF_START):
                _compare(asking, command, depth, told, position, seconds)


def _compare(
    asking: Asking[UgiClient], command: str, depth: int, told: str, position: UltimatePosition, seconds: float
) -> None:
    asked = f"{command} {depth}"

    def put(client: UgiClient) -> str:
        client.process.send(told)
        client.process.send(asked)
        line = client.read_until(lambda line: _count(line, asked) is not None, time.monotonic() + seconds)
        return _count(line, asked) or ""

    asking.compare(Question(PERFT, position, f"{told}; {asked}"), str(perft(position, depth)), put)


def _offered(asking: Asking[UgiClient]) -> str | None:
    """The command that is answered with a count. Whatever else it leads to is no finding: nobody promised it."""
    for command in COMMANDS:
        try:
            if _answers(asking.running(), f"{command} 1"):
                return command
        except EngineError:
            pass
        asking.end()  # it may be thinking, or dead
    return None


def _answers(client: UgiClient, asked: str) -> bool:
    for line in ("position startpos", asked, "isready"):
        client.process.send(line)
    deadline = time.monotonic() + PROBE_SECONDS
    while (line := client.process.read_line(deadline)).split()[:1] != ["bestmove"]:
        if _count(line, asked) is not None:
            return True
        if line.strip() == "readyok":
            deadline = min(deadline, time.monotonic() + AFTERTHOUGHT)
    return False


def _count(line: str, asked: str) -> str | None:
    """The number in a line like `81`, `Nodes searched: 81` or `perft 1 81`, but not in an echo of the question."""
    found = _COUNT.fullmatch(line.strip())
    return found[1] if found and line.split() != asked.split()[-2:] else None
