"""`noughts grade --engine`."""

from __future__ import annotations

from functools import partial

import click

from noughts.grade.engines.codingame import GAME, CodinGameGrading
from noughts.grade.engines.ugi import UgiGrading
from noughts.grade.findings import Report
from noughts.grade.programs.command import command_words
from noughts.grade.progress import Progress, Silent
from noughts.process.limits import Limits
from noughts.protocol.client import CodinGameClient, UgiClient

UGI_MOVETIME, CODINGAME_MOVETIME = 20, 100


def graded_engine(
    target: str, protocol: str, game: str | None, games: int, movetime: int | None, limits: Limits, *, live: bool
) -> Report:
    """Play the games."""
    if protocol == "codingame" and game not in (None, GAME):
        raise click.UsageError(f"CodinGame programs play {GAME}, not {game}")
    try:
        words = command_words(target)
    except (ValueError, FileNotFoundError) as error:
        raise click.UsageError(f"cannot run {target!r}: {error}") from None
    with Progress() if live else Silent() as listener:
        if protocol == "codingame":
            allowed = movetime or CODINGAME_MOVETIME
            start = partial(CodinGameClient, words, GAME, limits=limits)
            return CodinGameGrading(target, start, listener, allowed, limits.seconds).run(games)
        allowed, game = movetime or UGI_MOVETIME, game or "ultimate"
        ugi = partial(UgiClient, words, game, limits=limits)
        return UgiGrading(target, ugi, game, listener, allowed, limits.seconds).run(games)
