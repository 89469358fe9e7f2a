"""Why a move is good or bad, in one true sentence.

The sentence begins with what everybody can see on the board (a win, a block, threats, a board of Ultimate won) and
ends with what the analysis knows: the value and distance where it is proved, else the expected line.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from noughts.analysis import DRAW, Analysis, is_proved_loss, is_proved_win, plies_to_end
from noughts.explain.line_reasons import is_only_move, line_facts, refutation
from noughts.explain.line_threats import forced_win
from noughts.explain.ultimate_reasons import ultimate_facts
from noughts.notation import format_move
from noughts.rules.line_game import LinePosition
from noughts.rules.mark import Move
from noughts.rules.position import Position
from noughts.rules.threats import winning_moves
from noughts.words import chance_text, count, listed, the_board

EXPECTED_PLIES = 4
"""How much of an expected line is told."""
LIKELY_PLIES = 6
"""So far it is looked at for boards that somebody takes."""


def explain(position: Position, move: Move, analysis: Analysis | None = None) -> str:
    """What a legal move does; `analysis`, where there is one, is of the position before the move.

    >>> from noughts.notation import parse_position
    >>> from noughts.tablebase import Tablebase
    >>> position = parse_position("X../.O./..X")
    >>> explain(position, 1, Tablebase().analyze(position))
    'b1 leaves X no time for two threats, threatens b3 and keeps the draw.'
    >>> explain(corner := parse_position("X../.../..."), 4, Tablebase().analyze(corner))
    'b2 is on 3 lines that O can still complete and is the only move that keeps the draw.'
    """
    name = format_move(move, position)
    after = position.play(move)
    if after.outcome is not None:
        return f"{name} {_ending(position, after)}."
    if replies := winning_moves(after):
        return f"{name} loses at once: {after.to_move} wins with {_listed(replies, position, 'or')}."
    facts = (
        line_facts(position, move, analysis) if isinstance(position, LinePosition) else ultimate_facts(position, move)
    )
    return f"{name} {_sentence(facts, _verdict(position, move, analysis))}."


def likely(position: Position, line: Sequence[Move]) -> str:
    """How the game is expected to go on after the first move of a line, and which boards of Ultimate are taken there.

    >>> from noughts.notation import parse_position
    >>> likely(parse_position("X../.O./..X"), [1, 7, 6])
    'Likely next: b3 a3.'
    """
    taken = []
    for move in line[:LIKELY_PLIES]:
        after = position.play(move)
        won = [
            board for board, (old, new) in enumerate(zip(position.boards(), after.boards(), strict=True)) if old != new
        ]
        taken += [f"{position.to_move} takes {the_board(board)}" for board in won if after.boards()[board] != "="]
        position = after
    moves = " ".join(format_move(move, position) for move in line[1:LIKELY_PLIES])
    return f"Likely next: {moves}{f' ({listed(taken)})' if taken else ''}."


def _ending(position: Position, after: Position) -> str:
    winner = after.outcome.winner if after.outcome else None
    if winner is None:
        return "ends the game in a draw"
    return "wins at once" if winner is position.to_move else f"ends the game, and {winner} wins it"


def _sentence(facts: list[str], verdict: _Verdict) -> str:
    told = listed(facts)
    if verdict.fact:  # after a clause of its own it would not be clear whom it speaks of
        told = f"{told}; it {verdict.fact}" if ", wh" in facts[-1] else listed([*facts, verdict.fact])
    return told + (f", but {verdict.objection}" if verdict.objection else "") + verdict.line


def _listed(moves: Sequence[Move], position: Position, word: str) -> str:
    return listed([format_move(move, position) for move in moves], word)


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
    line_game = position if isinstance(position, LinePosition) else None
    best = analysis.best.score
    had = "the win" if is_proved_win(best) else "the draw" if analysis.best.exact and best == DRAW else ""
    ends = f"{'in' if ranked.exact else 'within'} {count(plies_to_end(ranked.score) or 0, 'ply')}"
    if is_proved_win(ranked.score):
        return _Verdict(fact=(line_game and forced_win(line_game, ranked)) or f"wins {ends}")
    if is_proved_loss(ranked.score):
        answer = f" to {format_move(ranked.line[1], position)}" if len(ranked.line) > 1 else ""
        if answer and line_game:
            answer += refutation(line_game, move, ranked.line[1])
        return _Verdict(objection=f"{f'gives away {had} and ' if had else ''}loses{answer} {ends}")
    if ranked.exact:
        kept = "is the only move that keeps the draw" if is_only_move(move, analysis) else "keeps the draw"
        if had == "the win":
            return _Verdict(objection="gives away the win: a draw")
        return _Verdict(fact=kept if had == "the draw" else "comes to a draw")
    line = " ".join(format_move(expected, position) for expected in ranked.line[:EXPECTED_PLIES])
    objection = f"gives away {had}" if had else "" if ranked.score == best else "another move looks better"
    chance = f"; {position.to_move}'s chance to win: {chance_text(ranked.score, position)}"
    return _Verdict(objection=objection, line=chance + (f", expected: {line}" if len(ranked.line) > 1 else ""))
