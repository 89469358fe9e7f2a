"""Boards as text, compared with boards that were drawn by hand."""

from __future__ import annotations

import re

import pytest
from tests.render.positions import (
    MIDDLE_GAME,
    finished_ultimate_with_everything,
    free_choice,
    line_position,
    random_game,
    ultimate_after,
)

from noughts.notation import start_position
from noughts.render.canvas import COLOR, UNICODE, TextStyle, visible_width
from noughts.render.text import board_text
from noughts.rules.mark import Mark

CLASSIC_WITH_VALUES = """\
     a     b     c
 1   X  |  O  |  X
   -----+-----+-----
 2   O  |  O  |  X
   -----+-----+-----
 3   W3 |  D  | L12"""

CLASSIC_WON = """\
    a   b   c
 1  X │ O │*X*
   ───┼───┼───
 2  O │ O │*X*
   ───┼───┼───
 3    │   │*X*"""

ULTIMATE_ASCII = """\
     a   b   c     d   e   f     g   h   i
                #             #
 1     |   |    #  XX     XX  #    |   |
    ---+---+--- #    XX XX    # ---+---+---
 2     |   |    #      X      #    |   |
    ---+---+--- #    XX XX    # ---+---+---
 3   X |   | X  #  XX     XX  #    |   |
   #########################################
 4     | O |    #  O | O |    #  O |   |
    ---+---+--- # ---+---+--- # ---+---+---
 5     |   |    #    |   |    #    | X |
    ---+---+--- # ---+---+--- # ---+---+---
 6     | O |    # (O)|   |    #    |   |
   [===========]############################
 7 [   |   |   ]#    |   |    #    | O |
   [---+---+---]# ---+---+--- # ---+---+---
 8 [ X |   |   ]#    | X |    #    |   | O
   [---+---+---]# ---+---+--- # ---+---+---
 9 [   | O |   ]#  O | X |    #    |   |
   [===========]#             #"""


def test_a_classic_board_with_values() -> None:
    assert board_text(line_position("XOX/OOX/... x"), values={6: "W3", 7: "D", 8: "L12"}) == CLASSIC_WITH_VALUES


def test_the_winning_line_stands_in_stars() -> None:
    assert board_text(line_position("XOX/OOX/..X"), last_move=8, style=UNICODE) == CLASSIC_WON


def test_the_last_move_stands_in_parentheses_and_coordinates_can_be_left_out() -> None:
    text = board_text(line_position("X../.O./..."), last_move=4, coordinates=False)
    assert text == " X |   |\n---+---+---\n   |(O)|\n---+---+---\n   |   |"


def test_ultimate_shows_closed_boards_as_big_marks_and_frames_the_target() -> None:
    assert board_text(ultimate_after(MIDDLE_GAME), last_move=42) == ULTIMATE_ASCII


def test_a_dense_ultimate_board_has_no_lines_between_its_cells() -> None:
    text = board_text(ultimate_after(MIDDLE_GAME), coordinates=False, dense=True, style=UNICODE)
    lines = text.split("\n")
    assert len(lines) == 13
    assert lines[1] == "  · · ·  ┃   █ █   ┃  · · ·"
    assert lines[8] == "╔═══════╗╋━━━━━━━━━╋━━━━━━━━━"


def test_all_open_boards_are_framed_when_the_choice_is_free() -> None:
    position = free_choice()
    opened = 9 - position.closed.bit_count()
    sides = [line.count("║") for line in board_text(position, style=UNICODE).split("\n")]
    assert sum(sides) == opened * 5 * 2


def test_nothing_is_framed_when_the_game_is_over_but_the_winning_boards_have_stars() -> None:
    position, move = finished_ultimate_with_everything()
    text = board_text(position, last_move=move, style=UNICODE)
    assert "║" not in text
    assert text.count("*") == 3 * 5 * 2


def test_a_drawn_board_is_an_equals_sign() -> None:
    position, _ = finished_ultimate_with_everything()
    drawn = position.closed & ~(position.mine_won | position.theirs_won)
    assert board_text(position).count("=" * 9) == 2 * drawn.bit_count()


def test_a_board_of_26_columns_fits_into_80() -> None:
    positions = random_game("26,26,5", 3)
    position, move = positions[40]
    lines = board_text(position, last_move=move).split("\n")
    assert len(lines) == 27
    assert max(map(len, lines)) <= 80
    assert lines[0].split() == list("abcdefghijklmnopqrstuvwxyz")
    assert [line[:2].strip() for line in lines[1:]] == [str(row) for row in range(1, 27)]
    assert sum(line.count("(") for line in lines) == 1


@pytest.mark.parametrize("game", ["1,1,1", "classic", "2,7,3", "9,9,5", "10,3,3", "26,26,5"])
@pytest.mark.parametrize("style", [TextStyle(), UNICODE])
def test_every_mark_is_on_the_board_and_in_its_place(game: str, style: TextStyle) -> None:
    for position, move in random_game(game, 5)[:60]:
        lines = board_text(position, last_move=move, style=style).split("\n")
        columns = {letter: place for place, letter in enumerate(lines[0]) if letter != " "}
        rows = {int(line[:2]): line for line in lines[1:] if line[:2].strip()}
        for cell in range(len(columns) * len(rows)):
            row, column = divmod(cell, len(columns))
            line = rows[row + 1].ljust(200)
            shown = line[columns["abcdefghijklmnopqrstuvwxyz"[column]]]
            mark = position.mark_at(cell)
            assert shown == (str(mark) if mark else shown if shown in " .·" else "an empty cell")


def test_colour_adds_nothing_but_colour() -> None:
    for position, move in random_game("ultimate", 4):
        values = dict.fromkeys(position.legal_moves(), "W3")
        colored = board_text(position, last_move=move, values=values, style=COLOR)
        plain = board_text(position, last_move=move, values=values, style=UNICODE)
        assert re.sub(r"\x1b\[[0-9;]*m", "", colored) == plain
        assert [visible_width(line) for line in colored.split("\n")] == [len(line) for line in plain.split("\n")]


def test_every_coloured_run_is_closed_on_its_line() -> None:
    for line in board_text(ultimate_after(MIDDLE_GAME), style=COLOR).split("\n"):
        assert re.fullmatch(r"(\x1b\[[1-9][0-9;]*m[^\x1b]+\x1b\[0m|[^\x1b])*", line)


def test_ascii_is_ascii() -> None:
    for game in ("classic", "12,12,5", "ultimate"):
        for position, move in random_game(game, 8):
            assert board_text(position, last_move=move).isascii()


def test_values_are_not_written_over_marks() -> None:
    board = line_position("X../.O./... x")
    text = board_text(board, values={0: "W3", 8: "D"})
    assert "W3" not in text
    assert "D" in text
    assert sum(text.count(str(mark)) for mark in Mark) == 2


def test_the_start_of_ultimate_frames_all_nine_boards() -> None:
    assert board_text(start_position("ultimate")).count("[---+---+---]") == 18
