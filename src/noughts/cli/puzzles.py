"""`noughts puzzles`."""

from __future__ import annotations

import datetime
import json
import sys
from typing import Any

import click

from noughts.cli.arguments import Game, json_option
from noughts.explain.puzzles import (
    DIFFICULTIES,
    GAMES,
    Difficulty,
    Puzzle,
    choose_puzzles,
    find_puzzle,
    parse_date,
    puzzle_document,
    puzzle_of_the_day,
)


class Date(click.ParamType[datetime.date]):
    """A day."""

    name = "date"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> datetime.date:
        return parse_date(str(value))


@click.command(name="puzzles")
@click.option("--game", type=Game(), help=f"Of one game alone: {', '.join(GAMES)}.")
@click.option("--difficulty", type=click.Choice(DIFFICULTIES), help="Of one difficulty alone.")
@click.option("--count", type=click.IntRange(min=1), help="So many puzzles at most.")
@click.option("--daily", is_flag=True, help="The puzzle of the day.")
@click.option(
    "--date", type=Date(), help="The puzzle of another day, like 2026-11-16; with --count of the days after too."
)
@click.option("--id", "id", help="The puzzle of this name.")
@json_option
def command(
    game: str | None,
    difficulty: Difficulty | None,
    count: int | None,
    daily: bool,
    date: datetime.date | None,
    id: str | None,
    as_json: bool,
) -> None:
    """Solve puzzles: exactly one move wins, or exactly one draws. All of them are proved.

    The easiest that you have not solved comes first. The other side answers with the longest defence, a wrong move is
    refuted. The puzzle of the day is one of Ultimate (of another game with --game), the same for everybody. What is
    solved is kept in a file of your own.

    \b
      noughts puzzles
      noughts puzzles --daily
      noughts puzzles --game 4,4,3 --difficulty hard
      noughts puzzles --date 2026-11-16 --json
    """
    if sum([daily or date is not None, id is not None]) > 1 or (difficulty and (daily or date or id)):
        raise click.UsageError("--daily and --date, --id, and --difficulty exclude each other")
    if daily or date is not None:
        first = date or datetime.date.today()
        try:
            days = [first + datetime.timedelta(days=later) for later in range(count or 1)]
        except OverflowError:
            raise click.UsageError("the calendar ends before that") from None
        chosen: list[tuple[Puzzle, datetime.date | None]] = [
            (puzzle_of_the_day(day, game or "ultimate"), day) for day in days
        ]
    elif id is not None:
        puzzle = find_puzzle(id)
        if puzzle is None:
            raise click.UsageError(f"there is no puzzle {id!r}")
        chosen = [(puzzle, None)]
    else:
        chosen = [(puzzle, None) for puzzle in choose_puzzles(game, difficulty)]
        if not chosen:
            raise click.UsageError(f"no puzzle of {game} is {difficulty}")
    if as_json:
        click.echo(json.dumps([puzzle_document(puzzle) for puzzle, _ in chosen[:count]]))
    else:
        _solve(chosen, count, again=bool(daily or date or id))


def _solve(chosen: list[tuple[Puzzle, datetime.date | None]], count: int | None, *, again: bool) -> None:
    """Ask the puzzles, those that are solved already only when they were asked for by name."""
    from noughts.terminal.puzzle_progress import progress_path, read_progress
    from noughts.terminal.puzzles import PuzzleMode

    path = progress_path()
    progress = read_progress(path)
    waiting = [(puzzle, day) for puzzle, day in chosen if again or puzzle.id not in progress.solved]
    if not waiting:
        click.echo("You have solved all of these.")
        return
    waiting.sort(key=lambda pair: 0 if again else pair[0].hardness)
    PuzzleMode(sys.stdin, sys.stdout, progress, path).run(waiting[:count])
