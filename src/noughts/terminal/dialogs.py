"""One question on top of the screen."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Input, Static


class FileQuestion(ModalScreen[str | None]):
    """Asks for the name of a file; None when nobody wants to say it."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "dismiss(None)", show=False)]

    def __init__(self, question: str, path: str) -> None:
        super().__init__()
        self._question = question
        self._path = path

    def compose(self) -> ComposeResult:
        with Vertical(id="question"):
            yield Static(self._question, markup=False)
            yield Input(self._path)
            yield Static("Enter goes on, Esc goes back", classes="soft")

    def on_input_submitted(self, event: Input.Submitted) -> None:
        self.dismiss(event.value.strip() or None)
