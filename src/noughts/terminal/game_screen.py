"""The screen on which a game is played."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.message import Message
from textual.screen import Screen
from textual.timer import Timer
from textual.widgets import Static
from textual.worker import get_current_worker

from noughts.analysis import Analysis
from noughts.errors import NotPossibleError, NoughtsError
from noughts.explain.reasons import explain
from noughts.game import Game
from noughts.rules.mark import Move
from noughts.rules.position import Position
from noughts.terminal.board_widget import Board
from noughts.terminal.dialogs import FileQuestion
from noughts.terminal.game_file import GameFile, load_game
from noughts.terminal.keys import GAME_KEYS, KeyBar
from noughts.terminal.layout import smallest
from noughts.terminal.panel import Panel
from noughts.terminal.sitting import Sitting
from noughts.terminal.thinking import PAUSE, Looking, Thinking
from noughts.words import last_words, result_words, seat_words, values_on_cells

PANEL_WIDTH = 34
DEFAULT_FILE = "noughts.txt"


class GameScreen(Screen[None]):
    """Board, panel and keys; the game itself is a Sitting."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding(key.keys, key.action, show=False) for key in GAME_KEYS]

    class Finished(Message):
        """The game is over."""

    class Left(Message):
        """Somebody wants to go back to the menu."""

    def __init__(self, sitting: Sitting, *, pause: bool, path: str | None = None) -> None:
        super().__init__()
        self.sitting = sitting
        self._pause = pause
        self._path = path or DEFAULT_FILE
        self._thinking: Thinking | None = None
        self._looking: Looking | None = None
        self._known: dict[Position, Analysis] = {}
        self._hinted: Position | None = None
        self._values_on = False
        self._complaint = ""
        self._clock: Timer | None = None

    def compose(self) -> ComposeResult:
        with Horizontal():
            yield Board()
            yield Panel()
        yield Static(id="too-small", markup=False)
        yield Static(id="status", markup=False)
        yield KeyBar()

    def on_mount(self) -> None:
        self._clock = self.set_interval(0.1, self._show_panel, pause=True)
        self.query_one(Board).focus()
        self.go_on()

    def on_unmount(self) -> None:
        self._stop_all()

    def on_resize(self) -> None:
        self.show_game()

    @property
    def game(self) -> Game:
        return self.sitting.game

    @property
    def busy(self) -> bool:
        """Whether something is still being thought about."""
        return self._thinking is not None or self._looking is not None

    # Showing

    def go_on(self) -> None:
        """Something changed: show it, and let the computer think when it is its turn."""
        self._complaint = ""
        if self._thinking and (self._thinking.position != self.game.position or not self.game.waits_for_computer):
            self._thinking.stop()
            self._thinking = None
        if self._looking and self._looking.position != self.game.position:
            self._looking.stop()
        if self.game.waits_for_computer and self._thinking is None:
            player = self.sitting.players[self.game.position.to_move]
            self._thinking = Thinking(self.game.position, player, PAUSE if self._pause else 0.0)
            self._think(self._thinking)
        elif self._wants_analysis():
            self._looking = Looking(self.game.position)
            self._look(self._looking)
        self.show_game()

    def _wants_analysis(self) -> bool:
        position = self.game.position
        if self._looking is not None or self.game.outcome is not None or self._analysis():
            return False
        return self._values_on or self._hinted == position

    def _analysis(self) -> Analysis | None:
        """What is known of the position: hint and values come from the same look at it."""
        return self._known.get(self.game.position)

    def show_game(self) -> None:
        game, analysis = self.game, self._analysis()
        values: dict[Move, str] = {}
        hint: Move | None = None
        if analysis and analysis.best and game.outcome is None and not game.waits_for_computer:
            if self._values_on:
                values, _ = values_on_cells(analysis)
            if self._hinted == game.position:
                hint = analysis.best.move
        self.query_one(Board).show(game.position, game.last_move, values, hint)
        self.query_one(KeyBar).show(self.sitting, values_on=self._values_on, pause=self._pause)
        self._show_panel()
        self._arrange()

    def _show_panel(self) -> None:
        assert self._clock is not None
        doing = seat_words(self.game)
        if self._thinking:
            doing[self.game.position.to_move] = self._thinking.words()
            self._clock.resume()
        else:
            self._clock.pause()
        happened, reason = self._complaint or self._happened(), self._reason()
        self.query_one(Panel).show(self.sitting, doing, happened, reason)
        self.query_one("#status", Static).update(" ".join(filter(None, [happened, reason])))

    def _happened(self) -> str:
        """One sentence: the result, else the last move, else how to begin."""
        if self.game.outcome is not None:
            return f"{result_words(self.game, self.game.people)} n plays again, w swaps sides."
        if self.game.last_move is None:
            return "Arrows and Enter, the mouse, a number, or a cell like b2."
        return last_words(self.game, self.game.people)

    def _reason(self) -> str:
        """What is being typed, else why the hint is good, else what the values mean."""
        position = self.game.position
        if typed := self.query_one(Board).typed:
            return f"{typed}_  (Enter plays it, Esc forgets it)"
        if self.game.outcome is not None or self.game.waits_for_computer:
            return ""
        analysis = self._analysis()
        if self._hinted != position and not self._values_on:
            return ""
        if analysis is None or analysis.best is None:
            return "Looking ..."
        return (
            explain(position, analysis.best.move, analysis)
            if self._hinted == position
            else values_on_cells(analysis)[1]
        )

    def _arrange(self) -> None:
        """Give the board the room it needs; without room for it say how much that would be."""
        width, height = self.size
        least = smallest(self.game.position)
        beside = width >= least.width + PANEL_WIDTH
        needed = least.height + self.query_one(KeyBar).rows + (not beside)
        fits = width >= least.width and height >= needed
        self.query_one(Horizontal).display = fits
        self.query_one(Panel).display = beside
        self.query_one("#status").display = fits and not beside
        notice = self.query_one("#too-small", Static)
        notice.display = not fits
        notice.update(f"This board needs {least.width} x {needed} characters; this window has {width} x {height}.")

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
            self._show_panel()
        else:
            self._play(move)

    @work(thread=True, group="looking")
    def _look(self, looking: Looking) -> None:
        analysis = looking.analyze()
        if not get_current_worker().is_cancelled:
            self.app.call_from_thread(self._found_out, looking, analysis)

    def _found_out(self, looking: Looking, analysis: Analysis | None) -> None:
        self._looking = None
        if analysis is not None:
            self._known[looking.position] = analysis
        self.go_on()

    def _stop_all(self) -> None:
        for running in (self._thinking, self._looking):
            if running is not None:
                running.stop()

    # People

    def on_board_chosen(self, message: Board.Chosen) -> None:
        if self.game.waits_for_computer:
            self._complain("It is not your turn")
        elif self.game.outcome is not None:
            self._complain("The game is over: n plays again, u takes back")
        else:
            self._play(message.move)

    def on_board_typed(self) -> None:
        self._show_panel()

    def _play(self, move: Move) -> None:
        try:
            self.sitting.play(move)
        except NoughtsError as error:
            self._complain(str(error))
            return
        if self.game.outcome is not None:
            self.post_message(self.Finished())
        self.go_on()

    def _complain(self, reason: str) -> None:
        self._complaint = f"{reason}."
        self._show_panel()

    # Keys

    def action_stop_or_leave(self) -> None:
        """A game without people never stops thinking, so that leaving it is all that can be meant."""
        if self.busy and self.game.people:
            self._stop_all()
        else:
            self.action_menu()

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

    def action_hint(self) -> None:
        if self.game.outcome is None and not self.game.waits_for_computer:
            self._hinted = self.game.position
            self.go_on()

    def action_values(self) -> None:
        self._values_on = not self._values_on
        self.go_on()

    def action_again(self) -> None:
        self.sitting.again()
        self.go_on()

    def action_swap(self) -> None:
        self.sitting.again(swap=True)
        self.go_on()

    def action_resign(self) -> None:
        if self.game.outcome is None and self.game.people:
            self.sitting.resign()
            self.post_message(self.Finished())
            self.go_on()

    def action_pause(self) -> None:
        self._pause = not self._pause
        self.show_game()

    def action_menu(self) -> None:
        self.post_message(self.Left())

    @work
    async def action_save(self) -> None:
        if path := await self.app.push_screen_wait(FileQuestion("Save this game in", self._path)):
            self._use_file(path, lambda: GameFile(path).save([self.game.record]), "Saved in")

    @work
    async def action_load(self) -> None:
        if path := await self.app.push_screen_wait(FileQuestion("Go on with the last game of", self._path)):
            self._use_file(path, lambda: self.sitting.load(load_game(path)), "Loaded from")

    def _use_file(self, path: str, use: Callable[[], None], done: str) -> None:
        try:
            use()
        except NoughtsError as error:
            self._complain(str(error))
            return
        self._path = path
        self.go_on()
        self._complain(f"{done} {path}")
