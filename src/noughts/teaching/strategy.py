"""What to play in every position of classic that a perfect player of one side can get into."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

from noughts.rules.line_game import classic
from noughts.rules.mark import Mark, Move, Outcome
from noughts.rules.position import Position
from noughts.tablebase import tablebase


@cache
def perfect_strategy(mark: Mark) -> dict[Position, Move]:
    """The one move for each position in which the side is to move, against every reply.

    A forced win is taken in the fewest moves. Where several moves are as good, the one that wins most often against
    replies by chance, then the first in reading order.
    """
    moves: dict[Position, Move] = {}

    @cache
    def chance(position: Position) -> Fraction:
        """To win from here against replies by chance."""
        if position.outcome is not None:
            return Fraction(position.outcome is Outcome.won_by(mark))
        if position.to_move is mark:
            return chance(position.play(answer(position)))
        replies = position.legal_moves()
        return sum((chance(position.play(reply)) for reply in replies), Fraction()) / len(replies)

    @cache
    def answer(position: Position) -> Move:
        return max(tablebase().best_moves(position), key=lambda move: (chance(position.play(move)), -move))

    layer = [classic()]
    while layer:
        own = [position for position in layer if position.to_move is mark]
        moves |= {position: answer(position) for position in own}
        following = {
            position.play(move)
            for position in layer
            for move in ([moves[position]] if position.to_move is mark else position.legal_moves())
        }
        layer = [position for position in following if position.outcome is None]
    return moves
