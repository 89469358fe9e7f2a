"""Where the parts of a board are on the screen, how marks look, and what can be typed."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noughts.analysis import Analysis, RankedMove
from noughts.notation import begins_move, finished_move, format_move, parse_position, spellings, start_position
from noughts.rules.mark import Mark
from noughts.rules.position import Position
from noughts.terminal.drawing import BoardDrawing
from noughts.terminal.layout import Layout, fitting, smallest
from noughts.terminal.palette import DARK, LIGHT, Palette
from noughts.terminal.shapes import shape
from noughts.words import values_on_cells

GAMES = ["classic", "4,4,3", "7,6,4", "9,9,5", "15,15,5", "26,26,5", "1,1,1", "ultimate"]


def drawn(position: Position, layout: Layout, **what: object) -> list[str]:
    canvas = BoardDrawing(layout, DARK, **what).canvas()  # type: ignore[arg-type]
    return ["".join(segment.text for segment in canvas.segments(row)) for row in range(layout.height)]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("cell_height", [1, 2, 3, 4, 6])
def test_every_cell_is_found_under_all_its_characters_and_no_other(game: str, cell_height: int) -> None:
    layout = Layout(start_position(game), cell_height)
    columns, rows = (layout.position.columns, layout.position.rows)
    found = [layout.move_under(row, column) for row in range(layout.height) for column in range(layout.width)]
    for move in range(columns * rows):
        assert found.count(move) == layout.cell_width * layout.cell_height


@given(st.sampled_from(GAMES), st.integers(1, 250), st.integers(1, 90))
def test_the_layout_fits_and_is_missing_only_when_the_smallest_does_not(game: str, width: int, height: int) -> None:
    position = start_position(game)
    layout, least = fitting(position, width, height), smallest(position)
    if layout is None:
        assert least.width > width or least.height > height
    else:
        assert layout.width <= width
        assert layout.height <= height


def test_ultimate_fits_beside_the_panel_on_80_by_24() -> None:
    assert fitting(start_position("ultimate"), 80 - 34, 24 - 2) is not None


@pytest.mark.parametrize("mark", [Mark.X, Mark.O, None])
@pytest.mark.parametrize("height", range(1, 30))
def test_marks_have_the_height_that_was_asked_for_and_are_symmetric(mark: Mark | None, height: int) -> None:
    if mark is None and height < 5:
        return  # small boards are never smaller
    rows = shape(mark, height)
    assert len(rows) == height
    assert {len(row) for row in rows} == {len(rows[0])}
    assert len(rows[0]) <= 2 * height + 1
    assert all(row == row[::-1] for row in rows)


def test_x_and_o_differ_in_shape_at_every_size() -> None:
    for height in range(1, 30):
        assert shape(Mark.X, height) != shape(Mark.O, height)


def test_the_last_move_the_cursor_and_the_hint_can_be_told_apart_without_colour() -> None:
    position = parse_position("X../.O./... x")
    text = "\n".join(drawn(position, Layout(position, 1), last_move=4, cursor=2, hint=8))
    assert "(O)" in text
    assert "[ ]" in text
    assert "◆" in text
    assert text.count("(") == 1


def test_values_stand_on_their_cells() -> None:
    position = parse_position("X../.O./... x")
    rows = drawn(position, Layout(position, 1), values={1: "W3", 8: "L12"})
    assert "W3" in rows[1]
    assert "L12" in rows[5]


def test_a_value_without_room_keeps_its_sign_and_no_part_of_its_number() -> None:
    position = start_position("15,15,5")
    text = "\n".join(drawn(position, smallest(position), values={0: "L12", 1: "40%", 2: "W3"}))
    assert " 1 L 40W3" in text


@given(st.lists(st.integers(-29_900, 29_900), min_size=1, max_size=9), st.booleans())
def test_values_on_cells_fit_and_keep_their_order(scores: list[int], exact: bool) -> None:
    scores = sorted(scores, reverse=True)
    ranked = tuple(RankedMove(move, score, (move,), exact and score == 0) for move, score in enumerate(scores))
    values, _ = values_on_cells(Analysis(ranked, 1, 1, 0.0, False), start_position("ultimate"))
    assert list(values) == list(range(len(scores)))
    assert all(len(text) <= 3 for text in values.values() if not text.startswith(("W", "L")))
    chances = [int(text[:-1]) for text in values.values() if text.endswith("%")]
    assert chances == sorted(chances, reverse=True)
    assert all(1 <= chance <= 99 for chance in chances), "nothing is certain that is not proved"


def test_where_cells_touch_only_the_best_five_are_shown() -> None:
    position = start_position("15,15,5")
    values = {cell: f"{60 - cell}%" for cell in range(40)}
    touching = "".join(drawn(position, smallest(position), values=values))
    assert [number for number in range(60, 20, -1) if str(number) in touching] == [60, 59, 58, 57, 56]
    lined = "".join(drawn(position, Layout(position, 1), values=values))
    assert all(f"{60 - cell}%" in lined for cell in range(40))


def test_the_best_moves_stand_out_by_their_paper() -> None:
    position = start_position()
    values = {4: "W3", 0: "D", 1: "L2"}
    for layout in (Layout(position, 1), Layout(position, 5)):
        canvas = BoardDrawing(layout, DARK, values=values, best=[4]).canvas()
        papers = {}
        for row in range(layout.height):
            for segment in canvas.segments(row):
                for value in values.values():
                    if value in segment.text and segment.style and segment.style.bgcolor:
                        papers[value] = segment.style.bgcolor.name
        assert papers == {"W3": DARK.good, "D": DARK.paper, "L2": DARK.paper}


def test_a_high_cell_shows_a_chance_as_a_bar_too() -> None:
    position = start_position("ultimate")
    text = "".join(drawn(position, Layout(position, 4), values={40: "57%"}))
    assert "━━━━───" in text


def test_a_won_board_is_one_big_mark_and_a_target_has_a_frame() -> None:
    forced = parse_position("start moves a1 c3 g7 c1 g1 c2", "ultimate")
    free = forced.play(9 * 5)
    for position, framed in ((forced, 1), (free, 8)):
        text = "\n".join(drawn(position, Layout(position, 1)))
        assert "▄▄████▄▄" in text
        assert text.count("║") == framed * 2 * 5


@pytest.mark.parametrize("palette", [DARK, LIGHT])
def test_colours_have_enough_contrast_on_their_paper(palette: Palette) -> None:
    """At least 4.5 to 1, as WCAG 2 asks for text."""
    for name in ("ink", "soft", "x", "o", "good", "even", "bad"):
        for paper in (palette.paper, palette.panel):
            assert contrast(getattr(palette, name), paper) >= 4.5, name
    for name in ("x", "o"):
        assert contrast(getattr(palette, name), palette.active) >= 4.5, name
    assert contrast(palette.edge, palette.paper) >= 3


def contrast(one: str, other: str) -> float:
    def luminance(colour: str) -> float:
        parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
        red, green, blue = (part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
        return float(0.2126 * red + 0.7152 * green + 0.0722 * blue)

    lighter, darker = sorted((luminance(one), luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


# Typing


@pytest.mark.parametrize("game", GAMES)
def test_every_cell_can_be_typed_as_it_is_printed(game: str) -> None:
    position = start_position(game)
    columns, rows = (position.columns, position.rows)
    for move in range(columns * rows):
        text = format_move(move, position)
        assert spellings(position)[text] == move
        assert begins_move(text[0], position)


def test_classic_moves_are_finished_with_their_last_key() -> None:
    position = start_position()
    assert [finished_move(text, position) for text in ("5", "b2", "b", "d", "0")] == [4, 4, None, None, None]


def test_a_number_that_could_go_on_waits() -> None:
    position = start_position("4,4,3")
    assert finished_move("1", position) is None
    assert finished_move("16", position) == 15
    assert finished_move("2", position) == 1
    assert finished_move("a1", start_position("15,15,5")) is None


def test_numbers_in_ultimate_depend_on_the_target() -> None:
    free = start_position("ultimate")
    assert finished_move("5", free) is None
    assert finished_move("59", free) == 44
    assert finished_move("9", free.play(40)) == 44
