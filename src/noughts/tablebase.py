"""Exact answers for small line games: the value and distance of every position, up to symmetry."""

from __future__ import annotations

import threading
import time
from functools import cache
from typing import TypeGuard

from noughts.analysis import DRAW, NO_LIMIT, WIN, Analysis, Limit, Progress, RankedMove, Score, score_for_parent
from noughts.errors import UnsolvedError
from noughts.notation import start_position
from noughts.rules.line_game import Grid, LinePosition
from noughts.rules.mark import Move
from noughts.rules.position import Position

LARGEST = 12
"""The most cells for which a whole table is made; a 4,3,k board takes about a second."""


class Tablebase:
    """Knows the exact score of every reachable position of one game.

    Keyed by the cells of the side to move and of the other side, so that it serves whoever opened.

    >>> table = Tablebase("classic")
    >>> len(table), table.positions
    (765, 5478)
    """

    def __init__(self, game: str = "classic") -> None:
        start = start_position(game)
        if not fits(start):
            raise UnsolvedError(f"a whole table of {game} would be too large: {LARGEST} cells are the most")
        self.game = start.game
        self._grid = start.grid
        self._images = _image_tables(start.grid)
        self._scores = _solve(start.grid, self._images)

    def __len__(self) -> int:
        """How many positions there are up to symmetry."""
        return len(self._scores)

    @property
    def positions(self) -> int:
        """How many positions there are when X opens."""
        cells, full = self._grid.cells, self._grid.full
        return sum(
            len({image[key >> cells] << cells | image[key & full] for image in self._images}) for key in self._scores
        )

    def score(self, position: Position) -> Score:
        """The exact score for the side to move; UnsolvedError for a position of another game."""
        if not fits(position) or position.grid is not self._grid:
            raise UnsolvedError(f"this is a table of {self.game}, not of {position.game}")
        mine, theirs, cells = position.mine, position.theirs, self._grid.cells
        return self._scores[min([image[mine] << cells | image[theirs] for image in self._images])]

    def best_moves(self, position: Position) -> list[Move]:
        """Every move with the best score: the quickest wins, else the draws, else the slowest losses."""
        return list(self.analyze(position).best_moves())

    def analyze(
        self,
        position: Position,
        limit: Limit = NO_LIMIT,
        *,
        lines: int | None = None,
        progress: Progress | None = None,
        stop: threading.Event | None = None,
    ) -> Analysis:
        """Every move with its exact score; nothing takes long, so limits do not matter."""
        began = time.perf_counter()
        self.score(position)
        moves = [
            RankedMove(move, score, self._line(position, move), exact=True) for move, score in self._ranked(position)
        ]
        depth = max((len(ranked.line) for ranked in moves), default=0)
        return Analysis(tuple(moves), depth, 1 + len(moves), time.perf_counter() - began, solved=True).top(lines)

    def clear(self) -> None:
        """A table does not learn."""

    def close(self) -> None:
        """Tables are shared and stay."""

    def _ranked(self, position: Position) -> list[tuple[Move, Score]]:
        scores = [(move, score_for_parent(self.score(position.play(move)))) for move in position.legal_moves()]
        return sorted(scores, key=lambda pair: -pair[1])

    def _line(self, position: Position, move: Move) -> tuple[Move, ...]:
        line = [move]
        position = position.play(move)
        while position.outcome is None:
            move, _ = self._ranked(position)[0]
            line.append(move)
            position = position.play(move)
        return tuple(line)


@cache
def tablebase(game: str = "classic") -> Tablebase:
    """The one table of a game, made when it is first asked for."""
    return Tablebase(game)


def fits(position: Position) -> TypeGuard[LinePosition]:
    """Whether the game of a position is small enough for a whole table."""
    return position.cells <= LARGEST


def _image_tables(grid: Grid) -> list[list[int]]:
    """For each symmetry the image of each set of cells."""
    tables = []
    for permutation in grid.symmetries:
        table = [0]
        for cell in range(grid.cells):
            bit = 1 << permutation[cell]
            table += [image | bit for image in table]
        tables.append(table)
    return tables


def _solve(grid: Grid, images: list[list[int]]) -> dict[int, Score]:
    """The score of every position by its key: the smallest image of (mine << cells | theirs).

    Forward, ply by ply, to find the positions; then backward to score each one from its children.
    """
    cells, full = grid.cells, grid.full
    has_line = [False] * (full + 1)
    for line in grid.lines:
        rest = full ^ line
        others = rest
        while True:  # every superset of the line
            has_line[line | others] = True
            if not others:
                break
            others = others - 1 & rest
    scores: dict[int, Score] = {}
    layers: list[dict[int, list[int]]] = [{0: []}]  # per ply: a key and the keys of its children
    for ply in range(cells):
        following: dict[int, list[int]] = {}
        for key, children in layers[-1].items():
            mine, theirs = key >> cells, key & full
            empty = full ^ mine ^ theirs
            while empty:
                bit = empty & -empty
                empty ^= bit
                moved = mine | bit
                child = min([image[theirs] << cells | image[moved] for image in images])
                children.append(child)
                if has_line[moved]:
                    scores[child] = -WIN
                elif ply + 1 == cells:
                    scores[child] = DRAW
                elif child not in following:
                    following[child] = []
        layers.append(following)
    for layer in reversed(layers):
        for key, children in layer.items():
            worst = min([scores[child] for child in children])
            scores[key] = 1 - worst if worst > DRAW else -1 - worst if worst < DRAW else DRAW
    return scores
