"""The functions of the CS50 AI project "Tic-Tac-Toe", by its published rules.

On finished boards any value of `player` and `actions` is fine, so they are not asked there; `utility` is asked on
finished boards alone, `result` on unfinished ones. `actions` is a set of tuples; a list is a warning.
"""

from __future__ import annotations

from noughts.grade import positions
from noughts.grade.calls import Call, Encoded, Reply
from noughts.grade.encoded import cell_of, items_of, kind_of, plain, show
from noughts.grade.findings import Finding, Kind
from noughts.rules.mark import Mark, Move
from noughts.rules.position import Position

COPY_ROWS = "Copy the rows too: copy.deepcopy(board), or [row[:] for row in board]."
NEGATIVE = "Python counts negative indices from the end; check 0 <= i < 3 and 0 <= j < 3 yourself."


AFTER_THE_END = "gives a move when the game is over"


class Cs50Course:
    """Judges by the marks that the file itself defines."""

    functions = ("initial_state", "player", "actions", "result", "winner", "terminal", "utility", "minimax")
    move_function = "minimax"

    def __init__(self, marks: dict[str, Encoded]) -> None:
        self._marks = {"X": "X", "O": "O", "EMPTY": None} | marks

    def plan(self, function: str, *, every_board: bool) -> list[Call]:
        unfinished, finished = positions.unfinished(), positions.finished()
        if function == "initial_state":
            return [Call(function, None)]
        if function == "result":
            return _results()
        if function == "minimax":
            if not every_board:
                unfinished = tuple(positions.up_to_symmetry(unfinished))
                finished = tuple(positions.up_to_symmetry(finished))
            return [Call(function, position) for position in finished + unfinished]
        boards = {"player": unfinished, "actions": unfinished, "utility": finished}
        return [Call(function, position) for position in boards.get(function, positions.reachable())]

    def words(self, call: Call) -> str:
        given = [] if call.position is None else ["board"] if call.extra is None else ["board", str(call.extra)]
        return f"{call.function}({', '.join(given)})"

    def judge(self, call: Call, reply: Reply) -> list[Finding]:
        findings = []
        if reply.board_after is not None:
            after = show(reply.board_after.board)
            expected = "the board as it was"
            findings.append(self._finding(Kind.CHANGES, call, expected, f"the board is {after} afterwards", COPY_ROWS))
        impossible = call.extra is not None and not _is_possible(call)
        if reply.raised is not None:
            if not impossible or reply.raised.kind in ("SystemExit", "KeyboardInterrupt"):
                findings.append(self._raised(call, reply))
        elif impossible:
            advice = NEGATIVE if min(call.extra or (0,)) < 0 else ""
            got = f"returns {show(reply.value)}"
            findings.append(self._finding(Kind.ACCEPTS, call, "an exception", got, advice, _accepted(call)))
        elif call.function != self.move_function:
            findings += self._judge_value(call, reply.value)
        elif call.position is not None:
            findings += self._judge_move_form(call, call.position, reply.value)
        return findings

    def move_in(self, reply: Reply) -> Move | None:
        place = None if reply.raised else cell_of(reply.value)
        return None if place is None else 3 * place[0] + place[1]

    def _finding(self, kind: Kind, call: Call, expected: str, got: str, advice: str = "", what: str = "") -> Finding:
        return Finding(kind, call.function, self.words(call), call.position, expected, got, advice, what=what)

    def _raised(self, call: Call, reply: Reply) -> Finding:
        assert reply.raised is not None
        advice = {
            "RecursionError": "It calls itself without end: is there a base case for a finished board?",
            "EOFError": "It waits for the keyboard; a function must not ask.",
            "SystemExit": "It ends the program; a function must return.",
        }.get(reply.raised.kind, "")
        raised = f"raises {reply.raised}"
        what = f"raises {reply.raised.kind}"
        return self._finding(Kind.RAISES, call, self._expected_words(call), raised, advice, what)

    def _expected_words(self, call: Call) -> str:
        if call.function == self.move_function:
            return "None" if call.position is None or call.position.outcome else "an optimal (row, column)"
        return show(self.expected(call)) if call.extra is None or _is_possible(call) else "an exception"

    def expected(self, call: Call) -> Encoded:
        """The right answer of every function but minimax."""
        position = call.position
        if position is None:
            return {"list": [{"list": [self._marks["EMPTY"]] * 3}] * 3}
        winner = position.outcome and position.outcome.winner
        if call.function == "player":
            return self._marks[str(position.to_move)]
        if call.function == "actions":
            return {"set": [{"tuple": list(positions.cell(move))} for move in position.legal_moves()]}
        if call.function == "result":
            assert call.extra is not None
            return self.board(positions.cells_text(position.play(3 * call.extra[0] + call.extra[1])))
        if call.function == "winner":
            return self._marks[str(winner)] if winner else None
        if call.function == "terminal":
            return position.outcome is not None
        return 0 if winner is None else 1 if winner is Mark.X else -1

    def board(self, cells: Encoded) -> Encoded:
        """Nine letters as the board they stand for, other values as they are."""
        if not isinstance(cells, str) or len(cells) != positions.CELLS:
            return cells
        marks = {"X": self._marks["X"], "O": self._marks["O"], ".": self._marks["EMPTY"]}
        rows = [cells[begin : begin + 3] for begin in (0, 3, 6)]
        return {"list": [{"list": [marks.get(cell, cell) for cell in row]} for row in rows]}

    def _judge_value(self, call: Call, value: Encoded) -> list[Finding]:
        expected = self.expected(call)
        if value == expected and type(value) is type(expected):
            return []
        if call.function == "terminal":
            same, same_kind = bool(plain(value)) is expected, isinstance(value, bool | int)
        elif call.function == "actions":
            got, right = items_of(value), {plain(item) for item in items_of(expected) or []}
            same = got is not None and len(got) == len(right) and {plain(item) for item in got} == right
            same_kind = kind_of(value) == "set" and all(kind_of(item) == "tuple" for item in got or [])
        else:
            same = plain(value) == plain(expected)
            same_kind = items_of(expected) is None or show(value) == show(expected)
        if not same:
            what = _mistake(call, value, expected)
            return [self._finding(Kind.WRONG, call, show(expected), show(value), _advice(call, value), what)]
        if not same_kind:
            wanted = {"actions": "a set of tuples", "terminal": "True or False"}.get(call.function, "a list of lists")
            return [self._finding(Kind.TYPE, call, wanted, _with_type(value))]
        return []

    def _judge_move_form(self, call: Call, position: Position, value: Encoded) -> list[Finding]:
        if position.outcome is not None:
            after_the_end = self._finding(Kind.WRONG, call, "None: the game is over", show(value), what=AFTER_THE_END)
            return [] if value is None else [after_the_end]
        place = cell_of(value)
        if place is None:
            pair = items_of(value) or []
            advice = "Return the move alone." if any(cell_of(item) for item in pair) else ""
            return [self._finding(Kind.NO_MOVE, call, "a (row, column) on the board", show(value), advice)]
        if 3 * place[0] + place[1] not in position.legal_moves():
            return [self._finding(Kind.NO_MOVE, call, "an empty cell", f"{show(value)}, which is taken")]
        if kind_of(value) != "tuple":
            return [self._finding(Kind.TYPE, call, "a tuple", _with_type(value))]
        return []


