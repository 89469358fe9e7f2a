"""`noughts match`."""

from __future__ import annotations

import json
import math
import os
import shutil
import signal
import sys
from contextlib import ExitStack
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Any

import click

from noughts.cli.arguments import Game, json_option
from noughts.errors import EngineMissingError, FileError
from noughts.notation import GAMES
from noughts.words import listed

if TYPE_CHECKING:
    from noughts.match.control import Control
    from noughts.match.plan import Plan
    from noughts.match.sprt import Sprt

DEFAULT_MOVETIME = 100
MOST_GAMES_FOR_SPRT = 100_000


class Bounds(click.ParamType[tuple[float, float]]):
    """Two Elo numbers."""

    name = "elo0,elo1"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[float, float]:
        try:
            low, high = map(float, str(value).split(","))
        except ValueError:
            low = high = math.nan
        if not -1000 <= low < high <= 1000:
            self.fail(f"expected two Elo numbers like 0,5, the smaller first, got {value!r}", param, ctx)
        return low, high


@click.command(name="match")
@click.argument("players", nargs=-1, required=True, metavar="A B [C...]")
@click.option("--games", type=click.IntRange(min=2), help="Games of each two players; 100 unless told, an even number.")
@click.option("--movetime", type=click.IntRange(1, 10**7), metavar="MS", help="Milliseconds a move; 100 unless told.")
@click.option("--nodes", type=click.IntRange(1, 10**12), metavar="N", help="Positions a move.")
@click.option("--clock", metavar="S+S", help="Seconds a game and seconds a move, like 10+0.1.")
@click.option("--game", type=Game(), default="ultimate", show_default=True, help=f"Which game: {GAMES}.")
@click.option(
    "--jobs", type=click.IntRange(1, 256), default=os.cpu_count() or 1, help="Games at a time; all cores unless told."
)
@click.option("--sprt", "bounds", type=Bounds(), help="Stop as soon as one of two claims about Elo is accepted.")
@click.option("--tournament", type=click.Choice(["round-robin", "gauntlet"]), help="How more than two players meet.")
@click.option(
    "--book", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE", help="Openings of `noughts book`."
)
@click.option("--seed", type=click.IntRange(min=0), default=1, show_default=True, help="Another seed, other openings.")
@click.option("--cpu-time", is_flag=True, help="Count CPU time of the players, not what a busy machine takes.")
@click.option(
    "--margin", type=click.IntRange(0, 10**6), default=50, show_default=True, metavar="MS", help="How late is late."
)
@click.option(
    "--record",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="Write the games here; match-1.txt unless told.",
)
@click.option("--resume", is_flag=True, help="Go on with the match of the record file.")
@click.option("--dask", metavar="ADDRESS", help="Play on the cluster of this Dask scheduler.")
@json_option
@click.pass_context
def command(
    ctx: click.Context,
    players: tuple[str, ...],
    games: int | None,
    movetime: int | None,
    nodes: int | None,
    clock: str | None,
    game: str,
    jobs: int,
    bounds: tuple[float, float] | None,
    tournament: str | None,
    book: Path | None,
    seed: int,
    cpu_time: bool,
    margin: int,
    record: Path | None,
    resume: bool,
    dask: str | None,
    as_json: bool,
) -> None:
    """Play A against B, and say who is stronger and how sure that is.

    A player is a level (1 to 10, perfect), `random`, `noughts` (our engine; options like noughts:nodes=5000,threads=2)
    or a command: a program that speaks UGI, or CodinGame's protocol with `codingame:` before it. Each opening is
    played twice with the sides exchanged. Every game is written to the record file as it ends.

    \b
      noughts match 10 5 --games 40 --movetime 20
      noughts match noughts "./bot --fast" --clock 10+0.1
      noughts match noughts:nodes=2000 noughts:nodes=1000 --sprt 0,20
      noughts match 3 4 5 6 --tournament round-robin --games 20
      noughts match codingame:./bot noughts --game ultimate-count
    """
    from noughts.match.contestants import parse_entry
    from noughts.match.plan import Plan
    from noughts.match.sprt import Sprt

    if len(players) < 2:
        raise click.UsageError("a match needs at least two players")
    if bounds and len(players) > 2:
        raise click.UsageError("--sprt is for two players")
    if games is None:
        games = MOST_GAMES_FOR_SPRT if bounds else 100
    if games % 2:
        raise click.UsageError(f"games come in pairs, so their number is even, got {games}")
    plan = Plan(
        tuple(parse_entry(player, game) for player in players),
        game,
        _control(movetime, nodes, clock),
        games,
        "gauntlet" if tournament == "gauntlet" else "round-robin",
        seed,
        cpu_time,
        margin / 1000,
    )
    _check_programs(plan, on_cluster=dask is not None)
    if not as_json:
        _tell_what_does_not_apply(plan, {"--movetime": movetime, "--nodes": nodes, "--clock": clock})
    ctx.exit(_play(plan, Sprt(*bounds) if bounds else None, book, record, resume, jobs, dask, as_json))


