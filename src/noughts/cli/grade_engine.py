"""`noughts grade --engine`."""

from __future__ import annotations

import os
from dataclasses import replace
from functools import partial

import click

from noughts.grade.engines.codingame import GAME, CodinGameGrading
from noughts.grade.engines.ugi import UgiGrading
from noughts.grade.findings import Report
from noughts.grade.grader import Listener
from noughts.grade.programs.command import command_view
from noughts.grade.programs.grading import Settings, words_of
from noughts.protocol.client import CodinGameClient, UgiClient

UGI_MOVETIME, CODINGAME_MOVETIME = 20, 100


def graded_engine(
    target: str,
    protocol: str,
    game: str | None,
    games: int,
    movetime: int | None,
    settings: Settings,
    listener: Listener,
) -> Report:
    """Play the games."""
    if protocol == "codingame" and game not in (None, GAME):
        raise click.UsageError(f"CodinGame programs play {GAME}, not {game}")
    words = words_of(target)
    movetime = movetime or (CODINGAME_MOVETIME if protocol == "codingame" else UGI_MOVETIME)
    thinking = (os.cpu_count() or 1) * movetime / 1_000
    limits = replace(settings.limits, seconds=settings.limits.seconds + thinking)
    late = limits.patience * limits.seconds  # on the clock; what decides is the CPU time
    view = command_view(words, settings.readable) if settings.isolate else None
    if protocol == "codingame":
        start = partial(CodinGameClient, words, GAME, limits=limits, view=view)
        report = CodinGameGrading(target, start, listener, movetime, late).run(games, settings.budget)
    else:
        game = game or "ultimate"
        ugi = partial(UgiClient, words, game, limits=limits, view=view)
        report = UgiGrading(target, ugi, game, listener, movetime, late).run(games, settings.budget)
    report.isolation = "namespaces" if settings.isolate else "limits"
    return report
