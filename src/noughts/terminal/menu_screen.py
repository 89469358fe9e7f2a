"""The main screen: which game, against whom, who begins."""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.message import Message
from textual.screen import Screen
from textual.widgets import Input, Static

from noughts.errors import NoughtsError
from noughts.game import LONGEST_NAME, check_name
from noughts.notation import start_position
from noughts.rules.mark import Mark
from noughts.terminal.choices import Choices
from noughts.terminal.dialogs import FileQuestion
from noughts.terminal.game_file import load_game
from noughts.terminal.setup import TWO_PLAYERS, Setup, unbeatable
from noughts.terminal.shapes import shape
from noughts.terminal.sitting import Sitting

OTHER = "other"
GAMES = ["classic", "4,4,3", "5,4,4", "6,5,4", "ultimate", OTHER]
PERSON = "person"
OPPONENTS = [PERSON, *map(str, range(1, 11)), "perfect"]


class MenuScreen(Screen[None]):
    """The three ways to play are one key away; everything else is a row of choices."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("1", "start_with('two')", show=False),
        Binding("2", "start_with('1')", show=False),
        Binding("3", "start_with('unbeatable')", show=False),
        Binding("up", "app.focus_previous", show=False),
        Binding("down", "app.focus_next", show=False),
        Binding("enter", "start", show=False),
        Binding("o", "load", show=False),
        Binding("t", "app.toggle_theme", show=False),
        Binding("q,escape", "app.quit", show=False),
    ]

    class Started(Message):
        """A game was asked for that can be played."""

        def __init__(self, setup: Setup) -> None:
            super().__init__()
            self.setup = setup

    def __init__(self, setup: Setup, path: str) -> None:
        super().__init__()
        self._setup = setup
        self._path = path

    def compose(self) -> ComposeResult:
        setup, names = self._setup, [*self._setup.names, "", ""]
        game = setup.game if setup.game in GAMES else OTHER
        rows = {None: "5", TWO_PLAYERS: PERSON}
        opponent = rows.get(setup.opponent, setup.opponent)
        with Vertical(id="menu"):
            yield Static(_title(), id="title")
            yield Static(id="quick")
            yield Choices("Game", GAMES, game, id="game")
            yield from _field("Size", setup.game if game == OTHER else "5,5,4", "columns,rows,in a row", "size")
            yield Choices("Opponent", OPPONENTS, opponent or "5", id="opponent")
            yield Choices("Your mark", ["X", "O"], str(setup.mark), id="mark")
            yield Choices("First move", ["X", "O"], str(setup.first), id="first")
            yield from _field("Your name", names[0], "You", "name")
            yield from _field("Other name", names[1], "Player 2", "other-name")
            yield Static(id="complaint", markup=False)
        yield Static("", id="menu-keys")

    def on_mount(self) -> None:
        keys = ("arrows", "choose"), ("Enter", "start"), ("o", "load"), ("t", "theme"), ("q", "quit")
        told = [Content.assemble((key, "bold $edge"), f" {words}") for key, words in keys]
        self.query_one("#menu-keys", Static).update(Content("   ").join(told))
        self.query_one("#game").focus()
        self.on_choices_changed()

    def on_choices_changed(self) -> None:
        """Show the rows that matter, and what the third way to play means in this game."""
        game, opponent = self._choice("game"), self._choice("opponent")
        self.query_one("#size-row").display = game == OTHER
        self.query_one("#other-name-row").display = opponent == PERSON
        unbeaten = game != OTHER and unbeatable(game) == "perfect"
        ways = ("1", "Two players"), ("2", "Random bot"), ("3", "Unbeatable AI" if unbeaten else "Strongest AI")
        self.query_one("#quick", Static).update(
            Content("     ").join(Content.assemble((key, "bold $edge"), f" {words}") for key, words in ways)
        )
        self._complain("")

    def _choice(self, name: str) -> str:
        return self.query_one(f"#{name}", Choices).value

    def _complain(self, reason: str) -> None:
        self.query_one("#complaint", Static).update(reason)

    def action_start_with(self, opponent: str) -> None:
        self._start(opponent)

    def action_start(self) -> None:
        opponent = self._choice("opponent")
        self._start(TWO_PLAYERS if opponent == PERSON else opponent)

    def on_input_submitted(self) -> None:
        self.action_start()

    def _start(self, opponent: str) -> None:
        try:
            setup = self._read(opponent)
            Sitting.of(setup)
        except NoughtsError as error:
            self._complain(f"{error}.")
            return
        self.post_message(self.Started(setup))

    def _read(self, opponent: str) -> Setup:
        """What the rows say; an error says what is wrong with them."""
        chosen = self._choice("game")
        game = (start_position(self.query_one("#size", Input).value if chosen == OTHER else chosen)).game
        if opponent == "unbeatable":
            opponent = unbeatable(game)
        names = [self.query_one("#name", Input).value or ("Player 1" if opponent == TWO_PLAYERS else "You")]
        if opponent == TWO_PLAYERS:
            names.append(self.query_one("#other-name", Input).value or "Player 2")
        return replace(
            self._setup,
            game=game,
            opponent=opponent,
            watched=None,
            mark=Mark(self._choice("mark")),
            first=Mark(self._choice("first")),
            names=tuple(map(check_name, names)),
            record=None,
        )

    def action_load(self) -> None:
        def loaded(path: str | None) -> None:
            if path is None:
                return
            try:
                setup = replace(self._setup, opponent=None, watched=None, record=load_game(path))
                Sitting.of(setup)
            except NoughtsError as error:
                self._complain(f"{error}.")
                return
            self.post_message(self.Started(setup))

        self.app.push_screen(FileQuestion("Go on with the last game of", self._path), loaded)


def _title() -> Content:
    """The name of the game between its two marks."""
    cross, ring = shape(Mark.X, 3), shape(Mark.O, 3)
    names = ("", "n o u g h t s", "")
    rows = [
        Content.assemble((left, "$x"), f"   {name:13}   ", (right, "$o"))
        for left, name, right in zip(cross, names, ring, strict=True)
    ]
    return Content("\n").join(rows)


def _field(label: str, value: str, hint: str, name: str) -> ComposeResult:
    with Horizontal(id=f"{name}-row", classes="field"):
        yield Static(label, classes="label")
        yield Input(value, placeholder=hint, compact=True, id=name, max_length=LONGEST_NAME)
