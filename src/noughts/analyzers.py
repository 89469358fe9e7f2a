"""Which analyzer fits a position."""

from __future__ import annotations

import threading
from dataclasses import replace

from noughts.analysis import Analysis, Analyzer, Limit, Progress
from noughts.rules.line_game import LinePosition
from noughts.rules.position import Position
from noughts.tablebase import fits, tablebase

SEARCH_MB = 16
PROOF_MB = 128
"""Memory for searches and for proofs unless told; longer proofs forget less with more, short ones begin sooner with
less."""


def strongest(
    position: Position,
    *,
    hash_mb: int | None = None,
    threads: int = 1,
    cpu_time: bool = False,
    prove: bool = False,
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
    hash_mb = hash_mb or (PROOF_MB if prove else SEARCH_MB)
    if isinstance(position, LinePosition):
        from noughts.native.line import LineEngine  # the native core is loaded only where it is needed

        return LineEngine(hash_mb=hash_mb, cpu_time=cpu_time, prove=prove)
    from noughts.native.ultimate import Engine

    engine = Engine(hash_mb=hash_mb, threads=threads, cpu_time=cpu_time)
    if prove:
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
