"""Exercises of lessons 2 and 3: what the ends are worth, and what goes up."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence

from noughts.learn.exercises import (
    Exercise,
    Question,
    highest_or_lowest,
    judged,
    search_tree,
    way_to,
    way_words,
)
from noughts.render.search_words import Scale, for_x
from noughts.render.tree_words import TreeWords
from noughts.rules.line_game import LinePosition
from noughts.search.trace import TreeNode
from noughts.words import listed

VALUES = ("+10", "0", "−10")
_SCALE = Scale(plain=True)


def label(node: TreeNode) -> str:
    """The value of a board for X: `+10`, `0`, `−10`."""
    return _SCALE.text(for_x(node))


def leaves(root: TreeNode) -> frozenset[int]:
    return frozenset(node.number for node in root.walk() if not node.children)


def ends_differ(position: LinePosition) -> bool:
    """Whether not all lines of play end alike."""
    return len({label(node) for node in search_tree(position).walk() if not node.children}) > 1


def nobody_wins_at_once(position: LinePosition) -> bool:
    """Whether something has to be thought about."""
    return all(position.play(move).outcome is None for move in position.legal_moves())


def make_leaves(kind: str, seed: int, position: LinePosition, rng: random.Random) -> Exercise:
    root = search_tree(position)
    questions = _asked("the end", root, [node for node in root.walk() if not node.children], _end)
    task = "Label every end: +10 where X has won, −10 where O has won, 0 for a draw."
    return Exercise(kind, seed, position, task, questions, root)


def make_inner(kind: str, seed: int, position: LinePosition, rng: random.Random) -> Exercise:
    root = search_tree(position)
    questions = _asked("the board", root, [node for node in _from_below(root) if node.children], _taken)
    task = "The ends are labelled. Fill in every other board, from the bottom up: X takes the highest, O the lowest."
    return Exercise(kind, seed, position, task, questions, root, leaves(root))


def make_bet(kind: str, seed: int, position: LinePosition, rng: random.Random) -> Exercise:
    root = search_tree(position)
    line = TreeWords.of(root, unicode=True).main_line(root).replace(" ", ", ")
    result = {"+10": "X wins", "0": "a draw", "−10": "O wins"}[label(root)]
    why = f"Best play goes {line}: {result}, so the board is worth {label(root)}."
    question = Question("what this board is worth", judged(VALUES, label(root), why))
    values = "+10 if X wins, 0 for a draw, −10 if O wins"
    task = f"{position.to_move} is to move. Bet first: {values}. Then see the values climb."
    return Exercise(kind, seed, position, task, (question,))


def _asked(
    noun: str, root: TreeNode, nodes: Sequence[TreeNode], why: Callable[[TreeNode], str]
) -> tuple[Question, ...]:
    """What each of these boards is worth."""
    ways = way_to(root)
    return tuple(
        Question(
            f"{noun} {way_words(root.position, ways[node.number])}",
            judged(VALUES, label(node), why(node)),
            node.number,
        )
        for node in nodes
    )


def _end(leaf: TreeNode) -> str:
    end = leaf.position
    lines = end.winning_lines()
    if not lines:
        return "The board is full and nobody has three in a row: a draw, 0."
    assert end.outcome is not None
    assert end.outcome.winner is not None
    three = listed([end.cell_name(cell) for cell in lines[0]])
    return f"{end.outcome.winner} has three in a row, {three}: {label(leaf)}."


def _taken(node: TreeNode) -> str:
    mover = node.position.to_move
    if len(node.children) == 1:
        return f"{mover} has one move here, so the value below goes up as it is: {label(node)}."
    below = listed([label(child) for child in node.children])
    return f"{mover} is to move here and takes the {highest_or_lowest(mover)} of {below}: {label(node)}."


def _from_below(node: TreeNode) -> Iterator[TreeNode]:
    """Every board after all that lie below it: the order in which minimax knows their values."""
    for child in node.children:
        yield from _from_below(child)
    yield node
