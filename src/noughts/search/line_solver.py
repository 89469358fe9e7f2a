"""Line games that are too large for a whole table: alpha-beta with a table of what was seen, deeper and deeper.

It proves what it can and estimates the rest. A score is proved when it is a win or a loss, or when no estimate had
a part in it; that is what `complete` says throughout.
"""

from __future__ import annotations

import contextlib
import threading
from typing import NamedTuple

from noughts.analysis import (
    DRAW,
    INFINITY,
    NO_LIMIT,
    WIN,
    Analysis,
    Limit,
    Progress,
    RankedMove,
    Score,
    loss_in,
    plies_to_end,
    score_for_child,
    score_for_parent,
    win_in,
)
from noughts.errors import UnsolvedError
from noughts.evaluation import estimate_lines
from noughts.rules.line_game import Grid, LinePosition
from noughts.rules.mark import Move
from noughts.rules.position import Position
from noughts.rules.symmetry import permute_mask
from noughts.search.budget import Budget, OutOfBudgetError
from noughts.search.choices import centre_first

FEW_MARKS = 6
"""Up to so many marks symmetric positions share an entry; later they rarely meet."""

NODES_FOR_LINES = 100_000
"""What the expected lines of all moves together may cost at most ..."""
LINES_FOR_LINES = 2_000_000
"""... and so many times may a line of the board be looked at for it: on large boards that is what takes time."""


class _Entry(NamedTuple):
    """What the table knows of a position: its score lies between `low` and `high`."""

    depth: int
    low: Score
    high: Score
    complete: bool


class LineSolver:
    """Analyzes line games of every size; what it proves stays known for the next call."""

    def __init__(self) -> None:
        self._grid: Grid | None = None
        self._table: dict[int, _Entry] = {}

    def analyze(
        self,
        position: Position,
        limit: Limit = NO_LIMIT,
        *,
        lines: int | None = None,
        progress: Progress | None = None,
        stop: threading.Event | None = None,
    ) -> Analysis:
        """All moves ranked, one ply deeper at a time, until everything is proved or the limit is reached."""
        if not isinstance(position, LinePosition):
            raise UnsolvedError(f"{position.game} is not a line game")
        if position.grid is not self._grid:
            self._grid, self._table = position.grid, {}
        search = _Search(position, Budget(limit, stop), self._table)
        with contextlib.suppress(OutOfBudgetError):
            for depth in range(1, (limit.depth or position.grid.cells) + 1):
                search.deepen(depth)
                found = search.analysis()
                if progress is not None:
                    progress(found)
                if found.solved:
                    break
        return search.analysis(lines=True).top(lines)

    def clear(self) -> None:
        """Forget what was proved."""
        self._table.clear()

    close = clear


