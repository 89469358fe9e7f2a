"""The keys of a game, and the bar that tells them."""

from __future__ import annotations

from typing import NamedTuple

from textual import events
from textual.content import Content
from textual.widgets import Static

from noughts.terminal.sitting import Sitting

GAP = 2


class Key(NamedTuple):
    """Keys for an action; the first is the one that is told. Letters that name a column of a large board are not keys
    there, so that each action has another key too."""

    keys: str
    sign: str
    action: str
    words: str


GAME_KEYS = (
    Key("question_mark,f1", "?", "hint", "hint"),
    Key("v,f2", "v", "values", "values"),
    Key("u,f3,ctrl+z", "u", "undo", "undo"),
    Key("r,f4,ctrl+y", "r", "redo", "redo"),
    Key("n,f5", "n", "again", "again"),
    Key("w,f6", "w", "swap", "swap sides"),
    Key("x,f7", "x", "resign", "resign"),
    Key("s,f8", "s", "save", "save"),
    Key("o,f9", "o", "load", "load"),
    Key("p,f10", "p", "pause", "pause"),
    Key("t,f11", "t", "app.toggle_theme", "theme"),
    Key("escape", "esc", "stop_or_leave", "menu"),
    Key("q,ctrl+q", "q", "app.quit", "quit"),
)


class KeyBar(Static):
    """All keys, each of which can also be clicked; what is of no use now is dim."""

    def __init__(self) -> None:
        super().__init__()
        self._spots: list[tuple[int, int, int, str]] = []
        self.rows = 1

    def show(self, sitting: Sitting, *, values_on: bool, pause: bool) -> None:
        over = sitting.game.outcome is not None
        useless = {
            "hint": over or sitting.game.waits_for_computer,
            "undo": not sitting.can_undo,
            "redo": not sitting.can_redo,
            "resign": over,
            "values": over,
        }
        words = {
            "values": "hide values" if values_on else "values",
            "pause": "no pause" if pause else "pause",
            "stop_or_leave": "stop" if sitting.game.waits_for_computer and sitting.game.people else "menu",
        }
        self._spots = []
        rows, parts, width = [], list[tuple[str, str]](), 0
        for key in GAME_KEYS:
            name = words.get(key.action, key.words)
            length = len(key.sign) + 1 + len(name)
            if width + length > self.app.size.width - 2 * GAP:
                rows.append(Content.assemble(*parts))
                parts, width = [], 0
            self._spots.append((len(rows), width, width + length, key.action))
            parts += [(key.sign, "$soft" if useless.get(key.action) else "bold $edge"), (f" {name}", "$soft")]
            parts.append((" " * GAP, ""))
            width += length + GAP
        rows.append(Content.assemble(*parts))
        self.rows = len(rows)
        self.update(Content("\n").join(rows))

    async def on_click(self, event: events.Click) -> None:
        for row, begin, end, action in self._spots:
            if row == event.y and begin <= event.x - self.styles.padding.left < end:
                await self.screen.run_action(action)
