"""Where a student's search goes wrong: the first board on which it parts from the right one, with a sentence.

The recorded calls are gone through in the order of time. An answer of a rule function that is wrong by the rules, a
board that does not follow from the one above, a board that is not restored: each of them is the place. Else it is the
first board whose returned value does not follow from its game or from the values below it.
"""

from __future__ import annotations

import contextlib
from dataclasses import dataclass
from typing import TYPE_CHECKING

from noughts.errors import EngineError
from noughts.grade.calls import BoardAfter, Call, LoadError, Reply
from noughts.grade.encoded import cell_of, show
from noughts.grade.findings import Kind
from noughts.grade.moves import value_for_x
from noughts.grade.positions import cells_text, fewest_empty_first
from noughts.grade.recorded import Node, RecordedCall, position_of, read_calls, search_tree, side_to_move
from noughts.rules.mark import Mark
from noughts.rules.position import Position
from noughts.words import listed

if TYPE_CHECKING:
    from noughts.grade.grader import Grading
    from noughts.grade.programs.cs50 import Cs50Course
    from noughts.grade.programs.python_file import PythonFile

SECONDS = 10.0
MOST_EMPTY_CELLS = 6
"""Larger searches are too large to be looked at."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a search goes wrong."""

    node: Node
    function: str
    """The one that is wrong there."""
    sentence: str
    at_entry: bool = False
    """Whether it is wrong before anything below was looked at."""


@dataclass(frozen=True, slots=True)
class Why:
    """The program's own search of the first board where its move is wrong."""

    position: Position
    root: Node
    place: Place
    sign: dict[str, int]
    """By board: 1 where its numbers are for X, -1 where they are for O."""

    def value(self, node: Node) -> int | None:
        """The sign of what it returned, for X."""
        return _sign(node.number, self.sign[node.cells])


def find_why(program: PythonFile, course: Cs50Course, grading: Grading) -> Why | None:
    """Recorded in a process of its own, whose answers are not judged; None when there is nothing to show."""
    wrong = [call.position for call in grading.wrong.get(course.move_function, []) if call.position]
    boards = [one for one in wrong if one.outcome is None and len(one.legal_moves()) <= MOST_EMPTY_CELLS]
    for position in fewest_empty_first(boards)[:1]:
        with contextlib.suppress(EngineError, LoadError), contextlib.closing(program.start()) as session:
            call = read_calls(session.record(cells_text(position), SECONDS))
            root = search_tree(call) if call else None
            if root is not None and (found := _Examination(root, position, course).why()):
                return found
    return None


def _sign(number: float | None, sign: int) -> int | None:
    return None if number is None else sign * ((number > 0) - (number < 0))


