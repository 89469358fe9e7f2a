"""The command `noughts`: one module a command, loaded when it is called.

Results go to stdout, progress and errors to stderr. Exit codes: 0 done, 1 the answer is "no", 2 misuse or bad
input (one line `error: ...`), 130 after Ctrl-C.
"""

from __future__ import annotations

import os
import sys
from importlib import import_module
from io import TextIOWrapper

import click

from noughts.cli.arguments import protect_positions
from noughts.errors import NoughtsError

COMMANDS = {
    "play": "Play in the terminal, against a person or the computer.",
    "analyze": "The value of a position and its best moves.",
    "trace": "Watch minimax or alpha-beta think, line by line.",
    "tree": "Draw the tree of a search as text or as a picture.",
    "compare": "Count what minimax, alpha-beta and tables cost.",
    "map": "Draw the strategy map of classic: what to play, whatever happens.",
    "solve": "The exact value of a game, with one best line.",
    "perft": "Count the positions at a depth: a check of rules.",
    "puzzles": "Solve puzzles: one move wins, or one draws. All are proved.",
    "learn": "Six lessons on minimax as a folder for any web host.",
    "worksheet": "Exercises on minimax to be printed, with an answer key.",
    "openings": "The first moves of Ultimate: what the engine and its games say.",
    "games": "List, show and check files of recorded games.",
    "review": "Judge every move of a game: what was better, and why.",
    "match": "Engines against engines: who is stronger, and how sure is that?",
    "book": "Make a book of even openings for matches.",
    "engine": "Our engine as a program: UGI, or CodinGame's protocol.",
    "check-engine": "Check whether a program can play matches.",
    "grade": "Check somebody's tic-tac-toe against the exact answer.",
    "serve": "Play in the browser, alone or with a friend by link.",
    "bench": "The signature of the Ultimate engine: nodes of a fixed search.",
}


class Commands(click.Group):
    """Finds each command in its own module, so that none pays for the imports of another."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = import_module(f"noughts.cli.{cmd_name.replace('-', '_')}").command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """What is mistyped gets a suggestion."""
        if args[0] not in COMMANDS:
            from difflib import get_close_matches

            close = get_close_matches(args[0].lower(), COMMANDS, n=1)
            hint = f"did you mean {close[0]!r}?" if close else "noughts --help lists them"
            raise click.UsageError(f"there is no command {args[0]!r}: {hint}")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """`noughts` alone, or with options only, plays."""
        own = (*ctx.help_option_names, "--version")
        completing = ctx.resilient_parsing
        if not completing and (not args or (args[0].startswith("-") and args[0] not in own)):
            args = ["play", *args]
        return super().parse_args(ctx, args)


def _print_version(ctx: click.Context, param: click.Parameter, wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        click.echo(f"noughts {version('noughts')}")
        ctx.exit()


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_print_version,
    help="Say which version this is.",
)
def commands() -> None:
    """Tic-tac-toe from 3x3 to Ultimate: play it, watch minimax think, get the exact answer.

    Without a command, noughts plays. `noughts COMMAND --help` says more, with examples.
    """


def main(arguments: list[str] | None = None) -> None:
    """Run a command line and exit."""
    _prepare_streams()
    arguments = sys.argv[1:] if arguments is None else arguments
    try:
        if instruction := os.environ.get("_NOUGHTS_COMPLETE"):
            from click.shell_completion import shell_complete

            sys.exit(shell_complete(commands, {}, "noughts", "_NOUGHTS_COMPLETE", instruction))
        code = _run(protect_positions(arguments))
        sys.stdout.flush()
    except BrokenPipeError:  # whoever read our output has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = 0
    except (KeyboardInterrupt, click.Abort):
        code = 130
    except click.ClickException as error:
        code = _fail(error.format_message())
    except NoughtsError as error:
        code = _fail(str(error))
    except OSError as error:
        code = _fail(f"{error.filename}: {error.strerror}" if error.filename else f"cannot write: {error.strerror}")
    sys.exit(code)


def _prepare_streams() -> None:
    """Make sure that every stream is there and that no character is too strange for it."""
    for name, mode, errors in (("stdin", "r", "surrogateescape"), ("stdout", "w", "backslashreplace")):
        stream = getattr(sys, name)
        if stream is None:  # closed by whoever started us
            setattr(sys, name, os.fdopen(os.open(os.devnull, os.O_RDWR), mode))
        elif isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors=errors)


def _run(arguments: list[str]) -> int:
    """The exit code of a command; a command gives it by `ctx.exit(code)`, 0 otherwise."""
    try:
        with commands.make_context("noughts", arguments) as context:
            commands.invoke(context)
    except click.exceptions.Exit as exit_:
        return exit_.exit_code
    return 0


def _fail(message: str) -> int:
    click.echo("error: " + " ".join(message.split()), err=True)
    return 2
