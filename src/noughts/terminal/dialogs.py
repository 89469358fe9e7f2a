"""Questions on top of the screen."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Input, Static

from noughts.errors import NoughtsError


class Dialog(ModalScreen[bool]):
    """Answered once: a key that was pressed twice in a hurry finds it closed, not gone."""

    _answered = False

    def answer(self, answer: bool) -> None:
        if not self._answered:
            self._answered = True
            self.dismiss(answer)

    def action_answer(self, answer: bool) -> None:
        self.answer(answer)


class Question(Dialog):
    """Whether something should be done that cannot be seen to be harmless."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,y", "answer(True)", show=False),
        Binding("escape,n", "answer(False)", show=False),
    ]

    def __init__(self, question: str, consequence: str) -> None:
        super().__init__()
        self._question = question
        self._consequence = consequence

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog"):
            yield Static(self._question, markup=False)
            yield Static(self._consequence, classes="soft", markup=False)
            yield Static(Content.assemble(("Enter", "bold $edge"), " yes     ", ("Esc", "bold $edge"), " no"))


class FileQuestion(Dialog):
    """Asks for the name of a file until `use` can use it; what was typed stays when it cannot."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "answer(False)", show=False)]

    def __init__(self, question: str, path: str, use: Callable[[str], None], placeholder: str = "") -> None:
        super().__init__()
        self._question = question
        self._path = path
        self._use = use
        self._placeholder = placeholder

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog"):
            yield Static(self._question, markup=False)
            yield Input(self._path, placeholder=self._placeholder)
            yield Static(id="file-error", markup=False)
            yield Static("Enter goes on, Esc goes back", classes="soft")

    def on_input_submitted(self, event: Input.Submitted) -> None:
        path = event.value.strip()
        if self._answered or not (path or self._placeholder):
            return
        try:
            self._use(path)
        except NoughtsError as error:
            self.query_one("#file-error", Static).update(f"{error}.")
        else:
            self.answer(True)


class HelpScreen(Dialog):
    """A text to read; any of the usual keys closes it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,enter,q,f1,question_mark", "answer(True)", show=False),
        Binding("up", "scroll(-1)", show=False),
        Binding("down", "scroll(1)", show=False),
        Binding("pageup", "scroll(-10)", show=False),
        Binding("pagedown,space", "scroll(10)", show=False),
    ]

    def __init__(self, text: Content) -> None:
        super().__init__()
        self._text = text

    def compose(self) -> ComposeResult:
        with VerticalScroll(classes="dialog", can_focus=False):
            yield Static(self._text)

    def action_scroll(self, rows: int) -> None:
        self.query_one(VerticalScroll).scroll_relative(y=rows, animate=False)