class _Search:
    """One analysis of one position."""

    def __init__(self, position: LinePosition, budget: Budget, table: dict[int, _Entry]) -> None:
        self._root = position
        self._grid = position.grid
        self._order = centre_first(position, range(position.grid.cells))
        self._budget = budget
        self._table = table
        self._depth = 0
        moves = centre_first(position, position.legal_moves())
        self._scores: dict[Move, tuple[Score, bool]] = dict.fromkeys(moves, (DRAW, False))

    def deepen(self, depth: int) -> None:
        """Search every root move that is not settled to `depth` plies, the best so far first.

        Where the budget ends it, what was proved is kept; estimates of two depths would not compare.
        """
        estimates: dict[Move, tuple[Score, bool]] = {}
        ranked = sorted(self._scores, key=lambda move: -self._scores[move][0])
        for move in ranked:
            if self._settled(move):
                continue
            after = self._root.play(move)
            below, complete = self._value(after.mine, after.theirs, depth - 1, -INFINITY, INFINITY)
            score = score_for_parent(below)
            proved = complete or plies_to_end(score) is not None
            (self._scores if proved else estimates)[move] = score, complete
        self._scores |= estimates
        self._depth = depth

    def _settled(self, move: Move) -> bool:
        """Whether the score is exact: nothing estimated, or a forced end that no shorter one can beat any more."""
        score, complete = self._scores[move]
        plies = plies_to_end(score)
        return complete or (plies is not None and plies <= self._depth)

    def analysis(self, *, lines: bool = False) -> Analysis:
        """What is known now; the lines take a little search of their own."""
        ranked = sorted(self._scores, key=lambda move: (-self._scores[move][0], move))
        solved = all(map(self._settled, self._scores))
        nodes, seconds = self._budget.nodes, self._budget.seconds
        if lines:
            nodes_left = min(NODES_FOR_LINES, LINES_FOR_LINES // max(1, len(self._grid.lines)))
            if not solved:  # a limit ended the search, and whoever set it is waiting
                nodes_left = min(nodes_left, nodes // 10)
            self._budget = Budget(Limit(nodes=max(1, nodes_left)))
        moves = tuple(
            RankedMove(move, self._scores[move][0], self._line(move) if lines else (move,), self._settled(move))
            for move in ranked
        )
        return Analysis(moves, self._depth, nodes, seconds, solved)

    def _line(self, move: Move) -> tuple[Move, ...]:
        """The move and what is expected to follow: each time the first move that keeps the score."""
        score, complete = self._scores[move]
        line, position = [move], self._root.play(move)
        try:
            while position.outcome is None:
                score = score_for_child(score)
                depth = self._grid.cells if complete else plies_to_end(score) or self._depth - len(line)
                line.append(next(move for move in self._order if self._keeps(position, move, score, depth)))
                position = position.play(line[-1])
        except (OutOfBudgetError, StopIteration):
            pass  # an estimate cannot always be followed to the end
        return tuple(line)

    def _keeps(self, position: LinePosition, move: Move, score: Score, depth: int) -> bool:
        """Whether a move of the position is worth at least `score`."""
        if (position.mine | position.theirs) >> move & 1:
            return False
        after = position.play(move)
        below, _ = self._value(after.mine, after.theirs, depth - 1, score_for_child(score), score_for_child(score - 1))
        return score_for_parent(below) >= score

    def _value(self, mine: int, theirs: int, depth: int, alpha: Score, beta: Score) -> tuple[Score, bool]:
        """A score that is exact inside (alpha, beta) and a bound outside of it, and whether it is complete."""
        self._budget.spend_node()
        grid = self._grid
        if grid.line_in(theirs) is not None:
            return -WIN, True
        empty = grid.full ^ mine ^ theirs
        wins, blocks, alive = _threats(grid.lines, grid.in_line, mine, theirs)
        if wins:
            return win_in(1), True
        if blocks & blocks - 1:
            return loss_in(2), True
        if not alive:
            return DRAW, True
        key = self._key(mine, theirs)
        entry = self._table.get(key)
        if entry is not None and (entry.complete or entry.depth >= depth):
            if entry.low == entry.high or entry.low >= beta:
                return entry.low, entry.complete
            if entry.high <= alpha:
                return entry.high, entry.complete
        if depth <= 0 and not blocks:
            return estimate_lines(grid.lines, mine, theirs), False
        best, complete = -INFINITY, True
        first_alpha = alpha
        for move in self._order:
            bit = 1 << move
            if not (blocks or empty) & bit:
                continue
            below, whole = self._value(
                theirs, mine | bit, depth - (not blocks), score_for_child(beta), score_for_child(alpha)
            )
            score = score_for_parent(below)
            if score >= beta:
                best, complete = score, whole
                break
            complete = complete and whole
            best = max(best, score)
            alpha = max(alpha, best)
        low = best if best > first_alpha else -INFINITY
        high = best if best < beta else INFINITY
        self._table[key] = _Entry(depth, low, high, complete)
        return best, complete

    def _key(self, mine: int, theirs: int) -> int:
        grid = self._grid
        if (mine | theirs).bit_count() > FEW_MARKS:
            return mine << grid.cells | theirs
        return min(permute_mask(mine, to) << grid.cells | permute_mask(theirs, to) for to in grid.symmetries)


def _threats(lines: tuple[int, ...], in_line: int, mine: int, theirs: int) -> tuple[int, int, bool]:
    """The cells that complete a line for the side to move, those for the other side, and whether any line is open."""
    wins = blocks = 0
    alive = False
    for line in lines:
        if not theirs & line:
            alive = True
            if (mine & line).bit_count() == in_line - 1:
                wins |= line & ~mine
        elif not mine & line:
            alive = True
            if (theirs & line).bit_count() == in_line - 1:
                blocks |= line & ~theirs
    return wins, blocks, alive
