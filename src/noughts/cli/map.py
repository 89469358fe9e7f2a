"""`noughts map`."""

from __future__ import annotations

import contextlib
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from noughts.rules.mark import Mark

if TYPE_CHECKING:
    from noughts.render.map_svg import Plan


@click.command(name="map")
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path, dir_okay=False),
    required=True,
    metavar="FILE",
    help="Write a picture (.svg), or a page that prints each side on a sheet of its own (.html).",
)
@click.option(
    "--side",
    type=click.Choice([str(mark).lower() for mark in Mark], case_sensitive=False),
    help="The map of this side alone; default: both, one below the other.",
)
@click.option(
    "--program",
    type=click.Path(path_type=Path, dir_okay=False, exists=True),
    metavar="FILE",
    help="Draw what somebody's program plays, with its lost games in red: a .py or .c file as for noughts grade.",
)
def command(output: Path, side: str | None, program: Path | None) -> None:
    """Draw the strategy map of classic tic-tac-toe: what to play, whatever the other side does.

    Each page is a poster in A3, which also fits A4. The bold mark is your move; in the cell that your opponent takes
    lies the board with your next one. The moves are from the exact table: the map never loses, and takes every forced
    win in the fewest moves.

    \b
      noughts map -o map.svg
      noughts map --side x -o poster.svg
      noughts map -o map.html
      noughts map --program tictactoe.py -o program.svg
    """
    from noughts.render.map_svg import map_html, map_svg, summary

    draw = {".svg": map_svg, ".html": map_html}.get(output.suffix.lower())
    if draw is None:
        raise click.UsageError(f"a picture is written as .svg, a page as .html, got {str(output)!r}")
    if not output.parent.is_dir():
        raise click.UsageError(f"there is no directory {str(output.parent)!r} for the map")
    sides = list(Mark) if side is None else [Mark(side.upper())]
    plans = [_perfect(mark) for mark in sides] if program is None else _of_program(program, sides)
    output.write_text(draw(plans), encoding="utf-8")
    for plan in plans:
        click.echo(f"{plan.mark}: {summary(plan)}", err=True)


def _perfect(mark: Mark) -> Plan:
    from noughts.render.map_svg import Plan
    from noughts.teaching.strategy import perfect_strategy

    return Plan(mark, perfect_strategy(mark))


def _of_program(path: Path, sides: list[Mark]) -> list[Plan]:
    """Asked as it is graded: in a process of its own, isolated where the system can do that."""
    from noughts.cli.grade import run_settings
    from noughts.grade.findings import Kind
    from noughts.grade.moves import mistake
    from noughts.grade.programs.grading import own_moves, submitted_file
    from noughts.grade.progress import Progress, Silent
    from noughts.render.map_boards import Mistake
    from noughts.render.map_svg import Plan

    settings, progress = run_settings(), Progress if sys.stderr.isatty() else Silent
    with contextlib.closing(submitted_file(path, settings)) as program, progress() as listener:
        moves = own_moves(program, settings, listener)
    kinds: dict[Kind | None, Mistake] = {Kind.LOSES: "loss", Kind.DRAWS: "draw"}
    judged = {position: mistake(position, move) for position, move in moves.items() if move is not None}
    mistakes = {position: kinds[kind] for position, kind in judged.items() if kind}
    return [Plan(mark, moves, mistakes, path.name) for mark in sides]
