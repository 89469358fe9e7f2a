"""`noughts games`."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from noughts.record import GameRecord, format_record, read_records
from noughts.words import count, printable


@click.command(name="games")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--show", "number", type=click.IntRange(min=1), metavar="N", help="Show game N: its board and its moves.")
@click.option("--check", is_flag=True, help="Only check that every move of every game is legal.")
def command(file: Path, number: int | None, check: bool) -> None:
    """List the recorded games of FILE; every move is checked.

    \b
      noughts games my-games.txt
      noughts games my-games.txt --show 2
      noughts games my-games.txt --check
    """
    records = read_records(file)
    if number is not None:
        if number > len(records):
            raise click.UsageError(f"{file} has {count(len(records), 'game')}, there is no game {number}")
        click.echo(_shown(records[number - 1]))
    elif check:
        moves = sum(len(record.moves) for record in records)
        click.echo(f"{file}: {count(len(records), 'game')}, {count(moves, 'move')}, all legal")
    else:
        for row in _listed(records):
            click.echo(row)


def _shown(record: GameRecord) -> str:
    from noughts.render.canvas import style_for
    from noughts.render.text import board_text

    last_move = record.moves[-1] if record.moves else None
    board = board_text(record.position(), last_move=last_move, style=style_for(sys.stdout))
    return f"{board}\n\n{printable(format_record(record))}".rstrip("\n")


def _listed(records: list[GameRecord]) -> list[str]:
    rows = [("", "game", "X", "O", "moves", "result")]
    for number, record in enumerate(records, start=1):
        x, o = (" ".join(printable(record.tags.get(mark, "?")).split()) for mark in ("X", "O"))
        result = str(record.outcome or "unfinished")
        rows.append((str(number), record.start.game, x, o, str(len(record.moves)), result))
    widths = [max(len(row[column]) for row in rows) for column in range(6)]
    return ["  ".join(f"{text:<{width}}" for text, width in zip(row, widths, strict=True)).rstrip() for row in rows]