def _accepted(call: Call) -> str:
    """What should have been refused, for everybody who accepts it."""
    assert call.extra is not None
    if min(call.extra) < 0:
        return "accepts negative indices"
    return "accepts a cell beside the board" if max(call.extra) > 2 else "accepts a taken cell"


def _mistake(call: Call, value: Encoded, expected: Encoded) -> str:
    """A wrong answer in words that fit everybody who gives it."""
    if value is None and call.function in ("player", "actions", "result", "utility", "terminal"):
        return "gives None"
    if call.function == "winner":
        return "misses a line" if value is None else "sees a line that is not there" if expected is None else ""
    if call.function == "terminal" and call.position is not None:
        if call.position.outcome is None:
            return "ends a game that goes on"
        return "goes on after a win" if call.position.winning_lines() else "goes on when the board is full"
    if call.function == "utility" and expected != 0 and value == -expected:
        return "has the wrong sign"
    return "names the wrong player" if call.function == "player" else ""


def _is_possible(call: Call) -> bool:
    assert call.position is not None
    assert call.extra is not None
    row, column = call.extra
    return 0 <= row < 3 and 0 <= column < 3 and 3 * row + column in call.position.legal_moves()


def _results() -> list[Call]:
    """Every legal action of every position, a taken cell of each, and up to symmetry all that must be refused."""
    representatives = set(positions.up_to_symmetry(positions.unfinished()))
    calls = []
    for position in positions.unfinished():
        empty = position.legal_moves()
        taken = [move for move in range(positions.CELLS) if move not in empty]
        if position in representatives:
            calls += [Call("result", position, action) for action in _outside(empty[-1])]
        else:
            taken = taken[:1]
        calls += [Call("result", position, positions.cell(move)) for move in (*empty, *taken)]
    return calls


def _outside(empty: Move) -> tuple[tuple[int, int], ...]:
    """Beside the board. A negative index is another name of an empty cell, which no check for taken cells refuses."""
    row, column = positions.cell(empty)
    return (row - 3, column), (row, column - 3), (3, column), (row, 3)


def _with_type(value: Encoded) -> str:
    return "None" if value is None else f"the {kind_of(value)} {show(value)}"


def _advice(call: Call, value: Encoded) -> str:
    if value is None and call.function in ("player", "actions", "result"):
        return "None is what a function gives that ends without return."
    return ""
