"""The screen on which games are looked back on, move by move."""

from __future__ import annotations

from collections.abc import Collection
from typing import ClassVar

from textual import work
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.timer import Timer
from textual.worker import get_current_worker

from noughts.explain.review import THRESHOLDS, Review
from noughts.explain.review_text import chance_plot, move_judged, players_words
from noughts.game import Game
from noughts.record import GameRecord
from noughts.render.canvas import UNICODE
from noughts.rules.mark import Mark, Move
from noughts.rules.position import Position
from noughts.terminal.board_screen import BoardScreen
from noughts.terminal.board_widget import Board
from noughts.terminal.keys import REPLAY_KEYS
from noughts.terminal.panel import PanelText
from noughts.terminal.thinking import Reviewing
from noughts.words import move_words, printable, result_words, where_to_play

PLOT_WIDTH = 24
"""What the narrowest panel has beside the axis."""


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
        self._reviews: dict[int, Review] = {}
        self._reviewing: Reviewing | None = None
        self._progress: Timer | None = None

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
        """Whether the position, or the whole game, is still being looked at."""
        return self._looking is not None or self._reviewing is not None

    def panel_text(self) -> PanelText:
        to_move = None if self._at_result else self.position.to_move
        doing = {mark: f"to move{where_to_play(self.position)}" if mark is to_move else "" for mark in Mark}
        judged = self._review.moves if self._review else ()
        signs = {move.ply: move.sign for move in judged}
        reason = self.reason() or self._review_words()
        return PanelText(self.game, doing, self._happened(), reason, self._ply, to_move, signs=signs)

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

    # The review

    @property
    def _review(self) -> Review | None:
        return self._reviews.get(self._number)

    def _review_words(self) -> str:
        """How far the review is; when it is there, what it says about this move, and the chances of the game."""
        if self._reviewing is not None:
            return f"Reviewing: {self._reviewing.done} of {len(self._reviewing.record.moves)} moves, r stops."
        if self._review is None:
            return ""
        plot = chance_plot([move.chance for move in self._review.moves], UNICODE, width=PLOT_WIDTH, at=self._ply)
        told = move_judged(self._review.moves[self._ply - 1]) if self._ply else players_words(self._review)
        return "\n".join([told, "", "Winning chance of X", *plot])

    def action_review(self) -> None:
        if self._reviewing is not None:
            self._reviewing.stop()
        elif self._review is None and self._record.moves:
            self._reviewing = Reviewing(self._record)
            self._make_review(self._reviewing, self._number)
            self._progress = self.set_interval(0.3, self.show_panel)
            self.show_game()

    @work(thread=True, group="reviewing")
    def _make_review(self, reviewing: Reviewing, number: int) -> None:
        found = reviewing.review()
        if not get_current_worker().is_cancelled:
            self.app.call_from_thread(self._reviewed, number, found)

    def _reviewed(self, number: int, found: Review | None) -> None:
        self._reviewing = None
        if self._progress is not None:
            self._progress.stop()
        if found is not None:
            self._reviews[number] = found
        self.show_game()

    def action_next_mistake(self) -> None:
        errors = [move.ply for move in self._review.moves if move.judgement in THRESHOLDS] if self._review else []
        if errors:
            self._ply = next((ply for ply in errors if ply > self._ply), errors[0])
            self.show_game()

    def stop_all(self) -> None:
        super().stop_all()
        if self._reviewing is not None:
            self._reviewing.stop()

    def useless_keys(self) -> Collection[str]:
        useless = {"game(-1)": len(self._records) == 1, "hint": not self.can_look, "play_on": not self.can_look}
        useless |= {"review": self._review is not None, "next_mistake": self._review is None}
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
