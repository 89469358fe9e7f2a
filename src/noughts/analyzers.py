"""Which analyzer fits a position."""

from __future__ import annotations

import threading
from dataclasses import replace

from noughts.analysis import Analysis, Analyzer, Limit, Progress
from noughts.rules.line_game import LinePosition
from noughts.rules.position import Position
from noughts.tablebase import fits, tablebase

PROOF_MB = 128
"""Memory for proofs; longer ones forget less with more."""


def strongest(
    position: Position, *, hash_mb: int = 16, threads: int = 1, cpu_time: bool = False, prove: bool = False
) -> Analyzer:
    """The best there is for the game of a position: exact where it can be. The options are for the native engine.

    `prove` is for those who want the exact value or nothing: what no table knows is then proved, not searched.
    Line games are searched by one thread.

    >>> from noughts.notation import parse_position
    >>> position = parse_position("O../.../X.X o")
    >>> strongest(position).analyze(position).best
    RankedMove(move=7, score=-29996, line=(7, 2, 1, 4), exact=True)
    """
    if fits(position):
        return tablebase(position.game)
    if isinstance(position, LinePosition):
        from noughts.native.line import LineEngine  # the native core is loaded only where it is needed

        return LineEngine(hash_mb=PROOF_MB if prove else hash_mb, cpu_time=cpu_time, prove=prove)
    from noughts.native.ultimate import Engine

    if not prove:
        return Engine(hash_mb=hash_mb, threads=threads, cpu_time=cpu_time)
    engine = Engine(hash_mb=PROOF_MB, cpu_time=cpu_time)
    engine.tune(proof_cells=81, proof_share=95)
    return engine


def rank_for_table(
    analyzer: Analyzer,
    position: Position,
    limit: Limit,
    lines: int,
    *,
    progress: Progress | None = None,
    stop: threading.Event | None = None,
) -> Analysis:
    """What a table of moves shows: every move where the position is solved, else the best `lines`."""
    found = analyzer.analyze(position, limit, lines=lines, progress=progress, stop=stop)
    if not found.solved or len(found.moves) == len(position.legal_moves()):
        return found
    again = analyzer.analyze(position, limit, stop=stop)  # it knows all that by now
    return replace(again, nodes=found.nodes, seconds=found.seconds) if again.solved else found
