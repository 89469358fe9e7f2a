"""The functions of the ECEn 330 laboratory: the next move, the score of a board, and what goes with them.

`..._computeBoardScore` is told who moved last; the board is the program's own again after every call.
"""

from __future__ import annotations

from noughts.grade import positions
from noughts.grade.calls import Call, Encoded, LoadError, Reply
from noughts.grade.encoded import cell_of, show
from noughts.grade.findings import Finding, Kind
from noughts.grade.programs.c_header import CInterface
from noughts.rules.mark import Mark, Move

UNDO = "Every square that is tried must be set back to empty before the next one."


class Ecen330Course:
    """Judges in the names of the student's header; `scores` are the values of its constants."""

    def __init__(self, interface: CInterface, scores: dict[str, Encoded]) -> None:
        if missing := [name for name in interface.score_constants if name and name not in scores]:
            raise LoadError(f"something else answers in the place of its functions: no {missing[0]}")
        self._interface = interface
        self._scores = scores
        self.move_function = interface.next_move
        order = (interface.init, interface.score, interface.game_over, interface.next_move)
        self.functions = tuple(name for name in order if name)

    def plan(self, function: str, *, every_board: bool) -> list[Call]:
        if function == self._interface.init:
            return [Call(function, None)]
        if function == self._interface.game_over:
            return [Call(function, None, (self._scores[name],)) for name in self._interface.score_constants]
        if function == self._interface.score:
            return [Call(function, position) for position in positions.reachable()]
        unfinished = positions.unfinished() if every_board else positions.up_to_symmetry(positions.unfinished())
        return [Call(function, position) for position in unfinished]

    def words(self, call: Call) -> str:
        if call.position is None:
            return f"{call.function}({self._score_words(call.extra[0]) if call.extra else '&board'})"
        board = "&board" if self._interface.board_is_pointer else "board"
        first = call.position.to_move is (Mark.O if call.function == self._interface.score else Mark.X)
        more = "" if call.function != self.move_function or self._interface.returns_move else ", &row, &column"
        return f"{call.function}({board}, {'true' if first else 'false'}{more})"

    def judge(self, call: Call, reply: Reply) -> list[Finding]:
        findings = []
        if reply.board_after is not None:
            cells = str(reply.board_after.board)
            after = f"the board is {'/'.join(cells[begin : begin + 3] for begin in (0, 3, 6))} afterwards"
            findings.append(self._finding(Kind.CHANGES, call, "the board as it was", after, UNDO))
        if call.function == self.move_function:
            return findings + self._judge_move_form(call, reply)
        if call.function == self._interface.init:
            if reply.value != "." * 9:
                findings.append(self._finding(Kind.WRONG, call, "nine empty squares", f"{reply.value} (? is neither)"))
        elif call.function == self._interface.game_over:
            over = call.extra != (self._scores[self._interface.score_constants[3]],)
            if bool(reply.value) is not over:
                findings.append(self._finding(Kind.WRONG, call, str(over).lower(), str(bool(reply.value)).lower()))
        elif reply.value != (right := self._right_score(call)):
            got, expected = self._score_words(reply.value), self._score_words(right)
            findings.append(self._finding(Kind.WRONG, call, expected, got))
        return findings

    def move_in(self, reply: Reply) -> Move | None:
        place = cell_of(reply.value)
        return None if place is None else 3 * place[0] + place[1]

    def _judge_move_form(self, call: Call, reply: Reply) -> list[Finding]:
        assert call.position is not None
        move = self.move_in(reply)
        if move is not None and move in call.position.legal_moves():
            return []
        problem = f"{show(reply.value)}, which is {'no square' if move is None else 'taken'}"
        return [self._finding(Kind.NO_MOVE, call, "an empty square", problem)]

    def _right_score(self, call: Call) -> Encoded:
        assert call.position is not None
        x, o, draw, not_over = (self._scores[name] for name in self._interface.score_constants)
        outcome = call.position.outcome
        if outcome is None:
            return not_over
        return {Mark.X: x, Mark.O: o, None: draw}[outcome.winner]

    def _score_words(self, score: Encoded) -> str:
        names = [name for name, value in self._scores.items() if value == score]
        return f"{names[0]}" if names else str(score)

    def _finding(self, kind: Kind, call: Call, expected: str, got: str, advice: str = "") -> Finding:
        return Finding(kind, call.function, self.words(call), call.position, expected, got, advice)
