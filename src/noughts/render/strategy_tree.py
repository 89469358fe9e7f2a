"""All games in which one side follows a plan: a tree of its answers, for a map."""

from __future__ import annotations

import enum
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

from noughts.rules.mark import Mark, Move, Outcome
from noughts.rules.position import Position


class End(enum.Enum):
    """How a line of the plan ends for its side."""

    WON = "won"
    DRAWN = "drawn"
    LOST = "lost"
    STUCK = "no legal move"
    UNKNOWN = "no answer"


@dataclass(slots=True)
class Answer:
    """A position that the plan has to answer, its move, and what the other side may do then."""

    position: Position
    move: Move | None
    after: Position
    """With the move on the board; the same position where there is none."""
    replies: dict[Move, Answer | Position] = field(default_factory=dict)
    """A position where the reply ends the game."""
    ends: Counter[End] = field(default_factory=Counter)
    """Of all lines from here."""


def strategy_tree(mark: Mark, moves: Mapping[Position, Move | None], start: Position) -> Answer:
    """What the plan answers to every line of replies; None for a position in which it makes no legal move.

    Where the other side opens, the root is the empty board without a move.
    """
    move, end = None, None
    if start.to_move is mark:
        move = moves.get(start)
        end = None if move is not None else End.STUCK if start in moves else End.UNKNOWN
    answer = Answer(start, move, start if move is None else start.play(move))
    if end or answer.after.outcome:
        answer.ends[end or end_of(answer.after, mark)] += 1
        return answer
    for reply in answer.after.legal_moves():
        position = answer.after.play(reply)
        if position.outcome is not None:
            answer.replies[reply] = position
            answer.ends[end_of(position, mark)] += 1
        else:
            answer.replies[reply] = follow_up = strategy_tree(mark, moves, position)
            answer.ends += follow_up.ends
    return answer


def end_of(position: Position, mark: Mark) -> End:
    """How a finished game came out for one side."""
    if position.outcome is Outcome.DRAW:
        return End.DRAWN
    return End.WON if position.outcome is Outcome.won_by(mark) else End.LOST
