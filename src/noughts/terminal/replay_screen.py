"""The screen on which games are looked back on, move by move."""

from __future__ import annotations

from collections.abc import Collection
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.message import Message

from noughts.game import Game
from noughts.record import GameRecord
from noughts.rules.mark import Mark, Move
from noughts.rules.position import Position
from noughts.terminal.board_screen import BoardScreen
from noughts.terminal.board_widget import Board
from noughts.terminal.keys import REPLAY_KEYS
from noughts.terminal.panel import PanelText
from noughts.words import move_words, printable, result_words, where_to_play


class ReplayScreen(BoardScreen):
    """Left and right go through the moves of a game, up and down through the games."""

    KEYS = REPLAY_KEYS
    BINDINGS: ClassVar[list[BindingType]] = [Binding(key.keys, key.action, show=False) for key in REPLAY_KEYS]

    class PlayOn(Message):
        """Somebody wants to go on from here."""

        def __init__(self, record: GameRecord) -> None:
            super().__init__()
            self.record = record

    def __init__(self, records: list[GameRecord]) -> None:
        super().__init__()
        self._records = records
        self._number = len(records) - 1
        self._ply = len(records[-1].moves)

    def on_mount(self) -> None:
        self.query_one(Board).can_focus = False
        self.set_focus(None)
        self.show_game()

    @property
    def _record(self) -> GameRecord:
        return self._records[self._number]

    @property
    def game(self) -> Game:
        return Game.of(self._record)

    @property
    def position(self) -> Position:
        return self._record.positions()[self._ply]

    @property
    def last_move(self) -> Move | None:
        return self._record.moves[self._ply - 1] if self._ply else None

    @property
    def can_look(self) -> bool:
        return self.position.outcome is None

    @property
    def busy(self) -> bool:
        """Whether the position is still being looked at."""
        return self._looking is not None

    def panel_text(self) -> PanelText:
        to_move = None if self._at_result else self.position.to_move
        doing = {mark: f"to move{where_to_play(self.position)}" if mark is to_move else "" for mark in Mark}
        return PanelText(self.game, doing, self._happened(), self.reason(), self._ply, to_move)

    @property
    def _at_result(self) -> bool:
        return self._ply == len(self._record.moves) and self._record.outcome is not None

    def _happened(self) -> str:
        """Which game and move this is, what happened in it, and what was said about it."""
        many = f"Game {self._number + 1} of {len(self._records)}, move" if len(self._records) > 1 else "Move"
        told = [f"{many} {self._ply} of {len(self._record.moves)}."]
        if self._ply:
            before, after = self._record.positions()[self._ply - 1 : self._ply + 1]
            told.append(move_words(before, self._record.moves[self._ply - 1], after))
        if self._at_result:
            told.append(result_words(self.game, ()))
        if said := self._record.comments.get(self._ply):
            told.append(printable(" ".join(said.split())))
        return " ".join(told)

    def useless_keys(self) -> Collection[str]:
        useless = {"game(-1)": len(self._records) == 1, "hint": not self.can_look, "play_on": not self.can_look}
        return {action for action, is_useless in useless.items() if is_useless}

    # Keys

    def action_step(self, plies: int) -> None:
        self._ply = min(len(self._record.moves), max(0, self._ply + plies))
        self.show_game()

    def action_game(self, step: int) -> None:
        number = min(len(self._records) - 1, max(0, self._number + step))
        if number != self._number:
            self._number, self._ply = number, 0
            self.show_game()

    def action_play_on(self) -> None:
        if self.can_look:
            self.post_message(self.PlayOn(self._record.reopen().take_back(len(self._record.moves) - self._ply)))

    def action_leave(self) -> None:
        self.app.pop_screen()
