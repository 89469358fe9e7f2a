"""The properties that make a drawing of a tree tidy."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noughts.render.tidy_tree import tidy_tree

GAP = 3.0


class Tree:
    """A tree in the numbering that the layout wants: parents before children, siblings from left to right."""

    def __init__(self, parents: list[int], widths: list[float]) -> None:
        self.widths = widths
        self.children: list[list[int]] = [[] for _ in widths]
        for child, parent in enumerate(parents, start=1):
            self.children[parent].append(child)

    @property
    def middles(self) -> list[float]:
        return tidy_tree(self.children, self.widths, GAP)

    def levels(self) -> list[list[int]]:
        """The nodes by depth, each level from left to right."""
        levels = [[0]]
        while below := [child for node in levels[-1] for child in self.children[node]]:
            levels.append(below)
        return levels

    def mirrored(self) -> Tree:
        mirror = Tree([], self.widths[:1])
        mirror.widths, mirror.children = self.widths, [below[::-1] for below in self.children]
        return mirror

    def below(self, top: int) -> list[int]:
        """The nodes of a subtree, each parent before its children."""
        nodes = [top]
        for node in nodes:
            nodes.extend(self.children[node])
        return nodes


@st.composite
def trees(draw: st.DrawFn) -> Tree:
    size = draw(st.integers(1, 60))
    parents = [draw(st.integers(0, node - 1)) for node in range(1, size)]
    widths = draw(st.lists(st.sampled_from([1.0, 8.0, 10.0, 25.0]), min_size=size, max_size=size))
    return Tree(parents, widths)


@given(trees())
def test_nodes_of_a_level_keep_their_order_and_a_gap(tree: Tree) -> None:
    middles = tree.middles
    for level in tree.levels():
        for left, right in pairwise(level):
            room = middles[right] - middles[left] - (tree.widths[left] + tree.widths[right]) / 2
            assert room >= GAP - 1e-6


@given(trees())
def test_every_parent_is_in_the_middle_of_its_children(tree: Tree) -> None:
    middles = tree.middles
    for node, below in enumerate(tree.children):
        if below:
            assert middles[node] == pytest.approx((middles[below[0]] + middles[below[-1]]) / 2, abs=1e-6)


@given(trees())
def test_the_tree_begins_at_zero(tree: Tree) -> None:
    edges = [middle - width / 2 for middle, width in zip(tree.middles, tree.widths, strict=True)]
    assert min(edges) == pytest.approx(0, abs=1e-9)


@given(trees())
def test_the_mirrored_tree_gives_the_mirrored_drawing(tree: Tree) -> None:
    middles = tree.middles
    end = max(middle + width / 2 for middle, width in zip(middles, tree.widths, strict=True))
    assert tree.mirrored().middles == pytest.approx([end - middle for middle in middles], abs=1e-6)


@given(trees(), trees())
def test_a_subtree_is_drawn_the_same_wherever_it_hangs(outer: Tree, inner: Tree) -> None:
    shift = len(outer.widths)
    outer.widths = outer.widths + inner.widths
    outer.children += [[child + shift for child in below] for below in inner.children]
    outer.children[0].append(shift)
    alone, within = inner.middles, outer.middles
    expected = [middle - alone[0] for middle in alone]
    assert [within[node + shift] - within[shift] for node in range(len(alone))] == pytest.approx(expected, abs=1e-6)


@given(trees())
def test_neighbouring_subtrees_touch_somewhere(tree: Tree) -> None:
    """No room is wasted: two children alone are as near as the gap allows at one level at least."""
    middles = tree.middles
    for below in tree.children:
        if len(below) == 2:
            rooms = []
            left, right = ([below[0]], [below[1]])
            while left and right:
                a, b = left[-1], right[0]
                rooms.append(middles[b] - middles[a] - (tree.widths[a] + tree.widths[b]) / 2)
                left = [child for node in left for child in tree.children[node]]
                right = [child for node in right for child in tree.children[node]]
            assert min(rooms) == pytest.approx(GAP, abs=1e-6)


def test_a_small_tree_between_large_ones_is_in_the_middle() -> None:
    # The root has three children; the outer ones have three leaves each, the inner one is a leaf.
    tree = Tree([0, 0, 0, 1, 1, 1, 3, 3, 3], [10.0] * 10)
    middles = tree.middles
    assert middles[2] == pytest.approx((middles[1] + middles[3]) / 2)
    assert middles[3] - middles[1] == pytest.approx(3 * 13)


def test_a_deep_tree_needs_no_recursion_and_a_large_one_no_patience() -> None:
    depth = 20_000
    chain = Tree(list(range(depth - 1)), [4.0] * depth)
    assert chain.middles == [2.0] * depth
    chooser = random.Random(7)
    # Long paths side by side would take quadratic time if outlines were copied.
    comb = Tree([chooser.choice([node, max(0, node - 1)]) for node in range(depth)], [4.0] * (depth + 1))
    assert len(comb.middles) == depth + 1
