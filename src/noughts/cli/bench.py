"""`noughts bench`."""

from __future__ import annotations

import time

import click


@click.command(name="bench")
def command() -> None:
    """The signature of the engine: the nodes of a fixed list of positions at a fixed depth, with one thread.

    It changes when the engine plays differently and stays when it only got faster. The last line is `nodes: N`.
    """
    from noughts.native.ultimate import native_evaluation

    begin = time.process_time()
    nodes = native_evaluation().bench()
    seconds = time.process_time() - begin
    click.echo(f"seconds: {seconds:.2f}")
    click.echo(f"nodes a second: {nodes / max(seconds, 1e-6):.0f}")
    click.echo(f"nodes: {nodes}")
