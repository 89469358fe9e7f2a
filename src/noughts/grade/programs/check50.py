"""What the CS50 course's own checker would say about a tictactoe.py.

It compares by `==`: a list is no set, a list is no tuple, and what is only truthy is not True. So some programs that
are right by the rules fail it. Facts of its published version of 2024.
"""

from __future__ import annotations

from dataclasses import dataclass

from noughts.errors import EngineError, EngineTimeoutError
from noughts.grade.calls import Call, Encoded, LoadError, Reply, Session, Submission
from noughts.grade.encoded import items_of, kind_of
from noughts.grade.findings import Check50
from noughts.grade.programs.cs50 import Cs50Course
from noughts.notation import parse_position

EXISTS, IMPORTS = "exists", "imports"
MOST_UNFINISHED = 2
"""After so many nothing more is asked."""


@dataclass(frozen=True, slots=True)
class _Check:
    name: str
    function: str
    cells: str = ""
    action: tuple[int, int] | None = None
    """Of `result`; of `minimax` the only move that is accepted, None on a finished board."""

    def call(self) -> Call:
        if not self.cells:
            return Call(self.function, None)
        position = parse_position(self.cells)
        return Call(self.function, position, self.action if self.function == "result" else None)


CHECKS = (
    _Check("test_initial", "initial_state"),
    _Check("test_player0", "player", "........."),
    _Check("test_player1", "player", ".X......."),
    _Check("test_player2", "player", ".X..O.OX."),
    _Check("test_player3", "player", ".X.XO.OX."),
    _Check("test_actions0", "actions", "........."),
    _Check("test_actions1", "actions", "...X....."),
    _Check("test_actions2", "actions", "O.OX....X"),
    _Check("test_result0", "result", ".........", (0, 2)),
    _Check("test_result1", "result", "..X......", (1, 2)),
    _Check("test_result2", "result", "..X..O...", (2, 0)),
    _Check("test_result_exception0", "result", "..X..OX..", (2, 0)),
    _Check("test_result_exception1", "result", "..X..OX..", (3, 1)),
    _Check("test_result_exception1", "result", "..X..OX..", (-1, 2)),
    _Check("test_result_unchanged", "result", "..X..OX..", (0, 0)),
    _Check("test_winner0", "winner", "........."),
    _Check("test_winner1", "winner", "OO....XXX"),
    _Check("test_winner2", "winner", ".O..OXXOX"),
    _Check("test_winner3", "winner", "OXX.X.XOO"),
    _Check("test_winner4", "winner", "OXXXXOOOX"),
    _Check("test_terminal0", "terminal", "OXXXXOOOX"),
    _Check("test_terminal1", "terminal", "........."),
    _Check("test_terminal2", "terminal", ".OOXXX..."),
    _Check("test_terminal3", "terminal", ".OO.XX.OX"),
    _Check("test_utility0", "utility", "OXXXXOOOX"),
    _Check("test_utility1", "utility", "XOO.X...X"),
    _Check("test_minimax0", "minimax", ".XO.X....", (2, 1)),
    _Check("test_minimax1", "minimax", "...XOO.X.", (2, 0)),
    _Check("test_minimax2", "minimax", "OXOXX.XO.", (1, 2)),
    _Check("test_minimax_none0", "minimax", "OXOXXOXOX"),
    _Check("test_minimax_none0", "minimax", "XXXOO...."),
)


def not_even_loaded() -> Check50:
    """When the file cannot be imported, all that is left is that it exists."""
    return Check50((IMPORTS, *(check.name for check in CHECKS)))


def check50(program: Submission, functions: set[str], course: Cs50Course, seconds: float) -> Check50:
    """Ask what the checker asks."""
    failing, unfinished = [], 0
    session: Session | None = None
    try:
        for check in CHECKS:
            if check.function not in functions:
                failing.append(check.name)
                continue
            if unfinished >= MOST_UNFINISHED:
                unfinished += 1
                continue
            try:
                session = session or program.start()
                [reply] = session.ask([check.call()], seconds)
                if not _passes(check, reply, course):
                    failing.append(check.name)
            except (EngineError, LoadError) as error:
                if session is not None:
                    session.close()
                    session = None
                if isinstance(error, EngineTimeoutError):
                    unfinished += 1
                else:
                    failing.append(check.name)
    finally:
        if session is not None:
            session.close()
    return Check50(tuple(failing), unfinished)


def _passes(check: _Check, reply: Reply, course: Cs50Course) -> bool:
    if "exception" in check.name:
        return reply.raised is not None and reply.raised.kind not in ("SystemExit", "KeyboardInterrupt")
    if reply.raised is not None:
        return False
    if check.name == "test_result_unchanged":
        return reply.board_after is None or reply.board_after.same_rows
    if check.function == "minimax":
        return equal(reply.value, None if check.action is None else {"tuple": list(check.action)})
    return equal(reply.value, course.expected(check.call()))


def equal(value: Encoded, other: Encoded) -> bool:
    """Whether Python says `==`.

    >>> equal({"set": [1, 2]}, {"set": [2, 1]}), equal({"list": [1]}, {"tuple": [1]}), equal(1, True), equal(2, True)
    (True, False, True, False)
    """
    mine, theirs = items_of(value), items_of(other)
    if mine is None or theirs is None:
        return bool(value == other)
    if kind_of(value) != kind_of(other) or len(mine) != len(theirs):
        return False
    if kind_of(value) == "set":
        return all(any(equal(one, another) for another in theirs) for one in mine)
    return all(map(equal, mine, theirs))
