"""Whether a program answers by chance: a sample of boards, asked again."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping

from noughts.errors import EngineError
from noughts.grade.calls import Call, LoadError, Submission
from noughts.grade.course import Course
from noughts.grade.findings import ByChance
from noughts.grade.moves import mistake
from noughts.grade.positions import sort_key
from noughts.notation import format_move
from noughts.rules.mark import Move
from noughts.rules.position import Position

SAMPLE = 24
MOST_EMPTY_CELLS = 5
SECONDS = 10.0


def answers_by_chance(program: Submission, course: Course, moves: Mapping[Position, Move | None]) -> ByChance | None:
    """The smallest board of the sample with two answers: by a new process, in another order.

    The boards are those with the most right moves: even who chooses by chance among right moves is found out.
    """
    sample = sorted(filter(_is_quick, moves), key=lambda position: (-_choices(position), sort_key(position)))[:SAMPLE]
    if not sample:
        return None
    calls = [Call(course.move_function, position) for position in reversed(sample)]
    found: list[ByChance] = []
    with contextlib.suppress(EngineError, LoadError), contextlib.closing(program.start()) as session:
        for call, reply in zip(calls, session.ask(calls, SECONDS), strict=True):
            assert call.position is not None
            answers = [moves[call.position], course.move_in(reply)]
            if None not in answers and len(set(answers)) > 1:
                found.append(ByChance(call.position, tuple(format_move(move or 0, call.position) for move in answers)))
    return min(found, key=lambda one: sort_key(one.position), default=None)


def _is_quick(position: Position) -> bool:
    return len(position.legal_moves()) <= MOST_EMPTY_CELLS


def _choices(position: Position) -> int:
    return sum(mistake(position, move) is None for move in position.legal_moves())
