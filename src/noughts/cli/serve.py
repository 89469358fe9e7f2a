"""`noughts serve`."""

from __future__ import annotations

import os
import threading

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
@click.pass_context
def command(
    ctx: click.Context, host: str, port: int, database: str, no_browser: bool, keep_days: int, plain_http: bool
) -> None:
    """Play in the browser: alone, on one screen, or with a friend by link.

    Games are kept in $XDG_DATA_HOME/noughts, or where --database (or NOUGHTS_DATABASE) says. Several servers may share
    one PostgreSQL database.

    \b
      noughts serve
      noughts serve --port 0 --no-browser
      noughts serve --database postgresql://localhost/noughts
    """
    try:
        from noughts.web.server import open_browser, serve
        from noughts.web.settings import Settings
    except ModuleNotFoundError as error:
        raise click.ClickException(f"the web server needs {error.name}: install noughts[web]") from None

    database = database or os.environ.get("NOUGHTS_DATABASE", "")
    settings = Settings(host=host, port=port, database=database, keep_days=keep_days, plain_http=plain_http)

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
