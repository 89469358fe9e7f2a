"""Games on file: written, read, kept as they are, and refused with file, game and move."""

from __future__ import annotations

import contextlib
import pickle
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from noughts.errors import FileError, IllegalMoveError, NotationError, NoughtsError
from noughts.notation import parse_position, start_position
from noughts.record import GameRecord, format_record, format_records, parse_records, read_records
from noughts.rules.mark import Move, Outcome
from tests.playing import GAMES, moves_of

SHORT_GAME = (4, 0, 3, 8, 5)  # X wins: b2 a1 a2 c3 c2


def test_a_record_reads_like_a_game() -> None:
    record = GameRecord(start_position(), SHORT_GAME, {"X": "Ada", "O": "level 3"}, {3: "blocks nothing"})
    assert format_record(record) == (
        '[Game "classic"]\n[X "Ada"]\n[O "level 3"]\n[Result "X wins"]\n\n'
        "1. b2 a1 2. a2 {blocks nothing} c3 3. c2\nX wins\n"
    )
    assert parse_records(format_record(record)) == [record]


def test_a_record_plays_and_stays_as_it_was() -> None:
    empty = GameRecord(start_position("ultimate"))
    one = empty.play(40)
    assert empty.moves == ()
    assert one.moves == (40,)
    assert one.position() == start_position("ultimate").play(40)
    assert list(one.positions()) == [start_position("ultimate"), one.position()]
    assert one.outcome is None
    assert pickle.loads(pickle.dumps(one)) == one
    with pytest.raises(IllegalMoveError):
        one.play(0)
    with pytest.raises(IllegalMoveError):
        GameRecord(start_position(), (4, 4))


TEXT = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"))
NAMES = st.from_regex(r"[A-Za-z][A-Za-z0-9_]{0,8}", fullmatch=True).filter(
    lambda name: name not in ("Game", "Start", "Result")
)


@st.composite
def records(draw: st.DrawFn) -> GameRecord:
    game, moves = draw(moves_of([*GAMES, "1,7,3", "26,26,5"]))
    split = draw(st.integers(0, len(moves)))
    start = start_position(game)
    for move in moves[:split]:
        start = start.play(move)
    tags = draw(st.dictionaries(NAMES, TEXT, max_size=3))
    comments = draw(st.dictionaries(st.integers(0, len(moves) - split), TEXT, max_size=3))
    record = GameRecord(start, tuple(moves[split:]), tags, comments)
    if record.outcome is None and (result := draw(st.sampled_from([None, *Outcome]))):
        record = GameRecord(start, record.moves, {**tags, "Result": str(result)}, comments)
    return record


@given(st.lists(records(), min_size=1, max_size=3))
def test_every_record_is_read_as_it_was_written(games: list[GameRecord]) -> None:
    read = parse_records(format_records(games))
    assert read == games
    assert [record.outcome for record in read] == [record.outcome for record in games]
    assert format_records(read) == format_records(games)


@pytest.mark.parametrize(
    "name", ['"', "\\", '\\"', "\n", "]", '"]\n[X "', "{", "}", "Żółw 🐢", "", " ", ";", "\\\\n", "\t", "\x85"]
)
def test_names_and_comments_may_contain_anything(name: str) -> None:
    record = GameRecord(start_position(), (4,), {"X": name, "Place": name}, {0: name, 1: name})
    assert parse_records(format_record(record)) == [record]


def test_long_games_are_wrapped_and_numbered() -> None:
    moves: list[Move] = []
    position = start_position("ultimate")
    while position.legal_moves():
        moves.append(position.legal_moves()[0])
        position = position.play(moves[-1])
    lines = format_record(GameRecord(start_position("ultimate"), tuple(moves))).splitlines()
    assert max(map(len, lines)) <= 80
    assert lines[3].startswith("1. a1 ")


def test_unknown_tags_and_comments_survive() -> None:
    tags = '[Event "Club night"]\n[Date "2024.02.30"]\n[X "Ada"]\n\n'
    text = tags + "{before} 1. b2 {in} a1 ; to the end of the line\n2. c3 *\n"
    (record,) = parse_records(text)
    assert record.tags == {"Event": "Club night", "Date": "2024.02.30", "X": "Ada"}
    assert record.comments == {0: "before", 1: "in", 2: "to the end of the line"}
    assert parse_records(format_record(record)) == [record]


def test_moves_need_neither_numbers_nor_tags_nor_a_result() -> None:
    for text in ("b2 a1 c3", "1. b2 a1 2. c3", "1.b2 a1 2.c3 *", "1. B2 1... A1\n\n2. C3", "b2{x}a1{y}c3"):
        (record,) = parse_records(text)
        assert record.moves == (4, 0, 8)
        assert record.start == start_position("classic")


def test_a_game_may_begin_anywhere() -> None:
    (record,) = parse_records('[Start "O../.../X.X o"]\n\n1. b3 *')
    assert record.start == parse_position("O../.../X.X o")
    assert record.moves == (7,)
    assert '[Start "O../.../X.X o"]' in format_record(record)


