"""Reads a student's own C header: what the functions, types and constants of the ECEn 330 laboratory are called there.

Two forms are known: the move as a returned struct, and the older one with pointers to row and column.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from noughts.errors import NotationError


@dataclass(frozen=True, slots=True)
class CInterface:
    """The names that a driver needs."""

    next_move: str
    returns_move: bool
    """Whether the move is returned as a struct; else it comes through two pointers."""
    coordinate_type: str
    """Of the pointers."""
    row: str
    column: str
    """Fields of the returned struct."""
    board: str
    """The type of the board."""
    board_is_pointer: bool
    squares: str
    """The field of the board that is the 3x3 array."""
    square_constants: tuple[str, str, str]
    """For X, O and empty."""
    score: str | None
    score_constants: tuple[str, str, str, str]
    """X wins, O wins, draw, not over; empty where there is no score function."""
    game_over: str | None
    init: str | None


def read_header(preprocessed: str) -> CInterface:
    """The interface in the text of `cc -E -dD`; NotationError says what was not found."""
    constants = re.findall(r"^#define\s+(\w+)\s+\S", preprocessed, re.MULTILINE)
    text = re.sub(r"^#.*$", "", preprocessed, flags=re.MULTILINE)
    for body in re.findall(r"\benum\b[^{};]*\{([^}]*)\}", text):
        constants += [item.split("=")[0].strip() for item in body.split(",") if item.strip()]
    found = _prototype(text, r"\w*compute_?next_?move")
    if found is None:
        raise NotationError("the header declares no function ...computeNextMove(board, is_Xs_turn)")
    result, next_move, parameters = found
    if len(parameters) not in (2, 4):
        raise NotationError(f"{next_move} takes (board, is_Xs_turn), or the older (board, player, *row, *column)")
    returns_move = len(parameters) == 2
    board, board_is_pointer = _type_of(parameters[0])
    squares = re.search(r"(\w+)\s*\[[^]]*\]\s*\[[^]]*\]", _fields(text, board))
    if squares is None:
        raise NotationError(f"the type {board} of the board is no struct with an array of three rows")
    row, column = _coordinates(text, _type_of(result)[0]) if returns_move else ("", "")
    score = _prototype(text, r"\w*compute_?board_?score")
    game_over, init = _prototype(text, r"\w*is_?game_?over"), _prototype(text, r"\w*init_?board")
    x, o = r"\w*?(?<![A-Za-z])(X|PLAYER)", r"\w*?(?<![A-Za-z])(O|OPPONENT)"
    ends = (rf"{x}_WIN\w*", rf"{o}_WIN\w*", r"\w*DRAW\w*", r"\w*NOT_END\w*")
    return CInterface(
        next_move=next_move,
        returns_move=returns_move,
        coordinate_type="" if returns_move else _type_of(parameters[2])[0],
        row=row,
        column=column,
        board=board,
        board_is_pointer=board_is_pointer,
        squares=squares[1],
        square_constants=(
            _constant(constants, rf"{x}_SQUARE"),
            _constant(constants, rf"{o}_SQUARE"),
            _constant(constants, r"\w*EMPTY\w*"),
        ),
        score=score and score[1],
        score_constants=(
            _constant(constants, ends[0]),
            _constant(constants, ends[1]),
            _constant(constants, ends[2]),
            _constant(constants, ends[3]),
        )
        if score
        else ("", "", "", ""),
        game_over=game_over[1] if game_over and score else None,
        init=init and init[1],
    )


def _prototype(text: str, name: str) -> tuple[str, str, list[str]] | None:
    """Result type, name and parameters of the first function whose name fits."""
    found = re.search(rf"([A-Za-z_][\w\s*]*?[\s*])({name})\s*\(([^()]*)\)\s*;", text, re.IGNORECASE)
    if found is None:
        return None
    return found[1].strip(), found[2], [parameter.strip() for parameter in found[3].split(",")]


def _type_of(declaration: str) -> tuple[str, bool]:
    """The bare type of `const board_t *board`, and whether it is a pointer."""
    words = [word for word in re.findall(r"\w+", declaration) if word not in ("const", "extern", "static", "volatile")]
    if words[0] in ("struct", "enum"):
        return " ".join(words[:2]), "*" in declaration
    return words[0], "*" in declaration


def _fields(text: str, name: str) -> str:
    """What is between the braces of a struct, by its typedef or by its own name."""
    if name.startswith("struct "):
        found = re.search(rf"\b{re.escape(name)}\s*\{{([^}}]*)\}}", text)
    else:
        found = re.search(rf"\btypedef\s+struct\b\s*\w*\s*\{{([^}}]*)\}}\s*{re.escape(name)}\s*;", text)
    return found[1] if found else ""


def _coordinates(text: str, name: str) -> tuple[str, str]:
    fields = re.findall(r"(\w+)\s*[;,]", _fields(text, name))
    row = next((field for field in fields if field.lower().startswith("row")), None)
    column = next((field for field in fields if field.lower().startswith("col")), None)
    if row is None or column is None:
        raise NotationError(f"the type {name} of a move has no fields row and column")
    return row, column


def _constant(constants: list[str], pattern: str) -> str:
    for constant in constants:
        if re.fullmatch(pattern, constant):
            return constant
    wanted = re.sub(r"\\w\*\??|\(\?<!\[A-Za-z\]\)", "", pattern)
    raise NotationError(f"the header defines no constant like {wanted}")
