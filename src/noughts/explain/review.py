"""The review of a game: what each move gave away, what was better, and why.

A move is judged by the winning chance that it loses against the best one: exactly where the game is solved from there,
else by searches of equal effort. The game is walked from its end, so that every search knows what comes after it.
"""

from __future__ import annotations

import contextlib
import enum
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import TypeAlias

from noughts.analysis import (
    Analysis,
    Analyzer,
    Limit,
    RankedMove,
    final_score,
    plies_to_end,
    score_for_parent,
)
from noughts.analyzers import strongest
from noughts.chances import winning_chance
from noughts.errors import NotPossibleError
from noughts.explain.reasons import explain, likely
from noughts.record import GameRecord
from noughts.rules.mark import Mark, Move
from noughts.rules.position import Position


class Judgement(enum.StrEnum):
    """What a move is called by the chance that it loses."""

    BEST = "best"
    GOOD = "good"
    INACCURACY = "inaccuracy"
    MISTAKE = "mistake"
    BLUNDER = "blunder"


SIGNS = {Judgement.BLUNDER: "??", Judgement.MISTAKE: "?", Judgement.INACCURACY: "?!"}
ONLY_MOVE = "!!"
THRESHOLDS = {Judgement.BLUNDER: 20.0, Judgement.MISTAKE: 10.0, Judgement.INACCURACY: 5.0}
"""How many points of winning chance a move loses at least, in percent, to be called so."""
HALVING = 15.0
"""The accuracy of a move halves with every so many points that it loses."""
TURNING_POINTS = 3
NODES = 100_000
"""How many positions to visit for each position of the game, where it is not solved sooner."""
CONFIRMING = 4
"""So much more effort decides whether a move that seems to lose something does."""
PROVABLE = 50
"""With so few open cells a proof is tried; what is not proved then is a blunder, or at most an inaccuracy."""
RESERVED = 0.08
"""Seconds that proofs leave to every move that is still to be judged."""
SECONDS = 9.0
"""How much time of one core a review may take."""

Told: TypeAlias = Callable[[int, int], None]
"""Told how many moves are judged, and of how many."""


@dataclass(frozen=True, slots=True)
class ReviewedMove:
    """One move of a game beside the best one there was."""

    ply: int
    """Counted from 1."""
    position: Position
    """Before the move."""
    played: RankedMove
    best: RankedMove
    """The same as what was played, where nothing was better."""
    is_only: bool
    """Whether every other move is proved to give something away."""

    @property
    def mark(self) -> Mark:
        return self.position.to_move

    @property
    def lost(self) -> float:
        """The winning chance that the move gave away, in points of 100."""
        before, after = (percent(ranked, self.position) for ranked in (self.best, self.played))
        return max(0.0, before - after)

    @property
    def is_proved(self) -> bool:
        """Whether both values are."""
        return is_known(self.played) and is_known(self.best)

    @property
    def judgement(self) -> Judgement:
        for judgement, least in THRESHOLDS.items():
            if self.lost >= least:
                is_refutable = judgement is Judgement.MISTAKE and not self.is_proved
                return Judgement.INACCURACY if is_refutable and self.position.open_cells <= PROVABLE else judgement
        is_best = self.played.move == self.best.move or self.played.score == self.best.score
        return Judgement.BEST if is_best else Judgement.GOOD

    @property
    def sign(self) -> str:
        """As chess players write it; empty for a move that is neither bad nor the only one of several."""
        is_hard = self.is_only and len(self.played.line) > 1 and len(self.position.legal_moves()) > 2
        return ONLY_MOVE if is_hard else SIGNS.get(self.judgement, "")

    @property
    def chance(self) -> float:
        """The winning chance of X after the move, in percent."""
        return for_x(percent(self.played, self.position), self.mark)

    @property
    def chance_before(self) -> float:
        """The winning chance of X with the best move."""
        return for_x(percent(self.best, self.position), self.mark)

    @property
    def reason(self) -> str:
        """What the move does; where it loses something, also what the better one does."""
        if self.judgement not in THRESHOLDS:
            return self._told(self.played)
        expected = "" if is_known(self.played) else f" {likely(self.position, self.played.line)}"
        return f"{self._told(self.played)}{expected} Better: {self._told(self.best)}"

    def _told(self, ranked: RankedMove) -> str:
        known = Analysis((self.best, self.played), 0, 0, 0.0, False) if is_known(ranked) else None
        return explain(self.position, ranked.move, known)


