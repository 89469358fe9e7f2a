"""The questions of line mode: an answer, or its default, or what is wrong with it and the question again."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from dataclasses import replace
from typing import TextIO, TypeVar

from noughts.errors import NotationError, NoughtsError
from noughts.game import ADAPTIVE, STRONGEST, check_name, parse_level
from noughts.notation import GAMES, start_position
from noughts.players.levels import character, check_level
from noughts.rules.mark import Mark
from noughts.terminal.game_file import load_game, unfinished_sitting
from noughts.terminal.setup import TWO_PLAYERS, Setup, game_words, unbeatable

_Answer = TypeVar("_Answer")


QUIT = ("q", "quit")
"""Answers to every question that leave; nobody is called so by accident."""
LONGEST_QUOTE = 40


class EndOfInputError(Exception):
    """Nobody answers any more."""


class LeaveError(Exception):
    """The player quit."""


def brief(error: NoughtsError) -> str:
    """What is wrong, with long answers cut where they are quoted."""
    return re.sub(rf"(['\"])(.{{{LONGEST_QUOTE}}})[^\n]*\1", r"\1\2...\1", str(error), flags=re.DOTALL)


class Dialog:
    """Says lines and asks questions; the only one who reads and writes here."""

    def __init__(self, source: TextIO, target: TextIO) -> None:
        self.source = source
        self.target = target
        for stream in (source, target):  # a strange byte or an old terminal is no reason to fail
            if isinstance(stream, io.TextIOWrapper):
                stream.reconfigure(errors="replace")

    def say(self, *lines: str) -> None:
        for line in lines:
            print(line, file=self.target)

    def ask(self, question: str) -> str:
        """The next line, without its end; what comes through a pipe is shown, so that the output can be read."""
        print(question, end="", file=self.target, flush=True)
        answer = self.source.readline()
        if not answer:
            self.say("")
            raise EndOfInputError
        if not self.source.isatty():
            print(answer.rstrip("\r\n"), file=self.target)
        if answer.strip().lower() in QUIT:
            raise LeaveError
        return answer.rstrip("\r\n")

    def ask_until(self, question: str, default: str, read: Callable[[str], _Answer]) -> _Answer:
        """Ask until the answer can be read; nothing but Enter is the default."""
        while True:
            answer = self.ask(f"{question} [{default}]: " if default else f"{question}: ").strip() or default
            try:
                return read(answer)
            except NoughtsError as error:
                self.say(f"{brief(error)}.")


def ask_setup(dialog: Dialog, setup: Setup) -> Setup:
    """The menu and what it has to know."""
    while True:
        left = unfinished_sitting() if dialog.source.isatty() else None
        strongest = "unbeatable AI" if unbeatable(setup.game) == "perfect" else "strongest AI (level 10)"
        dialog.say(
            "",
            f"noughts: {setup.game}",
            "  1  two players",
            "  2  random bot",
            f"  3  {strongest}",
            "  4  a level from 1 to 10",
            "  5  watch two computers",
            "  g  another game",
            *([f"  c  go on with {game_words(load_game(left))}"] if left else []),
            "  q  quit, here and at every question",
        )
        choice = dialog.ask_until("Your choice", "", _one_of(*"12345g", *("c" * bool(left)), "q"))
        if choice == "c" and left:
            return setup.going_on(left)
        if choice == "g":
            setup = replace(setup, game=dialog.ask_until(f"Which game ({GAMES})", setup.game, _read_game))
            continue
        watched, opponent = _ask_opponents(dialog, setup, choice)
        chosen = replace(setup, watched=watched, opponent=opponent)
        if choice != "5":
            chosen = _ask_seats(dialog, chosen)
        return chosen


def _ask_opponents(dialog: Dialog, setup: Setup, choice: str) -> tuple[str | None, str]:
    """The watched level, where there is one, and the opponent."""

    def read_level(text: str) -> str:
        check_level(parse_level(text), start_position(setup.game))
        return text.lower()

    if choice == "4":
        levels = [*map(str, range(1, STRONGEST + 1)), unbeatable(setup.game), ADAPTIVE]
        for level in dict.fromkeys(levels):
            known = character(parse_level(level), start_position(setup.game))
            dialog.say(f"  {level:8}  {known.name}: {known.line}")
        return None, dialog.ask_until("Which level, 1 to 10, perfect or adaptive", "5", read_level)
    if choice == "5":
        watched = dialog.ask_until("Level of X", "5", read_level)
        return watched, dialog.ask_until("Level of O", "5", read_level)
    return None, {"1": TWO_PLAYERS, "2": "1", "3": unbeatable(setup.game)}[choice]


def _ask_seats(dialog: Dialog, setup: Setup) -> Setup:
    """Names, marks, and who begins."""
    given = setup.names
    if setup.opponent == TWO_PLAYERS:
        first = dialog.ask_until("Name of the first player", given[0] if given else "Player 1", check_name)
        default = given[1] if len(given) > 1 else "Player 2"
        second = dialog.ask_until("Name of the second player", default, _other_name(first))
        names: tuple[str, ...] = (first, second)
    else:
        names = (dialog.ask_until("Your name", given[0] if given else "You", check_name),)
    whose = f"Which mark has {names[0]}" if len(names) > 1 else "Which mark do you take"
    mark = dialog.ask_until(f"{whose}, x or o", str(setup.mark).lower(), _read_mark)
    first_mark = dialog.ask_until("Who goes first, x or o", str(setup.first).lower(), _read_mark)
    return replace(setup, names=names, mark=mark, first=first_mark)


def ask_again(dialog: Dialog) -> str:
    """`yes`, `swap`, `menu` or `no`."""
    words = {"y": "yes", "s": "swap", "m": "menu", "n": "no"}
    read = _one_of(*words, *words.values())
    answer = dialog.ask_until("Play again (yes, swap sides, menu, no)", "no", read)
    return words[answer[0]]


def _one_of(*answers: str) -> Callable[[str], str]:
    def read(text: str) -> str:
        if text.lower() in answers:
            return text.lower()
        raise NotationError(f"expected one of {', '.join(answers)}, got {text!r}")

    return read


def _other_name(first: str) -> Callable[[str], str]:
    def read(text: str) -> str:
        if check_name(text) == first:
            raise NotationError(f"expected another name than {first!r}")
        return check_name(text)

    return read


def _read_mark(text: str) -> Mark:
    return Mark(_one_of("x", "o")(text).upper())


def _read_game(text: str) -> str:
    return start_position(text).game
