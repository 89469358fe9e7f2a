"""What the commands have in common: positions, games and limits as arguments."""

from __future__ import annotations

import math
import re
import sys
from collections.abc import Callable, Iterator
from typing import Any, TypeVar

import click

from noughts.analysis import Limit
from noughts.errors import NoughtsError
from noughts.notation import GAMES, parse_position, start_position
from noughts.rules.position import Position

_SHIELD = "\0"  # before a position that begins like an option; no argument can contain it
_Command = TypeVar("_Command", bound=Callable[..., Any])


def protect_positions(arguments: list[str]) -> list[str]:
    """Make sure that a board like `-x-/---/--o` is not taken for options."""
    board = re.compile(r"-(?=..)[-._*xXoO0/\s]+(\s[1-9]\s*)?(\smoves(\s.*)?)?", re.DOTALL)
    return [_SHIELD + text if board.fullmatch(text) else text for text in arguments]


class PositionText(click.ParamType[str]):
    """A position as text; which game it belongs to is known only when all options are read."""

    name = "position"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        return str(value).removeprefix(_SHIELD)

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[Any]:
        """The targets of `grade` may be files too."""
        from click.shell_completion import CompletionItem

        return [CompletionItem(incomplete, type="file")] if param.name == "targets" else []


class Game(click.ParamType[str]):
    """The name of a game, in its usual form."""

    name = "game"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        return start_position(value).game

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[Any]:
        from click.shell_completion import CompletionItem

        games = ("classic", "4,4,3", "5,4,4", "ultimate", "ultimate-count")
        return [CompletionItem(game) for game in games if game.startswith(incomplete)]


class Seconds(click.ParamType[float]):
    """A positive, finite number of seconds."""

    name = "seconds"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        try:
            seconds = float(value)
        except ValueError:
            seconds = math.nan
        if not (math.isfinite(seconds) and seconds > 0):
            self.fail(f"expected a positive number of seconds, got {value!r}", param, ctx)
        return seconds


game_option = click.option("--game", type=Game(), default="classic", show_default=True, help=f"Which game: {GAMES}.")
position_argument = click.argument("position", type=PositionText())
json_option = click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")


def limit_options(command: _Command) -> _Command:
    """--depth, --nodes and --seconds, which arrive as arguments of these names."""
    for option in (
        click.option("--seconds", type=Seconds(), metavar="S", help="Think for so long at most."),
        click.option("--nodes", type=click.IntRange(min=1), metavar="N", help="Visit so many positions at most."),
        click.option("--depth", type=click.IntRange(min=1), metavar="N", help="Look so many plies ahead at most."),
    ):
        command = option(command)
    return command


def limit_from(depth: int | None, nodes: int | None, seconds: float | None, default_seconds: float) -> Limit:
    """What was asked for; some seconds when nothing was."""
    if depth is None and nodes is None and seconds is None:
        seconds = default_seconds
    return Limit(depth, nodes, seconds)


def read_positions(text: str, game: str) -> Iterator[Position]:
    """The position of an argument; for `-` one of each line of standard input."""
    if text != "-":
        yield parse_position(text, game)
        return
    for number, line in enumerate(sys.stdin, start=1):
        if not line.strip():
            continue
        try:
            yield parse_position(line.rstrip("\r\n"), game)
        except NoughtsError as error:
            raise click.ClickException(f"line {number}: {error}") from None
