"""Writes the table of docs/line-games.md: every line game of up to 30 cells that is solved within ten minutes.

python docs/make_line_games.py JOURNAL [--cells 30] [--seconds 600] [--jobs 1] [--dask ADDRESS]
python docs/make_line_games.py JOURNAL --write       puts what the journal knows into docs/line-games.md

The journal gets one line of JSON for each game as it is solved; called again with it, the work goes on where it ended.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator
from concurrent.futures import as_completed
from itertools import groupby
from pathlib import Path
from typing import Any

from noughts.analysis import Limit, is_proved_loss, is_proved_win, plies_to_end
from noughts.journal import Journal
from noughts.match.executors import executor_for
from noughts.native.line import LineEngine
from noughts.notation import format_move
from noughts.rules.line_game import line_game

PAGE = Path(__file__).with_name("line-games.md")
BEGIN, END = "<!-- table: begin -->", "<!-- table: end -->"
HEADER = """\
| board | value | plies | first moves that hold it | positions | seconds |
|---|---|---|---|---|---|"""
HASH_MB = 64
LEAST_IN_LINE = 3
"""With one or two in a row the first player wins at once wherever the board has room for it."""

Size = tuple[int, int, int]
Found = dict[str, Any]


def sizes(cells: int) -> list[Size]:
    """The games with so many cells at most, the small ones first; m,n and n,m are the same game."""
    found = [
        (columns, rows, in_line)
        for columns in range(1, 27)
        for rows in range(1, columns + 1)
        if columns * rows <= cells
        for in_line in range(LEAST_IN_LINE, columns + 1)
    ]
    return sorted(found, key=lambda size: (size[0] * size[1], size))


def solve(size: Size, seconds: float) -> Found:
    """What the engine says about the empty board; its first moves where all of them are proved in time."""
    start = line_game(*size)
    found: Found = {"game": start.game, "seconds_allowed": seconds}
    with LineEngine(hash_mb=HASH_MB, cpu_time=True, prove=True) as engine:
        value = engine.analyze(start, Limit(seconds=seconds), lines=1)
        best = value.best
        assert best is not None
        found |= {"solved": best.exact, "nodes": value.nodes, "seconds": round(value.seconds, 3)}
        if best.exact:
            found |= {"score": best.score, "line": [format_move(move, start) for move in best.line]}
            every = engine.analyze(start, Limit(seconds=seconds))
            if every.solved:
                held = [
                    ranked.move
                    for ranked in every.moves
                    if (ranked.score > 0) == (best.score > 0) and not is_proved_loss(ranked.score)
                ]
                found["holding"] = [format_move(move, start) for move in sorted(held)]
    return found


def run(arguments: argparse.Namespace) -> None:
    journal = Journal(arguments.journal)
    wanted = [size for size in sizes(arguments.cells) if line_game(*size).game not in journal.known]
    with executor_for(arguments.jobs, arguments.dask) as (executor, _):
        jobs = [executor.submit(solve, size, arguments.seconds) for size in wanted]
        for job in as_completed(jobs):
            found = job.result()
            journal.write(found["game"], found)
            print(row(found), flush=True)


def row(found: Found) -> str:
    """One line of the table."""
    game, nodes, seconds = found["game"], f"{found['nodes']:,}", f"{found['seconds']:.2f}"
    if not found["solved"]:
        return f"| {game} | not within {found['seconds_allowed']:.0f} s | | | {nodes} | {seconds} |"
    columns, rows, _ = (int(number) for number in ("3,3,3" if game == "classic" else game).split(","))
    score, holding = found["score"], found.get("holding")
    value = "first player wins" if is_proved_win(score) else "draw"
    moves = "?" if holding is None else "all" if len(holding) == columns * rows else " ".join(holding)
    return f"| {game} | {value} | {plies_to_end(score) or ''} | {moves} | {nodes} | {seconds} |"


def _is_plain_draw(found: Found) -> bool:
    return found["solved"] and found["score"] == 0 and len(found.get("holding", ())) == _order(found)[0]


def rows_of(known: Iterable[Found]) -> Iterator[str]:
    """The table; the lengths of line with which a board is drawn whatever the first move share a row."""
    for (_, columns, rows), of_board in groupby(sorted(known, key=_order), key=lambda found: _board(found)):
        games = list(of_board)
        drawn = [found for found in games if _is_plain_draw(found)]
        yield from (row(found) for found in games if found not in drawn)
        if drawn:
            lengths = [_order(found)[1][2] for found in drawn]
            assert lengths == list(range(lengths[0], lengths[-1] + 1))
            name = f"{columns},{rows},{lengths[0]}" + (f" to {lengths[-1]}" if len(lengths) > 1 else "")
            most, nodes = max(found["seconds"] for found in drawn), max(found["nodes"] for found in drawn)
            yield f"| {name} | draw | | all | {nodes:,} | {most:.2f} |"


def write(journal: Path) -> None:
    rows = list(rows_of(Journal(journal).known.values()))
    before, _, rest = PAGE.read_text().partition(BEGIN)
    after = rest.partition(END)[2]
    PAGE.write_text(f"{before}{BEGIN}\n" + "\n".join([HEADER, *rows]) + f"\n{END}{after}")


def _board(found: Found) -> Size:
    cells, (columns, rows, _) = _order(found)
    return cells, columns, rows


def _order(found: Found) -> tuple[int, Size]:
    columns, rows, in_line = (int(number) for number in found["game"].replace("classic", "3,3,3").split(","))
    return columns * rows, (columns, rows, in_line)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("journal", type=Path)
    parser.add_argument("--cells", type=int, default=30)
    parser.add_argument("--seconds", type=float, default=600)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--dask", metavar="ADDRESS")
    parser.add_argument("--write", action="store_true")
    arguments = parser.parse_args()
    if arguments.write:
        write(arguments.journal)
    else:
        run(arguments)


if __name__ == "__main__":
    main()
