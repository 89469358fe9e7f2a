"""Exact scores by trying everything, remembering each position: the truth that fast answers are compared with."""

from __future__ import annotations

from noughts.rules.mark import Move, Outcome
from noughts.rules.position import Position

WIN = 30_000


class BruteForce:
    """Knows the score of every position that it was asked for and of all below it."""

    def __init__(self) -> None:
        self._known: dict[Position, int] = {}

    def score(self, position: Position) -> int:
        """For the side to move: WIN - n wins in n plies, n - WIN loses in n, 0 draws."""
        if position not in self._known:
            if position.outcome is not None:
                winner = position.outcome.winner
                self._known[position] = 0 if winner is None else WIN if winner is position.to_move else -WIN
            else:
                self._known[position] = max(self.move_scores(position).values())
        return self._known[position]

    def move_scores(self, position: Position) -> dict[Move, int]:
        return {move: self._one_ply_later(self.score(position.play(move))) for move in position.legal_moves()}

    def best_moves(self, position: Position) -> list[Move]:
        scores = self.move_scores(position)
        return [move for move, score in scores.items() if score == max(scores.values())]

    @staticmethod
    def _one_ply_later(opponents: int) -> int:
        if opponents > 0:
            return -(opponents - 1)
        return -opponents - 1 if opponents < 0 else 0


def end_of_line(position: Position, line: tuple[Move, ...]) -> Position:
    """Where a line leads; every move of it has to be legal."""
    for move in line:
        position = position.play(move)
    return position


def assert_line_keeps_promise(position: Position, line: tuple[Move, ...], score: int) -> None:
    """A proved line ends the game just when and how its score says."""
    end = end_of_line(position, line)
    assert end.outcome is not None
    if score == 0:
        assert end.outcome is Outcome.DRAW
    else:
        assert len(line) == WIN - abs(score)
        assert end.outcome.winner is (position.to_move if score > 0 else position.to_move.other)
