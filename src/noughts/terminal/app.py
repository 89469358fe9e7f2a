"""The app: its screens, its colours, and the games that were played on it."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path
from typing import ClassVar

from textual.app import App
from textual.binding import Binding, BindingType
from textual.screen import Screen

from noughts.errors import NoughtsError
from noughts.record import GameRecord
from noughts.terminal.game_file import GameFile, load_game, new_sitting_file
from noughts.terminal.game_screen import DEFAULT_FILE, GameScreen
from noughts.terminal.menu_screen import MenuScreen
from noughts.terminal.palette import DARK_THEME, LIGHT_THEME
from noughts.terminal.replay_screen import ReplayScreen
from noughts.terminal.setup import Setup
from noughts.terminal.sitting import Sitting

INTERRUPTED = 130


class NoughtsApp(App[None]):
    """Menu and games, until somebody leaves."""

    CSS_PATH = "noughts.tcss"
    TITLE = "noughts"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [Binding("ctrl+c", "interrupt", show=False, priority=True)]

    def __init__(self, setup: Setup, file: GameFile | None = None, *, pause: bool = True) -> None:
        super().__init__()
        self._setup = setup
        self._file = file
        self._pause = pause
        self._path = str(file.path) if file else DEFAULT_FILE
        self._played: list[GameRecord] = []
        self._kept_in: GameFile | None = None
        self.sitting: Sitting | None = None
        for theme in (DARK_THEME, LIGHT_THEME):
            self.register_theme(theme)
        self.theme = (LIGHT_THEME if _terminal_is_light() else DARK_THEME).name

    def get_theme_variable_defaults(self) -> dict[str, str]:
        return DARK_THEME.variables

    def on_mount(self) -> None:
        if self._setup.opponent is not None or self._setup.record is not None:
            self._open_game(self._setup)
        else:
            self._show(MenuScreen(self._setup, self._path))

    # From screen to screen

    def _show(self, screen: Screen[None]) -> None:
        """One of the main screens, in place of all that is there."""
        while len(self.screen_stack) > 2:
            self.pop_screen()
        if len(self.screen_stack) == 2:
            self.switch_screen(screen)
        else:
            self.push_screen(screen)

    def _open_game(self, setup: Setup, kept_in: Path | None = None) -> None:
        """Begin a sitting, in a file of its own or in the one where its game was left."""
        self._put_away_game()
        self._setup = replace(setup, record=None)
        self.sitting = Sitting.of(setup)
        try:
            self._kept_in = GameFile(kept_in, replacing_last=True) if kept_in else new_sitting_file()
        except NoughtsError as error:
            self._warn(error)
        self._show(GameScreen(self.sitting, pause=self._pause, path=self._path))

    def on_menu_screen_started(self, message: MenuScreen.Started) -> None:
        self._open_game(message.setup)

    def on_menu_screen_resumed(self, message: MenuScreen.Resumed) -> None:
        try:
            record = load_game(message.path)
            self._open_game(replace(self._setup, opponent=None, watched=None, record=record), message.path)
        except NoughtsError as error:
            self._warn(error)

    def on_replay_screen_play_on(self, message: ReplayScreen.PlayOn) -> None:
        self._open_game(replace(self._setup, opponent=None, watched=None, record=message.record))

    def on_game_screen_left(self) -> None:
        self._put_away_game()
        self._show(MenuScreen(self._setup, self._path))

    # Keeping games

    def on_game_screen_changed(self) -> None:
        """What was played is in a file at once, whatever happens to the terminal; what was asked for when it ends."""
        if self.sitting is None or not self.sitting.records():
            return
        try:
            if self._kept_in is not None:
                self._kept_in.save(self.sitting.records())
            if self.sitting.game.outcome is not None:
                self.save()
        except NoughtsError as error:
            self._warn(error)

    def _warn(self, error: NoughtsError) -> None:
        self._kept_in = None
        self.notify(str(error), severity="error", markup=False)

    def _put_away_game(self) -> None:
        if self.sitting is not None:
            self._played += self.sitting.records()
            self.sitting = None

    def save(self) -> None:
        """Write all games of this run into the file, where one was asked for."""
        records = [*self._played, *(self.sitting.records() if self.sitting else [])]
        if self._file is not None and records:
            self._file.save(records)

    # Keys of all screens

    def action_toggle_theme(self) -> None:
        self.theme = (LIGHT_THEME if self.current_theme.dark else DARK_THEME).name

    def action_interrupt(self) -> None:
        self.exit(return_code=INTERRUPTED)


def _terminal_is_light() -> bool:
    """What some terminals say about their colours: `text;background`, numbered as ANSI does."""
    return os.environ.get("COLORFGBG", "").rpartition(";")[2] in ("7", "15")
