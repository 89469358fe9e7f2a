"""What is the matter with a C file, proved by running it: a line that is missed, a flag that is read the other way."""

from __future__ import annotations

import contextlib
from dataclasses import replace

from noughts.errors import EngineError
from noughts.grade.calls import Call, LoadError
from noughts.grade.findings import Hint
from noughts.grade.grader import Grading
from noughts.grade.hints import CHUNK, PROOF_SECONDS, few_empty_cells, missed_lines, passes
from noughts.grade.programs.c_file import INVERTED, CFile
from noughts.grade.programs.ecen330 import Ecen330Course


def find_c_hints(program: CFile, course: Ecen330Course, grading: Grading) -> list[Hint]:
    """Each only when every answer is right then."""
    hints = missed_lines(course, grading.wrong)
    explained = {name for hint in hints for name in hint.functions}
    for name in (program.interface.score, program.interface.next_move):
        wrong = grading.wrong.get(name or "", [])
        if name and wrong and name not in explained and _is_right_inverted(program, course, name):
            hints.append(
                Hint((name,), f"With the flag inverted all {len(wrong):,} wrong answers of `{name}` are right.")
            )
    return hints


def _is_right_inverted(program: CFile, course: Ecen330Course, name: str) -> bool:
    plan = few_empty_cells(course, name)
    with contextlib.suppress(EngineError, LoadError), contextlib.closing(program.start()) as session:
        for begin in range(0, len(plan), CHUNK):
            part: list[Call] = plan[begin : begin + CHUNK]
            asked = [replace(call, extra=INVERTED) for call in part]
            answers = zip(part, session.ask(asked, PROOF_SECONDS), strict=True)
            right = [passes(course, call, reply) for call, reply in answers]
            if not all(right):
                return False
        return True
    return False