@dataclass(frozen=True, slots=True)
class Review:
    """All moves of a game, judged; those from the end on where it was stopped."""

    record: GameRecord
    moves: tuple[ReviewedMove, ...]
    seconds: float

    @property
    def is_complete(self) -> bool:
        return len(self.moves) == len(self.record.moves)

    @property
    def accuracy(self) -> Mapping[Mark, float | None]:
        """How well each side played, from 0 to 100; None for one that did not move."""
        return {mark: _mean([100 * 0.5 ** (m.lost / HALVING) for m in self.moves if m.mark is mark]) for mark in Mark}

    @property
    def turning_points(self) -> tuple[ReviewedMove, ...]:
        """The moves that lost the most, at least an inaccuracy each, in the order of the game."""
        doubtful = [move for move in self.moves if move.judgement in THRESHOLDS]
        worst = sorted(doubtful, key=lambda move: -move.lost)[:TURNING_POINTS]
        return tuple(sorted(worst, key=lambda move: move.ply))


def review(
    record: GameRecord,
    analyzer: Analyzer,
    *,
    seconds: float = SECONDS,
    nodes: int = NODES,
    progress: Told | None = None,
    stop: threading.Event | None = None,
) -> Review:
    """Judge every move within so many seconds; the same on every machine that is fast enough for the nodes.

    `stop` belongs to this review: once it is set, it returns at once with the moves that are judged by then.
    """
    if not record.moves:
        raise NotPossibleError("the game has no moves: there is nothing to review")
    with contextlib.ExitStack() as opened:
        reviewer = _Reviewer(analyzer, seconds, nodes, stop or threading.Event(), opened)
        moves = reviewer.judge(record, progress or (lambda done, of: None))
    return Review(record, tuple(moves), time.thread_time() - reviewer.began)


def percent(ranked: RankedMove, position: Position) -> float:
    """The winning chance that a move of a position leaves its side, in percent; certain only where it is proved."""
    chance = 100 * winning_chance(ranked.score, position)
    return chance if is_known(ranked) else min(99.0, max(1.0, chance))


def for_x(chance: float, mark: Mark) -> float:
    """A chance in percent of one side as that of X."""
    return chance if mark is Mark.X else 100 - chance


def is_known(ranked: RankedMove) -> bool:
    """Whether the value of a move is proved."""
    return ranked.exact or plies_to_end(ranked.score) is not None


def _is_only(move: Move, analysis: Analysis) -> bool:
    """Whether all other moves of a solved position come to a worse result."""
    results = {ranked.move: max(-1, min(1, ranked.score)) for ranked in analysis.moves}
    others = [result for other, result in results.items() if other != move]
    return bool(others) and max(others) < results[move]


def _mean(numbers: list[float]) -> float | None:
    return sum(numbers) / len(numbers) if numbers else None


