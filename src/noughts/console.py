"""Line mode: everything as lines of text, for pipes, screen readers and plain terminals."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TextIO

from noughts.analysis import EVERY_MOVE, Analysis, Limit
from noughts.analyzers import strongest
from noughts.console_menu import Dialog, EndOfInputError, ask_again, ask_setup
from noughts.errors import IllegalMoveError, NotationError, NoughtsError
from noughts.notation import explain_illegal, format_move, parse_move
from noughts.play import GameFile, GameInPlay, load_game
from noughts.render.canvas import style_for
from noughts.render.text import board_text
from noughts.render.value_words import cell_values
from noughts.rules.position import Mark, Move, Position
from noughts.seats import Setup
from noughts.teaching.explain import explain

HINT = Limit(seconds=1.0)
HELP = "a cell like b2, or undo, redo, hint, values, resign, save FILE, load FILE, help, quit"


class LeaveError(Exception):
    """Somebody has had enough of the game."""


def run(setup: Setup, file: GameFile | None, source: TextIO, target: TextIO) -> None:
    """Play until everybody has had enough or the input ends; the games are saved however it ends."""
    LineMode(Dialog(source, target), file).run(setup)


class LineMode:
    """One sitting in line mode."""

    def __init__(self, dialog: Dialog, file: GameFile | None) -> None:
        self._dialog = dialog
        self._file = file
        self._style = style_for(dialog.target)
        self._game: GameInPlay | None = None
        self._known: tuple[Position, Analysis] | None = None

    def run(self, setup: Setup) -> None:
        try:
            if setup.opponent is not None or setup.record is not None:
                self._play(GameInPlay.of(setup))
            else:
                self._run_menu(setup)
        except (EndOfInputError, LeaveError):
            pass
        finally:
            self._save()

    def _run_menu(self, setup: Setup) -> None:
        """Menu, games between the same two, menu again."""
        while (chosen := ask_setup(self._dialog, setup)) is not None:
            self._save()
            game = GameInPlay.of(chosen)
            while True:
                self._play(game)
                self._dialog.say(self._result(game), f"Score: {game.score_line()}")
                answer = ask_again(self._dialog)
                if answer in ("menu", "no"):
                    break
                game.again(swap=answer == "swap")
            if answer == "no":
                return
            setup = replace(chosen, opponent=None)

    def _result(self, game: GameInPlay) -> str:
        winner = game.outcome.winner if game.outcome else None
        return f"{game.seats[winner].name} wins." if winner else "Nobody wins."

    def _save(self) -> None:
        if self._file is not None and self._game is not None and self._game.records():
            self._file.save(self._game.records())
            self._file = GameFile(self._file.path)
            self._game = None

    # One game

    def _play(self, game: GameInPlay) -> None:
        self._game = game
        self._show(game)
        while game.outcome is None:
            if game.waits_for_player:
                self._computer_moves(game)
            else:
                self._person_moves(game)
        self._dialog.say(str(game.outcome))

    def _show(self, game: GameInPlay) -> None:
        board = board_text(game.position, last_move=game.last_move, style=self._style)
        names = "   ".join(f"{mark} {game.seats[mark].name}" for mark in Mark)
        self._dialog.say("", board, "", names)

    def _computer_moves(self, game: GameInPlay) -> None:
        seat = game.seat
        assert seat.player is not None
        move = seat.player.choose_move(game.position)
        self._dialog.say("", f"{seat.name} ({game.position.to_move}) plays {format_move(move, game.position)}.")
        game.play(move)
        self._show(game)

    def _person_moves(self, game: GameInPlay) -> None:
        """One answer of a person: a move, or something else to do. What is wrong is said, and nothing changes."""
        text = self._dialog.ask(f"{game.seat.name} ({game.position.to_move}): ")
        try:
            self._obey(game, text)
        except IllegalMoveError as error:
            self._dialog.say(f"{explain_illegal(error)}.")
        except NoughtsError as error:
            self._dialog.say(f"{error}.")

    def _obey(self, game: GameInPlay, text: str) -> None:
        word, _, rest = text.strip().partition(" ")
        commands: dict[str, Callable[[], None]] = {
            "undo": lambda: self._change(game, game.undo(), "there is nothing to take back"),
            "redo": lambda: self._change(game, game.redo(), "there is nothing to play again"),
            "hint": lambda: self._hint(game),
            "values": lambda: self._values(game),
            "resign": lambda: game.resign(game.position.to_move),
            "help": lambda: self._dialog.say(HELP),
            "quit": self._leave,
            "save": lambda: self._save_as(game, rest.strip()),
            "load": lambda: self._load(game, rest.strip()),
        }
        if word.lower() in commands:
            commands[word.lower()]()
            return
        game.play(self._read_move(game, text))
        self._show(game)

    def _read_move(self, game: GameInPlay, text: str) -> Move:
        try:
            return parse_move(text, game.position)
        except NotationError as error:
            raise NotationError(f"{error} (help says what else there is)") from None

    def _change(self, game: GameInPlay, changed: bool, otherwise: str) -> None:
        if not changed:
            raise NotationError(otherwise)
        self._show(game)

    def _leave(self) -> None:
        raise LeaveError

    def _analysis(self, position: Position) -> Analysis:
        """What hint and values say about the position on the board; it is looked at once."""
        if self._known is None or self._known[0] != position:
            self._known = position, strongest(position).analyze(position, HINT, lines=EVERY_MOVE)
        return self._known[1]

    def _hint(self, game: GameInPlay) -> None:
        analysis = self._analysis(game.position)
        assert analysis.best is not None
        self._dialog.say(explain(game.position, analysis.best.move, analysis))

    def _values(self, game: GameInPlay) -> None:
        values = cell_values(self._analysis(game.position))
        self._dialog.say(board_text(game.position, last_move=game.last_move, values=values, style=self._style))

    def _save_as(self, game: GameInPlay, path: str) -> None:
        if not path:
            raise NotationError("expected the name of a file after save")
        GameFile(path).save([game.record])
        self._dialog.say(f"Saved in {path}.")

    def _load(self, game: GameInPlay, path: str) -> None:
        if not path:
            raise NotationError("expected the name of a file after load")
        game.load(load_game(path))
        self._show(game)
