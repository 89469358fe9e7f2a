"""Which analyzer fits a position."""

from __future__ import annotations

from functools import cache

from noughts.analysis import Analysis, Analyzer, Limit
from noughts.notation import game_name
from noughts.rules.line_game import LinePosition
from noughts.rules.position import Position
from noughts.rules.ultimate import UltimatePosition
from noughts.search.line_solver import LineSolver
from noughts.tablebase import Tablebase, fits

PROOF_MB = 128
"""Memory for proofs of Ultimate; longer ones forget less with more."""


def strongest(position: Position, *, prove: bool = False) -> Analyzer:
    """The best there is for the game of a position: exact where it can be.

    `prove` is for those who want the exact value or nothing: Ultimate is then proved, not searched.

    >>> from noughts.notation import parse_position
    >>> position = parse_position("O../.../X.X o")
    >>> strongest(position).analyze(position).best
    RankedMove(move=7, score=-29996, line=(7, 2, 1, 4), exact=True)
    """
    if fits(position):
        return _tablebase(game_name(position))
    if isinstance(position, LinePosition):
        return LineSolver()
    from noughts.engine import Engine  # the native core is loaded only where it is needed

    if not prove:
        return Engine()
    engine = Engine(hash_mb=PROOF_MB)
    engine.tune(proof_cells=81, proof_share=95)
    return engine


def analyze_every_move(analyzer: Analyzer, position: Position, limit: Limit) -> Analysis:
    """An analysis that ranks all legal moves, where the native engine would look for the best one alone."""
    if isinstance(position, UltimatePosition):
        from noughts.engine import Engine

        if isinstance(analyzer, Engine):
            return analyzer.analyze(position, limit, lines=max(1, len(position.legal_moves())))
    return analyzer.analyze(position, limit)


@cache
def _tablebase(game: str) -> Tablebase:
    return Tablebase(game)