def _tell_what_does_not_apply(plan: Plan, limits: dict[str, object]) -> None:
    """Limits of the match are not for players that have their own, or that always think equally hard."""
    given = [name for name, value in limits.items() if value is not None]
    deaf = [entry.name for entry in plan.entries if entry.control is not None]
    if given and deaf:
        verb = "does" if len(given) == 1 else "do"
        click.echo(f"note: {listed(given)} {verb} not apply to {listed(dict.fromkeys(deaf))}", err=True)


def _control(movetime: int | None, nodes: int | None, clock: str | None) -> Control:
    from noughts.match.control import Control, parse_clock

    if movetime is None and nodes is None and clock is None:
        movetime = DEFAULT_MOVETIME
    base, increment = (None, 0.0) if clock is None else parse_clock(clock)
    return Control(None if movetime is None else movetime / 1000, nodes, None, base, increment)


def _check_programs(plan: Plan, *, on_cluster: bool) -> None:
    """Refuse at once what could not be started in any game."""
    for entry in plan.entries:
        if entry.command and not on_cluster and shutil.which(entry.command[0]) is None:
            raise EngineMissingError(
                f"there is no program {entry.command[0]!r} (a player is a level, noughts or a command)"
            )
    if plan.cpu_time and not sys.platform.startswith("linux"):
        raise click.UsageError("--cpu-time works on Linux only")


def _play(
    plan: Plan,
    sprt: Sprt | None,
    book: Path | None,
    record: Path | None,
    resume: bool,
    jobs: int,
    dask: str | None,
    as_json: bool,
) -> int:
    """Play it all and print what came out; the exit code."""
    from noughts.cli.match_table import LiveTable, document, summary
    from noughts.match.executors import executor_for
    from noughts.match.openings import read_book
    from noughts.match.plan import opening_moves
    from noughts.match.record_file import RecordFile
    from noughts.match.results import Results
    from noughts.match.runner import Runner

    results = Results(plan)
    openings = opening_moves(plan, None if book is None else read_book(book, plan.game))
    with ExitStack() as stack:
        journal = stack.enter_context(RecordFile(record or _record_file(resume=resume), resume=resume))
        for game in journal.games:
            results.add(game)
        executor, width = stack.enter_context(executor_for(jobs, dask))
        table = stack.enter_context(LiveTable(results, sprt, journal.path, width, wanted=sys.stderr.isatty()))
        runner = Runner(plan, openings, results, journal.write, sprt=sprt, watch=table.refresh)

        def interrupt(signum: int, frame: FrameType | None) -> None:
            if runner.stopped:
                raise KeyboardInterrupt
            runner.stop()

        previous = signal.signal(signal.SIGINT, interrupt)
        stack.callback(signal.signal, signal.SIGINT, previous)
        runner.run(executor, width)
    if as_json:
        click.echo(json.dumps(document(results, sprt, journal.path, interrupted=runner.stopped)))
    else:
        summary(results, sprt, journal.path, interrupted=runner.stopped)
    return 130 if runner.stopped else 0


def _record_file(*, resume: bool) -> Path:
    """The next free match-N.txt, or the newest one to go on with."""
    number = 1
    while Path(f"match-{number}.txt").exists():
        number += 1
    if resume:
        if number == 1:
            raise FileError("there is no match-1.txt here to go on with; --record says where the games are")
        number -= 1
    return Path(f"match-{number}.txt")
