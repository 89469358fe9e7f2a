"""Exercises as plain values: what is asked, and for every possible answer whether it is right and why.

An exercise is made from its kind and its number alone, so that a page, a worksheet and a folder of files show the same
one; whoever shows it looks answers up and judges nothing.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import islice

from noughts.rules.line_game import LinePosition, classic
from noughts.rules.mark import Mark
from noughts.rules.position import Position, layers
from noughts.search.plans import SearchPlan
from noughts.search.trace import TreeNode, TreeRecorder


@dataclass(frozen=True, slots=True)
class Answer:
    """One possible answer."""

    text: str
    right: bool
    said: str
    """Why it is right, or what is wrong with it."""


@dataclass(frozen=True, slots=True)
class Question:
    """One thing to answer; every answer that can be given is there."""

    asked: str
    answers: tuple[Answer, ...]
    place: int | None = None
    """The number of the board in the tree that it is about."""

    @property
    def right(self) -> tuple[str, ...]:
        return tuple(answer.text for answer in self.answers if answer.right)


@dataclass(frozen=True, slots=True)
class Exercise:
    """Questions about one position."""

    kind: str
    seed: int
    position: LinePosition
    task: str
    questions: tuple[Question, ...]
    """In the order in which they are checked."""
    tree: TreeNode | None = None
    """Every line of play from the position; its numbers are the places of the questions."""
    shown: frozenset[int] = frozenset()
    """The boards of the tree whose values are written there."""


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of exercise: from which positions it is made, and how."""

    name: str
    title: str
    lesson: int
    left: range
    """How many cells are empty."""
    fits: Callable[[LinePosition], bool]
    make: Callable[[str, int, LinePosition, random.Random], Exercise]

    def exercise(self, seed: int) -> Exercise:
        """The exercise with this number: always the same one."""
        rng = random.Random(f"{self.name} {seed}")
        while True:
            position = rng.choice(positions_left(rng.choice(self.left)))
            if self.fits(position):
                return self.make(self.name, seed, position, rng)


def judged(texts: Sequence[str], right: str, why: str) -> tuple[Answer, ...]:
    """An answer for each text; the same reason makes one right and the others wrong."""
    return tuple(Answer(text, text == right, f"{'Yes' if text == right else 'No'}. {why}") for text in texts)


@cache
def positions_left(cells: int) -> tuple[LinePosition, ...]:
    """Every classic position in which the game goes on with so many empty cells: X opened, and then O opened."""
    layer = next(islice(layers(classic()), 9 - cells, None))
    going = [position for position in layer if position.outcome is None]
    return (*going, *(position._replace(to_move=position.to_move.other) for position in going))


@lru_cache(1_000)
def search_tree(position: LinePosition, algorithm: str = "minimax") -> TreeNode:
    """All that a search of a small position visits in reading order, with plain scores."""
    recorder = TreeRecorder()
    SearchPlan(algorithm).run(position, recorder)
    assert recorder.root is not None
    return recorder.root


def way_to(root: TreeNode) -> dict[int, tuple[int, ...]]:
    """For each board of a tree, by its number, the moves that lead there."""
    ways: dict[int, tuple[int, ...]] = {root.number: ()}
    for node in root.walk():
        for child in node.children:
            assert child.move is not None
            ways[child.number] = (*ways[node.number], child.move)
    return ways


def way_words(position: Position, way: Sequence[int]) -> str:
    """`after a1, c2`; the position itself is `at the top`."""
    return f"after {', '.join(position.cell_name(move) for move in way)}" if way else "at the top"


def highest_or_lowest(mark: Mark) -> str:
    return "highest" if mark is Mark.X else "lowest"
