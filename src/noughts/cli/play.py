"""`noughts play`."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from noughts.cli.arguments import game_option
from noughts.clock import Clock
from noughts.errors import NoughtsError
from noughts.game import check_name, parse_level
from noughts.rules.mark import Mark
from noughts.terminal.game_file import GameFile, load_game
from noughts.terminal.setup import TWO_PLAYERS, Setup
from noughts.terminal.sitting import Sitting


class Checked(click.ParamType[str]):
    """Text that one of our readers accepts."""

    def __init__(self, name: str, read: Callable[[str], object]) -> None:
        self.name = name
        self._read = read

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        try:
            return str(self._read(value))
        except NoughtsError as error:
            self.fail(str(error), param, ctx)


LEVEL = Checked("level", parse_level)
MARK = click.Choice(["x", "o"], case_sensitive=False)
FILE = click.Path(dir_okay=False, path_type=Path)


@click.command(name="play")
@game_option
@click.option("--two", is_flag=True, help="Two people play.")
@click.option("--level", type=LEVEL, help="Play against the computer: 1 to 10, perfect or adaptive.")
@click.option("--watch", type=(LEVEL, LEVEL), metavar="LEVEL LEVEL", help="Watch two computers; the first has X.")
@click.option("--mark", type=MARK, default="x", show_default=True, help="Your mark.")
@click.option("--first", type=MARK, default="x", show_default=True, help="The mark that opens.")
@click.option("--name", "names", type=Checked("name", check_name), multiple=True, help="Your name; twice with --two.")
@click.option("--clock", type=Checked("m+s", Clock.parse), help="Minutes a game and seconds a move, like 5+3.")
@click.option("--seed", type=click.IntRange(min=0), help="Make the computer play the same game again.")
@click.option("--load", type=FILE, help="Go on with the last game of a file.")
@click.option("--save", type=FILE, help="Add the games to a file.")
@click.option("--plain", is_flag=True, help="Lines of text instead of the full screen.")
@click.option("--pause/--no-pause", default=True, help="Whether the computer waits a moment before it moves.")
@click.pass_context
def command(ctx: click.Context, /, plain: bool, pause: bool, save: Path | None, **options: Any) -> None:
    """Play in the terminal, against a person or the computer.

    Without --two, --level or --watch a menu asks. Where input or output is no terminal, lines of text are used.

    \b
      noughts play --level perfect
      noughts play --game ultimate --level adaptive
      noughts play --game ultimate --level 7 --mark o --first x --name Ada
      noughts play --watch 3 9
      printf 'a1\\nb1\\na2\\nb2\\na3\\n' | noughts play --plain --two
    """
    setup = _setup(ctx, **options)
    load = options["load"]
    continued = load is not None and save is not None and _same_file(load, save)
    file = GameFile(save, replacing_last=continued) if save else None
    if setup.opponent or setup.record:
        Sitting.of(setup)  # refuses what does not fit before a screen is opened
    if plain or not _has_full_screen():
        if setup.clock is not None:
            raise click.UsageError("--clock needs the full screen")
        from noughts.terminal.line_mode import run

        run(setup, file, sys.stdin, sys.stdout)
    else:
        from noughts.terminal import run as run_app

        try:
            run_app(setup, file, pause=pause)
        except ModuleNotFoundError as error:
            raise click.ClickException(
                f"the full screen needs {error.name}: install noughts[tui], or use --plain"
            ) from None


def _same_file(one: Path, other: Path) -> bool:
    return one.expanduser().resolve() == other.expanduser().resolve()


def _has_full_screen() -> bool:
    return sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM") != "dumb"


def _setup(
    ctx: click.Context,
    game: str,
    two: bool,
    level: str | None,
    watch: tuple[str, str] | None,
    mark: str,
    first: str,
    names: tuple[str, ...],
    seed: int | None,
    clock: str | None,
    load: Path | None,
) -> Setup:
    if sum([two, level is not None, watch is not None]) > 1:
        raise click.UsageError("--two, --level and --watch exclude each other")
    if watch and names:
        raise click.UsageError("--watch has no place for --name: computers have names of their own")
    if len(names) > (2 if two or level is None else 1):
        raise click.UsageError("--name is given too often: once for each person who plays")
    if load is not None:
        for option in ("game", "first"):
            if ctx.get_parameter_source(option) is not click.core.ParameterSource.DEFAULT:
                raise click.UsageError(f"--{option} is known from the loaded game")
    watched, opponent = watch or (None, TWO_PLAYERS if two else level)
    record = load_game(load) if load is not None else None
    return Setup(
        game,
        opponent,
        watched,
        Mark(mark.upper()),
        Mark(first.upper()),
        names,
        seed,
        Clock.parse(clock) if clock else None,
        record,
    )
