"""The board as a widget: it shows a position, moves a cursor and says which cell was chosen. It knows no rules."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import ClassVar

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.reactive import reactive
from textual.strip import Strip
from textual.widget import Widget

from noughts.notation import begins_move, finished_move, spellings, start_position
from noughts.rules.mark import Move
from noughts.rules.position import Position
from noughts.terminal.drawing import BoardDrawing, Canvas
from noughts.terminal.layout import Layout, fitting
from noughts.terminal.palette import DARK, LIGHT, Palette


class Board(Widget, can_focus=True):
    """Fills the room it has with the largest board that fits."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "move_cursor(-1, 0)", show=False),
        Binding("down", "move_cursor(1, 0)", show=False),
        Binding("left", "move_cursor(0, -1)", show=False),
        Binding("right", "move_cursor(0, 1)", show=False),
        Binding("enter,space", "choose", show=False),
    ]

    cursor: reactive[Move | None] = reactive(None)
    typed: reactive[str] = reactive("")

    class Chosen(Message):
        """Somebody wants to play in a cell."""

        def __init__(self, move: Move) -> None:
            super().__init__()
            self.move = move

    class Typed(Message):
        """The beginning of a move was typed, or taken back."""

        def __init__(self, text: str) -> None:
            super().__init__()
            self.text = text

    def __init__(self) -> None:
        super().__init__()
        self.position: Position = start_position()
        self._last_move: Move | None = None
        self._hint: Move | None = None
        self._values: Mapping[Move, str] = {}
        self._best: Collection[Move] = ()
        self._layout_shown: Layout | None = None
        self._canvas: Canvas | None = None
        self._corner = (0, 0)

    # Showing

    def show(
        self,
        position: Position,
        last_move: Move | None = None,
        values: Mapping[Move, str] | None = None,
        best: Collection[Move] = (),
        hint: Move | None = None,
    ) -> None:
        """Show another moment of the game; what was typed stays where a move can still begin so. Values: best first."""
        if (position.columns, position.rows) != (self.position.columns, self.position.rows):
            self.cursor = None
        self.position, self._last_move, self._hint = position, last_move, hint
        self._values, self._best = values or {}, best
        if not begins_move(self.typed, position):
            self.typed = ""
        self._redraw()

    def _palette(self) -> Palette:
        return DARK if self.app.current_theme.dark else LIGHT

    def _redraw(self) -> None:
        width, height = self.size
        layout = fitting(self.position, width, height)
        if layout is not None:
            cursor = self.cursor if self.has_focus else None
            drawing = BoardDrawing(
                layout, self._palette(), self._last_move, cursor, self._hint, self._values, self._best
            )
            self._canvas = drawing.canvas()
            self._corner = (height - layout.height) // 2, (width - layout.width) // 2
        self._layout_shown = layout
        self.refresh()

    def on_mount(self) -> None:
        self.app.theme_changed_signal.subscribe(self, lambda _: self._redraw())

    def on_resize(self) -> None:
        self._redraw()

    def on_focus(self) -> None:
        self._redraw()

    def on_blur(self) -> None:
        self._redraw()

    def watch_cursor(self) -> None:
        self._redraw()

    def render_line(self, y: int) -> Strip:
        width, palette = self.size.width, self._palette()
        paper = Style(color=palette.ink, bgcolor=palette.paper)
        layout, (top, left) = self._layout_shown, self._corner
        if layout is None or self._canvas is None or not 0 <= y - top < layout.height:
            return Strip.blank(width, paper)
        segments = [Segment(" " * left, paper), *self._canvas.segments(y - top)]
        return Strip(segments).extend_cell_length(width, paper)

    # The cursor and the mouse

    def action_move_cursor(self, down: int, right: int) -> None:
        columns, rows = (self.position.columns, self.position.rows)
        if self.cursor is None:
            legal = self.position.legal_moves()
            self.cursor = legal[len(legal) // 2] if legal else 0
            return
        row, column = self.position.row_and_column(self.cursor)
        self.cursor = self.position.move_at((row + down) % rows, (column + right) % columns)

    def action_choose(self) -> None:
        if self.typed:
            move = spellings(self.position).get(self.typed)
            self.typed = ""
            if move is not None:
                self.post_message(self.Chosen(move))
        elif self.cursor is not None:
            self.post_message(self.Chosen(self.cursor))
        else:
            self.action_move_cursor(0, 0)

    def on_click(self, event: events.Click) -> None:
        if self._layout_shown is not None:
            top, left = self._corner
            move = self._layout_shown.move_under(event.y - top, event.x - left)
            if move is not None:
                self.cursor = move
                self.post_message(self.Chosen(move))

    # Typing

    def watch_typed(self) -> None:
        self.post_message(self.Typed(self.typed))

    def on_key(self, event: events.Key) -> None:
        """Take the keys that can spell a cell; all others belong to the screen."""
        if event.key == "backspace" and self.typed:
            self.typed = self.typed[:-1]
        elif event.key == "escape" and self.typed:
            self.typed = ""
        elif event.character and event.character.isalnum() and (text := self._extended(event.character.lower())):
            self.typed = text
            if (move := finished_move(text, self.position)) is not None:
                self.typed = ""
                self.post_message(self.Chosen(move))
        else:
            return
        event.stop()
        event.prevent_default()

    def _extended(self, character: str) -> str:
        """What is typed with one more character: a new beginning where it does not go on; empty when it is none."""
        candidates = (self.typed + character, character)
        return next((text for text in candidates if begins_move(text, self.position)), "")
