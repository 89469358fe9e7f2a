"""`noughts book`."""

from __future__ import annotations

import os
import re
import sys
from importlib.metadata import version
from pathlib import Path
from typing import Any

import click

from noughts.cli.arguments import Game
from noughts.notation import GAMES, format_move, start_position


class Plies(click.ParamType[tuple[int, int]]):
    """A range of plies."""

    name = "plies"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[int, int]:
        numbers = re.fullmatch(r"([0-9]{1,2})(?:-([0-9]{1,2}))?", str(value))
        if not numbers or not 1 <= int(numbers[1]) <= int(numbers[2] or numbers[1]):
            self.fail(f"expected plies like 4-8, got {value!r}", param, ctx)
        return int(numbers[1]), int(numbers[2] or numbers[1])


@click.command(name="book")
@click.option("--game", type=Game(), default="ultimate", show_default=True, help=f"Which game: {GAMES}.")
@click.option("--count", type=click.IntRange(min=1), default=1000, show_default=True, help="How many openings.")
@click.option("--plies", type=Plies(), default="4-8", show_default=True, help="How long they are.")
@click.option(
    "--window",
    type=click.IntRange(min=0),
    default=60,
    show_default=True,
    help="How far from even the score may be, for either side.",
)
@click.option("--nodes", type=click.IntRange(min=1), default=50_000, show_default=True, help="How hard to look.")
@click.option("--seed", type=int, default=1, show_default=True, help="Another seed, another book.")
@click.option(
    "--jobs", type=click.IntRange(min=1), default=os.cpu_count() or 1, help="Processes; all cores unless told."
)
@click.option("--dask", metavar="ADDRESS", help="Work on the cluster of this Dask scheduler.")
@click.option(
    "-o", "--output", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE", help="Write it to this file."
)
@click.pass_context
def command(
    ctx: click.Context,
    game: str,
    count: int,
    plies: tuple[int, int],
    window: int,
    nodes: int,
    seed: int,
    jobs: int,
    dask: str | None,
    output: Path | None,
) -> None:
    """Make a book of even openings for matches: one a line, as moves.

    Candidates are random moves; what a search sees near even stays, and of mirror images only one. In Ultimate they are
    even by both end rules. The same options give the same book on every machine. Ctrl-C ends it with what is found.

    \b
      noughts book --count 50
      noughts book --count 2000 -o openings.txt
      noughts match 7 8 --game ultimate --book openings.txt
    """
    from noughts.match.book import BookPlan, make_book
    from noughts.match.executors import executor_for

    plan = BookPlan(game, plies, window, nodes, seed)
    start = start_position(game)
    told = (
        f"--game {game} --count {count} --plies {plies[0]}-{plies[1]} --window {window} --nodes {nodes} --seed {seed}"
    )
    lines = [f"# noughts {version('noughts')}: noughts book {told}"]
    interrupted = False
    with executor_for(jobs, dask) as (executor, width):
        try:
            for moves in make_book(plan, count, executor, width, lambda total: _show(total, count)):
                lines.append(" ".join(format_move(move, start) for move in moves))
        except KeyboardInterrupt:
            interrupted = True
    _show_end()
    if len(lines) == 1 and not interrupted:
        raise click.ClickException("no opening of this game is that even")
    if len(lines) - 1 < count and not interrupted:
        click.echo(f"there are only {len(lines) - 1} such openings", err=True)
    text = "\n".join(lines) + "\n"
    if output is None:
        click.echo(text, nl=False)
    else:
        output.write_text(text, encoding="utf-8")
    ctx.exit(130 if interrupted else 0)


def _show(total: int, count: int) -> None:
    if sys.stderr.isatty():
        print(f"\r\x1b[K{total} of {count} openings (Ctrl-C stops)", end="", file=sys.stderr, flush=True)


def _show_end() -> None:
    if sys.stderr.isatty():
        print("\r\x1b[K", end="", file=sys.stderr, flush=True)
