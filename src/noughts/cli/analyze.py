"""`noughts analyze`."""

from __future__ import annotations

import json
import sys
from typing import Any

import click

from noughts.analysis import Analysis, RankedMove, is_proved_loss, is_proved_win, plies_to_end
from noughts.cli.arguments import (
    game_option,
    json_option,
    limit_from,
    limit_options,
    position_argument,
    read_positions,
)
from noughts.cli.thinking import think
from noughts.notation import format_move, format_position, game_name, row_and_column
from noughts.rules.line_game import LinePosition
from noughts.rules.position import Position
from noughts.strongest import strongest

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
        analysis, interrupted = think(strongest(root), root, limit)
        if as_json:
            click.echo(json.dumps(_document(root, analysis, lines)))
        else:
            click.echo("\n" * bool(number) + _report(root, analysis, lines))
        sys.stdout.flush()
        if interrupted:
            ctx.exit(130)


def value_of(score: int | None, *, solved: bool) -> str | None:
    """`win`, `draw` or `loss` where it is proved, else `unknown`."""
    if score is None:
        return None
    if is_proved_win(score):
        return "win"
    if is_proved_loss(score):
        return "loss"
    return "draw" if solved else "unknown"


def plies_of(ranked: RankedMove, position: Position, *, solved: bool) -> int | None:
    """The distance to the end where it is proved; a drawn line game always fills its board."""
    if solved and ranked.score == 0 and isinstance(position, LinePosition):
        return len(position.legal_moves())
    return plies_to_end(ranked.score)


def _document(position: Position, analysis: Analysis, lines: int) -> dict[str, Any]:
    best = analysis.best
    return {
        "game": game_name(position),
        "position": format_position(position),
        "to_move": str(position.to_move) if best else None,
        "outcome": str(position.outcome) if position.outcome else None,
        "value": value_of(best.score if best else None, solved=analysis.solved),
        "score": best.score if best else None,
        "solved": analysis.solved,
        "best": format_move(best.move, position) if best else None,
        "moves": [_move_fields(ranked, position, analysis) for ranked in _shown(analysis, lines)],
        "depth": analysis.depth,
        "nodes": analysis.nodes,
        "seconds": round(analysis.seconds, 6),
    }


def _shown(analysis: Analysis, lines: int) -> tuple[RankedMove, ...]:
    return analysis.moves if analysis.solved else analysis.moves[:lines]


def _move_fields(ranked: RankedMove, position: Position, analysis: Analysis) -> dict[str, Any]:
    value = value_of(ranked.score, solved=analysis.solved)
    best_value = value_of(analysis.moves[0].score, solved=analysis.solved)
    plies = plies_of(ranked, position, solved=analysis.solved)
    return {
        "move": format_move(ranked.move, position),
        "value": value,
        "score": ranked.score,
        **({} if plies is None else {"plies": plies}),
        "line": [format_move(move, position) for move in ranked.line],
        "optimal": None if "unknown" in (value, best_value) else value == best_value,
    }


def _report(position: Position, analysis: Analysis, lines: int) -> str:
    from noughts.render.canvas import style_for
    from noughts.render.text import board_text
    from noughts.render.value_words import cell_values

    style = style_for(sys.stdout)
    best = analysis.best
    if best is None:
        return f"{board_text(position, style=style)}\n\nThe game is over: {position.outcome}."
    exact_cells = cell_values(analysis) if analysis.solved and isinstance(position, LinePosition) else None
    row, column = row_and_column(best.move, position)
    text = [board_text(position, values=exact_cells, style=style), ""]
    text.append(f"{position.to_move} to move. Value of the best move: {_words(best, analysis)}.")
    text.append(f"Best move: {format_move(best.move, position)} (row {row}, column {column} counted from 0).")
    text += ["", *_table(position, analysis, lines)]
    if not analysis.solved:
        rate = analysis.nodes / max(analysis.seconds, 1e-6)
        text += [
            "",
            f"depth {analysis.depth}, {analysis.nodes:,} positions, {analysis.seconds:.1f} s, {rate:,.0f} a second",
        ]
    return "\n".join(text)


def _words(ranked: RankedMove, analysis: Analysis) -> str:
    value = value_of(ranked.score, solved=analysis.solved)
    plies = plies_to_end(ranked.score)
    if plies is not None:
        return f"{value} in {plies}"
    return "draw" if value == "draw" else f"{ranked.score:+d}, an estimate"


def _table(position: Position, analysis: Analysis, lines: int) -> list[str]:
    rows = [("move", "value", "expected line")]
    for ranked in _shown(analysis, lines):
        line = " ".join(format_move(move, position) for move in ranked.line)
        rows.append((format_move(ranked.move, position), _words(ranked, analysis).removesuffix(", an estimate"), line))
    widths = [max(len(row[column]) for row in rows) for column in range(2)]
    return [f"{move:<{widths[0]}}  {value:<{widths[1]}}  {line}".rstrip() for move, value, line in rows]
