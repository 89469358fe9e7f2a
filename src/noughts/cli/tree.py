"""`noughts tree`."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from noughts.cli.arguments import game_option, position_argument
from noughts.cli.searching import require_depth, search_options
from noughts.notation import parse_position
from noughts.search.plans import SCORINGS, SearchPlan
from noughts.search.trace import TreeRecorder

MOST_KEPT = 10**9
"""Folded as it grows, a tree of any size has room."""


@click.command(name="tree")
@position_argument
@game_option
@search_options
@click.option(
    "--scores",
    type=click.Choice(list(SCORINGS)),
    default="plain",
    show_default=True,
    help="Win, draw and loss alone, or quicker wins above slower ones.",
)
@click.option(
    "--max-nodes",
    type=click.IntRange(min=1),
    default=1000,
    show_default=True,
    metavar="N",
    help="Draw the first N nodes; the rest is counted.",
)
@click.option(
    "--fold",
    type=click.IntRange(min=0),
    is_flag=False,
    flag_value=0,
    metavar="[N]",
    help="Draw the line that matters; beside it fold what has more than N positions (0 if no N is given).",
)
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE.svg",
    help="Write a picture instead of text.",
)
def command(
    position: str,
    game: str,
    algorithm: str,
    order: str,
    depth: int | None,
    numbers: bool,
    scores: str,
    max_nodes: int,
    fold: int | None,
    output: Path | None,
) -> None:
    """Draw the tree of a search of POSITION: every board, its value, its window, and what was cut.

    Values are for X. The chosen move of each board is marked.

    \b
      noughts tree "O.X/X../XOO x"
      noughts tree "O.X/X../XOO x" --algorithm alphabeta -o tree.svg
      noughts tree start --algorithm alphabeta --depth 2
      noughts tree start --fold
      noughts tree start --game ultimate --depth 1
    """
    root = parse_position(position, game)
    require_depth(root, depth)
    if output is not None and output.suffix.lower() != ".svg":
        raise click.UsageError(f"a picture is written as .svg, got {str(output)!r}")
    recorder = TreeRecorder(max_nodes if fold is None else MOST_KEPT, fold=fold)
    SearchPlan(algorithm, order, scores, depth).run(root, recorder)
    assert recorder.root is not None
    if output is None:
        from noughts.render.canvas import style_for
        from noughts.render.tree_text import tree_text

        click.echo(tree_text(recorder.root, number=numbers, style=style_for(sys.stdout)))
    else:
        from noughts.render.tree_svg import tree_svg

        output.write_text(tree_svg(recorder.root, number=numbers), encoding="utf-8")
    cut = f", moves cut: {recorder.skipped:,}" if recorder.skipped else ""
    shown = "" if recorder.complete else f" (the first {max_nodes:,} are drawn; see --fold and --max-nodes)"
    click.echo(f"nodes visited: {recorder.visited:,}{cut}{shown}", err=True)
