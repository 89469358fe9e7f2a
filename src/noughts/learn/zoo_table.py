"""What each program of the zoo does on every classic board, and whether that gives something away."""

from __future__ import annotations

import inspect
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import Any

from noughts.analysis import value_of
from noughts.errors import NotPossibleError
from noughts.learn.exercises import positions_left
from noughts.learn.move_exercises import move_scores
from noughts.notation import cell_letters, format_move
from noughts.rules.line_game import LinePosition
from noughts.rules.mark import Move

PROGRAMS = {
    "highest_twice": "The optimist",
    "begins_at_zero": "The one that starts at nothing",
    "returns_early": "The hasty one",
    "full_is_a_draw": "The one that counts first",
    "misses_a_diagonal": "The one with a blind spot",
    "looks_two_plies": "The short-sighted one",
    "wins_and_blocks": "The one with rules of thumb",
    "takes_the_last": "The one that believes bounds",
}


@dataclass(frozen=True, slots=True)
class Trial:
    """What a program does on a board."""

    position: LinePosition
    played: Move
    wrong: bool
    said: str


@cache
def trials(name: str) -> tuple[Trial, ...]:
    """What the program of this name plays on every board on which the game goes on, X having opened."""
    if name not in PROGRAMS:
        raise NotPossibleError(f"there is no program {name!r} in the zoo: expected one of {', '.join(PROGRAMS)}")
    program = import_module(f"noughts.learn.zoo.{name}")
    found = []
    for cells in range(9, 0, -1):
        boards = positions_left(cells)
        for position in boards[: len(boards) // 2]:  # the others are those that O opened
            played = program.best_move(position)
            scores = move_scores(position)
            kept = value_of(scores[played]) == value_of(max(scores.values()))
            found.append(Trial(position, played, not kept, _told(position, played, scores)))
    return tuple(found)


def _told(position: LinePosition, played: Move, scores: dict[Move, int]) -> str:
    mover, name = position.to_move, format_move(played, position)
    value, best = (value_of(score) for score in (scores[played], max(scores.values())))
    plays = f"It plays {mover} {name}, and that"
    if value == best:
        return f"{plays} {('loses as all moves do', 'keeps the draw', 'keeps the win')[best + 1]}."
    better = next(format_move(move, position) for move, score in scores.items() if value_of(score) == best)
    return f"{plays} {'loses' if value < 0 else 'only draws'}, where {better} {'wins' if best > 0 else 'draws'}."


@cache
def zoo_document(name: str) -> dict[str, Any]:
    """A program with its code, and for each board, by its nine cells, which sentence tells what it does there.

    The smallest board is the one with the fewest empty cells: its tree can be followed by hand.
    """
    seen = trials(name)
    told = {(trial.wrong, trial.said): None for trial in seen}
    sentences = {said: place for place, said in enumerate(told)}
    program = import_module(f"noughts.learn.zoo.{name}")
    code = inspect.getsource(program)
    return {
        "name": name,
        "title": PROGRAMS[name],
        "mistake": (program.__doc__ or "").strip(),
        "code": code[code.index("def best_move") :].replace("LinePosition", "Position").strip(),
        "fewest": min(trial.position.open_cells for trial in seen if trial.wrong),
        "sentences": [{"wrong": wrong, "said": said} for wrong, said in sentences],
        "boards": {cell_letters(trial.position): sentences[trial.wrong, trial.said] for trial in seen},
    }
