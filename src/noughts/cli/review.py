"""`noughts review`."""

from __future__ import annotations

import contextlib
import json
import sys
from pathlib import Path

import click

from noughts.analyzers import strongest
from noughts.cli.arguments import Seconds, json_option
from noughts.cli.interruptible import interruptible
from noughts.explain.review import SECONDS, Review, review
from noughts.record import GameRecord, read_records
from noughts.words import count


@click.command(name="review")
@click.argument("file", type=click.Path(path_type=Path))
@click.option(
    "--game-number", "number", type=click.IntRange(min=1), metavar="N", help="Which game of the file; the last one."
)
@click.option(
    "--seconds", type=Seconds(), metavar="S", default=SECONDS, show_default=True, help="For the whole game, at most."
)
@json_option
@click.pass_context
def command(ctx: click.Context, file: Path, number: int | None, seconds: float, as_json: bool) -> None:
    """Judge every move of a game in FILE: what it gave away, what was better, and why.

    A move that loses 5 points of winning chance against the best one is an inaccuracy, with 10 a mistake, with 20 a
    blunder; exactly where the game is solved from there. Ctrl-C shows what is judged so far.

    \b
      noughts review my-games.txt
      noughts review my-games.txt --game-number 2 --json
    """
    records = read_records(file)
    if number is not None and number > len(records):
        raise click.UsageError(f"{file} has {count(len(records), 'game')}, there is no game {number}")
    found, interrupted = _reviewed(records[(number or len(records)) - 1], seconds)
    if as_json:
        from noughts.explain.review_json import review_document

        click.echo(json.dumps(review_document(found), ensure_ascii=False))
    else:
        from noughts.explain.review_text import review_text
        from noughts.render.canvas import style_for

        click.echo(review_text(found, style_for(sys.stdout)))
    if interrupted:
        ctx.exit(130)


def _reviewed(record: GameRecord, seconds: float) -> tuple[Review, bool]:
    with (
        contextlib.closing(strongest(record.start, cpu_time=True)) as analyzer,
        interruptible("reviewing") as (run, status, stop),
    ):

        def tell(done: int, of: int) -> None:
            status.text = f"{done} of {count(of, 'move')} reviewed"

        return run(lambda: review(record, analyzer, seconds=seconds, progress=tell, stop=stop)), stop.is_set()
