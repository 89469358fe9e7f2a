"""`noughts serve`."""

from __future__ import annotations

import contextlib
import os
import threading
from pathlib import Path
from typing import Any

import click


@click.command(name="serve")
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on.")
@click.option("--port", type=click.IntRange(0, 65535), default=8000, show_default=True, help="0 takes any free port.")
@click.option("--database", metavar="PATH|URL", default="", help="An SQLite file, or postgresql://...")
@click.option("--no-browser", is_flag=True, help="Do not open the browser.")
@click.option(
    "--keep-days",
    type=click.IntRange(1, 36_500),
    default=90,
    show_default=True,
    help="Remove games that nobody touched for so long.",
)
@click.option("--plain-http", is_flag=True, help="Let seats travel unencrypted: for a network that you trust.")
@click.option(
    "--allowed-hosts",
    metavar="NAMES",
    default="",
    help="More names under which people reach the server, with commas between: noughts.example.org",
)
@click.option(
    "--allow-embed",
    "origins",
    metavar="ORIGIN",
    multiple=True,
    help="Let pages of this origin embed searches: https://course.example.org",
)
@click.option("--log-requests", is_flag=True, help="Write one line of JSON a request to stderr.")
@click.option("--backup", "copy", type=click.Path(dir_okay=False, path_type=Path), help="Copy the games, and end.")
@click.option("--undelete", is_flag=True, help="Bring back the games removed in the last week, and end.")
@click.pass_context
def command(
    ctx: click.Context,
    /,
    database: str,
    no_browser: bool,
    allowed_hosts: str,
    origins: tuple[str, ...],
    copy: Path | None,
    undelete: bool,
    **options: Any,
) -> None:
    """Play in the browser: alone, on one screen, or with a friend by link.

    Games are kept in $XDG_DATA_HOME/noughts, or where --database (or NOUGHTS_DATABASE) says. Several servers may share
    one PostgreSQL database.

    \b
      noughts serve
      noughts serve --port 0 --no-browser
      noughts serve --host 0.0.0.0 --plain-http        for phones in the home network
      noughts serve --backup games-today.sqlite3       while another one serves
    """
    try:
        from noughts.web.server import open_browser, serve
        from noughts.web.settings import Settings, default_database, parse_origin
    except ModuleNotFoundError as error:
        raise click.ClickException(f"the web server needs {error.name}: install noughts[web]") from None

    database = database or os.environ.get("NOUGHTS_DATABASE", "") or str(default_database())
    if copy or undelete:
        _keep_house(database, copy, undelete)
        return
    hosts = tuple(name.strip() for name in allowed_hosts.split(",") if name.strip())
    embed = tuple(parse_origin(origin) for origin in origins)
    token = os.environ.get("NOUGHTS_METRICS_TOKEN", "")
    settings = Settings(database=database, allowed_hosts=hosts, allow_embed=embed, metrics_token=token, **options)

    def ready(address: str) -> None:
        if settings.secure_cookies:
            note = (
                "seats travel over HTTPS alone: put a proxy in front, or give --plain-http on a network that you trust"
            )
            click.echo(f"note: beyond loopback {note}", err=True)
        click.echo(f"noughts is at {address} (Ctrl-C ends it)")
        if not no_browser:
            threading.Thread(target=open_browser, args=[address], daemon=True).start()

    if serve(settings, ready):
        ctx.exit(130)


def _keep_house(database: str, copy: Path | None, undelete: bool) -> None:
    from noughts.storage import back_up, open_store

    if undelete:
        with contextlib.closing(open_store(database)) as store:
            click.echo(f"{store.undelete():,} games are back")
    if copy:
        back_up(database, copy)
        click.echo(f"the games are copied to {copy}")
