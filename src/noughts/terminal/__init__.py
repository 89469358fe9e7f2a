"""The full-screen app. The only package that imports Textual, and only when it is started."""

from __future__ import annotations

from noughts.terminal.game_file import GameFile
from noughts.terminal.setup import Setup


def run(setup: Setup, file: GameFile | None = None, *, pause: bool = True) -> None:
    """Play on the full screen until somebody leaves; the games are saved however it ends."""
    from noughts.terminal.app import INTERRUPTED, NoughtsApp

    app = NoughtsApp(setup, file, pause=pause)
    try:
        app.run()
    finally:
        app.save()
    if app.return_code == INTERRUPTED:
        raise KeyboardInterrupt
    if app.return_code:
        raise SystemExit(app.return_code)
