"""`noughts worksheet`."""

from __future__ import annotations

from pathlib import Path

import click

from noughts.learn.worksheet import LARGEST_SHEET, worksheet_exercises, worksheet_file


@click.command(name="worksheet")
@click.option(
    "--seed",
    type=click.IntRange(0, LARGEST_SHEET),
    default=1,
    show_default=True,
    metavar="N",
    help="Which sheet: the same number gives the same exercises.",
)
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    required=True,
    help="Where to write it: a file that ends in .html.",
)
def command(seed: int, output: Path) -> None:
    """Write a worksheet on minimax and alpha-beta to be printed, with an answer key on pages of its own.

    The exercises are those of lessons 2 to 4 of `noughts serve`, *Learn*. The file needs nothing else, and prints on
    A4 and Letter.

    \b
      noughts worksheet --seed 7 -o sheet.html
    """
    if output.suffix.lower() != ".html":
        raise click.UsageError(f"a worksheet is written as .html, got {str(output)!r}")
    output.write_text(worksheet_file(seed), encoding="utf-8")
    click.echo(f"{len(worksheet_exercises(seed))} exercises and their answers are in {output}")
