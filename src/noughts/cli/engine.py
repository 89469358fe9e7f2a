"""`noughts engine`."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from importlib.metadata import version

import click


@click.command(name="engine")
@click.option("--codingame", is_flag=True, help="Speak CodinGame's protocol of Ultimate instead of UGI.")
def command(codingame: bool) -> None:
    """Our engine as a program, for match runners and other interfaces: it reads commands and answers.

    It speaks UGI, the Universal Game Interface: UCI for any game. Options are Hash (megabytes), Threads and Game.

    \b
      ugi                                   who are you, which options have you got
      setoption name Game value classic     which game; ultimate without it
      position startpos moves e5 d4         where the game stands
      go movetime 100                       think; the answer is `bestmove ...`
      quit
    """
    if codingame:
        from noughts.protocol.codingame import serve_codingame

        serve_codingame(_lines(), sys.stdout)
    else:
        from noughts.protocol.server import UgiServer

        UgiServer(sys.stdout, version("noughts")).run(_lines())


def _lines() -> Iterator[str]:
    """Standard input as it comes, whatever its bytes are."""
    for line in sys.stdin.buffer:
        yield line.decode("utf-8", errors="replace")
