"""A review as the JSON that `noughts review --json` promises and the web keeps."""

from __future__ import annotations

from collections import Counter
from typing import Any

from noughts.explain.review import THRESHOLDS, Review, ReviewedMove
from noughts.notation import format_move, format_position
from noughts.rules.mark import Mark
from noughts.words import count, listed


def review_document(review: Review) -> dict[str, Any]:
    """All that is promised about a game, and what a page needs to show it."""
    record = review.record
    first = review.moves[0] if review.moves else None
    return {
        "game": record.start.game,
        "start": format_position(record.start),
        "players": {str(mark): record.tags.get(mark, "") for mark in Mark},
        "result": str(record.outcome) if record.outcome else None,
        "accuracy": {str(mark): None if value is None else round(value, 1) for mark, value in review.accuracy.items()},
        "errors": {str(mark): error_words(review, mark) for mark in Mark},
        "chance": round(first.chance_before, 1) if first and review.is_complete else None,
        "turning_points": [move.ply for move in review.turning_points],
        "moves": [_move_fields(move) for move in review.moves],
        "seconds": round(review.seconds, 3),
    }


def _move_fields(move: ReviewedMove) -> dict[str, Any]:
    position = move.position
    return {
        "ply": move.ply,
        "move": format_move(move.played.move, position),
        "mark": str(move.mark),
        "judgement": str(move.judgement),
        "chance": round(move.chance, 1),
        "best": format_move(move.best.move, position),
        "line": [format_move(expected, position) for expected in move.best.line],
        "reason": move.reason,
        "before": round(move.chance_before, 1),
        "exact": move.is_proved,
        "only": move.is_only,
        "sign": move.sign,
    }


def error_words(review: Review, mark: Mark) -> str:
    """How often a side went wrong: `2 blunders and 1 mistake`."""
    counts = Counter(move.judgement for move in review.moves if move.mark is mark)
    told = [count(counts[judgement], str(judgement)) for judgement in THRESHOLDS if counts[judgement]]
    return listed(told) if told else "no mistakes"
