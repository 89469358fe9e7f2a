"""A student's own search as it was recorded: which boards it looked at, and what each call returned.

Calls of the course's rule functions are answers to judge; calls of the others that lead from board to board are the
search. What comes from the process of the program is checked here: it may be anything.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from noughts.errors import NoughtsError
from noughts.grade.calls import Encoded
from noughts.grade.encoded import cell_of, items_of, trusted
from noughts.notation import parse_position
from noughts.process.process import on_one_line
from noughts.rules.mark import Mark, Move
from noughts.rules.position import Position

RULES = ("player", "actions", "result", "winner", "terminal", "utility")
SEARCH = "minimax"
LONGEST_NAME = 40
MOST_NODES, DEEPEST = 3_000, 100


@dataclass(eq=False, slots=True)
class RecordedCall:
    """A call of one of the program's functions with a board."""

    function: str
    cells: str
    extra: Encoded
    calls: list[RecordedCall] = field(default_factory=list)
    value: Encoded = None
    """What it returned; a board as nine letters."""
    cells_after: str = ""

    @property
    def ended(self) -> bool:
        return bool(self.cells_after)


@dataclass(eq=False, slots=True)
class Node:
    """A board of the program's search."""

    function: str
    cells: str
    move: Move | None
    """What led here from the board above; None at the root, and when it is not one move."""
    parent: Node | None
    events: list[RecordedCall | Node] = field(default_factory=list)
    """Answers of the rules, and the boards below, in their order."""
    returned: Encoded = None
    changed: str = ""
    """The board afterwards, when it was changed."""

    @property
    def children(self) -> list[Node]:
        return [event for event in self.events if isinstance(event, Node)]

    @property
    def position(self) -> Position | None:
        """None for a board that no game can reach."""
        return position_of(self.cells)

    @property
    def number(self) -> float | None:
        """The value that was returned, or that of the move that was."""
        found = number_in(self.returned)
        if found is not None:
            return found
        place = cell_of(self.returned)
        chosen = [child for child in self.children if place and child.move == 3 * place[0] + place[1]]
        return chosen[0].number if chosen else None

    def walk(self) -> Iterator[Node]:
        """This one and all below it."""
        yield self
        for child in self.children:
            yield from child.walk()


def number_in(value: Encoded) -> float | None:
    """The score in what a search returns: a number, or one beside a move."""
    if isinstance(value, int | float) and not isinstance(value, bool):
        return float(value)
    items = items_of(value)
    if items is None or cell_of(value) is not None:
        return None
    numbers = [float(item) for item in items if isinstance(item, int | float) and not isinstance(item, bool)]
    if len(items) == 3 and len(numbers) == 3:  # row, column, score, or the score first
        return numbers[2] if cell_of({"tuple": items[:2]}) else numbers[0]
    return numbers[0] if len(numbers) == 1 else None


def position_of(cells: str) -> Position | None:
    try:
        return parse_position(cells)
    except NoughtsError:
        return None


def side_to_move(cells: str) -> Mark:
    return Mark.X if cells.count("X") == cells.count("O") else Mark.O


def read_calls(told: list[Any]) -> RecordedCall | None:
    """The first call with all that it led to; None when nothing was recorded, or too deep to be a game."""
    root: RecordedCall | None = None
    begun: list[RecordedCall] = []
    for one in told:
        if isinstance(one, list) and len(one) == 3 and _is_board(one[1]):
            call = RecordedCall(on_one_line(str(one[0]))[:LONGEST_NAME], one[1], trusted(one[2]))
            if begun:
                begun[-1].calls.append(call)
            root = root or call
            begun.append(call)
            if len(begun) > DEEPEST:
                return None
        elif isinstance(one, list) and len(one) == 2 and begun and _is_board(one[1]):
            call = begun.pop()
            call.value, call.cells_after = trusted(one[0]), one[1]
    return root


def _is_board(cells: Any) -> bool:
    return isinstance(cells, str) and len(cells) == 9 and set(cells) <= set("XO.?")


def search_tree(root: RecordedCall) -> Node | None:
    """The search that begins with a call of minimax; None when it is too large to be shown."""
    top = Node(root.function, root.cells, None, None)
    _collect(root, top, _search_functions(root))
    return top if sum(1 for _ in zip(top.walk(), range(MOST_NODES + 1), strict=False)) <= MOST_NODES else None


def _search_functions(root: RecordedCall) -> set[str]:
    """The functions that lead from board to board."""
    found = {SEARCH}
    while True:
        before = set(found)
        _add_search_functions(root, root, found)
        if found == before:
            return found


def _add_search_functions(call: RecordedCall, above: RecordedCall, found: set[str]) -> bool:
    """Whether the call leads to another board; `above` is the innermost call of the search around it."""
    leads = False
    inner = call if call.function in found else above
    for one in call.calls:
        if one.function in RULES:
            continue
        below = _add_search_functions(one, inner, found)
        has_value = number_in(one.value) is not None or (one.value is None and one.calls)  # None where it raised
        if one.cells != inner.cells and (below or has_value):
            found.add(one.function)
            leads = True
        leads |= below
    if leads and call.function not in RULES:
        found.add(call.function)
    return leads


def _collect(call: RecordedCall, node: Node, search: set[str]) -> None:
    for one in call.calls:
        if one.function in RULES:
            _collect(one, node, search)
            node.events.append(one)
        elif one.function not in search or one.cells == node.cells:
            _collect(one, node, search)
            if one.function in search:
                node.function = one.function
        else:
            child = Node(one.function, one.cells, _move_between(node.cells, one.cells), node)
            node.events.append(child)
            _collect(one, child, search)
    if call.function in search and (node.parent is None or node.returned is None):
        node.returned = call.value
        node.changed = call.cells_after if call.cells_after != call.cells else ""


def _move_between(before: str, after: str) -> Move | None:
    """The cell that the side to move took; None when anything else is different."""
    places = [place for place in range(9) if before[place] != after[place]]
    if len(places) != 1 or before[places[0]] != "." or after[places[0]] != str(side_to_move(before)):
        return None
    return places[0]
