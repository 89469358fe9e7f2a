"""`noughts solve`."""

from __future__ import annotations

import json

import click

from noughts.analyzers import strongest
from noughts.cli.arguments import PositionText, game_option, json_option, limit_from, limit_options
from noughts.cli.interruptible import think
from noughts.notation import format_move, format_position, parse_position
from noughts.render.analysis_json import plies_of, value_of

DEFAULT_SECONDS = 60.0


@click.command(name="solve")
@game_option
@click.option("--position", type=PositionText(), default="start", show_default=True, help="Where to start.")
@limit_options
@json_option
@click.pass_context
def command(
    ctx: click.Context,
    game: str,
    position: str,
    depth: int | None,
    nodes: int | None,
    seconds: float | None,
    as_json: bool,
) -> None:
    """The exact value of a game, with one line of best play; "not solved" and exit code 1 where the limits end it.

    Without a limit it tries for a minute. Nothing is guessed: an answer is a proof.

    \b
      noughts solve
      noughts solve --game 4,4,3
      noughts solve --game ultimate --position "start moves e5 e4" --seconds 10
    """
    root = parse_position(position, game)
    analysis, interrupted = think(strongest(root, prove=True), root, limit_from(depth, nodes, seconds, DEFAULT_SECONDS))
    best = analysis.best
    value = value_of(best) if best else None
    solved = value != "unknown"
    plies = plies_of(best, root) if best and solved else None
    line = [format_move(move, root) for move in best.line] if best and solved else []
    if as_json:
        click.echo(
            json.dumps(
                {
                    "game": root.game,
                    "position": format_position(root),
                    "outcome": str(root.outcome) if root.outcome else None,
                    "solved": solved,
                    "value": value,
                    "plies": plies,
                    "line": line,
                    "nodes": analysis.nodes,
                    "seconds": round(analysis.seconds, 6),
                }
            )
        )
    elif best is None:
        click.echo(f"{root.game}: the game is over: {root.outcome}")
    elif not solved:
        click.echo(f"{root.game}: not solved ({analysis.nodes:,} positions in {analysis.seconds:.1f} s)")
    else:
        result = "draw" if value == "draw" else f"{root.to_move if value == 'win' else root.to_move.other} wins"
        distance = f" in {plies} plies" if plies is not None and value != "draw" else ""
        click.echo(f"{root.game}: {result}{distance} with best play\n{' '.join(line)}")
    if interrupted or not solved:
        ctx.exit(130 if interrupted else 1)
