"""Games and moves as people write them."""

from __future__ import annotations

import pytest

from noughts.errors import IllegalMoveError, NotationError
from noughts.notation import (
    format_move,
    parse_move,
    parse_position,
    parse_printed_move,
    start_position,
)
from noughts.rules.line_game import LinePosition, line_game
from noughts.rules.ultimate import UltimatePosition


@pytest.mark.parametrize(
    ("game", "columns", "rows", "in_line"),
    [
        ("classic", 3, 3, 3),
        ("3,3,3", 3, 3, 3),
        ("4,3,3", 4, 3, 3),
        ("1,1,1", 1, 1, 1),
        ("26,26,26", 26, 26, 26),
        ("2,7,7", 2, 7, 7),
        ("7,2,5", 7, 2, 5),
    ],
)
def test_a_line_game_is_columns_rows_and_how_many_in_a_row(game: str, columns: int, rows: int, in_line: int) -> None:
    position = start_position(game)
    assert isinstance(position, LinePosition)
    assert (position.grid.columns, position.grid.rows, position.grid.in_line) == (columns, rows, in_line)
    assert position == line_game(columns, rows, in_line)
    assert position.game == ("classic" if game == "3,3,3" else game)


@pytest.mark.parametrize(("game", "count_rule"), [("ultimate", False), ("ultimate-count", True)])
def test_ultimate_comes_with_two_end_rules(game: str, count_rule: bool) -> None:
    position = start_position(game)
    assert isinstance(position, UltimatePosition)
    assert position.count_rule is count_rule
    assert position.game == game


@pytest.mark.parametrize(
    "game",
    [
        *("", " ", "chess", "Classic", "classic ", "ultimate_count", "3", "3,3", "3,3,3,3", "3x3x3", "3, 3, 3"),
        *("0,3,3", "3,0,3", "3,3,0", "27,3,3", "3,27,3", "3,3,4", "4,3,5", "100,3,3", "-3,3,3", "+3,3,3", "3.0,3,3"),
        *("03,3,3", "٣,3,3", "3,3,3\n", "1,1,2", "start"),
    ],
)
def test_every_other_game_is_refused(game: str) -> None:
    with pytest.raises(NotationError) as refusal:
        start_position(game)
    assert repr(game) in str(refusal.value)


@pytest.mark.parametrize(
    ("size", "says"), [((27, 1, 1), "1 to 26"), ((3, 3, 4), "1 to 3 cells"), ((0, 1, 1), "1 to 26")]
)
def test_a_board_that_cannot_be_is_refused_by_the_rules_too(size: tuple[int, int, int], says: str) -> None:
    with pytest.raises(ValueError, match=says):
        line_game(*size)


@pytest.mark.parametrize("text", ["b2", "B2", " b2 ", "1,1", "1, 1", "(1,1)", "(1, 1)", "( 1 , 1 )", "5"])
def test_the_centre_of_classic_in_all_its_forms(text: str) -> None:
    assert parse_move(text, start_position("classic")) == 4


@pytest.mark.parametrize(
    ("game", "text", "move"),
    [
        ("classic", "a1", 0),
        ("classic", "c1", 2),
        ("classic", "a3", 6),
        ("classic", "2,0", 6),
        ("classic", "9", 8),
        ("5,4,4", "e1", 4),
        ("5,4,4", "a2", 5),
        ("5,4,4", "3,4", 19),
        ("5,4,4", "20", 19),
        ("26,26,5", "z26", 675),
        ("26,26,5", "676", 675),
        ("26,26,5", "25,25", 675),
        ("ultimate", "a1", 0),
        ("ultimate", "e5", 40),
        ("ultimate", "E5", 40),
        ("ultimate", "i9", 80),
        ("ultimate", "d1", 9),
        ("ultimate", "a4", 27),
        ("ultimate", "c3", 8),
        ("ultimate", "5 5", 40),
        ("ultimate", "5/5", 40),
        ("ultimate", "1 9", 8),
        ("ultimate", "9/1", 72),
        ("ultimate", "2  7", 15),
    ],
)
def test_moves_are_read(game: str, text: str, move: int) -> None:
    assert parse_move(text, start_position(game)) == move


@pytest.mark.parametrize(
    ("game", "text"),
    [
        *(("classic", text) for text in ("", " ", "d1", "a4", "a0", "b22", "0", "10", "-1", "+5", "5.0", "1e0", "bb")),
        *(("classic", text) for text in ("3,0", "0,3", "-1,0", "1,1)", "(1,1", "1;1", "1 1", "5/5", "5 5", "b2 x")),
        *(("classic", text) for text in ("²", "٥", "b٢", "ｂ2", "b2\0", "a" * 1000, "9" * 1000, "a01", "05")),
        *(("ultimate", text) for text in ("j1", "a10", "5", "41", "4,4", "(4, 4)", "0 5", "5 0", "5 10", "55", "5//5")),
        *(("ultimate", text) for text in ("5/5/5", "5,5", "5-5", "5")),
    ],
)
def test_everything_else_is_refused_with_what_was_expected(game: str, text: str) -> None:
    with pytest.raises(NotationError, match=r"expected a cell from a1 to (c3|i9)") as refusal:
        parse_move(text, start_position(game))
    assert repr(text) in str(refusal.value)


@pytest.mark.parametrize("game", ["classic", "5,4,4", "26,26,5", "1,26,3", "ultimate"])
def test_every_move_is_printed_as_it_is_read(game: str) -> None:
    position = start_position(game)
    texts = [format_move(move, position) for move in position.legal_moves()]
    assert len(set(texts)) == len(texts)
    for move, text in zip(position.legal_moves(), texts, strict=True):
        assert parse_move(text, position) == parse_move(text.upper(), position) == move
        assert parse_printed_move(text, position) == move


def test_reading_a_move_does_not_ask_whether_it_is_legal() -> None:
    position = parse_position("start moves b2")
    assert parse_move("b2", position) == 4


@pytest.mark.parametrize("text", ["5", "1,1", "(1,1)", "5 5", "5/5", ""])
def test_after_moves_only_the_printed_form_is_read(text: str) -> None:
    with pytest.raises(NotationError, match="expected a cell"):
        parse_printed_move(text, start_position("classic"))
    if text:
        with pytest.raises(NotationError, match="expected a cell"):
            parse_position(f"start moves a1 {text}")


def test_a_move_that_is_not_allowed_is_explained_with_its_name() -> None:
    cases = {
        ("classic", "start moves b2 b2"): "b2 is not allowed: the cell is taken (move 2 of 2)",
        ("classic", "start moves a1 b1 a2 b2 a3 b3"): "b3 is not allowed: the game is over (move 6 of 6)",
        (
            "ultimate",
            "start moves a1 e5",
        ): "e5 is not allowed: the move has to be in the top left board (1) (move 2 of 2)",
    }
    for (game, text), sentence in cases.items():
        with pytest.raises(IllegalMoveError) as refusal:
            parse_position(text, game)
        assert str(refusal.value) == sentence


def test_a_move_outside_of_the_board_is_explained_by_its_number() -> None:
    with pytest.raises(IllegalMoveError) as refusal:
        start_position("classic").play(9)
    assert str(refusal.value) == "move 9 is not allowed: there is no such cell"
