"""`noughts analyze`."""

from __future__ import annotations

import json
import sys

import click

from noughts.analysis import Analysis, RankedMove, plies_to_end
from noughts.analyzers import strongest
from noughts.cli.arguments import (
    game_option,
    json_option,
    limit_from,
    limit_options,
    position_argument,
    read_positions,
)
from noughts.cli.interruptible import think
from noughts.notation import format_move
from noughts.render.analysis_json import analysis_document, shown_moves, value_of
from noughts.rules.position import Position

DEFAULT_SECONDS = 5.0


@click.command(name="analyze")
@position_argument
@game_option
@limit_options
@click.option(
    "--lines",
    type=click.IntRange(min=1),
    default=5,
    show_default=True,
    help="How many moves to show where the position is not solved.",
)
@json_option
@click.pass_context
def command(
    ctx: click.Context,
    position: str,
    game: str,
    depth: int | None,
    nodes: int | None,
    seconds: float | None,
    lines: int,
    as_json: bool,
) -> None:
    """The value of POSITION and its best moves: exact where the game can be solved, else within the limits.

    POSITION is the rows of a board from the top (`X`, `O` and `.`), then optionally whose move it is; `start` is the
    empty board, and `moves ...` may follow. `-` reads one position a line. Without a limit it thinks for 5 seconds
    at most; Ctrl-C shows what is known so far.

    \b
      noughts analyze "XOX/OOX/..."
      noughts analyze "O../.../X.X o" --json
      noughts analyze "start moves b2 a1"
      noughts analyze start --game ultimate --seconds 2
    """
    limit = limit_from(depth, nodes, seconds, DEFAULT_SECONDS)
    for number, root in enumerate(read_positions(position, game)):
        analysis, interrupted = think(strongest(root), root, limit, lines)
        if as_json:
            click.echo(json.dumps(analysis_document(root, analysis, lines)))
        else:
            click.echo("\n" * bool(number) + _report(root, analysis, lines))
        sys.stdout.flush()
        if interrupted:
            ctx.exit(130)


def _report(position: Position, analysis: Analysis, lines: int) -> str:
    from noughts.render.canvas import style_for
    from noughts.render.text import board_text
    from noughts.words import cell_values

    style = style_for(sys.stdout)
    best = analysis.best
    if best is None:
        return f"{board_text(position, style=style)}\n\nThe game is over: {position.outcome}."
    exact_cells = cell_values(analysis) if analysis.solved and position.kind == "line" else None
    row, column = position.row_and_column(best.move)
    text = [board_text(position, values=exact_cells, style=style), ""]
    text.append(f"{position.to_move} to move. Value of the best move: {_words(best)}.")
    text.append(f"Best move: {format_move(best.move, position)} (row {row}, column {column} counted from 0).")
    text += ["", *_table(position, analysis, lines)]
    if not analysis.solved:
        rate = analysis.nodes / max(analysis.seconds, 1e-6)
        text += [
            "",
            f"depth {analysis.depth}, {analysis.nodes:,} positions, {analysis.seconds:.1f} s, {rate:,.0f} a second",
        ]
    return "\n".join(text)


def _words(ranked: RankedMove) -> str:
    value = value_of(ranked)
    plies = plies_to_end(ranked.score)
    if plies is not None:
        return f"{value} {'in' if ranked.exact else 'within'} {plies}"
    return "draw" if value == "draw" else f"{ranked.score:+d}, an estimate"


def _table(position: Position, analysis: Analysis, lines: int) -> list[str]:
    rows = [("move", "value", "expected line")]
    for ranked in shown_moves(analysis, lines):
        line = " ".join(format_move(move, position) for move in ranked.line)
        rows.append((format_move(ranked.move, position), _words(ranked).removesuffix(", an estimate"), line))
    widths = [max(len(row[column]) for row in rows) for column in range(2)]
    return [f"{move:<{widths[0]}}  {value:<{widths[1]}}  {line}".rstrip() for move, value, line in rows]
