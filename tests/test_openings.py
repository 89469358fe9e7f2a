"""What is said about the first moves of Ultimate."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from training import openings as training

from noughts.errors import NotationError
from noughts.explain.openings import (
    OPENINGS_FILE,
    all_openings,
    format_opening,
    opening_document,
    openings_after,
    parse_opening,
)
from noughts.notation import parse_position
from noughts.rules.line_game import classic
from noughts.rules.ultimate import UltimatePosition, ultimate
from tests.brute_force import end_of_line
from tests.command_line import call

DATA = Path(__file__).parent.parent / "src" / "noughts" / "data" / OPENINGS_FILE
RULES = ("ultimate", "ultimate-count")


def test_the_data_are_small_and_say_how_they_were_made() -> None:
    made, other, *lines = DATA.read_text(encoding="utf-8").splitlines()
    assert "python -m training.openings --game ultimate --seconds 60 " in made
    assert "python -m training.openings --game ultimate-count --seconds 60 " in other
    assert DATA.stat().st_size < 1_000_000
    assert [format_opening(parse_opening(line)) for line in lines] == lines


@pytest.mark.parametrize("game", RULES)
def test_every_first_move_and_every_reply_is_there_once_up_to_symmetry(game: str) -> None:
    start = ultimate(count_rule=game == "ultimate-count")
    firsts = {opening.moves[0] for opening in openings_after(start)}
    images = {start.play(move).canonical() for move in start.legal_moves()}
    assert len(firsts) == len(images) == 15
    assert {start.play(move).canonical() for move in firsts} == images
    for first in firsts:
        after = start.play(first)
        replies = [opening.moves[-1] for opening in openings_after(after)]
        images = {after.play(move).canonical() for move in after.legal_moves()}
        assert sorted(map(hash, (after.play(move).canonical() for move in replies))) == sorted(map(hash, images))


@pytest.mark.parametrize("game", RULES)
def test_each_is_legal_with_its_line_and_has_games(game: str) -> None:
    mine = [opening for opening in all_openings() if opening.game == game]
    for opening in mine:
        end_of_line(ultimate(), (*opening.moves, *opening.line))
        assert opening.depth >= 15
        assert 0 < opening.chance < 1
    firsts = [opening for opening in mine if len(opening.moves) == 1]
    assert len({opening.games for opening in firsts}) == 1  # each got as many
    assert firsts[0].games >= 200
    for first in firsts:
        assert first.depth >= 28, "a minute"
        replies = [other for other in mine if other.moves[0] == first.moves[0] and len(other.moves) == 2]
        assert sum(reply.games for reply in replies) == first.games
        assert sum(reply.losses for reply in replies) == first.wins
        assert sum(reply.depth >= 28 for reply in replies) >= 2, "a minute for the best"


def test_a_turned_position_gets_turned_moves() -> None:
    for opening in openings_after(ultimate()):
        for image in end_of_line(ultimate(), opening.moves).images():
            assert isinstance(image, UltimatePosition)
            for reply in openings_after(image):
                image.play(reply.moves[-1])
                assert end_of_line(ultimate(), reply.moves[:-1]) == image


def test_beyond_the_openings_and_in_other_games_nothing_is_known() -> None:
    assert openings_after(parse_position("start moves e5 e4 d1", "ultimate")) == []
    assert openings_after(classic()) == []
    with pytest.raises(NotationError, match="expected an opening in eight parts"):
        parse_opening("ultimate\te5")


def test_the_command_lists_them_best_first() -> None:
    shown = call("openings")
    assert shown.code == 0
    rows = shown.out.splitlines()
    assert rows[0].split() == ["move", "chance", "depth", "games", "points", "expected", "line"]
    chances = [int(row.split()[1].rstrip("%")) for row in rows[1:]]
    assert chances == sorted(chances, reverse=True)
    replies = json.loads(call("openings", "e5", "--game", "ultimate-count", "--json").out)
    assert replies == [
        opening_document(one) for one in openings_after(parse_position("start moves e5", "ultimate-count"))
    ]


def test_bad_input_of_the_command_gets_one_sentence() -> None:
    assert call("openings", "e5", "a1").refusal().startswith("a1 is not allowed")
    assert "expected a cell" in call("openings", "zz").refusal()
    assert "'classic' is not one of" in call("openings", "--game", "classic").refusal()
    unknown = call("openings", "e5", "e4", "d1")
    assert (unknown.code, unknown.out) == (1, "Nothing is known after e5 e4 d1.\n")


def test_making_them_goes_on_where_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    words = [
        "--game",
        "ultimate-count",
        "--seconds",
        "0.001",
        "--glance",
        "0.002",
        "--games",
        "1",
        "--game-nodes",
        "10",
    ]
    paths = ["--journal", str(tmp_path / "journal"), "--output", str(tmp_path / "openings")]
    monkeypatch.setattr(sys, "argv", ["openings", *words, *paths])
    training.main()
    made = (tmp_path / "openings").read_text(encoding="utf-8")
    journal = (tmp_path / "journal").read_text(encoding="utf-8")
    lines = journal.splitlines(keepends=True)
    (tmp_path / "journal").write_text("".join(lines[:-1]) + lines[-1][:9], encoding="utf-8")  # killed in a line
    training.main()
    again = (tmp_path / "journal").read_text(encoding="utf-8")
    assert again.splitlines()[:-1] == journal.splitlines()[:-1]
    assert again.count("\n") == journal.count("\n")
    remade = (tmp_path / "openings").read_text(encoding="utf-8").splitlines()
    assert sum(line != other for line, other in zip(made.splitlines(), remade, strict=True)) <= 1
