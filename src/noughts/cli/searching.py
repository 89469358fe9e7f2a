"""What `trace` and `tree` have in common: which search to watch."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

from noughts.rules.position import Position
from noughts.search.plans import ALGORITHMS, ORDERS

MOST_EMPTY_CELLS = 9

_Command = TypeVar("_Command", bound=Callable[..., Any])


def search_options(command: _Command) -> _Command:
    """--algorithm, --order, --depth and --number."""
    for option in (
        click.option("--number", "numbers", is_flag=True, help="Number the boards in the order of the search."),
        click.option(
            "--depth", type=click.IntRange(min=1), metavar="N", help="Look N plies ahead and estimate what lies beyond."
        ),
        click.option(
            "--order",
            type=click.Choice(list(ORDERS)),
            default="reading",
            show_default=True,
            help="Which moves to try first.",
        ),
        click.option(
            "--algorithm",
            type=click.Choice(list(ALGORITHMS)),
            default="minimax",
            show_default=True,
            help="The search to watch.",
        ),
    ):
        command = option(command)
    return command


def require_depth(position: Position, depth: int | None) -> None:
    """Refuse a whole search that nobody could wait for."""
    if depth is None and position.open_cells > MOST_EMPTY_CELLS:
        raise click.UsageError(f"give a --depth: a whole search of more than {MOST_EMPTY_CELLS} empty cells never ends")
