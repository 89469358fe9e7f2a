"""A well-behaved UGI program that plays the first legal move; the others here do one thing wrong."""

from __future__ import annotations

import sys
from collections.abc import Callable

from noughts.notation import format_move
from noughts.protocol.messages import parse_ugi_position
from noughts.rules.position import Position


def say(line: str) -> None:
    print(line, flush=True)


def first_move(position: Position) -> None:
    say(f"bestmove {format_move(position.legal_moves()[0], position)}")


def talk(on_go: Callable[[Position], None] = first_move, on_stop: Callable[[], None] = lambda: None) -> None:
    """Answer until `quit`."""
    game = "ultimate"
    position = parse_ugi_position("startpos", game)
    for line in sys.stdin:
        word, _, rest = line.strip().partition(" ")
        if word == "ugi":
            say("id name bot\noption name Game type string default ultimate\nugiok")
        elif word == "isready":
            say("readyok")
        elif word == "setoption":
            game = rest.split()[-1]
        elif word == "position":
            position = parse_ugi_position(rest, game)
        elif word == "query":
            say("response none")
        elif word == "go":
            on_go(position)
        elif word == "stop":
            on_stop()
        elif word == "quit":
            return


if __name__ == "__main__":
    talk()
