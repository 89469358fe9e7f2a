"""What the screens with a board have in common: its room, its panel, hints and values."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import ClassVar

from textual import work
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.screen import Screen
from textual.widgets import Static
from textual.worker import get_current_worker

from noughts.analysis import Analysis
from noughts.explain.reasons import explain
from noughts.game import Game
from noughts.notation import format_move
from noughts.rules.mark import Mark, Move
from noughts.rules.position import Position
from noughts.terminal.board_widget import Board
from noughts.terminal.dialogs import HelpScreen
from noughts.terminal.help import help_text
from noughts.terminal.keys import Key, KeyBar
from noughts.terminal.layout import fitting, smallest
from noughts.terminal.panel import PANEL_WIDTH, WIDEST_PANEL, Panel, PanelText
from noughts.terminal.thinking import Looking
from noughts.words import value_text, values_on_cells

BEST_MOVES = 5
"""So many moves are told with their lines."""


class BoardScreen(Screen[None]):
    """Board, panel and keys; what is on them say the screens that are made of it."""

    KEYS: ClassVar[tuple[Key, ...]] = ()

    def __init__(self) -> None:
        super().__init__()
        self._looking: Looking | None = None
        self._known: dict[Position, Analysis] = {}
        self._hinted: Position | None = None
        self._values_on = False

    def compose(self) -> ComposeResult:
        with Horizontal():
            yield Board()
            yield Panel()
        yield Static(id="too-small", markup=False)
        yield Static(id="status", markup=False)
        yield KeyBar(self.KEYS)

    def on_resize(self) -> None:
        self.show_game()

    def on_unmount(self) -> None:
        self.stop_all()

    def stop_all(self) -> None:
        """Stop whatever is being thought about."""
        if self._looking is not None:
            self._looking.stop()

    # What the screens say themselves

    @property
    def game(self) -> Game:
        raise NotImplementedError

    @property
    def position(self) -> Position:
        """What the board shows."""
        raise NotImplementedError

    @property
    def last_move(self) -> Move | None:
        raise NotImplementedError

    @property
    def can_look(self) -> bool:
        """Whether hints and values may be asked for now."""
        raise NotImplementedError

    def panel_text(self) -> PanelText:
        raise NotImplementedError

    def useless_keys(self) -> Collection[str]:
        raise NotImplementedError

    def key_words(self) -> Mapping[str, str]:
        return {"values": "hide values" if self._values_on else "values"}

    # Showing

    def show_game(self) -> None:
        """Show everything anew, and look at the position where that is wanted."""
        if self._looking and self._looking.position != self.position:
            self._looking.stop()
        elif self._looking is None and self._wants_analysis():
            self._looking = Looking(self.position)
            self._look(self._looking)
        analysis = self._known.get(self.position) if self.can_look else None
        values = values_on_cells(analysis, self.position)[0] if analysis and self._values_on else {}
        hint = analysis.best.move if analysis and analysis.best and self._hinted == self.position else None
        best = analysis.best_moves() if analysis else []
        self._arrange()
        self.query_one(Board).show(self.position, self.last_move, values, best, hint)
        self.query_one(KeyBar).show(self.useless_keys(), self.key_words())
        self.show_panel()

    def show_panel(self) -> None:
        text, panel = self.panel_text(), self.query_one(Panel)
        width = panel.styles.width.value if panel.styles.width else PANEL_WIDTH
        panel.show(text, int(width))
        self.query_one("#status", Static).update(" ".join(filter(None, [*self._status(text), text.reason])))

    def _status(self, text: PanelText) -> list[str]:
        """Whose turn it is and what happened, for windows without a panel."""
        clocks = [f"{mark} {clock}" for mark, clock in text.clocks.items()]
        mover: Mark | None = text.to_move
        return [*clocks, text.happened, f"{mover}: {text.doing[mover]}." if mover else ""]

    def _arrange(self) -> None:
        """Give the board the room it needs; without room for it say how much that would be."""
        width, height = self.size
        least, bar = smallest(self.position), self.query_one(KeyBar).rows
        beside = width >= least.width + PANEL_WIDTH
        needed = least.height + bar + (not beside)
        fits = width >= least.width and height >= needed
        panel = self.query_one(Panel)
        if beside and (layout := fitting(self.position, width - PANEL_WIDTH, height - bar)):
            panel.styles.width = min(WIDEST_PANEL, max(PANEL_WIDTH, width - layout.width - 4))
        self.query_one(Horizontal).display = fits
        panel.display = beside
        self.query_one("#status").display = fits and not beside
        notice = self.query_one("#too-small", Static)
        notice.display = not fits
        notice.update(f"This board needs {least.width} x {needed} characters; this window has {width} x {height}.")

    # Hints and values: both come from the same look at the position

    def _wants_analysis(self) -> bool:
        wanted = self._values_on or self._hinted == self.position
        return wanted and self.can_look and self.position not in self._known

    def reason(self) -> str:
        """Why the hint is good, else what the values mean, with the best moves and their lines."""
        if not self.can_look or (self._hinted != self.position and not self._values_on):
            return ""
        analysis = self._known.get(self.position)
        if analysis is None or analysis.best is None:
            return "Looking ..."
        if self._hinted == self.position:
            return explain(self.position, analysis.best.move, analysis)
        return f"{values_on_cells(analysis, self.position)[1]}\n\n{best_moves(self.position, analysis)}"

    @work(thread=True, group="looking")
    def _look(self, looking: Looking) -> None:
        analysis = looking.analyze()
        if not get_current_worker().is_cancelled:
            self.app.call_from_thread(self._found_out, looking, analysis)

    def _found_out(self, looking: Looking, analysis: Analysis | None) -> None:
        self._looking = None
        if analysis is not None:
            self._known[looking.position] = analysis
        self.show_game()

    def action_hint(self) -> None:
        if self.can_look:
            self._hinted = self.position
            self.show_game()

    def action_values(self) -> None:
        self._values_on = not self._values_on
        self.show_game()

    def action_help(self) -> None:
        self.app.push_screen(HelpScreen(help_text(self.KEYS, self.position)))


def best_moves(position: Position, analysis: Analysis) -> str:
    """A row for each of the best moves: its value and how the game is expected to go on."""
    rows = []
    for ranked in analysis.moves[:BEST_MOVES]:
        line = " ".join(format_move(move, position) for move in ranked.line[1:5])
        rows.append(f"{format_move(ranked.move, position):4}{value_text(ranked, position):>4}  {line}".rstrip())
    return "\n".join(rows)