class _Examination:
    """Goes through one search."""

    def __init__(self, root: Node, position: Position, course: Cs50Course) -> None:
        self._root = root
        self._position = position
        self._course = course
        self._signs = self._perspective()

    def why(self) -> Why | None:
        place = self._place(self._root) or self._choice()
        return None if place is None else Why(self._position, self._root, place, self._signs)

    def _perspective(self) -> dict[str, int]:
        """For whom the program's numbers are: X, who moves at the root, or who moves; whatever fits most boards."""
        nodes = list(self._root.walk())
        root = 1 if self._position.to_move is Mark.X else -1
        readings = [
            dict.fromkeys((node.cells for node in nodes), 1),
            dict.fromkeys((node.cells for node in nodes), root),
            {node.cells: 1 if side_to_move(node.cells) is Mark.X else -1 for node in nodes},
        ]

        def fits(signs: dict[str, int]) -> int:
            return sum(_sign(node.number, signs[node.cells]) == value_for_x(node.position) for node in nodes)

        return max(readings, key=fits)  # the first of those that fit as well

    def _place(self, node: Node) -> Place | None:
        """The first place below a node, or at it."""
        for event in node.events:
            found = self._rule(event, node) if isinstance(event, RecordedCall) else self._board(event)
            if found or (isinstance(event, Node) and (found := self._place(event))):
                return found
        if node.changed:
            after = "/".join(node.changed[begin : begin + 3] for begin in (0, 3, 6))
            words = f"`{node.function}` changes this board and does not restore it: it is {after} afterwards."
            return Place(node, node.function, words)
        return self._value(node) if node.parent is not None else None

    def _rule(self, told: RecordedCall, node: Node) -> Place | None:
        """An answer that is wrong by the rules; what the rules leave open is not asked."""
        position = position_of(told.cells)
        if position is None or not told.ended:
            return None
        is_over = position.outcome is not None
        if is_over is not (told.function == "utility") and told.function not in ("winner", "terminal"):
            return None
        action = cell_of(told.extra) if told.function == "result" else None
        if told.function == "result" and (action is None or 3 * action[0] + action[1] not in position.legal_moves()):
            return None
        after = BoardAfter(told.cells_after, same_rows=False) if told.cells_after != told.cells else None
        value = self._course.board(told.value) if told.function == "result" else told.value
        findings = self._course.judge(Call(told.function, position, action), Reply(value, board_after=after))
        for finding in (one for one in findings if one.kind.is_error):
            shown = next((one for one in (node, *node.children) if one.cells == told.cells), node)
            words = f"`{finding.call}` changes the board it was given."
            if finding.kind is not Kind.CHANGES:
                where = (
                    "here" if shown.cells == told.cells else f"on {told.cells[:3]}/{told.cells[3:6]}/{told.cells[6:]}"
                )
                words = f"`{finding.call}` gives `{finding.got}` {where}, where `{finding.expected}` is right."
            return Place(shown, told.function, words, at_entry=True)
        return None

    def _board(self, node: Node) -> Place | None:
        """A board that does not follow from the one above."""
        if node.move is not None or node.parent is None:
            return None
        before, mover = node.parent.cells, side_to_move(node.parent.cells)
        new = [place for place in range(9) if before[place] == "." != node.cells[place]]
        kept = all(before[place] in (".", node.cells[place]) for place in range(9))
        words = f"This board does not follow from the one above by one move of {mover}."
        if kept and len(new) > 1:
            words = f"This board has {len(new)} new marks: a move that was tried before is still on it."
        elif kept and len(new) == 1:
            words = f"{node.cells[new[0]]} is on {classic_name(new[0])} here, but it was {mover}'s turn."
        return Place(node, node.function, words, at_entry=True)

    def _value(self, node: Node) -> Place | None:
        """A value that does not follow from what is below it."""
        position = node.position
        value = _sign(node.number, self._signs[node.cells])
        right = value_for_x(position)
        if position is None or right is None or value is None:
            return None
        name, got = f"`{node.function}`", f"`{show(node.returned)}`"
        if position.outcome is not None and (value != right or node.children):
            end = f"The game is over here: {position.outcome}"
            words = f"{end}, but the search goes on." if node.children else f"{end}. {name} returns {got}."
        elif not node.children:
            if value == right:
                return None
            words = f"The game is not over here, but {name} returns {got} without trying a move; {_worth(right)}."
        else:
            return self._combination(node, value, right, got)
        return Place(node, node.function, words)

    def _combination(self, node: Node, value: int, right: int, got: str) -> Place | None:
        found = [(child, _sign(child.number, self._signs[child.cells])) for child in node.children]
        values = [below for _, below in found if below is not None]
        if len(values) < len(found) or value == right:
            return None
        mover = side_to_move(node.cells)
        best, worst = (max, min) if mover is Mark.X else (min, max)
        takes = ("highest", "lowest") if mover is Mark.X else ("lowest", "highest")
        name = f"`{node.function}`"
        if value != best(values):
            words = f"{mover} moves here and has to take the {takes[0]} value for X; {name} returns {got}."
            if value == worst(values):
                words = f"{mover} moves here and has to take the {takes[0]} value for X; {name} takes the {takes[1]}."
            return Place(node, node.function, words)
        tried = {child.move for child in node.children}
        assert node.position is not None
        missing = [move for move in node.position.legal_moves() if move not in tried]
        if missing and not self._is_cut(node, value):
            names = listed([classic_name(move) for move in missing])
            return Place(
                node, node.function, f"{name} returns {got} here without having tried {names}; {_worth(right)}."
            )
        return None

    def _is_cut(self, node: Node, value: int) -> bool:
        """Whether somebody above has something as good already, so that the other moves need no look."""
        mover = side_to_move(node.cells)
        below, above = node, node.parent
        while above is not None:
            if side_to_move(above.cells) is not mover:
                before = above.children[: above.children.index(below)]
                for child in before:
                    known = _sign(child.number, self._signs[child.cells])
                    if known is not None and (value >= known if mover is Mark.X else value <= known):
                        return True
            below, above = above, above.parent
        return False

    def _choice(self) -> Place | None:
        """All values are right, and the choice between them is not."""
        root, mover = self._root, self._position.to_move
        place = cell_of(root.returned)
        if place is None or not root.children:
            tried = [classic_name(child.move) for child in root.children if child.move is not None]
            looks = f"has looked at {listed(tried)} and" if tried else "looks at no other board and"
            return Place(root, root.function, f"`{root.function}` {looks} answers `{show(root.returned)}`.")
        move = 3 * place[0] + place[1]
        values = {child.move: _sign(child.number, self._signs[child.cells]) for child in root.children}
        known = [value for value in values.values() if value is not None]
        best = (max if mover is Mark.X else min)(known, default=None)
        played = values.get(move)
        others = [classic_name(other) for other, value in values.items() if value == best and other is not None]
        if best is None or played == best or not others:
            return None
        brings = "" if played is None else f", which {_brings(played)}"
        words = f"{mover} is to move, and {listed(others, 'or')} {_brings(best)}"
        return Place(root, root.function, f"{words}; `{root.function}` plays {classic_name(move)}{brings}.")


def _worth(right: int) -> str:
    return {1: "it is won for X", 0: "it is a draw", -1: "it is won for O"}[right]


def _brings(value: int) -> str:
    return {1: "wins for X", 0: "draws", -1: "wins for O"}[value]


def classic_name(move: int) -> str:
    """`b2` for the centre."""
    return f"{'abc'[move % 3]}{move // 3 + 1}"
