"""Where to draw the nodes of a tree: near each other, never over each other, every parent in the middle.

Each subtree is laid out alone and then moved as a whole, so equal subtrees look equal. The children of a node are
pushed together from the left, and again from the right; the mean of both is used, so that a mirrored tree gives the
mirrored picture (the idea of Andrew Kennedy's "Drawing Trees", 1996).

What a subtree needs to know of its shape are its outlines: the outermost edge of each level. An outline is a chain
of steps from one level to the next, which makes moving it cheap, and two outlines are only compared as deep as the
shorter one goes. That makes the whole layout linear in the number of nodes.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from typing import NamedTuple, TypeAlias


class _Step(NamedTuple):
    size: float
    """How far to the right of the previous level the outline goes on; on top: of the place the subtree hangs on."""
    below: _Step | None


_Outline: TypeAlias = _Step | None


class _Outlines(NamedTuple):
    left: _Outline
    right: _Outline


def tidy_tree(children: Sequence[Sequence[int]], widths: Sequence[float], gap: float) -> list[float]:
    """The middle of every node on the horizontal axis; the tree begins at 0.

    Node 0 is the root, and every node has a smaller number than its children. Nodes at the same depth are `gap` or
    more apart, and a node is in the middle between its first and its last child.

    >>> tidy_tree([[1, 2], [], []], [10, 10, 10], gap=4)
    [12.0, 5.0, 19.0]
    """
    offsets = [0.0] * len(children)  # from the parent
    outlines: list[_Outlines] = [_Outlines(None, None)] * len(children)
    for node in reversed(range(len(children))):
        below = [outlines[child] for child in children[node]]
        places = _places(below, gap)
        for child, place in zip(children[node], places, strict=True):
            offsets[child] = place
            outlines[child] = _Outlines(None, None)  # no longer needed
        outlines[node] = _around(widths[node] / 2, below, places)
    middles = [0.0] * len(children)
    for node, below_node in enumerate(children):
        for child in below_node:
            middles[child] = middles[node] + offsets[child]
    start = min(middle - width / 2 for middle, width in zip(middles, widths, strict=True))
    return [middle - start for middle in middles]


def _places(trees: Sequence[_Outlines], gap: float) -> list[float]:
    """Where sibling trees stand, seen from their parent: the mean of pushing them to the left and to the right."""
    if not trees:
        return []
    to_left, edge = [0.0], trees[0].right
    for tree in trees[1:]:
        to_left.append(_overlap(edge, tree.left) + gap)
        edge = _joined(_moved(tree.right, to_left[-1]), edge)
    to_right, edge = [0.0], trees[-1].left
    for tree in reversed(trees[:-1]):
        to_right.append(-_overlap(tree.right, edge) - gap)
        edge = _joined(_moved(tree.left, to_right[-1]), edge)
    centre = (to_left[-1] + to_right[-1]) / 4  # of the mean
    return [(left + right) / 2 - centre for left, right in zip(to_left, reversed(to_right), strict=True)]


def _around(half_width: float, trees: Sequence[_Outlines], places: Sequence[float]) -> _Outlines:
    """The outlines of a node with these trees below it."""
    left: _Outline = None
    for tree, place in zip(reversed(trees), reversed(places), strict=True):
        left = _joined(_moved(tree.left, place), left)
    right: _Outline = None
    for tree, place in zip(trees, places, strict=True):
        right = _joined(_moved(tree.right, place), right)
    return _Outlines(
        _Step(-half_width, _moved(left, half_width)),
        _Step(half_width, _moved(right, -half_width)),
    )


def _moved(outline: _Outline, distance: float) -> _Outline:
    return None if outline is None else _Step(outline.size + distance, outline.below)


def _overlap(right: _Outline, left: _Outline) -> float:
    """How far the right outline of one tree reaches beyond the left outline of another, where it does so most."""
    most = -inf
    distance = 0.0
    while right is not None and left is not None:
        distance += right.size - left.size
        most = max(most, distance)
        right, left = right.below, left.below
    return most


def _joined(near: _Outline, far: _Outline) -> _Outline:
    """The outline of two trees side by side: the near one, and below its end the far one."""
    steps: list[float] = []
    distance = 0.0  # from the near outline to the far one
    rest_near, rest_far = near, far
    while rest_near is not None and rest_far is not None:
        steps.append(rest_near.size)
        distance += rest_far.size - rest_near.size
        rest_near, rest_far = rest_near.below, rest_far.below
    if rest_far is None:
        return near
    joined = _moved(rest_far, distance)
    for step in reversed(steps):
        joined = _Step(step, joined)
    return joined
