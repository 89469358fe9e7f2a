"""`noughts openings`."""

from __future__ import annotations

import json

import click

from noughts.cli.arguments import json_option
from noughts.explain.openings import Opening, opening_document, openings_after
from noughts.notation import play_moves, start_position


@click.command(name="openings")
@click.argument("moves", nargs=-1)
@click.option(
    "--game",
    type=click.Choice(["ultimate", "ultimate-count"]),
    default="ultimate",
    show_default=True,
    help="Which end rule.",
)
@json_option
@click.pass_context
def command(ctx: click.Context, moves: tuple[str, ...], game: str, as_json: bool) -> None:
    """The first moves of Ultimate up to symmetry, or the replies to MOVES: what the engine and its games say.

    The chance to win comes from a deep search, a draw counting half; the points are those of games of the engine
    against itself that began so. Both are for the side that makes the move. Exit code 1 where nothing is known.

    \b
      noughts openings
      noughts openings e5
      noughts openings --game ultimate-count --json
    """
    found = openings_after(play_moves(start_position(game), list(moves)))
    if as_json:
        click.echo(json.dumps([opening_document(opening) for opening in found]))
    elif found:
        click.echo(_table(found))
    else:
        click.echo(f"Nothing is known after {' '.join(moves)}.")
    ctx.exit(0 if found else 1)


def _table(openings: list[Opening]) -> str:
    rows = [("move", "chance", "depth", "games", "points", "expected line")]
    for opening in openings:
        document = opening_document(opening)
        points = f"{opening.points:.0%}" if opening.games else "-"
        line = document["line"]
        assert isinstance(line, list)
        rows.append(
            (
                str(document["move"]),
                f"{opening.chance:.0%}",
                str(opening.depth),
                str(opening.games),
                points,
                " ".join(line),
            )
        )
    widths = [max(len(row[column]) for row in rows) for column in range(5)]
    return "\n".join(
        "  ".join(
            [
                row[0].ljust(widths[0]),
                *(cell.rjust(width) for cell, width in zip(row[1:5], widths[1:], strict=True)),
                row[5],
            ]
        ).rstrip()
        for row in rows
    )
