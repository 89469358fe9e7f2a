"""The only reader and printer of games, positions and moves."""

from __future__ import annotations

import re
from typing import NoReturn

from noughts.errors import IllegalMoveError, IllegalPositionError, NotationError
from noughts.rules.line_game import Grid, LinePosition, line_game
from noughts.rules.mark import Mark, Move, Outcome
from noughts.rules.position import Position
from noughts.rules.setup import set_up_line_game, set_up_ultimate
from noughts.rules.ultimate import ANYWHERE, UltimatePosition, ultimate

ULTIMATE = ("ultimate", "ultimate-count")
GAMES = "classic, m,n,k (like 4,4,3), ultimate, ultimate-count"

_EMPTY = "._-* "
_MARKS = {"X": Mark.X, "x": Mark.X, "O": Mark.O, "o": Mark.O, "0": Mark.O, **dict.fromkeys(_EMPTY)}
_LETTERS = str.maketrans("012", ".XO")
_MOVER = {"X": Mark.X, "x": Mark.X, "O": Mark.O, "o": Mark.O}


# Games


def start_position(game: str = "classic") -> Position:
    """The empty board of a game, X to move.

    >>> len(start_position("4,3,3").legal_moves())
    12
    """
    if game in ULTIMATE:
        return ultimate(count_rule=game == "ultimate-count")
    if game == "classic":
        return line_game(3, 3, 3)
    if numbers := re.fullmatch(r"([1-9][0-9]?),([1-9][0-9]?),([1-9][0-9]?)", game):
        try:
            return line_game(*map(int, numbers.groups()))
        except ValueError as error:
            raise NotationError(f"there is no game {game!r}: {error}") from None
    raise NotationError(f"there is no game {game!r}: expected {GAMES}")


# Moves


def format_move(move: Move, position: Position) -> str:
    """Column letter and row number from the top left.

    >>> format_move(4, start_position("classic")), format_move(40, start_position("ultimate"))
    ('b2', 'e5')
    """
    return position.cell_name(move)


def parse_move(text: str, position: Position) -> Move:
    """A move as people write it; whether it is legal is for the rules to say.

    >>> board = start_position("classic")
    >>> {parse_move(text, board) for text in ("b2", "B2", "5", "1,1", "(1, 1)")}
    {4}
    >>> parse_move("5 5", start_position("ultimate"))
    40
    """
    plain = text.strip()
    if re.fullmatch(r"[A-Za-z][1-9][0-9]?", plain):
        return parse_printed_move(plain, position)
    if isinstance(position, LinePosition):
        if re.fullmatch(r"[1-9][0-9]{0,2}", plain) and int(plain) <= position.grid.cells:
            return int(plain) - 1
        if pair := re.fullmatch(r"([0-9]{1,2})\s*,\s*([0-9]{1,2})|\(\s*([0-9]{1,2})\s*,\s*([0-9]{1,2})\s*\)", plain):
            row, column = (int(number) for number in pair.groups() if number is not None)
            if row < position.rows and column < position.columns:
                return position.move_at(row, column)
    elif pair := re.fullmatch(r"([1-9])(?:\s*/\s*|\s+)([1-9])", plain):
        return 9 * (int(pair[1]) - 1) + int(pair[2]) - 1
    _refuse_move(text, position)


def parse_printed_move(text: str, position: Position) -> Move:
    """A move in the one form that is written, in either case of the letter."""
    if re.fullmatch(r"[A-Za-z][1-9][0-9]?", text):
        column, row = ord(text[0].lower()) - ord("a"), int(text[1:]) - 1
        if column < position.columns and row < position.rows:
            return position.move_at(row, column)
    _refuse_move(text, position)


def _refuse_move(text: str, position: Position) -> NoReturn:
    last = position.cell_name(position.cells - 1)
    raise NotationError(f"expected a cell from a1 to {last}, got {text!r}")


# Moves that are typed key by key: `b2`, or the number of a cell


