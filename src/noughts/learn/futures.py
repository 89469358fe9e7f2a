"""The exact board: for every classic position its value, and what comes next when nobody errs."""

from __future__ import annotations

from functools import cache
from itertools import chain
from typing import Any

from noughts.learn.move_exercises import move_scores
from noughts.notation import cell_letters, format_move
from noughts.rules.line_game import LinePosition, classic
from noughts.rules.position import layers
from noughts.words import score_for_x, value_words


@cache
def futures_document() -> dict[str, Any]:
    """Every position that X opens, by its nine cells.

    While the game goes on: who is to move, the value in words, and a best move. At its end: nobody, the outcome, and
    the ends of the line that won.
    """
    positions = chain.from_iterable(layers(classic()))
    return {"positions": {cell_letters(position): _future(position) for position in positions}}


def _future(position: LinePosition) -> list[str]:
    if position.outcome is not None:
        lines = position.winning_lines()
        ends = [format_move(end, position) for end in (lines[0][0], lines[0][-1])] if lines else []
        return ["", str(position.outcome), *ends]
    scores = move_scores(position)
    best = max(scores, key=lambda move: scores[move])
    words = value_words(score_for_x(scores[best], position.to_move), draw="a draw")
    return [str(position.to_move), words, format_move(best, position)]
