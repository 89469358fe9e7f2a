"""A plain UCT player of Ultimate, to measure engines against: the tree in Python, random playouts in the core."""

from __future__ import annotations

import math
import random
import threading
import time

from noughts.analysis import NO_LIMIT, Limit
from noughts.native.ultimate import play_out
from noughts.rules.mark import Mark, Move
from noughts.rules.position import Position
from noughts.rules.ultimate import UltimatePosition

EXPLORATION = 1.0
PLAYOUTS = 8
"""For each new node: a call of the core costs as much as several of them."""


class Node:
    """A position with its visits and the points of the side that moved into it."""

    def __init__(self, position: UltimatePosition, chance: random.Random) -> None:
        self.position = position
        self.untried = list(position.legal_moves())
        chance.shuffle(self.untried)
        self.children: dict[Move, Node] = {}
        self.visits = 0
        self.points = 0.0

    def best_child(self) -> Node:
        log = math.log(self.visits)
        return max(
            self.children.values(),
            key=lambda child: child.points / child.visits + EXPLORATION * math.sqrt(log / child.visits),
        )

    def share_of_x(self, seed: int) -> float:
        """The points of X in random games from here, a draw counting a half."""
        if self.position.outcome is not None:
            winner = self.position.outcome.winner
            return 0.5 if winner is None else float(winner is Mark.X)
        x_wins, _, draws, _ = play_out(self.position, PLAYOUTS, seed)
        return (x_wins + draws / 2) / PLAYOUTS


class UctPlayer:
    """Plays the move that it visited most, after its seconds of CPU time."""

    name = "UCT"

    def __init__(self, seed: int = 1) -> None:
        self._random = random.Random(seed)

    def choose_move(self, position: Position, limit: Limit = NO_LIMIT, *, stop: threading.Event | None = None) -> Move:
        assert isinstance(position, UltimatePosition)
        assert limit.seconds is not None
        end = time.thread_time() + limit.seconds
        root = Node(position, self._random)
        while time.thread_time() < end or not root.children:
            self._visit(root)
        return max(root.children, key=lambda move: root.children[move].visits)

    def _visit(self, root: Node) -> None:
        path = [root]
        while not path[-1].untried and path[-1].children:
            path.append(path[-1].best_child())
        leaf = path[-1]
        if leaf.untried:
            move = leaf.untried.pop()
            leaf.children[move] = Node(leaf.position.play(move), self._random)
            path.append(leaf.children[move])
        share = path[-1].share_of_x(self._random.getrandbits(32))
        for node in path:
            node.visits += 1
            node.points += share if node.position.to_move is Mark.O else 1 - share
