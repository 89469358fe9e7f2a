"""Line mode: everything as lines of text, for pipes, screen readers and plain terminals."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import TextIO

from noughts.analysis import EVERY_MOVE, Analysis, Limit
from noughts.analyzers import strongest
from noughts.errors import NotationError, NoughtsError
from noughts.explain.reasons import explain
from noughts.notation import parse_move
from noughts.render.canvas import style_for
from noughts.render.text import board_text
from noughts.rules.mark import Mark, Move
from noughts.rules.position import Position
from noughts.terminal.game_file import GameFile, load_game, sitting_file
from noughts.terminal.line_menu import Dialog, EndOfInputError, LeaveError, ask_again, ask_setup, brief
from noughts.terminal.setup import Setup
from noughts.terminal.sitting import Sitting
from noughts.words import result_words, values_on_cells

HINT = Limit(seconds=1.0)
HELP = "a cell like b2, or undo, redo, hint, values, resign, save FILE, load FILE, help, quit"


def run(setup: Setup, file: GameFile | None, source: TextIO, target: TextIO) -> None:
    """Play until the players quit or the input ends; the games are saved however it ends."""
    LineMode(Dialog(source, target), file).run(setup)


class LineMode:
    """One sitting in line mode."""

    def __init__(self, dialog: Dialog, file: GameFile | None) -> None:
        self._dialog = dialog
        self._file = file
        self._style = style_for(dialog.target)
        self._sitting: Sitting | None = None
        self._kept_in: GameFile | None = None
        self._known: tuple[Position, Analysis] | None = None

    def run(self, setup: Setup) -> None:
        try:
            if setup.opponent is not None or setup.record is not None:
                self._begin(setup)
                self._play()
            else:
                self._run_menu(setup)
        except (EndOfInputError, LeaveError):
            if self._kept_in is not None and self._sitting is not None and self._sitting.would_be_lost:
                self._dialog.say("The game is kept: the menu of noughts offers to go on with it.")
        finally:
            self._save()

    def _begin(self, setup: Setup) -> None:
        """A sitting whose games are kept where a person plays them."""
        self._sitting, self._kept_in = Sitting.of(setup), None
        if self._dialog.source.isatty():
            with self._complaints():
                self._kept_in = sitting_file(setup.kept_in)

    @contextmanager
    def _complaints(self) -> Iterator[None]:
        """Say what goes wrong with a file, and go on."""
        try:
            yield
        except NoughtsError as error:
            self._dialog.say(f"{brief(error)}.")

    def _run_menu(self, setup: Setup) -> None:
        """Menu, games between the same two, menu again."""
        while True:
            chosen = ask_setup(self._dialog, setup)
            self._save()
            self._begin(chosen)
            sitting = self._sitting
            assert sitting is not None
            while True:
                self._play()
                self._dialog.say(result_words(sitting.game, sitting.game.people), f"Score: {sitting.score_line()}")
                answer = ask_again(self._dialog)
                if answer in ("menu", "no"):
                    break
                sitting.again(swap=answer == "swap")
            if answer == "no":
                return
            setup = replace(chosen, opponent=None, record=None, kept_in=None)

    def _save(self) -> None:
        if self._file is not None and self._sitting is not None and self._sitting.records():
            self._file.save(self._sitting.records())
            self._file = GameFile(self._file.path)
        self._sitting = None

    # One game

    def _play(self) -> None:
        sitting = self._sitting
        assert sitting is not None
        self._show(sitting)
        while sitting.game.outcome is None:
            if sitting.game.waits_for_computer:
                self._computer_moves(sitting)
            else:
                self._person_moves(sitting)
            if self._kept_in is not None and sitting.records():
                with self._complaints():
                    self._kept_in.save(sitting.records())
        self._dialog.say(str(sitting.game.outcome))

    def _show(self, sitting: Sitting) -> None:
        game = sitting.game
        board = board_text(game.position, last_move=game.last_move, style=self._style)
        names = "   ".join(f"{mark} {game.seats[mark].name}" for mark in Mark)
        self._dialog.say("", board, "", names)

    def _computer_moves(self, sitting: Sitting) -> None:
        position = sitting.game.position
        move = sitting.players[position.to_move].choose_move(position)
        self._dialog.say("", f"{sitting.seat.name} ({position.to_move}) plays {position.cell_name(move)}.")
        sitting.play(move)
        self._show(sitting)

    def _person_moves(self, sitting: Sitting) -> None:
        """One answer of a person: a move, or something else to do. What is wrong is said, and nothing changes."""
        text = self._dialog.ask(f"{sitting.seat.name} ({sitting.game.position.to_move}): ")
        try:
            self._obey(sitting, text)
        except NoughtsError as error:
            self._dialog.say(f"{brief(error)}.")

    def _obey(self, sitting: Sitting, text: str) -> None:
        word, _, rest = text.strip().partition(" ")
        commands: dict[str, Callable[[], None]] = {
            "undo": lambda: self._change(sitting, sitting.undo),
            "redo": lambda: self._change(sitting, sitting.redo),
            "hint": lambda: self._hint(sitting),
            "values": lambda: self._values(sitting),
            "resign": sitting.resign,
            "help": lambda: self._dialog.say(HELP),
            "save": lambda: self._save_as(sitting, rest.strip()),
            "load": lambda: self._load(sitting, rest.strip()),
        }
        if word.lower() in commands:
            commands[word.lower()]()
            return
        sitting.play(self._read_move(sitting, text))
        self._show(sitting)

    def _read_move(self, sitting: Sitting, text: str) -> Move:
        try:
            return parse_move(text, sitting.game.position)
        except NotationError as error:
            raise NotationError(f"{error} (help says what else there is)") from None

    def _change(self, sitting: Sitting, change: Callable[[], None]) -> None:
        change()
        self._show(sitting)

    def _analysis(self, position: Position) -> Analysis:
        """What hint and values say about the position on the board; it is looked at once."""
        if self._known is None or self._known[0] != position:
            self._known = position, strongest(position).analyze(position, HINT, lines=EVERY_MOVE)
        return self._known[1]

    def _hint(self, sitting: Sitting) -> None:
        analysis = self._analysis(sitting.game.position)
        assert analysis.best is not None
        self._dialog.say(explain(sitting.game.position, analysis.best.move, analysis))

    def _values(self, sitting: Sitting) -> None:
        game = sitting.game
        values, legend = values_on_cells(self._analysis(game.position), game.position)
        self._dialog.say(legend, board_text(game.position, last_move=game.last_move, values=values, style=self._style))

    def _save_as(self, sitting: Sitting, path: str) -> None:
        if not path:
            raise NotationError("expected the name of a file after save")
        GameFile(path).save([sitting.game.record])
        self._dialog.say(f"Saved in {path}.")

    def _load(self, sitting: Sitting, path: str) -> None:
        if not path:
            raise NotationError("expected the name of a file after load")
        sitting.load(load_game(path))
        self._show(sitting)
