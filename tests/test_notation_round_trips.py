"""Whatever is written is read back, whatever is read is a position or an error of ours."""

from __future__ import annotations

import contextlib

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from noughts.errors import IllegalPositionError, NotationError, NoughtsError
from noughts.notation import (
    format_move,
    format_position,
    parse_move,
    parse_position,
    parse_printed_move,
    start_position,
)
from noughts.rules.mark import Mark, Move, Outcome
from noughts.rules.position import Position
from noughts.rules.ultimate import ANYWHERE, UltimatePosition
from tests.oracle import SlowUltimate
from tests.playing import GAMES, moves_of, positions

ALL_GAMES = [*GAMES, "1,1,1", "1,7,3", "7,1,3", "2,2,1", "6,5,4", "26,26,5"]
ULTIMATE = ["ultimate", "ultimate-count"]


@given(positions(ALL_GAMES))
def test_every_position_is_read_as_it_is_written(position: Position) -> None:
    assert parse_position(format_position(position), position.game) == position


@given(moves_of(ALL_GAMES))
def test_moves_after_start_lead_to_the_same_position(played: tuple[str, list[Move]]) -> None:
    game, moves = played
    position = start_position(game)
    words = ["start moves"]
    for move in moves:
        words.append(format_move(move, position))
        position = position.play(move)
    assert parse_position(" ".join(words), game) == position


@given(positions(ALL_GAMES))
def test_every_move_is_read_in_each_of_its_forms(position: Position) -> None:
    for move in position.legal_moves()[:30]:
        row, column = position.row_and_column(move)
        forms = [format_move(move, position), format_move(move, position).upper()]
        if isinstance(position, UltimatePosition):
            forms += [f"{move // 9 + 1} {move % 9 + 1}", f"{move // 9 + 1}/{move % 9 + 1}"]
        else:
            forms += [f"{row},{column}", f"({row}, {column})", str(move + 1)]
        assert {parse_move(form, position) for form in forms} == {move}


@given(positions(["classic", "4,4,3", "5,4,4", "1,7,3", "7,1,3", "6,5,4"]), st.data())
def test_line_games_are_read_in_all_their_forms(position: Position, data: st.DataObject) -> None:
    text, mover = format_position(position).split(" ")
    empty = data.draw(st.sampled_from("._-* "))
    separator = data.draw(st.sampled_from(["/", "\n", "\r\n", *([""] if empty != " " else [])]))
    board = text.replace(".", empty).replace("/", separator)
    if data.draw(st.booleans()):
        board = board.lower().replace("o", data.draw(st.sampled_from("o0")))
    assert parse_position(f"{board} {mover}", position.game) == position


def utttai(position: UltimatePosition) -> str:
    """81 cells, 9 board states, side, forced board, result, as digits."""
    digits = {None: "0", Mark.X: "1", Mark.O: "2"}
    cells = "".join(digits[position.mark_at(cell)] for cell in range(81))
    states = "".join({None: "0", "X": "1", "O": "2", "full": "3"}[state] for state in board_states(position))
    result = {None: "0", Outcome.X_WINS: "1", Outcome.O_WINS: "2", Outcome.DRAW: "3"}[position.outcome]
    return cells + states + digits[position.to_move] + str(position.target) + result


def nelhage(position: UltimatePosition) -> str:
    """Mover; board states; cells."""
    states = [{None: ".", "X": "X", "O": "O", "full": "#"}[state] for state in board_states(position)]
    if position.target != ANYWHERE:
        states[position.target] = "@"
    boards = ["".join(str(position.mark_at(9 * board + cell) or ".") for cell in range(9)) for board in range(9)]
    return f"{position.to_move};{''.join(states)};{'/'.join(boards)}"


def board_states(position: UltimatePosition) -> list[str | None]:
    slow = SlowUltimate(count_rule=False)
    slow.cells = [mark and mark.value for mark in map(position.mark_at, range(81))]
    return [slow.board_state(board) for board in range(9)]


@given(positions(ULTIMATE))
def test_the_forms_of_other_programs_are_read(position: Position) -> None:
    assert isinstance(position, UltimatePosition)
    assert parse_position(utttai(position), position.game) == position
    assert parse_position(nelhage(position), position.game) == position


@given(positions(ULTIMATE), st.integers(0, 8), st.data())
def test_board_states_that_the_cells_contradict_are_refused(
    position: Position, board: int, data: st.DataObject
) -> None:
    assert isinstance(position, UltimatePosition)
    digits = list(utttai(position))
    digits[81 + board] = data.draw(st.sampled_from([d for d in "0123456789" if d != digits[81 + board]]))
    with pytest.raises(IllegalPositionError, match=f"board {board + 1} is given as"):
        parse_position("".join(digits), position.game)


@given(positions(ULTIMATE), st.sampled_from("0123456789"))
def test_a_result_that_the_cells_contradict_is_refused(position: Position, result: str) -> None:
    assert isinstance(position, UltimatePosition)
    text = utttai(position)
    if result != text[-1]:
        with pytest.raises(IllegalPositionError, match="the result is given as"):
            parse_position(text[:-1] + result, position.game)


@pytest.mark.parametrize(("place", "digit"), [(0, "3"), (80, "9"), (90, "0"), (90, "3")])
def test_digits_without_a_meaning_are_refused(place: int, digit: str) -> None:
    text = utttai(start_position("ultimate"))  # type: ignore[arg-type]
    with pytest.raises(NotationError, match="expected"):
        parse_position(text[:place] + digit + text[place + 1 :], "ultimate")


def test_the_at_sign_of_the_semicolon_form_is_the_target() -> None:
    position = parse_position(f"O;@........;X.O....../X......../{'/'.join(['.........'] * 7)}", "ultimate")
    assert isinstance(position, UltimatePosition)
    assert position.to_move is Mark.O
    assert position.target == 0


LIKELY = st.text(alphabet="XOxo0._-*/ \n\r\t;@#123456789amovestr,()", max_size=120)


@given(st.text() | LIKELY, st.sampled_from(ALL_GAMES))
@example("start moves", "classic")
@example("\x1c\x1d\x1e", "classic")
@example("X\x85O/.../...", "classic")
@example("9" * 93, "ultimate")
def test_any_text_is_a_position_or_an_error_of_ours(text: str, game: str) -> None:
    with contextlib.suppress(NoughtsError):
        position = parse_position(text, game)
        assert parse_position(format_position(position), game) == position


@given(st.text() | LIKELY, st.sampled_from(ALL_GAMES))
def test_any_text_is_a_move_or_an_error_of_ours(text: str, game: str) -> None:
    position = start_position(game)
    for parse in (parse_move, parse_printed_move):
        with contextlib.suppress(NoughtsError):
            assert parse(text, position) in position.legal_moves()


@given(st.text() | st.text(alphabet="0123456789,-ultimaeco", max_size=12))
def test_any_text_is_a_game_or_an_error_of_ours(text: str) -> None:
    with contextlib.suppress(NoughtsError):
        assert start_position(start_position(text).game) == start_position(text)
