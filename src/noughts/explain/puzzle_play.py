"""Playing a puzzle: moves are judged by proof, right ones answered with the longest defence, wrong ones refuted."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from noughts.analysis import (
    DRAW,
    Analysis,
    Limit,
    RankedMove,
    Score,
    final_score,
    is_proved_loss,
    score_for_parent,
    value_of,
    win_in,
)
from noughts.analyzers import strongest
from noughts.errors import NotPossibleError, UnsolvedError
from noughts.explain.puzzles import Puzzle
from noughts.explain.reasons import explain
from noughts.notation import format_move
from noughts.rules.mark import Move
from noughts.rules.position import Position, after
from noughts.words import count, the_board

PROOF_MB = 16
"""Memory for a proof: puzzles are near the end of their game."""
PROVABLE = Limit(nodes=20_000_000)
"""Some seconds of work; the puzzles that come with noughts take a fraction of one, however busy the machine is."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What came of a move."""

    kept: bool
    """Whether it still reaches the goal."""
    solved: bool
    """Whether the puzzle is solved with it."""
    answer: tuple[Move, ...]
    """After a right move the longest defence, one move at most; after a wrong one the moves that refute it."""
    words: str
    """What happened, and why."""


def solve(position: Position, limit: Limit = PROVABLE, *, stop: threading.Event | None = None) -> Analysis:
    """Every move with its exact score; UnsolvedError when the limit does not allow it. The game is not over."""
    with contextlib.closing(strongest(position, hash_mb=PROOF_MB, prove=True)) as analyzer:
        analysis = analyzer.analyze(position, limit, stop=stop)
    if not analysis.solved:
        raise UnsolvedError("the proof took too long: try again")
    return analysis


def judge(puzzle: Puzzle, played: Sequence[Move], move: Move, *, stop: threading.Event | None = None) -> Verdict:
    """Judge a move after the moves that both sides have played; IllegalMoveError when the rules forbid it."""
    known = known_verdict(puzzle, played, move)
    if known is not None:
        return known
    position = after(puzzle.position, played)
    following = position.play(move)
    reply: tuple[Move, ...] = ()
    if following.outcome is not None:
        score = -final_score(following.outcome, following.to_move)
    else:
        best = solve(following, stop=stop).moves[0]
        score, reply = score_for_parent(best.score), best.line
    if value_of(score) >= value_of(_goal_score(puzzle)):
        return _right(puzzle, position, move, reply[:1])
    return _wrong(puzzle, position, RankedMove(move, score, (move, *reply), exact=True))


def known_verdict(puzzle: Puzzle, played: Sequence[Move], move: Move) -> Verdict | None:
    """The verdict on a move of the solution, which needs no proof any more; None for all others."""
    line = (*played, move)
    if puzzle.solution[: len(line)] != line:
        return None
    return _right(puzzle, after(puzzle.position, played), move, puzzle.solution[len(line) : len(line) + 1])


def _right(puzzle: Puzzle, position: Position, move: Move, reply: tuple[Move, ...]) -> Verdict:
    if not reply or position.play(move).play(reply[0]).outcome is not None:  # by counting, the last move may be theirs
        return Verdict(True, True, reply, solution_words(puzzle))
    name = format_move(move, position)
    only = "is the only move" if position == puzzle.position else f"still {puzzle.goal}s"
    return Verdict(
        True, False, reply, f"{name} {only}. {position.to_move.other} defends with {format_move(reply[0], position)}."
    )


def _wrong(puzzle: Puzzle, position: Position, ranked: RankedMove) -> Verdict:
    kept = RankedMove(-1, _goal_score(puzzle), (), exact=True)
    analysis = Analysis((kept, ranked), depth=0, nodes=0, seconds=0.0, solved=False)
    refutation = ranked.line[1:] if is_proved_loss(ranked.score) else ranked.line[1:2]
    words = explain(position, ranked.move, analysis)
    if not is_proved_loss(ranked.score) and refutation:
        words += f" {position.to_move.other} holds with {format_move(refutation[0], position)}."
    return Verdict(False, False, refutation, words)


def _goal_score(puzzle: Puzzle) -> Score:
    return win_in(puzzle.plies) if puzzle.goal == "win" else DRAW


def solution_words(puzzle: Puzzle) -> str:
    """Why the first move is the one."""
    first = RankedMove(puzzle.solution[0], _goal_score(puzzle), puzzle.solution, exact=True)
    return explain(puzzle.position, first.move, Analysis((first,), 0, 0, 0.0, solved=False))


def task_words(puzzle: Puzzle) -> str:
    """What is asked for: `X to move and win in 3`, moves of one's own."""
    goal = f"win in {puzzle.moves}" if puzzle.goal == "win" else "draw"
    return f"{puzzle.position.to_move} to move and {goal}"


def lead_words(puzzle: Puzzle) -> str:
    """One sentence on what makes it hard."""
    position = puzzle.position
    moves = len(position.legal_moves())
    if puzzle.goal == "draw":
        return f"{position.to_move} has {count(moves, 'move')}. All but one of them lose."
    return (
        f"{position.to_move} has {count(moves, 'move')}. Only one of them wins, whatever {position.to_move.other} does."
    )


@dataclass(frozen=True, slots=True)
class Hint:
    """Where to look: some cells, in the end one."""

    cells: tuple[Move, ...]
    words: str


def known_move(puzzle: Puzzle, played: Sequence[Move]) -> Move | None:
    """The next move of the solution, as long as both sides have followed it."""
    followed = puzzle.solution[: len(played)] == tuple(played) and len(played) < puzzle.plies
    return puzzle.solution[len(played)] if followed else None


def hint(puzzle: Puzzle, played: Sequence[Move], step: int, *, stop: threading.Event | None = None) -> Hint:
    """The first step shows the board or, where that is known already, the row; the second one the cell."""
    position = after(puzzle.position, played)
    if position.outcome is not None:
        raise NotPossibleError("the puzzle is solved")
    known = known_move(puzzle, played)
    move = solve(position, stop=stop).moves[0].move if known is None else known
    if step > 1:
        return Hint((move,), f"Play {format_move(move, position)}.")
    board, rows, columns = _surroundings(position, move)
    if len(board) > 1 and position.kind == "ultimate" and len(position.targets()) > 1:
        return Hint(board, f"Look at {the_board(move // 9)}.")
    if len(rows) > 1:
        return Hint(rows, f"Look at row {position.row_and_column(move)[0] + 1}.")
    if len(columns) > 1:
        return Hint(columns, f"Look at column {format_move(move, position)[0]}.")
    return Hint(position.legal_moves(), "It shares its row and its column with no other move.")


def _surroundings(position: Position, move: Move) -> Iterator[tuple[Move, ...]]:
    """The moves in the same small board, in the same row, in the same column."""
    places: tuple[Callable[[Move], int], ...] = (
        lambda cell: cell // 9,
        lambda cell: position.row_and_column(cell)[0],
        lambda cell: position.row_and_column(cell)[1],
    )
    for place in places:
        yield tuple(other for other in position.legal_moves() if place(other) == place(move))
