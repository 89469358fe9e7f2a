"""The keys of a screen, and the bar that tells them."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import NamedTuple

from textual import events
from textual.content import Content
from textual.widgets import Static

GAP = 2
ENOUGH_COLUMNS, ENOUGH_ROWS = 72, 24
"""In a smaller window the bar is one row, and help tells the rest."""


class Key(NamedTuple):
    """Keys for an action; the first is the one that is told. Letters that name a column of a large board are not keys
    there, so that each action has another key too."""

    keys: str
    sign: str
    action: str
    words: str
    help: str
    always: bool = False
    """Whether it is told where there is room for one row only."""


GAME_KEYS = (
    Key("question_mark,h", "?", "hint", "hint", "hint: the best move and why", always=True),
    Key("v,f2", "v", "values", "values", "what every move is worth, on the cells", always=True),
    Key("u,f3,ctrl+z", "u", "undo", "undo", "take back; against the computer both moves", always=True),
    Key("r,f4,ctrl+y", "r", "redo", "redo", "play again what was taken back"),
    Key("n,f5", "n", "again", "again", "a new game"),
    Key("w,f6", "w", "swap", "swap sides", "a new game with the sides swapped"),
    Key("x,f7", "x", "resign", "resign", "give up"),
    Key("l,f12", "l", "look_back", "look back", "step through the moves with the arrow keys"),
    Key("s,f8", "s", "save", "save", "add this game to a file"),
    Key("o,f9", "o", "load", "load", "go on with the last game of a file"),
    Key("p,f10", "p", "pause", "pause", "whether the computer waits a moment before it moves"),
    Key("t,f11", "t", "app.toggle_theme", "theme", "dark or light"),
    Key("f1", "f1", "help", "help", "this page", always=True),
    Key("escape", "esc", "stop_or_leave", "menu", "stop a long think; else back to the menu", always=True),
    Key("q,ctrl+q", "q", "quit", "quit", "leave noughts; the game is kept", always=True),
)

REPLAY_KEYS = (
    Key("left", "← →", "step(-1)", "moves", "one move back", always=True),
    Key("right", "→", "step(1)", "", "one move on"),
    Key("home", "home", "step(-1000)", "", "the start"),
    Key("end", "end", "step(1000)", "", "the last move"),
    Key("up", "↑ ↓", "game(-1)", "games", "the game before", always=True),
    Key("down", "↓", "game(1)", "", "the next game"),
    Key("question_mark,h", "?", "hint", "hint", "the best move here and why", always=True),
    Key("v,f2", "v", "values", "values", "what every move is worth, on the cells", always=True),
    Key("r,f5", "r", "review", "review", "judge every move of the game; again stops it", always=True),
    Key("m,f6", "m", "next_mistake", "next mistake", "the next move that lost something, after a review"),
    Key("p,enter", "p", "play_on", "play from here", "go on with the game from this move", always=True),
    Key("t,f11", "t", "app.toggle_theme", "theme", "dark or light"),
    Key("f1", "f1", "help", "help", "this page", always=True),
    Key("escape,q,l", "esc", "leave", "back", "back to where you came from", always=True),
)


class KeyBar(Static):
    """All keys, each of which can also be clicked; what is of no use now is dim."""

    def __init__(self, keys: tuple[Key, ...]) -> None:
        super().__init__()
        self._keys = keys
        self._spots: list[tuple[int, int, int, str]] = []
        self.rows = 1

    def show(self, useless: Collection[str], words: Mapping[str, str]) -> None:
        self._spots = []
        rows, parts, width = [], list[tuple[str, str]](), 0
        low = self.app.size.height < ENOUGH_ROWS or self.app.size.width < ENOUGH_COLUMNS
        for key in self._keys:
            name = words.get(key.action, key.words)
            length = len(key.sign) + 1 + len(name)
            if not name or (low and not key.always):
                continue
            if width + length > self.app.size.width - 2 * GAP:
                rows.append(Content.assemble(*parts))
                parts, width = [], 0
            self._spots.append((len(rows), width, width + length, key.action))
            parts += [(key.sign, "$soft" if key.action in useless else "bold $edge"), (f" {name}", "$soft")]
            parts.append((" " * GAP, ""))
            width += length + GAP
        rows.append(Content.assemble(*parts))
        self.rows = len(rows)
        self.update(Content("\n").join(rows))

    async def on_click(self, event: events.Click) -> None:
        for row, begin, end, action in self._spots:
            if row == event.y and begin <= event.x - self.styles.padding.left < end:
                await self.screen.run_action(action)
