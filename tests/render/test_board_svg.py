"""Boards as SVG: everything is there, once, and inside of the picture."""

from __future__ import annotations

import pytest
from tests.render.drawn import SVG, drawn, parse, points, view_box
from tests.render.positions import (
    MIDDLE_GAME,
    finished_ultimate_with_everything,
    free_choice,
    line_position,
    random_game,
    ultimate_after,
)

from noughts.notation import start_position
from noughts.render.svg import board_svg
from noughts.render.svg_theme import PALETTES
from noughts.rules.mark import Mark


@pytest.mark.parametrize("game", ["1,1,1", "classic", "7,4,4", "3,8,3", "26,26,5", "ultimate"])
def test_every_mark_is_drawn_once_and_all_is_inside(game: str) -> None:
    for position, move in random_game(game, 6)[::7]:
        root = parse(board_svg(position, last_move=move))
        cells = range(81 if game == "ultimate" else len(start_position(game).legal_moves()))
        marks = [position.mark_at(cell) for cell in cells]
        small = [element for element in root.iter() if not {"big", "drawn"} & set(element.get("class", "").split())]
        crosses = [element for element in small if "x" in element.get("class", "").split()]
        rings = [element for element in small if "o" in element.get("class", "").split()]
        assert len(crosses) == marks.count(Mark.X)
        assert len(rings) == marks.count(Mark.O)
        assert len(drawn(root, "rect", "last")) == (move is not None)
        width, height = view_box(root)
        assert all(0 <= x <= width and 0 <= y <= height for x, y in points(root))


def test_x_and_o_differ_in_shape() -> None:
    root = parse(board_svg(line_position("X../.O./... x")))
    assert [element.tag for element in drawn(root, "path", "x")] == [f"{SVG}path"]
    assert [element.tag for element in drawn(root, "circle", "o")] == [f"{SVG}circle"]


def test_the_winning_line_runs_through_the_cells_that_won() -> None:
    root = parse(board_svg(line_position("XOX/OOX/..X"), coordinates=False))
    (line,) = drawn(root, "path", "through")
    (x1, y1), (x2, y2) = (tuple(map(float, end.split())) for end in line.attrib["d"][1:].split("L"))
    assert x1 == x2 == 750  # the middle of the right column
    assert y1 < 150 < 750 < y2


def test_one_move_can_complete_two_lines() -> None:
    root = parse(board_svg(line_position("XXX/XOO/XOO o")))
    assert len(drawn(root, "path", "through")) == 2


def test_a_line_is_drawn_through_the_boards_that_won() -> None:
    position, move = finished_ultimate_with_everything()
    root = parse(board_svg(position, last_move=move))
    assert len(drawn(root, "path", "through")) == 1
    assert drawn(root, "rect", "target") == []


def test_closed_boards_fade_under_one_big_mark() -> None:
    position, _ = finished_ultimate_with_everything()
    root = parse(board_svg(position))
    assert len(drawn(root, "path", "big")) == position.boards_won(Mark.X).bit_count()
    assert len(drawn(root, "circle", "big")) == position.boards_won(Mark.O).bit_count()
    without_winner = position.closed.bit_count() - (position.mine_won | position.theirs_won).bit_count()
    assert len(drawn(root, "path", "drawn")) == len(drawn(root, "circle", "drawn")) == without_winner
    in_closed = sum(position.closed >> move // 9 & 1 for move in range(81) if position.mark_at(move))
    faded_marks = [
        *drawn(root, "circle", "faded"),
        *(cross for cross in drawn(root, "path", "faded") if "x" in cross.attrib["class"]),
    ]
    assert len(faded_marks) == in_closed


def test_the_target_is_tinted() -> None:
    (target,) = drawn(parse(board_svg(ultimate_after(MIDDLE_GAME), coordinates=False)), "rect", "target")
    assert float(target.attrib["x"]) < 300
    assert float(target.attrib["y"]) > 600


def test_with_a_free_choice_all_open_boards_are_tinted() -> None:
    position = free_choice()
    targets = drawn(parse(board_svg(position)), "rect", "target")
    assert len(targets) == 9 - position.closed.bit_count() < 9


def test_values_have_words_and_colours_and_stay_off_marks() -> None:
    values = {0: "W9", 1: "W3", 2: "D", 3: "L4", 5: "+12"}
    root = parse(board_svg(line_position("X../.O./... x"), values=values))
    shown = {element.text: element.attrib["class"].split()[0] for element in drawn(root, "text", "value")}
    assert shown == {"W3": "good", "D": "even", "L4": "bad", "+12": "plain"}


def test_coordinates_can_be_turned_off() -> None:
    position = ultimate_after(MIDDLE_GAME)
    on, off = parse(board_svg(position)), parse(board_svg(position, coordinates=False))
    assert [element.text for element in drawn(on, "text")] == [*"abcdefghi", *"123456789"]
    assert drawn(off, "text") == []
    assert view_box(off) < view_box(on)


def test_coordinates_stand_over_the_cells_that_they_name() -> None:
    root = parse(board_svg(ultimate_after("40"), last_move=40))
    letter = next(element for element in drawn(root, "text") if element.text == "e")
    (frame,) = drawn(root, "rect", "last")
    middle = 44 + float(frame.attrib["x"]) + float(frame.attrib["width"]) / 2
    assert float(letter.attrib["x"]) == pytest.approx(middle, abs=0.1)
    assert middle == pytest.approx(44 + 450, abs=0.1)  # e5 is the middle of the board


def test_a_screen_reader_hears_what_there_is_to_see() -> None:
    root = parse(board_svg(ultimate_after(MIDDLE_GAME), last_move=42))
    assert root.get("role") == "img"
    assert root[0].tag == f"{SVG}title"
    assert root[0].text == "ultimate: X to move in the bottom left board"
    description = root[1].text or ""
    assert "The top board is won by X." in description
    assert "The last move was d6." in description
    assert parse(board_svg(line_position("XOX/OOX/..X")))[0].text == "classic: X wins"


def test_the_theme_follows_the_system_or_is_forced() -> None:
    position = line_position("X../.O./... x")
    light, dark = PALETTES["light"]["x"], PALETTES["dark"]["x"]
    auto = board_svg(position)
    assert "prefers-color-scheme:dark" in auto
    assert light in auto
    assert dark in auto
    forced = board_svg(position, theme="dark")
    assert "prefers-color-scheme" not in forced
    assert light not in forced
    assert dark in forced


def test_words_from_outside_cannot_break_the_picture() -> None:
    root = parse(board_svg(line_position("X../.O./... x"), values={8: "<b>&\"'"}))
    (value,) = drawn(root, "text", "value")
    assert value.text == "<b>&\"'"