def spellings(position: Position) -> dict[str, Move]:
    """Everything that can be typed for a cell.

    Its letter and number; in line games its number from 1; in Ultimate its number in the target board, and with a free
    choice the numbers of the board and of the cell.
    """
    found = {}
    for move in range(position.cells):
        found[format_move(move, position)] = move
        if isinstance(position, LinePosition):
            found[str(move + 1)] = move
        elif position.target == ANYWHERE:
            found[f"{move // 9 + 1}{move % 9 + 1}"] = move
        elif position.target == move // 9:
            found[str(move % 9 + 1)] = move
    return found


def begins_move(text: str, position: Position) -> bool:
    """Whether some move begins like this."""
    return any(spelling.startswith(text) for spelling in spellings(position))


def finished_move(text: str, position: Position) -> Move | None:
    """The move, when nothing that is typed after it could make it another one."""
    longer = [spelling for spelling in spellings(position) if spelling.startswith(text)]
    return spellings(position)[text] if longer == [text] else None


# Positions


def cell_letters(position: Position) -> str:
    """X, O or . for each cell, in the order of the moves."""
    x, o = (int(f"{position.cells_of(mark):b}") for mark in Mark)  # a decimal digit for each cell, the last one first
    return f"{x + 2 * o:0{position.cells}}"[::-1].translate(_LETTERS)


def format_position(position: Position) -> str:
    """A position in the one form that is written; `parse_position` reads it back."""
    text = cell_letters(position)
    width = position.columns
    boards = "/".join(text[begin : begin + width] for begin in range(0, position.cells, width))
    target = ""
    if isinstance(position, UltimatePosition):
        target = " *" if position.target == ANYWHERE else f" {position.target + 1}"
    return f"{boards} {position.to_move.lower()}{target}"


def parse_position(text: str, game: str = "classic") -> Position:
    """A position in any of the forms that people use; see docs/notation.md.

    >>> format_position(parse_position("xoxoox___"))
    'XOX/OOX/... x'
    >>> format_position(parse_position("start moves b2 a1"))
    'O../.X./... x'
    """
    start = start_position(game)
    setup, *moves = re.split(r"\s+moves(?=\s|$)", text, maxsplit=1)
    if setup.strip() == "start":
        position = start
    elif isinstance(start, LinePosition):
        position = _parse_line_position(setup, start.grid)
    else:
        position = _parse_ultimate(setup.strip(), count_rule=start.count_rule)
    return play_moves(position, moves[0].split()) if moves else position


def play_moves(position: Position, moves: list[str]) -> Position:
    """The position after moves in their printed form."""
    for number, text in enumerate(moves, start=1):
        move = parse_printed_move(text, position)
        try:
            position = position.play(move)
        except IllegalMoveError as error:
            raise IllegalMoveError(error.position, move, f"{error.reason} (move {number} of {len(moves)})") from None
    return position


def _parse_line_position(text: str, grid: Grid) -> LinePosition:
    rows, mover = _split_rows(text, grid)
    marks: list[Mark | None] = []
    for number, row in enumerate(rows, start=1):
        for cell in row:
            if cell not in _MARKS:
                raise NotationError(f"expected X, O or . in row {number}, got {cell!r} in {text!r}")
            marks.append(_MARKS[cell])
    return set_up_line_game(grid, _mask(marks, Mark.X), _mask(marks, Mark.O), mover)


def _split_rows(text: str, grid: Grid) -> tuple[list[str], Mark | None]:
    """The rows of a board, each of the full width, and the mover where it is given."""
    expected = f"expected {grid.rows} rows of {grid.columns} cells like 'X.O/...', then maybe x or o, got {text!r}"
    lines = re.split(r"/|\r?\n", text.strip("\r\n"))
    if len(lines) == 1 and (run := re.fullmatch(r"\s*(\S+)(?:\s+([xXoO]))?\s*", text)) and len(run[1]) == grid.cells:
        width = grid.columns
        return [run[1][begin : begin + width] for begin in range(0, grid.cells, width)], _MOVER.get(run[2] or "")
    mover = None
    if len(lines) == grid.rows + 1 and lines[-1].strip() in _MOVER:
        mover = _MOVER[lines.pop().strip()]
    if len(lines) != grid.rows:
        raise NotationError(expected)
    rows = []
    for number, line in enumerate(lines, start=1):
        rest = r"\s*" if mover or number < grid.rows else r"(?:\s+[xXoO])?\s*"
        for start in (line, line.lstrip()):
            row = start[: grid.columns]
            if len(row) == grid.columns and (behind := re.fullmatch(rest, start[grid.columns :])):
                rows.append(row)
                mover = mover or _MOVER.get(behind[0].strip())
                break
        else:
            raise NotationError(expected)
    return rows, mover


