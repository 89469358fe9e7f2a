"""The screen on which a game is played."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Mapping
from typing import ClassVar

from textual import work
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.timer import Timer
from textual.worker import get_current_worker

from noughts.clock import clock_text
from noughts.errors import NotPossibleError, NoughtsError
from noughts.game import Game
from noughts.rules.mark import Move
from noughts.rules.position import Position
from noughts.terminal.board_screen import BoardScreen
from noughts.terminal.board_widget import Board
from noughts.terminal.dialogs import FileQuestion, Question
from noughts.terminal.game_file import GameFile, load_game
from noughts.terminal.keys import GAME_KEYS
from noughts.terminal.panel import PanelText
from noughts.terminal.replay_screen import ReplayScreen
from noughts.terminal.sitting import Sitting
from noughts.terminal.thinking import PAUSE, Thinking
from noughts.words import last_words, result_words, seat_words

DEFAULT_FILE = "noughts.txt"


class GameScreen(BoardScreen):
    """Board, panel and keys; the game itself is a Sitting."""

    KEYS = GAME_KEYS
    BINDINGS: ClassVar[list[BindingType]] = [Binding(key.keys, key.action, show=False) for key in GAME_KEYS]

    class Changed(Message):
        """The game is not what it was: somebody may want to keep it."""

    class Left(Message):
        """Somebody wants to go back to the menu."""

    def __init__(self, sitting: Sitting, *, pause: bool, path: str | None = None) -> None:
        super().__init__()
        self.sitting = sitting
        self._pause = pause
        self._path = path or DEFAULT_FILE
        self._thinking: Thinking | None = None
        self._complaint = ""
        self._ticks: Timer | None = None

    def on_mount(self) -> None:
        self._ticks = self.set_interval(0.1, self._tick, pause=True)
        self.query_one(Board).focus()
        self.go_on()

    @property
    def game(self) -> Game:
        return self.sitting.game

    @property
    def position(self) -> Position:
        return self.game.position

    @property
    def last_move(self) -> Move | None:
        return self.game.last_move

    @property
    def can_look(self) -> bool:
        return self.game.outcome is None and not self.game.waits_for_computer

    @property
    def busy(self) -> bool:
        """Whether something is still being thought about."""
        return self._thinking is not None or self._looking is not None

    # Showing

    def go_on(self) -> None:
        """Something changed: keep it, show it, and let the computer think when it is its turn."""
        self._complaint = ""
        self.post_message(self.Changed())
        if self._thinking and (self._thinking.position != self.position or not self.game.waits_for_computer):
            self._thinking.stop()
            self._thinking = None
        if self.game.waits_for_computer and self._thinking is None:
            player = self.sitting.players[self.position.to_move]
            self._thinking = Thinking(self.position, player, PAUSE if self._pause else 0.0)
            self._think(self._thinking)
        self.show_game()

    def show_panel(self) -> None:
        assert self._ticks is not None
        if self._thinking or (self.game.clock and self.game.outcome is None):
            self._ticks.resume()
        else:
            self._ticks.pause()
        super().show_panel()

    def _tick(self) -> None:
        if self.sitting.check_time():
            self.go_on()
        elif self.is_current:
            self.show_panel()

    def panel_text(self) -> PanelText:
        doing = seat_words(self.game)
        if self._thinking:
            doing[self.position.to_move] = self._thinking.words()
        return PanelText(
            self.game,
            doing,
            self._complaint or self._happened(),
            self._reason(),
            len(self.game.record.moves),
            self.game.to_move,
            {mark: str(won) for mark, won in self.sitting.wins.items()},
            self.sitting.draws,
            {mark: clock_text(left) for mark, left in self.game.time_left(time.monotonic()).items()},
        )

    def useless_keys(self) -> Collection[str]:
        useless = {
            "hint": not self.can_look,
            "values": self.game.outcome is not None,
            "undo": not self.sitting.can_undo,
            "redo": not self.sitting.can_redo,
            "resign": self.game.outcome is not None or not self.game.people,
            "look_back": not self.game.record.moves,
        }
        return {action for action, is_useless in useless.items() if is_useless}

    def key_words(self) -> Mapping[str, str]:
        return {
            **super().key_words(),
            "pause": "no pause" if self._pause else "pause",
            "stop_or_leave": "stop" if self.game.waits_for_computer and self.game.people else "menu",
        }

    def _happened(self) -> str:
        """One sentence: the result, else the last move, else how to begin."""
        if self.game.outcome is not None:
            return f"{result_words(self.game, self.game.people)} n plays again, w swaps sides, l looks back."
        if self.game.last_move is None:
            return "Arrows and Enter, the mouse, a number, or a cell like b2. F1 is help."
        return last_words(self.game, self.game.people)

    def _reason(self) -> str:
        """What is being typed, else what the computer expects, else the hint or the values."""
        if typed := self.query_one(Board).typed:
            return f"{typed}_  (Enter plays it, Esc forgets it)"
        return self._thinking.expectation() if self._thinking else self.reason()

    # The computer

    @work(thread=True, group="player")
    def _think(self, thinking: Thinking) -> None:
        try:
            move: Move | None = thinking.choose()
        except NoughtsError as error:
            self._complaint, move = str(error), None
        if not get_current_worker().is_cancelled:
            self.app.call_from_thread(self._computer_chose, thinking, move)

    def _computer_chose(self, thinking: Thinking, move: Move | None) -> None:
        if thinking is not self._thinking:
            return  # somebody took a move back in the meantime
        self._thinking = None
        if move is None:
            self.show_panel()
        else:
            self._play(move)

    def stop_all(self) -> None:
        super().stop_all()
        if self._thinking is not None:
            self._thinking.stop()

    # People

    def on_board_chosen(self, message: Board.Chosen) -> None:
        if self.game.waits_for_computer:
            self._complain("It is not your turn")
        elif self.game.outcome is not None:
            self._complain("The game is over: n plays again, u takes back")
        else:
            self._play(message.move)

    def on_board_typed(self) -> None:
        self.show_panel()

    def _play(self, move: Move) -> None:
        try:
            self.sitting.play(move)
        except NoughtsError as error:
            self._complain(str(error))
        else:
            self.go_on()

    def _complain(self, reason: str) -> None:
        self._complaint = f"{reason}."
        self.show_panel()

    # Keys

    def _unless_lost(self, question: str, consequence: str, then: Callable[[], object]) -> None:
        """Do something at once, or after a question where it would take a running game from the board."""
        if not self.sitting.would_be_lost:
            then()
            return

        def answered(agreed: bool | None) -> None:
            if agreed:
                then()

        self.app.push_screen(Question(question, consequence), answered)

    def action_stop_or_leave(self) -> None:
        """A game without people never stops thinking, so that leaving it is all that can be meant."""
        if self.busy and self.game.people:
            self.stop_all()
        else:
            kept = "The game is kept: the menu offers to go on with it."
            self._unless_lost("Leave this game?", kept, lambda: self.post_message(self.Left()))

    def action_quit(self) -> None:
        kept = "The game is kept: next time the menu offers to go on with it."
        self._unless_lost("Leave noughts?", kept, self.app.exit)

    def action_undo(self) -> None:
        self._change(self.sitting.undo)

    def action_redo(self) -> None:
        self._change(self.sitting.redo)

    def _change(self, change: Callable[[], None]) -> None:
        try:
            change()
        except NotPossibleError as error:
            reason = str(error)
            self._complain(reason[0].upper() + reason[1:])
        else:
            self.go_on()

    def action_again(self) -> None:
        self._begin(swap=False)

    def action_swap(self) -> None:
        self._begin(swap=True)

    def _begin(self, *, swap: bool) -> None:
        def begin() -> None:
            self.sitting.again(swap=swap)
            self.go_on()

        self._unless_lost("Begin a new game?", "This one is put away as it is, without a result.", begin)

    def action_resign(self) -> None:
        if self.game.outcome is None and self.game.people:
            self.sitting.resign()
            self.go_on()

    def action_pause(self) -> None:
        self._pause = not self._pause
        self.show_game()

    def action_look_back(self) -> None:
        if self.game.record.moves:
            self.app.push_screen(ReplayScreen([self.game.record]))

    def action_save(self) -> None:
        def save(path: str) -> None:
            GameFile(path).save([self.game.record])
            self._use_path(path, f"Saved in {path}")

        self.app.push_screen(FileQuestion("Save this game in", self._path, save))

    def action_load(self) -> None:
        def load(path: str) -> None:
            self.sitting.load(load_game(path))
            self.go_on()
            self._use_path(path, f"Loaded from {path}")

        def ask() -> None:
            self.app.push_screen(FileQuestion("Go on with the last game of", self._path, load))

        self._unless_lost("Load another game?", "This one is put away as it is, without a result.", ask)

    def _use_path(self, path: str, done: str) -> None:
        self._path = path
        self._complain(done)
