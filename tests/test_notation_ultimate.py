"""Positions of Ultimate: the form that is written, those of other programs, and why some are refused."""

from __future__ import annotations

import pytest

from noughts.errors import IllegalPositionError, NotationError, NoughtsError
from noughts.notation import format_position, parse_position
from noughts.rules.mark import Mark, Outcome
from noughts.rules.ultimate import ANYWHERE, UltimatePosition

E = "........."


def nine(*boards: str, rest: str = E) -> str:
    return "/".join([*boards, *[rest] * (9 - len(boards))])


def read(text: str, game: str = "ultimate") -> UltimatePosition:
    position = parse_position(text, game)
    assert isinstance(position, UltimatePosition)
    return position


def test_the_written_form_names_nine_boards_the_mover_and_the_target() -> None:
    position = read("start moves a1")
    assert format_position(position) == nine("X........") + " o 1"
    assert read(nine("X........") + " o 1") == position
    assert format_position(read("start")) == nine() + " x *"


def test_the_e5_of_ultimate_is_the_centre_of_the_centre() -> None:
    assert format_position(read("start moves e5 d4")) == nine(E, E, E, E, "O...X....") + " x 1"


@pytest.mark.parametrize("text", ["x_____0__/", "X-----O--/", "X*****o../"])
def test_other_signs_for_cells_are_read_too(text: str) -> None:
    assert format_position(read(text + nine()[10:] + " X 7")) == nine("X.....O..") + " x 7"


def test_either_mark_may_open() -> None:
    opened = read(nine() + " o *")
    assert opened.to_move is Mark.O
    assert format_position(opened.play(40)) == nine(E, E, E, E, "....O....") + " x 5"


def test_moves_may_follow_a_position() -> None:
    assert read(nine("X........") + " o 1 moves b1 d1") == read("start moves a1 b1 d1")


def test_a_closed_board_gives_a_free_choice() -> None:
    position = read(nine("XXX......", "OO.......", "O........") + " x 2")
    sent_to_board_4 = position.play(9 + 3)
    assert sent_to_board_4.target == 3
    sent_to_the_won_board = sent_to_board_4.play(27)
    assert sent_to_the_won_board.target == ANYWHERE
    assert {move // 9 for move in sent_to_the_won_board.legal_moves()} == set(range(1, 9))


@pytest.mark.parametrize(
    "text",
    [
        *("", "x *", nine(), nine() + " x", nine() + " *", nine() + " x 0", nine() + " x 10", nine() + " x a"),
        *(nine() + " z *", nine() + " x * rubbish", "." * 81 + " x *", "/".join([E] * 8) + " x *", nine() + "/ x *"),
        *(
            "/".join(["........"] * 9) + " x *",
            nine("Q........") + " x *",
            "XOX/OOX/...",
            "start x *",
            "1" * 92,
            "0" * 94,
        ),
        *(
            nine() + "  x  *  x",
            ";;",
            "X;;",
            "X;.........;",
            f"Z;{E};{nine()}",
            f"X;{E[1:]};{nine()}",
            f"X;@@{E[2:]};{nine()}",
        ),
        *(f"X;{E};{nine()};", f"X;{E};{nine()} x", f"x;{E};{nine()}", f"X;{E};{nine('?........')}"),
    ],
)
def test_what_is_no_position_is_refused(text: str) -> None:
    with pytest.raises(NotationError, match="expected"):
        read(text)


BOTH = "XXXOOO..."
LATE = "XXX...XXX"

UNREACHABLE = [
    (nine("XX.......") + " o 1", "X has 2 marks and O has 0"),
    (nine("X........") + " x 1", "X has more marks, so X cannot be to move"),
    (nine(BOTH) + " x *", "both X and O have three in a row in the top left board (1)"),
    (nine(LATE, "OOO..O.OO") + " x *", "play went on in the top left board (1) after X had won it"),
    (nine(*["XXX......"] * 3, rest="OO.......")[:-9] + "........." + " x *", "X has three boards in a row already"),
    (nine("XXX......", "OO.O.....") + " x 1", "the board to play in, top left (1), is closed"),
    (nine() + " x 5", "the first move is free, so nothing sends to the centre board (5)"),
    (nine("X........") + " o 2", "no move of X can have been the last and lead to the top board (2)"),
    (nine("X........") + " o *", "no move of X can have been the last and lead to a free choice"),
]


@pytest.mark.parametrize(("text", "rule"), UNREACHABLE)
def test_what_no_game_reaches_is_refused_with_the_rule_it_breaks(text: str, rule: str) -> None:
    for game in ("ultimate", "ultimate-count"):
        with pytest.raises(IllegalPositionError) as refusal:
            read(text, game)
        assert rule in str(refusal.value)


def test_three_boards_of_both_sides_are_refused() -> None:
    x, o = "XXX......", "OOO......"
    with pytest.raises(IllegalPositionError, match="both X and O have three boards in a row"):
        read(nine(x, x, x, o, o, o) + " x *")


def test_play_after_the_end_is_refused() -> None:
    two_rows_of_boards = ["XXXOO...."] * 6
    with pytest.raises(IllegalPositionError, match="play went on after X had won"):
        read(nine(*two_rows_of_boards, rest="OO.......") + " o *")


def test_a_full_board_without_a_line_is_closed_and_nobodys() -> None:
    position = read(nine("XOXXOOOXX", "O........") + " o 3")
    assert position.closed == 1
    assert position.boards_won(Mark.X) == position.boards_won(Mark.O) == 0


def test_the_count_rule_decides_when_no_line_does() -> None:
    x, o, full, turned = "XXXOO....", "OOOXX....", "XOXXOOOXX", "OXOOXXXOO"
    four_all = nine(x, o, x, x, o, o, o, x, full) + " o *"
    assert read(four_all).outcome is read(four_all, "ultimate-count").outcome is Outcome.DRAW
    four_to_three = nine(x, o, x, x, o, full, o, x, turned) + " o *"
    assert read(four_to_three).outcome is Outcome.DRAW
    assert read(four_to_three, "ultimate-count").outcome is Outcome.X_WINS


def test_every_refusal_is_a_noughts_error_and_a_value_error() -> None:
    for text, _ in UNREACHABLE:
        with pytest.raises(NoughtsError):
            read(text)
        with pytest.raises(ValueError, match=r"\w"):
            read(text)
