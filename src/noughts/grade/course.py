"""What there is to check in one kind of program."""

from __future__ import annotations

from typing import Protocol

from noughts.grade.calls import Call, Reply
from noughts.grade.findings import Finding
from noughts.rules.mark import Move


class Course(Protocol):
    """Knows the functions, the questions and the right answers."""

    @property
    def functions(self) -> tuple[str, ...]:
        """In the order in which they are asked and reported."""

    @property
    def move_function(self) -> str:
        """The one of them that chooses a move."""

    def plan(self, function: str, *, every_board: bool) -> list[Call]:
        """The questions to one function; in which order they are asked is for others to say."""

    def judge(self, call: Call, reply: Reply) -> list[Finding]:
        """What is wrong with an answer; for the move function of an unfinished position all but the move's worth."""

    def move_in(self, reply: Reply) -> Move | None:
        """The move that an answer of the move function means, legal or not; None when it is no move."""

    def words(self, call: Call) -> str:
        """The call as the author would write it."""
