"""What the engine says about the first moves of Ultimate, by deep searches and by games against itself.

python -m training.openings --game ultimate --seconds 60 --games 200 --output src/noughts/data/openings.txt

The 15 first moves up to symmetry by one end rule, and the replies to each; what the file has of the other rule stays.
Each first move gets a long search, each reply a glance, and the best few replies a long search as well. Each first move
begins some games in which the first plies are chosen by chance among the best few, so that they differ.
The journal keeps every result: started again, it goes on where it was.
"""

from __future__ import annotations

import argparse
import random
from collections import Counter
from importlib.metadata import version
from pathlib import Path
from typing import Any

from noughts.analysis import Limit, score_for_parent
from noughts.explain.openings import OPENINGS_FILE, Opening, format_opening
from noughts.match.executors import executor_for
from noughts.native.ultimate import Engine
from noughts.rules.mark import Move
from noughts.rules.ultimate import UltimatePosition, ultimate
from training.journal import Questions

LINE = 6
"""How many moves of the expected line are kept."""
CHANCE_PLIES, CHANCE_MOVES = 8, 3
"""In so many first plies a game goes on with one of so many of the best moves."""
BATCH = 10
"""Games a task."""
BEST_REPLIES = 2
"""To each first move, that get as long a search as it."""


def after(game: str, moves: list[Move]) -> UltimatePosition:
    position = ultimate(count_rule=game == "ultimate-count")
    for move in moves:
        position = position.play(move)
    return position


def different_moves(position: UltimatePosition) -> list[Move]:
    """The legal moves of a position, one of each set of mirror images."""
    return list({position.play(move).canonical(): move for move in reversed(position.legal_moves())}.values())[::-1]


def verdict(game: str, moves: list[Move], seconds: float) -> dict[str, Any]:
    """A deep look at the position after some moves, for the side that made the last."""
    with Engine(hash_mb=64, cpu_time=True) as engine:
        analysis = engine.analyze(after(game, moves), Limit(seconds=seconds))
    best = analysis.moves[0]
    return {"score": score_for_parent(best.score), "depth": analysis.depth, "line": list(best.line[:LINE])}


def play_games(game: str, first: Move, numbers: list[int], nodes: int) -> list[list[Any]]:
    """Games of the engine against itself: the reply and who won, `X`, `O` or `draw`."""
    results = []
    with Engine(hash_mb=4) as engine:
        for number in numbers:
            chance = random.Random(f"{game}/{first}/{number}")
            position, plies, reply = after(game, [first]), 1, None
            engine.clear()
            while position.outcome is None:
                lines = CHANCE_MOVES if plies < CHANCE_PLIES else 1
                move = chance.choice(engine.analyze(position, Limit(nodes=nodes), lines=lines).moves).move
                reply = move if reply is None else reply
                position, plies = position.play(move), plies + 1
            results.append([reply, str(position.outcome.winner or "draw")])
    return results


def make(game: str, told: argparse.Namespace, journal: Questions) -> list[Opening]:
    """The openings of one end rule."""
    start = ultimate(count_rule=game == "ultimate-count")
    firsts = different_moves(start)
    batches = [list(range(begin, min(begin + BATCH, told.games))) for begin in range(0, told.games, BATCH)]
    played = [(first, batch) for first in firsts for batch in batches]
    results = journal.answers(play_games, [(game, first, batch, told.game_nodes) for first, batch in played])
    counts: Counter[tuple[UltimatePosition, str]] = Counter()
    for (first, _), games in zip(played, results, strict=True):
        for reply, winner in games:
            counts[start.play(first).canonical(), winner] += 1
            counts[start.play(first).play(reply).canonical(), winner] += 1
    replies = [[first, reply] for first in firsts for reply in different_moves(start.play(first))]
    glances = journal.answers(verdict, [(game, moves, told.glance) for moves in replies])
    looks = {tuple(moves): look for moves, look in zip(replies, glances, strict=True)}
    alone = [[first] for first in firsts]
    deep = list(alone)
    for first in firsts:
        mine = [moves for moves in replies if moves[0] == first]
        deep += sorted(mine, key=lambda moves: -looks[tuple(moves)]["score"])[:BEST_REPLIES]
    verdicts = journal.answers(verdict, [(game, moves, told.seconds) for moves in deep])
    looks |= {tuple(moves): look for moves, look in zip(deep, verdicts, strict=True)}
    return [_opening(game, moves, looks[tuple(moves)], counts) for moves in alone + replies]


def _opening(
    game: str, moves: list[Move], look: dict[str, Any], counts: Counter[tuple[UltimatePosition, str]]
) -> Opening:
    position = after(game, moves)
    key, mover = position.canonical(), str(position.to_move.other)
    wins, draws, losses = (counts[key, winner] for winner in (mover, "draw", str(position.to_move)))
    return Opening(game, tuple(moves), look["score"], look["depth"], tuple(look["line"]), wins, draws, losses)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", choices=["ultimate", "ultimate-count"], default="ultimate")
    parser.add_argument("--seconds", type=float, default=60.0, help="of CPU time for a first move or a best reply")
    parser.add_argument("--glance", type=float, default=5.0, help="seconds for a first look at each reply")
    parser.add_argument("--games", type=int, default=200, help="that begin with each first move")
    parser.add_argument("--game-nodes", type=int, default=2000, help="positions for each move of these games")
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    parser.add_argument("--dask", metavar="ADDRESS", help="work on the cluster of this Dask scheduler")
    parser.add_argument("--journal", type=Path, default=Path("openings.jsonl"))
    parser.add_argument("--output", type=Path, default=Path(OPENINGS_FILE))
    told = parser.parse_args()
    with executor_for(told.jobs, told.dask) as (executor, width):
        openings = make(told.game, told, Questions(told.journal, executor, width))
    command = (
        f"python -m training.openings --game {told.game} --seconds {told.seconds:g} "
        f"--glance {told.glance:g} --games {told.games} --game-nodes {told.game_nodes}"
    )
    known = told.output.read_text(encoding="utf-8").splitlines() if told.output.exists() else []
    kept = [line for line in known if not line.startswith(f"{told.game}\t") and f" --game {told.game} " not in line]
    lines = [*kept, f"# noughts {version('noughts')}: {command}", *map(format_opening, openings)]
    lines.sort(key=lambda line: not line.startswith("#"))
    told.output.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
