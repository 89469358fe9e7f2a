"""`noughts perft`."""

from __future__ import annotations

import json
import time

import click

from noughts.cli.arguments import PositionText, game_option, json_option
from noughts.notation import format_position, game_name, parse_position
from noughts.rules.position import Position, perft
from noughts.rules.ultimate import UltimatePosition


@click.command(name="perft")
@click.argument("depth", type=click.IntRange(min=0))
@game_option
@click.option("--position", type=PositionText(), default="start", show_default=True, help="Where to start counting.")
@json_option
def command(depth: int, game: str, position: str, as_json: bool) -> None:
    """Count the positions exactly DEPTH plies ahead, once for each way to get there.

    A program whose rules are right gets the same numbers. Ultimate is counted by the native core.

    \b
      noughts perft 9
      noughts perft 7 --game ultimate
      noughts perft 3 --game ultimate --position "start moves e5 d4"
    """
    root = parse_position(position, game)
    began = time.perf_counter()
    nodes = _count(root, depth)
    seconds = time.perf_counter() - began
    if as_json:
        fields = {"game": game_name(root), "position": format_position(root), "depth": depth}
        click.echo(json.dumps({**fields, "nodes": nodes, "seconds": round(seconds, 6)}))
    else:
        click.echo(f"{nodes:,} positions at depth {depth} ({seconds:.3f} s)")


def _count(position: Position, depth: int) -> int:
    if isinstance(position, UltimatePosition):
        from noughts import engine

        return engine.perft(position, depth)
    return perft(position, depth)
