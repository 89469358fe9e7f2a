"""`noughts compare`."""

from __future__ import annotations

import json

import click

from noughts.cli.arguments import game_option, json_option, position_argument, read_positions
from noughts.search.plans import compare_searches

WAYS = {
    "minimax": "positions visited by minimax",
    "alphabeta": "by alpha-beta, moves in reading order",
    "alphabeta_centre": "by alpha-beta, the centre first",
    "table": "entries of a table of all positions",
    "symmetry": "entries when mirrored and turned boards count once",
}


@click.command(name="compare")
@position_argument
@game_option
@click.option(
    "--depth", type=click.IntRange(min=1), metavar="N", help="Look N plies ahead and estimate what lies beyond."
)
@json_option
def command(position: str, game: str, depth: int | None, as_json: bool) -> None:
    """Count what it costs to search POSITION: by minimax, by alpha-beta, and with a table.

    \b
      noughts compare start
      noughts compare "O.X/X../XOO x" --json
      noughts compare start --game ultimate --depth 3
    """
    for root in read_positions(position, game):
        costs = compare_searches(root, depth)._asdict()
        if as_json:
            click.echo(json.dumps(costs))
            continue
        width = len(f"{costs['minimax']:,}")
        for way, words in WAYS.items():
            click.echo(f"{costs[way]:>{width},}  {words}")
