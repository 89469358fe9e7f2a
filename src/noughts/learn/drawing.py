"""Exercises on paper: the tree or the board of one as a picture, with blanks or with the answers."""

from __future__ import annotations

from dataclasses import dataclass

from noughts.learn.cut_exercises import NEVER
from noughts.learn.exercises import Exercise
from noughts.learn.tree_exercises import VALUES, label
from noughts.notation import format_move, format_position
from noughts.render.svg_board import EXTENT, draw_board
from noughts.render.svg_theme import Theme, number, picture, text
from noughts.render.tidy_tree import tidy_tree
from noughts.search.trace import TreeNode

BOARD = 64.0
"""The side of a board in a tree."""
LARGE = 240.0
"""The side of a board that stands alone."""
GAP, RISE, EDGE = 14.0, 116.0, 10.0
"""Between neighbours, from level to level, around everything."""


def exercise_svg(exercise: Exercise, *, solved: bool, theme: Theme = "light", styled: bool = True) -> str:
    """What is asked, or what is right; without its style where a style sheet of the page has it."""
    drawing = _Board(exercise, solved) if exercise.tree is None else _Tree(exercise, exercise.tree, solved)
    return picture(
        drawing.width,
        drawing.height,
        title=exercise.task,
        description=f"{format_position(exercise.position)}. {key_text(exercise) if solved else ''}".strip(),
        theme=theme,
        body=drawing.body(),
        styled=styled,
    )


def key_text(exercise: Exercise) -> str:
    """The right answers in words, as short as can be."""
    if exercise.kind == "cuts":
        cut = [question.asked for question in exercise.questions if question.right == (NEVER,)]
        return f"Never looked at: {'; '.join(asked.removeprefix('the board ') for asked in cut)}."
    told = [f"{question.asked}: {' or '.join(question.right)}" for question in exercise.questions]
    return f"{'; '.join(told)}."


class _Board:
    """A board alone; solved, with a disc where to play."""

    def __init__(self, exercise: Exercise, solved: bool) -> None:
        self.exercise, self.solved = exercise, solved
        self.width = self.height = LARGE + 2 * EDGE

    def body(self) -> str:
        position = self.exercise.position
        right = self.exercise.questions[0].right if self.solved else ()
        values = {move: "✓" for move in position.legal_moves() if format_move(move, position) in right}
        drawn = draw_board(position, last_move=None, values=values, scale=LARGE / EXTENT)
        return f'<g transform="translate({EDGE:g} {EDGE:g}) scale({LARGE / EXTENT:.5f})">{drawn}</g>'


@dataclass(slots=True)
class _Place:
    node: TreeNode
    depth: int
    children: list[int]
    middle: float = 0.0


class _Tree:
    """Every board with its move above it and its value, or a blank for it, below."""

    def __init__(self, exercise: Exercise, root: TreeNode, solved: bool) -> None:
        self.exercise, self.solved = exercise, solved
        self.right = {question.place: question.right[0] for question in exercise.questions if question.place}
        self.places = [_Place(root, 0, [])]
        for place in self.places:  # grows while it is read: level by level
            place.children = list(range(len(self.places), len(self.places) + len(place.node.children)))
            self.places += [_Place(child, place.depth + 1, []) for child in place.node.children]
        middles = tidy_tree([place.children for place in self.places], [BOARD] * len(self.places), GAP)
        for place, middle in zip(self.places, middles, strict=True):
            place.middle = middle + EDGE
        self.width = max(middles) + BOARD / 2 + 2 * EDGE
        self.height = self.places[-1].depth * RISE + BOARD + 2 * EDGE + 44

    def body(self) -> str:
        edges = [self._edge(place, self.places[child]) for place in self.places for child in place.children]
        return "".join(edges + [self._node(place) for place in self.places])

    def _top(self, place: _Place) -> float:
        return EDGE + 16 + place.depth * RISE

    def _edge(self, above: _Place, below: _Place) -> str:
        y1 = self._top(above) + BOARD + (26 if self._has_value(above.node) else 7)
        y2 = self._top(below) - 19
        x1, x2, half = number(above.middle), number(below.middle), number((y1 + y2) / 2)
        path = f"M{x1} {number(y1)}C{x1} {half} {x2} {half} {x2} {number(y2)}"
        return f'<path class="edge" stroke-width="1.2" d="{path}"/>'

    def _node(self, place: _Place) -> str:
        node, x, y = place.node, place.middle, self._top(place)
        left, scale = x - BOARD / 2, BOARD / EXTENT
        told = self.solved or node.number in self.exercise.shown
        drawn = draw_board(node.position, last_move=node.move, values={}, scale=scale, through=told)
        parts = [f'<g transform="translate({number(left)} {number(y)}) scale({scale:.5f})">{drawn}</g>']
        if node.move is not None:
            move = f"{node.position.to_move.other} {format_move(node.move, node.position)}"
            parts.append(text(x, y - 11, move, "ink", 11))
        return "".join(parts + self._below(node, x, y))

    def _has_value(self, node: TreeNode) -> bool:
        """Whether a value, or a blank for it, stands below the board."""
        asked = self.right.get(node.number) in VALUES and self.exercise.kind != "window"
        return asked or node.number in self.exercise.shown

    def _below(self, node: TreeNode, x: float, y: float) -> list[str]:
        right, exercise = self.right.get(node.number), self.exercise
        shown = []
        if self._has_value(node) and node.number not in exercise.shown:
            box = f'x="{number(x - 21)}" y="{number(y + BOARD + 3)}" width="42" height="20" rx="4"'
            shown.append(f'<rect class="blank" {box}/>')
        if node.number in exercise.shown or (self.solved and self._has_value(node)):
            shown.append(text(x, y + BOARD + 13, label(node), "ink strong-text", 14))
        frame = f'x="{number(x - BOARD / 2 - 3)}" y="{number(y - 3)}" width="{BOARD + 6:g}" height="{BOARD + 6:g}"'
        if exercise.kind == "window" and node.number == exercise.questions[0].place:
            shown.append(f'<rect class="here" {frame} rx="6"/>')
        if self.solved and right == NEVER:
            side, corner = number(BOARD + 8), f"{number(x - BOARD / 2 - 4)} {number(y - 4)}"
            shown.append(f'<path class="crossed" d="M{corner}l{side} {side}m0-{side}l-{side} {side}"/>')
        return shown
