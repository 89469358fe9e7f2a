"""Scores as people read them: short on cells and in trees, in words beside them.

A search scores for the side to move; on cells the words stay with the side that moves (`W3` wins in three plies),
in trees all values are told for X, so that both sides can be compared.
"""

from __future__ import annotations

import enum
import re
from collections.abc import Mapping

from noughts.analysis import INFINITY, Analysis, Score, is_proved_win, plies_to_end
from noughts.rules.mark import Mark, Move


class Kind(enum.Enum):
    """What a value on a cell means for the side that moves; the value of a kind names its colour."""

    WIN = "good"
    DRAW = "even"
    LOSS = "bad"
    ESTIMATE = "plain"


def kind_of(value: str) -> Kind:
    """Read a value as `cell_value` writes it.

    >>> kind_of("W3").name, kind_of("D").name, kind_of("L12").name, kind_of("+35").name
    ('WIN', 'DRAW', 'LOSS', 'ESTIMATE')
    """
    if re.fullmatch(r"[WDL]\d*", value) is None:
        return Kind.ESTIMATE
    return {"W": Kind.WIN, "D": Kind.DRAW, "L": Kind.LOSS}[value[0]]


def cell_value(score: Score, *, exact: bool) -> str:
    """The score of a move, for the side that makes it.

    >>> cell_value(29_997, exact=True), cell_value(0, exact=True), cell_value(-29_996, exact=False)
    ('W3', 'D', 'L4')
    >>> cell_value(0, exact=False), cell_value(120, exact=False)
    ('0', '+120')
    """
    plies = plies_to_end(score)
    if plies is not None:
        return f"{'W' if is_proved_win(score) else 'L'}{plies}"
    return "D" if exact else f"{score:+d}" if score else "0"


def cell_values(analysis: Analysis) -> Mapping[Move, str]:
    """What to write on the cells after an analysis."""
    return {ranked.move: cell_value(ranked.score, exact=ranked.exact) for ranked in analysis.moves}


def score_for_x(score: Score, to_move: Mark) -> Score:
    """A score for the side to move, as one for X."""
    return score if to_move is Mark.X else -score


def short_value(for_x: Score, *, draw: str = "=") -> str:
    """A score for X, short enough for a tree.

    >>> [short_value(score) for score in (29_997, 0, -29_998, 45, -30_000)]
    ['X+3', '=', 'O+2', '+45', 'O+']
    """
    if for_x == 0:
        return draw
    plies = plies_to_end(for_x)
    if plies is None:
        return f"{for_x:+d}"
    return f"{'X' if is_proved_win(for_x) else 'O'}+{plies or ''}"


def value_words(for_x: Score, *, draw: str = "draw") -> str:
    """A score for X, in words.

    >>> [value_words(score) for score in (29_997, 0, -30_000, 45)]
    ['X wins in 3', 'draw', 'O wins', '+45 for X']
    """
    if for_x == 0:
        return draw
    plies = plies_to_end(for_x)
    if plies is None:
        return f"{for_x:+d} for X"
    return f"{'X' if is_proved_win(for_x) else 'O'} wins{f' in {plies}' if plies else ''}"


def window_text(alpha: Score, beta: Score, *, infinity: str = "∞") -> str:
    """A window for X; empty when it is open on both sides and says nothing.

    >>> window_text(-30_001, 0), window_text(-30_001, 30_001), window_text(-29_998, 29_999)
    ('(-∞, =)', '', '(O+2, X+1)')
    """
    if alpha <= -INFINITY and beta >= INFINITY:
        return ""
    low = f"-{infinity}" if alpha <= -INFINITY else short_value(alpha)
    high = infinity if beta >= INFINITY else short_value(beta)
    return f"({low}, {high})"
