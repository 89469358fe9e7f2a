"""One game between two players."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from noughts.analysis import Limit, Score
from noughts.errors import (
    EngineCrashedError,
    EngineError,
    EngineFloodError,
    EngineGarbageError,
    EngineIllegalMoveError,
    EngineMissingError,
    EngineTimeoutError,
)
from noughts.match.contestants import Contestant
from noughts.match.control import Control, ThinkingTime
from noughts.players.player import Player
from noughts.record import GameRecord
from noughts.rules.mark import Mark, Move, Outcome
from noughts.rules.position import Position

NORMAL = "normal"
TIME = "time"
REASONS: dict[type[EngineError], str] = {
    EngineTimeoutError: TIME,
    EngineCrashedError: "crash",
    EngineGarbageError: "garbage",
    EngineFloodError: "too much output",
    EngineIllegalMoveError: "illegal move",
    EngineMissingError: "not started",
}
"""How a game ends that is not played to its end, as the tag Termination says it."""


def play_game(players: Mapping[Mark, Player], record: GameRecord, limit: Limit) -> GameRecord:
    """Play a game on to its end; the limit holds for each move and is trusted to the players."""
    moves = list(record.moves)
    position = record.position()
    while position.outcome is None:
        move = players[position.to_move].choose_move(position, limit)
        moves.append(move)
        position = position.play(move)
    names = {str(mark): player.name for mark, player in players.items()}
    return GameRecord(record.start, tuple(moves), {**record.tags, **names})


@dataclass
class Side:
    """One of the two in a game with clocks."""

    name: str
    contestant: Contestant
    control: Control
    margin: float
    score: Score | None = None
    """What it last thought of its own position."""

    def new_clock(self) -> ThinkingTime:
        return ThinkingTime(self.control, self.margin)


def play_timed_game(sides: Mapping[Mark, Side], opening: GameRecord, seed: int) -> GameRecord:
    """Play a game on to its end; who breaks a rule or a limit loses it."""
    clocks = {mark: side.new_clock() for mark, side in sides.items()}
    moves = list(opening.moves)
    position = opening.position()
    tags = {"Termination": NORMAL}
    mover = position.to_move
    try:
        for mover, own_seed in zip(Mark, (2 * seed, 2 * seed + 1), strict=True):
            sides[mover].score = None
            sides[mover].contestant.new_game(own_seed)
        while position.outcome is None:
            mover = position.to_move
            moves.append(_move(sides[mover], clocks[mover], clocks[mover.other], position))
            position = position.play(moves[-1])
    except EngineError as error:
        reason = REASONS.get(type(error), "error")
        tags = {"Result": str(Outcome.won_by(mover.other)), "Termination": reason, "Error": str(error)}
    return GameRecord(
        opening.start,
        tuple(moves),
        {
            **opening.tags,
            **{str(mark): side.name for mark, side in sides.items()},
            "Opening": str(len(opening.moves)),
            **{f"{mark}Time": f"{clock.used:.3f}" for mark, clock in clocks.items()},
            **{f"{mark}Score": str(side.score) for mark, side in sides.items() if side.score is not None},
            **tags,
        },
    )


def _move(side: Side, clock: ThinkingTime, other: ThinkingTime, position: Position) -> Move:
    allowed = clock.allowed()
    choice = side.contestant.choose(position, clock.go(position.to_move, other), allowed)
    if allowed is not None and choice.seconds > allowed:
        raise EngineTimeoutError(f"{side.name} took {choice.seconds:.3f} s")
    clock.take(choice.seconds)
    if choice.score is not None:
        side.score = choice.score
    return choice.move
