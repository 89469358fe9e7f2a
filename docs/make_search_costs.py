"""Measure what the searches cost and write docs/search-costs.md with its picture, from real runs.

python docs/make_search_costs.py        (needs the extra `docs`)
"""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import matplotlib as mpl

from noughts.analysis import Score
from noughts.notation import format_position, parse_position
from noughts.rules.position import Position
from noughts.search.alphabeta import alphabeta
from noughts.search.choices import Order, centre_first, plain, reading_order
from noughts.search.minimax import minimax
from noughts.search.trace import Counter
from noughts.tablebase import Tablebase

mpl.use("svg")
mpl.rcParams["svg.hashsalt"] = "noughts"  # the same picture from the same numbers
from matplotlib import pyplot as plt  # noqa: E402

DOCS = Path(__file__).parent

SEARCHES: dict[str, tuple[Callable[..., Score], Order]] = {
    "minimax": (minimax, reading_order),
    "alpha-beta, reading order": (alphabeta, reading_order),
    "alpha-beta, centre first": (alphabeta, centre_first),
}
COLORS = {"minimax": "#c4491d", "alpha-beta, reading order": "#1a5fb4", "alpha-beta, centre first": "#26a269"}

GAME = ["b2", "a1", "c3", "b1", "c1", "a3", "a2", "c2"]  # a drawn game, one empty cell left at its end

BOARDS: list[tuple[str, str, str, int | None]] = [
    ("classic, the empty board", "start", "classic", None),
    ("classic, three cells left", "XOX/OOX/...", "classic", None),
    ("4,3,3, six plies deep", "start", "4,3,3", 6),
    ("4,4,3, five plies deep", "start", "4,4,3", 5),
    ("Ultimate, four plies deep", "start", "ultimate", 4),
]


class Cost(NamedTuple):
    nodes: int
    seconds: float


def cost(position: Position, search: Callable[..., Score], order: Order, depth: int | None) -> Cost:
    """Nodes from a counted run, CPU time from one that nobody watches."""
    counter = Counter()
    search(position, depth=depth, order=order, scoring=plain, trace=counter)
    began = time.process_time()
    search(position, depth=depth, order=order, scoring=plain)
    return Cost(counter.total_visited, time.process_time() - began)


def growth_picture() -> None:
    """Nodes by the number of empty cells, along one game."""
    figure, axes = plt.subplots(figsize=(7.2, 4.0))
    positions = [parse_position(" ".join(["start moves", *GAME[:plies]])) for plies in range(9)]
    for name, (search, order) in SEARCHES.items():
        nodes = [cost(position, search, order, None).nodes for position in positions]
        empty = [len(position.legal_moves()) for position in positions]
        axes.plot(empty, nodes, marker="o", color=COLORS[name], label=name)
    axes.set(yscale="log", xlabel="empty cells", ylabel="positions visited", xticks=range(1, 10))
    axes.grid(alpha=0.3)
    axes.legend(frameon=False)
    axes.spines[["top", "right"]].set_visible(False)
    figure.tight_layout()
    figure.savefig(DOCS / "images" / "search-costs.svg", metadata={"Date": None})


def cost_rows() -> list[str]:
    rows = ["| board | search | positions visited | of minimax | CPU time |", "|---|---|--:|--:|--:|"]
    for title, text, game, depth in BOARDS:
        position = parse_position(text, game)
        costs = {name: cost(position, search, order, depth) for name, (search, order) in SEARCHES.items()}
        whole = costs["minimax"].nodes
        for name, (nodes, seconds) in costs.items():
            share = f"{100 * nodes / whole:.1f} %"
            rows.append(f"| {title} | {name} | {nodes:,} | {share} | {1000 * seconds:,.1f} ms |")
    return rows


def table_row() -> str:
    began = time.process_time()
    table = Tablebase("classic")
    seconds = time.process_time() - began
    return f"a table of all {table.positions:,} positions, {len(table)} up to symmetry, takes {1000 * seconds:.1f} ms"


def main() -> None:
    growth_picture()
    last = format_position(parse_position(" ".join(["start moves", *GAME])))
    page = f"""# What the searches cost

Made by `python docs/make_search_costs.py` from real runs: plain scores (win, draw, loss), an infinite window at the
root, one core. Nodes are exact and the same everywhere; times are those of one machine and only good for comparison.

![Positions visited by the number of empty cells](images/search-costs.svg)

The picture follows one drawn game from the empty board to `{last}`. Minimax visits every line of play: with n empty
cells up to n! of them. Alpha-beta visits about the square root of that when good moves come first, which is why the
order of moves matters more than any other trick: with the centre first it looks at less than half of what reading
order needs.

{chr(10).join(cost_rows())}

Neither search remembers what it has seen, and both meet the same position again and again: minimax visits 549,946
nodes for 5,478 different positions. Remembering is better still: {table_row()}, and then every question is answered
by looking.
"""
    (DOCS / "search-costs.md").write_text(page, encoding="utf-8")


if __name__ == "__main__":
    main()
