"""Whether a move is right, and the line that refutes it when it is not."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from noughts.analysis import value_of
from noughts.grade.findings import Finding, Kind
from noughts.grade.positions import cell
from noughts.notation import format_move
from noughts.rules.mark import Mark, Move, Outcome
from noughts.rules.position import Position
from noughts.tablebase import tablebase
from noughts.words import cell_values


@cache
def _values(position: Position) -> dict[Move, int]:
    """1, 0 or -1 for the side to move, of every move."""
    return {ranked.move: value_of(ranked.score) for ranked in tablebase().analyze(position).moves}


def value_for_x(position: Position | None) -> int | None:
    """1 where X wins with perfect play of both, 0 for a draw, -1 where O wins; None where there is no position."""
    if position is None:
        return None
    if position.outcome is not None:
        return {Mark.X: 1, Mark.O: -1, None: 0}[position.outcome.winner]
    best = max(_values(position).values())
    return best if position.to_move is Mark.X else -best


def mistake(position: Position, move: Move) -> Kind | None:
    """What the move gives away; None when it keeps the value of the position, however long it takes."""
    values = _values(position)
    if values[move] == max(values.values()):
        return None
    return Kind.LOSES if values[move] < 0 else Kind.DRAWS


def delays_a_win(position: Position, move: Move) -> bool:
    """Whether the move keeps a win where another would have won at once."""
    if mistake(position, move) is not None or position.play(move).outcome is not None:
        return False
    won = Outcome.won_by(position.to_move)
    return any(position.play(other).outcome is won for other in position.legal_moves())


def refutation(position: Position, move: Move) -> tuple[Move, ...]:
    """The move, then perfect play of both sides to the end: nothing better could save it."""
    ranked = next(ranked for ranked in tablebase().analyze(position).moves if ranked.move == move)
    return ranked.line


def values_on_cells(finding: Finding) -> Mapping[Move, str]:
    """What to write on the empty cells of a board where a wrong move was made; nothing on other boards."""
    if not finding.line or finding.position is None:
        return {}
    return cell_values(tablebase().analyze(finding.position))


def judge_move(function: str, call: str, position: Position, move: Move) -> list[Finding]:
    """The finding about a legal move, none when it is right."""
    kind = mistake(position, move)
    if kind is None:
        return []
    values = _values(position)
    *others, last = [_place(good, position) for good in sorted(values) if values[good] == max(values.values())]
    right = f"{', '.join(others)} or {last}" if others else last
    worth = "wins" if max(values.values()) > 0 else "draws"
    expected = f"{right}, which {worth}"
    got = f"{_place(move, position)}, which {'loses' if kind is Kind.LOSES else 'only draws'}"
    return [Finding(kind, function, call, position, expected, got, line=refutation(position, move))]


def _place(move: Move, position: Position) -> str:
    return f"{format_move(move, position)} {cell(move)}"
