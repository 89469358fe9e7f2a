"""An analysis as the JSON that `noughts analyze --json` and the web API promise."""

from __future__ import annotations

from typing import Any

from noughts.analysis import DRAW, Analysis, RankedMove, is_proved_loss, is_proved_win, plies_to_end
from noughts.notation import format_move, format_position
from noughts.rules.position import Position


def value_of(ranked: RankedMove) -> str:
    """`win`, `draw` or `loss` where it is proved, else `unknown`."""
    if is_proved_win(ranked.score):
        return "win"
    if is_proved_loss(ranked.score):
        return "loss"
    return "draw" if ranked.exact else "unknown"


def plies_of(ranked: RankedMove, position: Position) -> int | None:
    """The distance to the end where it is proved; a drawn line game always fills its board."""
    if not ranked.exact:
        return None
    if ranked.score == DRAW and position.kind == "line":
        return position.open_cells
    return plies_to_end(ranked.score)


def analysis_document(position: Position, analysis: Analysis, lines: int) -> dict[str, Any]:
    """All that is promised about a position; of an unsolved one the best `lines` moves."""
    best = analysis.best
    return {
        "game": position.game,
        "position": format_position(position),
        "to_move": str(position.to_move) if best else None,
        "outcome": str(position.outcome) if position.outcome else None,
        "value": value_of(best) if best else None,
        "score": best.score if best else None,
        "solved": analysis.solved,
        "best": format_move(best.move, position) if best else None,
        "moves": [_move_fields(ranked, position, analysis) for ranked in shown_moves(analysis, lines)],
        "depth": analysis.depth,
        "nodes": analysis.nodes,
        "seconds": round(analysis.seconds, 6),
    }


def shown_moves(analysis: Analysis, lines: int) -> tuple[RankedMove, ...]:
    return analysis.moves if analysis.solved else analysis.moves[:lines]


def _move_fields(ranked: RankedMove, position: Position, analysis: Analysis) -> dict[str, Any]:
    value, best_value = value_of(ranked), value_of(analysis.moves[0])
    plies = plies_of(ranked, position)
    return {
        "move": format_move(ranked.move, position),
        "value": value,
        "score": ranked.score,
        **({} if plies is None else {"plies": plies}),
        "line": [format_move(move, position) for move in ranked.line],
        "optimal": None if "unknown" in (value, best_value) else value == best_value,
    }
