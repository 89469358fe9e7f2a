"""`noughts learn`."""

from __future__ import annotations

from pathlib import Path

import click

MOST_EXERCISES = 1_000


@click.command(name="learn")
@click.option(
    "--export",
    "folder",
    type=click.Path(path_type=Path),
    metavar="DIR",
    required=True,
    help="Write the lessons into this folder, which is new or empty.",
)
@click.option(
    "--exercises",
    type=click.IntRange(1, MOST_EXERCISES),
    default=50,
    show_default=True,
    metavar="N",
    help="So many exercises of each kind.",
)
def command(folder: Path, exercises: int) -> None:
    """Write the six lessons as a folder for any web host: pages, searches to step through, and exercises.

    The lessons are those of `noughts serve`, *Learn*. The folder needs no server of ours: verdicts are files in it.

    \b
      noughts learn --export lessons
      python3 -m http.server --directory lessons
    """
    try:
        from noughts.web.export import export_lessons
    except ModuleNotFoundError as error:
        raise click.ClickException(f"the pages need {error.name}: install noughts[web]") from None
    count = export_lessons(folder, exercises)
    click.echo(f"six lessons with {count:,} exercises are in {folder}")
