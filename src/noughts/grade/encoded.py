"""Values of the program under test, as the driver sends them: shown like Python, and compared."""

from __future__ import annotations

from typing import Any

from noughts.grade.calls import Encoded
from noughts.process.process import on_one_line

_BRACKETS = {"tuple": "()", "list": "[]", "set": "{}"}
_PLAIN = (type(None), bool, int, float, str)


MOST_ITEMS, DEEPEST = 20, 6
"""What the driver sends at most; more comes from somebody in its place."""


def trusted(value: Any, depth: int = 0) -> Encoded:
    """The value if it is one that a driver sends, else what it looks like; nothing else gets past here.

    >>> trusted({"tuple": [1, "X"]}), trusted({"tuple": 5}), trusted([1])
    ({'tuple': [1, 'X']}, {'other': 'nothing that Python has'}, {'other': 'nothing that Python has'})
    """
    if type(value) in _PLAIN:  # what JSON has, and nothing derived from it
        return value
    if isinstance(value, dict) and len(value) == 1 and depth < DEEPEST:
        [(kind, inner)] = value.items()
        if kind in _BRACKETS and isinstance(inner, list) and len(inner) <= MOST_ITEMS:
            return {kind: [item if type(item) in _PLAIN else trusted(item, depth + 1) for item in inner]}
        if kind == "other" and isinstance(inner, str):
            return {kind: inner[:200]}
    return {"other": "nothing that Python has"}


def show(value: Encoded) -> str:
    """The value as Python prints it.

    >>> show({"list": [{"tuple": [0, 1]}, None]}), show({"set": []}), show({"tuple": [1]})
    ('[(0, 1), None]', 'set()', '(1,)')
    """
    if not isinstance(value, dict):
        return repr(value)
    kind = kind_of(value)
    inner = value[kind]
    if kind not in _BRACKETS:
        return on_one_line(str(inner))
    if kind == "set" and not inner:
        return "set()"
    items = [show(item) for item in inner]
    if kind == "set":
        items.sort()
    opening, closing = tuple(_BRACKETS[kind])
    comma = "," if kind == "tuple" and len(items) == 1 else ""
    return f"{opening}{', '.join(items)}{comma}{closing}"


def kind_of(value: Encoded) -> str:
    """The name of its type."""
    if isinstance(value, dict):
        return str(next(iter(value)))
    return type(value).__name__


def items_of(value: Encoded) -> list[Encoded] | None:
    """What a tuple, list or set holds; None for all else."""
    if isinstance(value, dict) and (kind := kind_of(value)) in _BRACKETS:
        items: list[Encoded] = value[kind]
        return items
    return None


def plain(value: Encoded) -> Any:
    """The value with every container as a tuple, so that only what is inside counts.

    >>> plain({"list": [{"tuple": [0, 1]}]}) == plain({"tuple": [{"list": [0, 1]}]})
    True
    """
    items = items_of(value)
    if items is not None:
        return tuple(plain(item) for item in items)
    return repr(value) if isinstance(value, dict) else value


def cell_of(value: Encoded) -> tuple[int, int] | None:
    """(row, column) on the board, when that is what the value holds.

    >>> cell_of({"tuple": [1, 2]}), cell_of({"tuple": [1.0, 2]}), cell_of({"tuple": [-1, 2]})
    ((1, 2), None, None)
    """
    items = items_of(value)
    if items is None or len(items) != 2 or kind_of(value) == "set":
        return None
    row, column = items
    if type(row) is not int or type(column) is not int or not (0 <= row < 3 and 0 <= column < 3):
        return None
    return row, column
