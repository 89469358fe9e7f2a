"""`noughts trace`."""

from __future__ import annotations

import sys
from typing import Any

import click

from noughts.cli.arguments import game_option, json_option, position_argument, read_positions
from noughts.cli.searching import require_depth, search_options
from noughts.render.trace_json import TraceJson
from noughts.render.trace_text import TraceText
from noughts.search.plans import SearchPlan


class Marks(click.ParamType[str]):
    """Two different characters, for X and for O."""

    name = "marks"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        text = str(value)
        if len(text) != 2 or text[0] == text[1] or not text.isprintable() or " " in text:
            self.fail(f"expected two different characters like XO, got {text!r}", param, ctx)
        return text


@click.command(name="trace")
@position_argument
@game_option
@click.option("--marks", type=Marks(), default="XO", show_default=True, help="How to write X and O.")
@click.option("--returns", is_flag=True, help="Also show the score that every inner board returns.")
@search_options
@json_option
def command(
    position: str,
    game: str,
    marks: str,
    returns: bool,
    algorithm: str,
    order: str,
    depth: int | None,
    numbers: bool,
    as_json: bool,
) -> None:
    """Watch a search of POSITION think: every board it visits, in order, and the score it returns.

    X is the player and O the opponent; a score of 10 is a win for X, -10 for O, 0 a draw, whoever moves. Among equal
    moves the first is chosen. Alpha-beta also shows its window and what it cuts.

    \b
      noughts trace "O.X/X../XOO x" --marks X0
      noughts trace "O.X/X../XOO x" --algorithm alphabeta
      noughts trace "O.X/X../XOO x" --returns
      noughts trace start --depth 2
      noughts trace "O.X/X../XOO x" --json
    """
    for root in read_positions(position, game):
        require_depth(root, depth)
        plan = SearchPlan(algorithm, order, depth=depth)
        if as_json:
            with TraceJson(sys.stdout.write) as events:
                plan.run(root, events)
        else:
            windows = algorithm == "alphabeta"
            plan.run(root, TraceText(sys.stdout.write, marks=marks, windows=windows, numbers=numbers, returns=returns))
