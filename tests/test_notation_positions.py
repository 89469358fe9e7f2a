"""Boards of line games as people write them, and why some are refused."""

from __future__ import annotations

import pytest

from noughts.errors import IllegalPositionError, NotationError
from noughts.notation import format_position, parse_position
from noughts.rules.mark import Mark, Outcome

SEED_BOARD = "XOX/OOX/... x"


@pytest.mark.parametrize(
    "text",
    [
        "XOX/OOX/...",
        "XOX/OOX/... x",
        "XOX/OOX/... X",
        "XOX/OOX/...   x  ",
        "  XOX/OOX/...",
        "xox/oox/___",
        "x0x/00x/---",
        "XOX/OOX/***",
        "XOX/OOX/   ",
        "XOX/OOX/    x",
        "XOX\nOOX\n...",
        "XOX\nOOX\n...\n",
        "XOX\r\nOOX\r\n...\r\n",
        "XOX\nOOX\n... x",
        "XOX\nOOX\n...\nx",
        "XOX\nOOX\n   ",
        "xoxoox___",
        "xoxoox___ x",
        "XOXOOX...",
        "XOXOOX-_*",
        "\nXOX\nOOX\n...",
        "start moves a1 b1 c1 a2 c2 b2",
        "XOX/.../... o moves a2 c2 b2",
        "XOX/OOX/... x moves",
    ],
)
def test_one_board_in_many_forms(text: str) -> None:
    assert format_position(parse_position(text)) == SEED_BOARD


@pytest.mark.parametrize(
    ("text", "game", "expected"),
    [
        ("start", "classic", ".../.../... x"),
        (" start ", "classic", ".../.../... x"),
        ("start", "5,4,4", "...../...../...../..... x"),
        (".../.../... o", "classic", ".../.../... o"),
        (".../.X./...", "classic", ".../.X./... o"),
        (".../.O./...", "classic", ".../.O./... x"),
        ("O../.../X.X o", "classic", "O../.../X.X o"),
        ("O../.../X.. o", "classic", "O../.../X.. o"),
        ("X O/   /   ", "classic", "X.O/.../... x"),
        ("  X/   /   ", "classic", "..X/.../... o"),
        ("   /   /  O", "classic", ".../.../..O x"),
        ("X", "1,1,1", "X o"),
        (".", "1,1,1", ". x"),
        (". o", "1,1,1", ". o"),
        ("X..", "3,1,2", "X.. o"),
        ("X O", "3,1,2", "X.O x"),
        ("X/./.", "1,3,2", "X/./. o"),
        ("X.. o", "1,3,2", "X/./. o"),
        ("XO./.X./..O/...", "3,4,3", "XO./.X./..O/... x"),
        ("start moves A1 C3", "classic", "X../.../..O x"),
        (".../.../... o moves b2", "classic", ".../.O./... x"),
    ],
)
def test_boards_are_read(text: str, game: str, expected: str) -> None:
    assert format_position(parse_position(text, game)) == expected


def test_a_finished_game_can_be_read() -> None:
    assert parse_position("XXX/OO./...").outcome is Outcome.X_WINS
    assert parse_position("OOO/XX./X.. x").outcome is Outcome.O_WINS
    assert parse_position("XOX/XOO/OXX").outcome is Outcome.DRAW
    assert parse_position("OXO/OXX/XOO").outcome is Outcome.DRAW
    assert parse_position("XXX/OO./O.. o").outcome is Outcome.X_WINS, "O opened"
    assert parse_position("XXX/XOO/XOO").outcome is Outcome.X_WINS, "one move made two lines"


@pytest.mark.parametrize("mover", list(Mark))
def test_with_equal_counts_either_side_may_be_to_move(mover: Mark) -> None:
    assert parse_position(f"X../.O./... {mover}").to_move is mover


@pytest.mark.parametrize(
    "text",
    [
        *("", " ", "\n", "/", "//", "...", ".../...", ".../.../.../...", "..../..../....", "../../..", ".../.../.."),
        *(
            "........",
            "..........",
            ".../.../... z",
            ".../.../... xo",
            ".../.../... x x",
            ".../.../...x",
            ".../.../... 1",
        ),
        *("rubbish", ".../.../...rubbish", ".../.../... x rubbish", "XOX/OOX/..? x", "XOX/OOX/..Q", "XOX/OOX/..\0"),
        *("startx", "start x", "moves b2", "startmoves b2", "start move b2", "Start", ".../.../.../", "/.../.../..."),
        *(".../.../...\n\nx", "❌⭕❌/.../...", "ХОХ/.../...", "........._", "XOX OOX ...", "... ... ..."),
    ],
)
def test_what_is_no_board_is_refused_with_what_came(text: str) -> None:
    with pytest.raises(NotationError, match="expected") as refusal:
        parse_position(text)
    assert repr(text.split(" moves")[0]) in str(refusal.value) or "in row" in str(refusal.value)


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("XX./.../...", "X has 2 marks and O has 0: they take turns, so the counts differ by one at most"),
        ("OO./.../...", "X has 0 marks and O has 2"),
        ("XXX/XOX/O..", "X has 5 marks and O has 2"),
        ("X../.../... x", "X has more marks, so X cannot be to move"),
        ("O../.../... o", "O has more marks, so O cannot be to move"),
        ("XXX/OOO/...", "both X and O have 3 in a row"),
        ("XXX/OOO/... o", "both X and O have 3 in a row"),
        ("XXX/OOO/X..", "both X and O have 3 in a row"),
        ("XXX/OO./O.. x", "X has 3 in a row already, so X cannot be to move"),
        ("XXX/OO./O..", "X has 3 in a row already, so X cannot be to move"),
        ("OOO/XX./X.. o", "O has 3 in a row already, so O cannot be to move"),
    ],
)
def test_what_no_game_reaches_is_refused_with_the_rule_it_breaks(text: str, rule: str) -> None:
    with pytest.raises(IllegalPositionError) as refusal:
        parse_position(text)
    assert rule in str(refusal.value)


@pytest.mark.parametrize(("text", "game"), [("XXX.XXX/OO.OO.O", "7,2,3"), ("XXXXXX/OO.OO./..O...", "6,3,3")])
def test_lines_without_a_common_last_move_mean_play_after_the_end(text: str, game: str) -> None:
    with pytest.raises(IllegalPositionError, match="play went on after X had won"):
        parse_position(text, game)


@pytest.mark.parametrize(("text", "game"), [("XXXX/OO.O/..../....", "4,4,3"), ("XXXXX/OO.OO", "5,2,3")])
def test_one_last_move_may_make_a_longer_line(text: str, game: str) -> None:
    assert parse_position(text, game).outcome is Outcome.X_WINS
