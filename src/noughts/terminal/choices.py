"""A row of the menu: some choices side by side, of which one is taken."""

from __future__ import annotations

from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget

LABEL_WIDTH = 12


class Choices(Widget, can_focus=True):
    """Left and right, or the mouse, take another choice."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "step(-1)", show=False),
        Binding("right", "step(1)", show=False),
    ]

    taken: reactive[int] = reactive(0)

    class Changed(Message):
        """Another choice was taken."""

    def __init__(self, label: str, choices: list[str], taken: str, *, id: str) -> None:
        super().__init__(id=id)
        self._label = label
        self.choices = choices
        self.set_reactive(Choices.taken, choices.index(taken) if taken in choices else 0)

    @property
    def value(self) -> str:
        return self.choices[self.taken]

    def offer(self, label: str, choices: list[str]) -> None:
        """Other choices; what was taken stays where it is still there, else the last one is."""
        taken = self.value
        self._label, self.choices = label, choices
        self.set_reactive(Choices.taken, choices.index(taken) if taken in choices else len(choices) - 1)
        self.refresh()

    def render(self) -> Content:
        label = (f"{self._label:{LABEL_WIDTH}}", "bold $edge" if self.has_focus else "$soft")
        parts = [
            (f"[{choice}]", "bold $ink") if number == self.taken else (f" {choice} ", "$soft")
            for number, choice in enumerate(self.choices)
        ]
        return Content.assemble(label, *parts)

    def action_step(self, step: int) -> None:
        self.taken = (self.taken + step) % len(self.choices)

    def watch_taken(self) -> None:
        self.post_message(self.Changed())

    def on_click(self, event: events.Click) -> None:
        left = LABEL_WIDTH
        for number, choice in enumerate(self.choices):
            if left <= event.x < left + len(choice) + 2:
                self.taken = number
            left += len(choice) + 2
