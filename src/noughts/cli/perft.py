"""`noughts perft`."""

from __future__ import annotations

import json
import sys
import time

import click

from noughts.cli.arguments import PositionText, game_option, json_option
from noughts.cli.interruptible import StatusLine
from noughts.notation import format_move, format_position, parse_position
from noughts.rules.position import Position
from noughts.rules.ultimate import UltimatePosition
from noughts.words import count


@click.command(name="perft")
@click.argument("depth", type=click.IntRange(min=0))
@game_option
@click.option("--position", type=PositionText(), default="start", show_default=True, help="Where to start counting.")
@click.option("--divide", is_flag=True, help="Also count below each first move, to find where two programs differ.")
@json_option
def command(depth: int, game: str, position: str, divide: bool, as_json: bool) -> None:
    """Count the positions exactly DEPTH plies ahead, once for each way to get there.

    A program whose rules are right gets the same numbers. The native core counts.

    \b
      noughts perft 9
      noughts perft 7 --game ultimate
      noughts perft 3 --game ultimate --position "start moves e5 d4" --divide
    """
    root = parse_position(position, game)
    began = time.perf_counter()
    if depth == 0:
        counts, nodes = {}, 1
    else:
        counts = _divided(root, depth)
        nodes = sum(counts.values())
    seconds = time.perf_counter() - began
    if as_json:
        fields = {"game": root.game, "position": format_position(root), "depth": depth}
        shares = {"divide": counts} if divide else {}
        click.echo(json.dumps({**fields, "nodes": nodes, "seconds": round(seconds, 6), **shares}))
        return
    if divide:
        for move, below in counts.items():
            click.echo(f"{move}: {below}")
    click.echo(f"{count(nodes, 'position')} at depth {depth} ({seconds:.3f} s)")


def _divided(root: Position, depth: int) -> dict[str, int]:
    """The count below each first move; Ctrl-C says how far it came."""
    counts: dict[str, int] = {}
    moves = root.legal_moves()
    try:
        with StatusLine("counting") as status:
            for number, move in enumerate(moves):
                after, name = root.play(move), format_move(move, root)
                counts[name] = 0
                for reply_number, reply in enumerate(after.legal_moves() if depth > 1 else ()):
                    known = count(sum(counts.values()), "position")
                    status.text = f"move {number + 1} of {len(moves)}, reply {reply_number + 1}: {known}"
                    counts[name] += _count(after.play(reply), depth - 2)
                if depth == 1:
                    counts[name] = 1
    except KeyboardInterrupt:
        if len(counts) and depth > 1:
            counts.popitem()  # the one that it was at
        known = count(sum(counts.values()), "position")
        click.echo(f"stopped: {known} below the first {len(counts)} of {len(moves)} moves")
        sys.stdout.flush()
        raise
    return counts


def _count(position: Position, depth: int) -> int:
    from noughts.native import line, ultimate  # with two plies in Python its calls are short, so that Ctrl-C is heard

    return ultimate.perft(position, depth) if isinstance(position, UltimatePosition) else line.perft(position, depth)
