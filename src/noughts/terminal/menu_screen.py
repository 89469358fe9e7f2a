"""The main screen: which game, against whom, who begins."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.message import Message
from textual.screen import Screen
from textual.widgets import Input, Static

from noughts.clock import Clock
from noughts.errors import NoughtsError
from noughts.game import LONGEST_NAME, PERFECT, STRONGEST, check_name, level_name, parse_level
from noughts.notation import start_position
from noughts.players.levels import character
from noughts.record import read_records
from noughts.rules.mark import Mark
from noughts.terminal.choices import Choices
from noughts.terminal.dialogs import FileQuestion
from noughts.terminal.game_file import kept_games, load_game, unfinished_sitting
from noughts.terminal.replay_screen import ReplayScreen
from noughts.terminal.setup import TWO_PLAYERS, Setup, game_words, unbeatable
from noughts.terminal.shapes import shape
from noughts.terminal.sitting import Sitting

OTHER = "other"
GAMES = ["classic", "4,4,3", "5,4,4", "6,5,4", "ultimate", OTHER]
PERSON = "person"
LEVELS = list(map(str, range(1, STRONGEST + 1)))
PLAY, WATCH = "play", "watch"
NO_CLOCK = "none"
CLOCKS = [NO_CLOCK, "1+0", "3+2", "5+3", "10+0"]
KEYS = ("←→", "choose"), ("Enter", "start"), ("o", "load"), ("l", "look back"), ("t", "theme"), ("q", "quit")
NEEDED = (60, 20)
ROOMY = 28
"""Rows from which on there are empty ones between the choices."""


class MenuScreen(Screen[None]):
    """The usual ways to play are one key away; everything else is a row of choices."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("1", "start_with('two')", show=False),
        Binding("2", "start_with('1')", show=False),
        Binding("3", "start_with('unbeatable')", show=False),
        Binding("4", "watch", show=False),
        Binding("5", "start_with('adaptive')", show=False),
        Binding("up", "app.focus_previous", show=False),
        Binding("down", "app.focus_next", show=False),
        Binding("enter", "start", show=False),
        Binding("g", "resume", show=False),
        Binding("o", "load", show=False),
        Binding("l", "look_back", show=False),
        Binding("t", "app.toggle_theme", show=False),
        Binding("q", "app.quit", show=False),
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
        self._unfinished = unfinished_sitting()

    def compose(self) -> ComposeResult:
        setup, names = self._setup, [*self._setup.names, "", ""]
        game = setup.game if setup.game in GAMES else OTHER
        rows = {None: "5", TWO_PLAYERS: PERSON}
        opponent = rows.get(setup.opponent, setup.opponent) or "5"
        levels = [PERSON, *LEVELS, PERFECT]
        with Vertical(id="menu"):
            yield Static(_title(), id="title")
            yield Static(id="quick")
            yield Choices("Game", GAMES, game, id="game")
            yield from _field("Size", setup.game if game == OTHER else "5,5,4", "columns,rows,in a row", "size")
            yield Choices("You", [PLAY, WATCH], WATCH if setup.watched else PLAY, id="role")
            yield Choices("Level of X", [*LEVELS, PERFECT], setup.watched or "5", id="watched")
            yield Choices("Opponent", levels, opponent, id="opponent")
            yield Choices("Your mark", ["X", "O"], str(setup.mark), id="mark")
            yield Choices("First move", ["X", "O"], str(setup.first), id="first")
            yield Choices("Clock", CLOCKS, str(setup.clock or NO_CLOCK), id="clock")
            yield from _field("Your name", names[0], "", "name")
            yield from _field("Other name", names[1], "Player 2", "other-name")
            yield Static(id="complaint", markup=False)
        yield Static("", id="menu-keys")
        yield Static(id="too-small", markup=False)

    def on_mount(self) -> None:
        self.query_one("#menu-keys", Static).update(_told(KEYS, "  "))
        self.query_one("#game").focus()
        self.on_choices_changed()

    def on_resize(self) -> None:
        width, height = self.size
        fits = width >= NEEDED[0] and height >= NEEDED[1]
        self.query_one("#menu").display = self.query_one("#menu-keys").display = fits
        self.set_class(height >= ROOMY, "roomy")
        notice = self.query_one("#too-small", Static)
        notice.display = not fits
        notice.update(f"The menu needs {NEEDED[0]} x {NEEDED[1]} characters; this window has {width} x {height}.")

    def on_choices_changed(self) -> None:
        """Show the rows that matter, and offer only what can be played."""
        game, watching = self._choice("game"), self._choice("role") == WATCH
        levels = [*LEVELS, PERFECT] if game != OTHER and unbeatable(game) == PERFECT else LEVELS  # 3 finds out
        self._choices("watched").offer("Level of X", levels)
        self._choices("opponent").offer(*("Level of O", levels) if watching else ("Opponent", [PERSON, *levels]))
        people = not watching and self._choice("opponent") == PERSON
        shown = {
            "size-row": game == OTHER,
            "watched": watching,
            "mark": not watching,
            "clock": not watching,
            "name-row": not watching,
            "other-name-row": people,
        }
        for row, is_shown in shown.items():
            self.query_one(f"#{row}").display = is_shown
        self.query_one("#name", Input).placeholder = "Player 1" if people else "You"
        self.query_one("#quick", Static).update(self._ways(game))
        self._complain("")

    def _ways(self, game: str) -> Content:
        strongest = PERFECT if game == OTHER else unbeatable(game)
        third = f"{'Unbeatable' if strongest == PERFECT else 'Strongest'} AI ({level_name(parse_level(strongest))})"
        rows = [
            _told((("1", "Two players"), ("2", f"Random bot ({level_name(1)})")), "     "),
            _told(
                (("3", third if game != OTHER else "Strongest AI"), ("4", "Watch two computers"), ("5", "Adaptive")),
                "  ",
            ),
        ]
        if self._unfinished is not None:
            rows.append(_told((("g", f"Go on: {game_words(load_game(self._unfinished))}"),), ""))
        return Content("\n").join(rows)

    def _choices(self, name: str) -> Choices:
        return self.query_one(f"#{name}", Choices)

    def _choice(self, name: str) -> str:
        return self._choices(name).value

    def _complain(self, reason: str) -> None:
        """Say what is wrong; where nothing is, what the opponent is like."""
        self.query_one("#complaint", Static).update(reason or Content.assemble((self._character(), "$soft")))

    def _character(self) -> str:
        game, opponent = self._choice("game"), self._choice("opponent")
        if opponent == PERSON:
            return ""
        known = character(parse_level(opponent), None if game == OTHER else start_position(game))
        return f"{known.name}: {known.line}"

    # Starting

    def action_start_with(self, opponent: str) -> None:
        self._start(opponent)

    def action_watch(self) -> None:
        watched, opponent = self._choice("watched"), self._choice("opponent")
        self._start(watched if opponent == PERSON else opponent, watched)

    def action_start(self) -> None:
        opponent = self._choice("opponent")
        watched = self._choice("watched") if self._choice("role") == WATCH else None
        self._start(TWO_PLAYERS if opponent == PERSON else opponent, watched)

    def on_input_submitted(self) -> None:
        self.action_start()

    def _start(self, opponent: str, watched: str | None = None) -> None:
        try:
            setup = self._read(opponent, watched)
            Sitting.of(setup)
        except NoughtsError as error:
            self._complain(f"{error}.")
            return
        self.post_message(self.Started(setup))

    def _read(self, opponent: str, watched: str | None) -> Setup:
        """What the rows say; an error says what is wrong with them."""
        chosen = self._choice("game")
        game = (start_position(self.query_one("#size", Input).value if chosen == OTHER else chosen)).game
        if opponent == "unbeatable":
            opponent = unbeatable(game)
        names = [self.query_one("#name", Input).value or ("Player 1" if opponent == TWO_PLAYERS else "You")]
        if opponent == TWO_PLAYERS:
            names.append(self.query_one("#other-name", Input).value or "Player 2")
        clock = self._choice("clock")
        return replace(
            self._setup,
            game=game,
            opponent=opponent,
            watched=watched,
            mark=Mark.X if watched else Mark(self._choice("mark")),
            first=Mark(self._choice("first")),
            names=() if watched else tuple(map(check_name, names)),
            clock=None if watched or clock == NO_CLOCK else Clock.parse(clock),
            record=None,
        )

    def action_resume(self) -> None:
        if self._unfinished is not None:
            self.post_message(self.Started(self._setup.going_on(self._unfinished)))

    def action_load(self) -> None:
        def load(path: str) -> None:
            setup = replace(self._setup.going_on(path), kept_in=None)
            Sitting.of(setup)
            self.post_message(self.Started(setup))

        self.app.push_screen(FileQuestion("Go on with the last game of", self._path, load))

    def action_look_back(self) -> None:
        """At the games of a file, or without a name at all that were played here."""

        def look(path: str) -> None:
            games = read_records(Path(path).expanduser()) if path else kept_games()
            if not games:
                raise NoughtsError("no game was played here yet")
            self.call_later(self.app.push_screen, ReplayScreen(games))

        self.app.push_screen(FileQuestion("Look back at the games of", "", look, "all games that were played here"))


def _told(keys: tuple[tuple[str, str], ...], gap: str) -> Content:
    return Content(gap).join(Content.assemble((key, "bold $edge"), f" {words}") for key, words in keys)


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