class _Reviewer:
    def __init__(
        self, analyzer: Analyzer, seconds: float, nodes: int, stop: threading.Event, opened: contextlib.ExitStack
    ) -> None:
        self.began = time.thread_time()
        self._analyzer, self._nodes, self._stop, self._opened = analyzer, nodes, stop, opened
        self._prover: Analyzer | None = None
        self._deadline = self.began + seconds
        self._left = 0

    def judge(self, record: GameRecord, tell: Told) -> list[ReviewedMove]:
        """The moves, judged from the last to the first; as many as there is time for."""
        positions, judged = record.positions(), list[ReviewedMove]()
        self._left = len(record.moves) + 1
        after = self._analyze(positions[-1]).best
        for ply in range(len(record.moves), 0, -1):
            self._left = ply
            found = self._judge_one(ply, positions[ply - 1], record.moves[ply - 1], after)
            if self._stop.is_set():
                break
            judged.append(found)
            after = found.best
            tell(len(judged), len(record.moves))
        return judged[::-1]

    def _judge_one(self, ply: int, position: Position, move: Move, after: RankedMove | None) -> ReviewedMove:
        """`after` is the best move of the position that the move leads to, None where the game is over."""
        analysis = self._analyze(position)
        best, played = analysis.moves[0], _as_move(position, move, after)
        if analysis.solved:
            played = next(ranked for ranked in analysis.moves if ranked.move == move)
        found = ReviewedMove(ply, position, played, best, analysis.solved and _is_only(move, analysis))
        if _is_doubtful(found):
            found = self._compare(found, self._looked_at)
        if _is_doubtful(found, Judgement.MISTAKE) and position.open_cells <= PROVABLE:
            found = self._compare(found, self._proved)
        return _settled(found)

    def _compare(self, found: ReviewedMove, look: Callable[[Position, RankedMove], RankedMove]) -> ReviewedMove:
        """The two moves anew, as far as they are not proved."""
        best, played = (
            ranked if is_known(ranked) else look(found.position, ranked) for ranked in (found.best, found.played)
        )
        return replace(found, best=best, played=played)

    def _looked_at(self, position: Position, ranked: RankedMove) -> RankedMove:
        """A move with more effort."""
        return _as_move(position, ranked.move, self._analyze(position.play(ranked.move), CONFIRMING).best)

    def _proved(self, position: Position, ranked: RankedMove) -> RankedMove:
        """A move with its exact value, where a part of the time that is left is enough for that."""
        spare = self._deadline - time.thread_time() - self._left * RESERVED
        if spare <= 0:
            return ranked
        if self._prover is None:
            self._prover = self._opened.enter_context(
                contextlib.closing(strongest(position, prove=True, cpu_time=True))
            )
        after = position.play(ranked.move)
        best = self._prover.analyze(after, Limit(seconds=spare / 2), lines=1, stop=self._stop).best
        return _as_move(position, ranked.move, best) if best is not None and is_known(best) else ranked

    def _analyze(self, position: Position, effort: int = 1) -> Analysis:
        """A search that leaves their share of the time to the moves before."""
        share = (self._deadline - time.thread_time()) / self._left / 2
        limit = Limit(nodes=self._nodes * effort, seconds=max(0.001, share))
        return self._analyzer.analyze(position, limit, stop=self._stop)


def _is_doubtful(found: ReviewedMove, least: Judgement = Judgement.INACCURACY) -> bool:
    """Whether a move seems to lose so much, and that is not proved."""
    return found.lost >= THRESHOLDS[least] and not found.is_proved


def _settled(found: ReviewedMove) -> ReviewedMove:
    """With what was played as the best move, unless another one is better as far as one knows."""
    played, best = found.played, found.best
    if played.move == best.move:
        known = best if is_known(best) else played
        return replace(found, played=known, best=known)
    is_best = played.score == best.score and is_known(played) if is_known(best) else played.score >= best.score
    return replace(found, best=played) if is_best else found


def _as_move(position: Position, move: Move, after: RankedMove | None) -> RankedMove:
    """A move, with what the best answer to it says about it; None where it ends the game."""
    if after is None:
        outcome = position.play(move).outcome
        assert outcome is not None
        return RankedMove(move, score_for_parent(final_score(outcome, position.to_move.other)), (move,), True)
    return RankedMove(move, score_for_parent(after.score), (move, *after.line), after.exact)
