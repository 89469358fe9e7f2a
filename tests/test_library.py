"""What `import noughts` promises."""

from __future__ import annotations

import subprocess
import sys

import pytest

import noughts
from noughts.players.player import RandomPlayer

PROMISED = [
    *("start_position", "classic", "ultimate", "line_game", "parse_position", "format_position", "parse_move"),
    *("format_move", "Position", "Mark", "Outcome", "minimax", "alphabeta", "perft", "Tablebase", "strongest", "Limit"),
    *("Analysis", "GameRecord", "RandomPlayer", "LevelPlayer", "NoughtsError", "NotationError", "IllegalPositionError"),
    *("IllegalMoveError", "StaleGameError", "EngineError", "EngineMissingError", "EngineTimeoutError"),
    *("EngineCrashedError", "Batch"),
]


@pytest.mark.parametrize("name", PROMISED)
def test_the_promised_names_are_there(name: str) -> None:
    assert getattr(noughts, name) is not None
    assert name in dir(noughts)


def test_every_lazy_name_leads_somewhere_and_is_known_to_type_checkers() -> None:
    source = subprocess.run(
        [sys.executable, "-c", "import noughts; print(*[getattr(noughts, n) and n for n in noughts._HOME_OF])"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert set(source.stdout.split()) == set(noughts._HOME_OF)
    assert noughts.__file__ is not None
    with open(noughts.__file__) as file:  # noqa: PTH123
        text = file.read()
    for name in noughts._HOME_OF:
        assert f"import {name} as {name}" in text


@pytest.mark.parametrize("earlier", ["noughts.analyzers", "noughts.cli.analyze", "noughts.tablebase"])
def test_no_module_hides_a_function_of_the_same_name(earlier: str) -> None:
    for code in (f"import {earlier}, noughts", f"import noughts; noughts.strongest; import {earlier}"):
        program = f"{code}; noughts.strongest(noughts.classic())"
        done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
        assert done.stderr == ""


def test_other_names_are_missing_in_the_usual_way() -> None:
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = noughts.nothing
    assert not hasattr(noughts, "nothing")


def test_the_games_of_the_library_are_those_of_their_names() -> None:
    assert noughts.classic() == noughts.line_game(3, 3, 3) == noughts.start_position("classic")
    assert noughts.ultimate() == noughts.start_position("ultimate")
    assert noughts.ultimate(count_rule=True) == noughts.start_position("ultimate-count")
    assert noughts.ultimate() != noughts.ultimate(count_rule=True)


@pytest.mark.parametrize("limit", [{"depth": 0}, {"nodes": 0}, {"depth": -1}, {"nodes": -5}])
def test_limits_of_whole_numbers_begin_at_one(limit: dict[str, int]) -> None:
    with pytest.raises(ValueError, match="is at least 1"):
        noughts.Limit(**limit)


@pytest.mark.parametrize("seconds", [0.0, -1.0, float("nan"), float("inf"), float("-inf")])
def test_seconds_are_positive_and_finite(seconds: float) -> None:
    with pytest.raises(ValueError, match="positive and finite"):
        noughts.Limit(seconds=seconds)


def test_a_random_player_is_legal_and_repeats_itself_when_seeded() -> None:
    def game(seed: int) -> list[int]:
        player, position, moves = RandomPlayer(seed), noughts.ultimate(), []
        while position.legal_moves():
            moves.append(player.choose_move(position))
            position = position.play(moves[-1])
        return moves

    assert game(1) == game(1)
    assert game(1) != game(2)


def test_the_docstring_of_the_package_tells_the_truth() -> None:
    position = noughts.parse_position("XOX/OOX/...")
    best = noughts.strongest(position).analyze(position).best
    assert best is not None
    assert noughts.format_move(best.move, position) == "c3"


def test_marks_and_outcomes_read_as_they_are_printed() -> None:
    assert [str(mark) for mark in noughts.Mark] == ["X", "O"]
    assert [str(outcome) for outcome in noughts.Outcome] == ["X wins", "O wins", "draw"]
    assert noughts.Mark.X.other is noughts.Mark.O
    assert noughts.Outcome.won_by(noughts.Mark.O).winner is noughts.Mark.O
    assert noughts.Outcome.DRAW.winner is None
