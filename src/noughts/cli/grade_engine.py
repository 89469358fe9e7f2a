"""`noughts grade --engine`."""

from __future__ import annotations

import tempfile
from pathlib import Path

import click

from noughts.teaching.grade.child import Limits, confined
from noughts.teaching.grade.command_program import command_words
from noughts.teaching.grade.engine_codingame import GAME, CodinGameGrading
from noughts.teaching.grade.engine_ugi import UgiGrading
from noughts.teaching.grade.findings import Report
from noughts.teaching.grade.progress import Progress, Silent

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
    with tempfile.TemporaryDirectory(prefix="grade-") as home, Progress() if live else Silent() as listener:
        command = confined(words, limits, Path(home))
        if protocol == "codingame":
            allowed = movetime or CODINGAME_MOVETIME
            return CodinGameGrading(target, command, listener, allowed, limits.seconds).run(games)
        allowed = movetime or UGI_MOVETIME
        return UgiGrading(target, command, game or "ultimate", listener, allowed, limits.seconds).run(games)
