"""What a search tells while it runs, and who listens: counters, trees, the expected line."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Protocol

from noughts.analysis import INFINITY, Score
from noughts.rules.mark import Move
from noughts.rules.position import Position


class Trace(Protocol):
    """Hears of every node of a search, in its order. Scores and windows are for the side to move at the node."""

    def enter(self, move: Move | None, position: Position, alpha: Score, beta: Score) -> None:
        """A node is visited; `move` led to it, None for the root."""

    def cut(self, skipped: int) -> None:
        """The node entered last and not left yet does not try its other moves, so many of them."""

    def leave(self, score: Score) -> None:
        """The node entered last and not left yet has this score."""


NO_TRACE = None
"""Nobody listens, and the search pays nothing for it."""


class TraceGroup:
    """Tells several traces the same."""

    def __init__(self, *traces: Trace) -> None:
        self._traces = traces

    def enter(self, move: Move | None, position: Position, alpha: Score, beta: Score) -> None:
        for trace in self._traces:
            trace.enter(move, position, alpha, beta)

    def cut(self, skipped: int) -> None:
        for trace in self._traces:
            trace.cut(skipped)

    def leave(self, score: Score) -> None:
        for trace in self._traces:
            trace.leave(score)


class Counter:
    """Counts nodes by their depth: visited, terminal (the game is over there), and cut (never visited)."""

    def __init__(self) -> None:
        self.visited: list[int] = []
        self.terminal: list[int] = []
        self.cut_off: list[int] = []
        self._depth = -1

    @property
    def total_visited(self) -> int:
        return sum(self.visited)

    def enter(self, move: Move | None, position: Position, alpha: Score, beta: Score) -> None:
        self._depth += 1
        self._make_room(self._depth)
        self.visited[self._depth] += 1
        if position.outcome is not None:
            self.terminal[self._depth] += 1

    def cut(self, skipped: int) -> None:
        self._make_room(self._depth + 1)
        self.cut_off[self._depth + 1] += skipped

    def leave(self, score: Score) -> None:
        self._depth -= 1

    def _make_room(self, depth: int) -> None:
        if depth == len(self.visited):
            for counts in (self.visited, self.terminal, self.cut_off):
                counts.append(0)


@dataclass(slots=True)
class TreeNode:
    """One visited node of a search."""

    number: int
    """Its place in the order of visits, from 1."""
    move: Move | None
    """What led here, None at the root."""
    position: Position
    alpha: Score
    """The window with which the node was entered, for the side to move here, like the score."""
    beta: Score
    score: Score = 0
    children: list[TreeNode] = field(default_factory=list)
    """Those that were visited: all of them, or none where the node is folded."""
    skipped: int = 0
    """How many moves were cut off."""
    visited: int = 1
    """How many positions the search visited here: this one and all below it."""
    steps: int = 1
    """In how many steps the search is told here and below: to enter a node, after each child, to cut, to leave."""
    exact: bool = True
    """Whether the score is the value of the position, and not only a bound of it."""
    folded: bool = False
    """Whether the node is not told in full: what was visited below is counted and left out."""

    @property
    def chosen(self) -> TreeNode | None:
        """The first child that gives this node its score."""
        return next((child for child in self.children if -child.score == self.score), None)

    def walk(self) -> Iterator[TreeNode]:
        """This node and all below it, in the order of visits."""
        yield self
        for child in self.children:
            yield from child.walk()


class TreeRecorder:
    """Builds the tree of a search: the first nodes with all their children, the later ones folded.

    With `fold`, the line that gives the root its score, and beside it only what has at most so many positions.
    """

    def __init__(self, max_nodes: int = 10_000, *, fold: int | None = None) -> None:
        self.max_nodes = max_nodes
        self.fold = fold
        self.visited = 0
        self.skipped = 0
        self.root: TreeNode | None = None
        self._path: list[TreeNode] = []

    @property
    def complete(self) -> bool:
        """Whether no node had to be folded."""
        return self.visited <= self.max_nodes

    def enter(self, move: Move | None, position: Position, alpha: Score, beta: Score) -> None:
        self.visited += 1
        node = TreeNode(self.visited, move, position, alpha, beta)
        if not self._path:
            self.root = node
        elif (parent := self._path[-1]).number <= self.max_nodes:
            parent.children.append(node)
        self._path.append(node)

    def cut(self, skipped: int) -> None:
        self.skipped += skipped
        node = self._path[-1]
        node.skipped = skipped
        node.exact = False
        node.steps += 1

    def leave(self, score: Score) -> None:
        node = self._path.pop()
        node.score = score
        # Exact inside of the window, and outside of it when all moves were tried and have exact values.
        node.exact = node.exact or node.alpha < score < node.beta
        node.folded = node.number > self.max_nodes
        node.steps += node.visited > 1
        if self.fold is not None:
            chosen = node.chosen
            for child in node.children:
                if child is not chosen and child.visited > self.fold:
                    child.children, child.folded = [], True
        if self._path:
            parent = self._path[-1]
            parent.visited += node.visited
            parent.steps += node.steps + 1
            parent.exact = parent.exact and node.exact


class LineRecorder:
    """Keeps the line that gives the root its score: what both sides are expected to play."""

    def __init__(self) -> None:
        self.line: tuple[Move, ...] = ()
        self._moves: list[Move | None] = []
        self._best: list[tuple[Score, tuple[Move, ...]]] = []

    def enter(self, move: Move | None, position: Position, alpha: Score, beta: Score) -> None:
        self._moves.append(move)
        self._best.append((-INFINITY, ()))

    def cut(self, skipped: int) -> None: ...

    def leave(self, score: Score) -> None:
        move = self._moves.pop()
        _, line = self._best.pop()
        if move is None:
            self.line = line
        elif -score > self._best[-1][0]:
            self._best[-1] = (-score, (move, *line))
