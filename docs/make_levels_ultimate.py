"""Writes the table of docs/levels-ultimate.md: matches of each level of Ultimate against the one below.

python docs/make_levels_ultimate.py [--games 200] [--jobs 2]   prints the table
python docs/make_levels_ultimate.py --write                    puts it into docs/levels-ultimate.md

Levels think in positions, not in time, so the same games come out on every machine.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from noughts.game import STRONGEST
from noughts.match.contestants import parse_entry
from noughts.match.control import Control
from noughts.match.executors import process_pool
from noughts.match.plan import Plan, opening_moves
from noughts.match.results import Results
from noughts.match.runner import Runner
from noughts.players.levels import SEARCHES

PAGE = Path(__file__).with_name("levels-ultimate.md")
BEGIN, END = "<!-- table: begin -->", "<!-- table: end -->"
HEADER = """\
| level | does not look | positions a move | against | wins | draws | losses | score | Elo (95%) |
|---|---|---|---|---|---|---|---|---|"""
NODES_OF_LEVEL_10 = 20_000


def played(level: int, games: int, jobs: int) -> Results:
    """A match of a level against the one below."""
    entries = tuple(parse_entry(str(each), "ultimate") for each in (level, level - 1))
    plan = Plan(entries, "ultimate", Control(nodes=NODES_OF_LEVEL_10), games)
    results = Results(plan)
    with process_pool(jobs) as executor:
        Runner(plan, opening_moves(plan, None), results, lambda record: None).run(executor, jobs)
    return results


def row(level: int, games: int, jobs: int) -> str:
    (meeting,) = played(level, games, jobs).meetings.values()
    standing = meeting.standing
    careless, nodes = 0.0, NODES_OF_LEVEL_10
    if level < STRONGEST:
        careless, limit = SEARCHES["ultimate"][level - 1]
        assert limit.nodes is not None
        nodes = limit.nodes
    numbers = [f"{100 * careless:.0f} %", f"{nodes:,}", str(level - 1), standing.wins, standing.draws, standing.losses]
    elo = f"{standing.elo:+.0f} ({standing.low:+.0f} to {standing.high:+.0f})"
    return f"| {level} | {' | '.join(map(str, numbers))} | {100 * standing.score:.1f} % | {elo} |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--write", action="store_true")
    arguments = parser.parse_args()
    rows = [HEADER]
    for level in range(2, STRONGEST + 1):
        rows.append(row(level, arguments.games, arguments.jobs))
        print(rows[-1], flush=True)
    if arguments.write:
        page = PAGE.read_text(encoding="utf-8")
        before, _, rest = page.partition(BEGIN)
        table = "\n".join(rows)
        PAGE.write_text(f"{before}{BEGIN}\n{table}\n{END}{rest.partition(END)[2]}", encoding="utf-8")


if __name__ == "__main__":
    main()
