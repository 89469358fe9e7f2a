"""What can happen within one move: wins, and wins that wait for the other side."""

from __future__ import annotations

from collections.abc import Sequence

from noughts.rules.line_game import LinePosition
from noughts.rules.mark import Move
from noughts.rules.position import Position


def winning_moves(position: Position) -> list[Move]:
    """The moves that end the game as a win for the side to move."""
    return [
        move
        for move in position.legal_moves()
        if (outcome := position.play(move).outcome) is not None and outcome.winner is position.to_move
    ]


def threats(position: LinePosition) -> list[Move]:
    """The cells with which the other side would win if it were its turn; none in a finished game."""
    passed = position._replace(mine=position.theirs, theirs=position.mine, to_move=position.to_move.other)
    return winning_moves(passed)


def safest_moves(position: Position) -> Sequence[Move]:
    """The moves that leave the opponent the fewest wins in one; on a line that is about to be filled: blocks."""
    if isinstance(position, LinePosition):
        return threats(position) or position.legal_moves()
    replies = {move: len(winning_moves(position.play(move))) for move in position.legal_moves()}
    fewest = min(replies.values(), default=0)
    return [move for move, count in replies.items() if count == fewest]