def _mask(marks: list[Mark | None], mark: Mark) -> int:
    return sum(1 << cell for cell, found in enumerate(marks) if found is mark)


def _parse_ultimate(text: str, *, count_rule: bool) -> UltimatePosition:
    if re.fullmatch(r"[0-9]{93}", text):
        return _parse_utttai(text, count_rule=count_rule)
    if ";" in text:
        return _parse_nelhage(text, count_rule=count_rule)
    parts = re.fullmatch(r"(\S+)\s+([xXoO])\s+([1-9*])", text)
    if not parts:
        raise NotationError(f"expected nine boards joined by '/', then x or o, then 1-9 or *, got {text!r}")
    target = ANYWHERE if parts[3] == "*" else int(parts[3]) - 1
    x, o = _parse_nine_boards(parts[1])
    return set_up_ultimate(x, o, _MOVER[parts[2]], target, count_rule=count_rule)


def _parse_nine_boards(text: str) -> tuple[int, int]:
    """The cells of X and of O."""
    boards = text.split("/")
    if [len(board) for board in boards] != [9] * 9:
        raise NotationError(f"expected nine boards of nine cells joined by '/', got {text!r}")
    for cell in set(text) - {"/"} - _MARKS.keys():
        raise NotationError(f"expected X, O or . on a cell, got {cell!r} in {text!r}")
    marks = [_MARKS[cell] for board in boards for cell in board]
    return _mask(marks, Mark.X), _mask(marks, Mark.O)


# Positions of other programs


def _parse_utttai(text: str, *, count_rule: bool) -> UltimatePosition:
    """uttt.ai: 81 cells (0 empty, 1 X, 2 O), nine boards (3 drawn), who is to move, the target (9 free), the result."""
    for digit in set(text[:81]) - set("012"):
        raise NotationError(f"expected 0, 1 or 2 for a cell, got {digit!r}")
    side, target, result = text[90], text[91], text[92]
    if side not in "12":
        raise NotationError(f"expected 1 or 2 for the side to move, got {side!r}")
    x, o = (sum(1 << cell for cell in range(81) if text[cell] == digit) for digit in "12")
    position = set_up_ultimate(x, o, Mark.X if side == "1" else Mark.O, int(target), count_rule=count_rule)
    _check_boards(position, text[81:90], "012", "3")
    expected = {None: "0", Outcome.X_WINS: "1", Outcome.O_WINS: "2", Outcome.DRAW: "3"}[position.outcome]
    if result != expected:
        raise IllegalPositionError(f"the result is given as {result} and is {expected}")
    return position


def _parse_nelhage(text: str, *, count_rule: bool) -> UltimatePosition:
    """nelhage's ultimattt: mover; the nine boards, `@` the target; the cells."""
    parts = re.fullmatch(r"([XO]);([XO#.@]{9});(\S+)", text)
    if not parts or parts[2].count("@") > 1:
        raise NotationError(
            f"expected a mover, nine boards with one @ at most, and cells, like 'X;...;...', got {text!r}"
        )
    x, o = _parse_nine_boards(parts[3])
    target = parts[2].find("@") if "@" in parts[2] else ANYWHERE
    position = set_up_ultimate(x, o, _MOVER[parts[1]], target, count_rule=count_rule)
    _check_boards(position, parts[2].replace("@", "."), ".XO", "#")
    return position


def _check_boards(position: UltimatePosition, given: str, signs: str, drawn: str) -> None:
    """Refuse states of boards that their cells contradict; `signs` are those for open, X and O."""
    for board in range(9):
        actual = drawn if position.closed >> board & 1 else signs[0]
        for mark, sign in zip(Mark, signs[1:], strict=True):
            if position.boards_won(mark) >> board & 1:
                actual = sign
        if given[board] != actual:
            raise IllegalPositionError(
                f"board {board + 1} is given as {given[board]!r}, but its cells make it {actual!r}"
            )
