"""The help screen: how to move, what the keys do, what the signs mean, and the rules."""

from __future__ import annotations

from textual.content import Content

from noughts.rules.position import Position
from noughts.rules.ultimate import UltimatePosition
from noughts.terminal.keys import Key
from noughts.words import listed

MOVING = "Arrows and Enter, the mouse, a cell like b2, or a number"
NAMES = {"question_mark": "?", "escape": "Esc", "left": "←", "right": "→", "up": "↑", "down": "↓"}
VALUES = (
    ("W3", "$good", "wins in three plies (a ply is one move of one side)"),
    ("D", "$even", "a draw, if both play well"),
    ("L4", "$bad", "loses in four plies"),
    ("63%", "$good", "an estimate: the chance to win, a draw counting half"),
)
ULTIMATE_RULES = (
    "The cell you play in says in which board your opponent plays next. Three in a row win a small board, three "
    "boards in a row the game. Who is sent to a board that is won or full plays in any open board."
)


def help_text(keys: tuple[Key, ...], position: Position) -> Content:
    """Everything there is to know while playing this game."""
    title, soft = "bold $edge", "$soft"
    parts: list[tuple[str, str]] = [("Moves\n", title), (f"  {_moving(position)}\n\n", ""), ("Keys\n", title)]
    for key in keys:
        parts += [(f"  {_key_names(key):12}", "bold"), (f"{key.help}\n", "")]
    if position.columns > 8:
        parts.append(("  Letters that name a column type a cell here; the other key does the rest.\n", soft))
    parts.append(("\nValues, for the side to move; the best are filled\n", title))
    for sign, style, words in VALUES:
        parts += [(f"  {sign:12}", f"bold {style}"), (f"{words}\n", "")]
    parts += [("\nRules\n", title), (f"  {_rules(position)}\n\n", ""), ("Esc closes this page, ↑ and ↓ scroll.", soft)]
    return Content.assemble(*parts)


def _key_names(key: Key) -> str:
    """The first two of its keys as people call them: `u or F3`, `q or Ctrl-Q`."""
    return listed(
        [NAMES.get(name) or (name if len(name) == 1 else _title(name)) for name in key.keys.split(",")[:2]], "or"
    )


def _title(name: str) -> str:
    return name.title().replace("+", "-")


def _moving(position: Position) -> str:
    if position.kind == "ultimate":
        return f"{MOVING} from 1 to 9: the cell of your board; with a free choice first the board, then the cell."
    return f"{MOVING} in reading order from 1 to {position.cells}."


def _rules(position: Position) -> str:
    if isinstance(position, UltimatePosition):
        return ULTIMATE_RULES
    across = position.grid.in_line
    return f"{across} in a row win: across, down or diagonal. A full board is a draw."