def test_a_resigned_game_has_a_winner_without_a_line() -> None:
    ways = ["b2 X wins", '[Result "X wins"]\n\nb2', '[Result "X wins"]\n\nb2\nX wins', '[Result "X wins"]\n\nb2 *']
    for text in [*ways, '[Result "*"]\n\nb2 X wins']:
        (record,) = parse_records(text)
        assert record.outcome is Outcome.X_WINS
        assert record.position().outcome is None
        assert parse_records(format_record(record)) == [record]


def test_an_unfinished_game_has_none() -> None:
    for text in ("b2", "b2 *", '[Result "*"]\n\nb2 *', '[Result "*"]\n\nb2'):
        (record,) = parse_records(text)
        assert record.outcome is None
        assert record.tags == {}


def test_several_games_are_told_apart_by_their_tags() -> None:
    games = parse_records('[Game "classic"]\n\nb2 *\n\n[Game "4,4,3"]\n[X "Ada"]\n\nd4\n\n[Game "ultimate"]\n\ni9\n')
    assert [record.moves for record in games] == [(4,), (15,), (80,)]


def test_a_game_with_tags_alone_has_no_moves() -> None:
    (record,) = parse_records('[Game "4,4,3"]\n[X "Ada"]\n')
    assert record == GameRecord(start_position("4,4,3"), (), {"X": "Ada"})


SIXTEEN_MOVES = "a1 b1 c1 d1 b3 a3 d3 c3 a2 b2 c2 d2 b4 a4 d4 c4"

WRONG = {
    "": "no game in it",
    " \n": "no game in it",
    "b2 b2": "game 1, move 2 (1... b2): b2 is not allowed: the cell is taken",
    "b2 a1 z9": "game 1, move 3 (2. z9): expected a cell from a1 to c3",
    "b2 *\n\n[X \"\"]\n\na1 a2 a1": "game 2, move 3 (2. a1): a1 is not allowed: the cell is taken",
    "b2 huh": "game 1: expected a move like 'b2', got 'huh'",
    "b2 * a1": "game 1: 'a1' after the result '*'",
    "b2 draw draw": "game 1: 'draw' after the result 'draw'",
    '[X "a"][X "b"]': "game 1: the tag X comes twice",
    '[Game "chess"]': "game 1: there is no game 'chess'",
    '[Start "XXX/OOO/..."]': "game 1: both X and O have 3 in a row",
    '[Result "1-0"]': "game 1: expected a result among *, X wins, O wins, draw, got '1-0'",
    "b2 a1 a2 c3 c2 O wins": "game 1: the result is given as 'O wins' and is 'X wins'",
    '[Result "draw"]\nb2 X wins': "game 1: the result is given as 'X wins' and is 'draw'",
    "b2 a1 a2 c3 c2 a3": "game 1, move 6 (3... a3): a3 is not allowed: the game is over",
    "b2 {never closed": "got '{never'",
    '[X "never closed': "got '[X'",
    "b2\0": "not a text file",
    f'[Game "4,4,4"]\n\n{SIXTEEN_MOVES} a1': "game 1, move 17 (9. a1): a1 is not allowed: the game is over",
}  # fmt: skip


@pytest.mark.parametrize(("text", "says"), list(WRONG.items()))
def test_what_is_wrong_is_said_with_source_game_and_move(text: str, says: str) -> None:
    with pytest.raises(NotationError) as refusal:
        parse_records(text, "my-games.txt")
    assert str(refusal.value).startswith("my-games.txt")
    assert says in str(refusal.value)


def test_files_are_read_with_their_name_in_errors(tmp_path: Path) -> None:
    file = tmp_path / "games.txt"
    record = GameRecord(start_position(), SHORT_GAME, {"X": "Zoë"})
    for coding in ("utf-8", "utf-8-sig"):
        file.write_bytes(format_record(record).replace("\n", "\r\n").encode(coding))
        assert read_records(file) == read_records(str(file)) == [record]
    for content in (b"\x89PNG\r\n\x1a\n\0\0", b"\xff\xfe\x00", bytes(range(256))):
        file.write_bytes(content)
        with pytest.raises(NotationError, match="not a text file") as refusal:
            read_records(file)
        assert str(file) in str(refusal.value)
    for missing in (tmp_path / "none.txt", tmp_path):
        with pytest.raises(FileError, match=str(missing)):
            read_records(missing)


PIECES = st.sampled_from(
    ["b2 ", "a1", "1. ", '[X "', '"]', "{", "}", "\\", "X wins", "*", "draw", ";", "\n", '[Game "', "4,4,3"]
)


@given(st.text() | st.lists(PIECES, max_size=30).map("".join))
@example('[A\x1c""]')
@example("a1" + "9" * 5000)
def test_any_text_is_records_or_an_error_of_ours(text: str) -> None:
    with contextlib.suppress(NoughtsError):
        games = parse_records(text)
        assert parse_records(format_records(games)) == games
