"""Why a move is good or bad, in one true sentence.

The sentence begins with what everybody can see on the board (a win, a block, threats, a board of Ultimate won) and
ends with what the analysis knows: the value and distance where it is proved, else the expected line.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from noughts.analysis import DRAW, Analysis, is_proved_loss, is_proved_win, plies_to_end
from noughts.notation import format_move
from noughts.rules.line_game import LinePosition
from noughts.rules.mark import Move
from noughts.rules.position import Position
from noughts.rules.threats import threats, winning_moves
from noughts.rules.ultimate import ANYWHERE, FULL, HAS_LINE, UltimatePosition
from noughts.words import count, listed, the_board

EXPECTED_PLIES = 4
"""How much of an expected line is told."""


def explain(position: Position, move: Move, analysis: Analysis | None = None) -> str:
    """What a legal move does; `analysis`, where there is one, is of the position before the move.

    >>> from noughts.notation import parse_position
    >>> from noughts.tablebase import Tablebase
    >>> position = parse_position("X../.O./..X")
    >>> explain(position, 1, Tablebase().analyze(position))
    'b1 threatens b3 and keeps the draw.'
    >>> explain(position, 2, Tablebase().analyze(position))
    'c1 threatens a3, but gives away the draw and loses to a3 in 4 plies.'
    """
    name = format_move(move, position)
    after = position.play(move)
    if after.outcome is not None:
        return f"{name} {_ending(position, after)}."
    if replies := winning_moves(after):
        return f"{name} loses at once: {after.to_move} wins with {_listed(replies, position, 'or')}."
    facts = _line_game_facts(position, move) if isinstance(position, LinePosition) else _ultimate_facts(position, move)
    return f"{name} {_sentence(facts, _verdict(position, move, analysis))}."


def _ending(position: Position, after: Position) -> str:
    winner = after.outcome.winner if after.outcome else None
    if winner is None:
        return "ends the game in a draw"
    return "wins at once" if winner is position.to_move else f"ends the game, and {winner} wins it"


def _sentence(facts: list[str], verdict: _Verdict) -> str:
    facts = facts + ([verdict.fact] if verdict.fact else [])
    if not facts and not verdict.objection:
        facts = ["threatens nothing yet"]
    told = listed(facts or [verdict.objection])
    return told + (f", but {verdict.objection}" if facts and verdict.objection else "") + verdict.line


def _listed(moves: Sequence[Move], position: Position, word: str) -> str:
    return listed([format_move(move, position) for move in moves], word)


# Line games


def _line_game_facts(position: LinePosition, move: Move) -> list[str]:
    """What the move does within one ply; it neither ends the game nor leaves the opponent a win in one."""
    facts = []
    if move in threats(position):
        facts.append(f"blocks {position.to_move.other}")
    made = threats(position.play(move))
    if len(made) > 1:
        number = {2: "two", 3: "three", 4: "four"}.get(len(made), str(len(made)))
        facts.append(f"makes {number} threats ({_listed(made, position, 'and')})")
    elif made:
        facts.append(f"threatens {_listed(made, position, 'and')}")
    return facts


# Ultimate


def _ultimate_facts(position: UltimatePosition, move: Move) -> list[str]:
    board, cell = divmod(move, 9)
    after = position.play(move)
    other = position.to_move.other
    facts = []
    if after.boards_won(position.to_move) >> board & 1:
        facts.append(f"wins {the_board(board)}")
    elif after.closed >> board & 1:
        facts.append(f"fills {the_board(board)}")
    elif HAS_LINE[position.theirs >> 9 * board & FULL | 1 << cell]:
        facts.append(f"blocks {other} in {the_board(board)}")
    facts.append(
        f"lets {other} choose any open board"
        if after.target == ANYWHERE
        else f"sends {other} to {the_board(after.target)}"
    )
    return facts


# What the analysis knows


class _Verdict(NamedTuple):
    """What the end of the sentence says, each part possibly empty."""

    fact: str = ""
    objection: str = ""
    line: str = ""


def _verdict(position: Position, move: Move, analysis: Analysis | None) -> _Verdict:
    ranked = next((found for found in analysis.moves if found.move == move), None) if analysis else None
    if analysis is None or ranked is None or analysis.best is None:
        return _Verdict()
    best = analysis.best.score
    had = "the win" if is_proved_win(best) else "the draw" if analysis.best.exact and best == DRAW else ""
    ends = f"{'in' if ranked.exact else 'within'} {count(plies_to_end(ranked.score) or 0, 'ply')}"
    if is_proved_win(ranked.score):
        return _Verdict(fact=f"wins {ends}")
    if is_proved_loss(ranked.score):
        answer = f" to {format_move(ranked.line[1], position)}" if len(ranked.line) > 1 else ""
        return _Verdict(objection=f"{f'gives away {had} and ' if had else ''}loses{answer} {ends}")
    if ranked.exact:
        return (
            _Verdict(fact="keeps the draw") if had == "the draw" else _Verdict(objection="gives away the win: a draw")
        )
    line = " ".join(format_move(expected, position) for expected in ranked.line[:EXPECTED_PLIES])
    objection = f"gives away {had}" if had else "" if ranked.score == best else "another move looks better"
    return _Verdict(objection=objection, line=f"; expected: {line}" if len(ranked.line) > 1 else "")
