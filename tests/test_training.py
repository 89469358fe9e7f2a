"""How training data is made and read; what needs PyTorch checks itself when a network is exported."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest
from training import generate
from training.rows import FOLLOWED, HELD_OUT_EVERY, NO_RESULT, SAMPLE, classes, read_rows, rows_of, table_rows

from noughts.network import DESTINATIONS, KINDS, SLOTS
from noughts.rules.symmetry import symmetries
from noughts.rules.ultimate import ANYWHERE


def generated(folder: Path, monkeypatch: pytest.MonkeyPatch, positions: int) -> dict[str, bytes]:
    monkeypatch.setattr(generate, "CHUNK", 300)
    words = ["--game", "ultimate-count", "--positions", str(positions), "--nodes", "30", "--seed", "7", str(folder)]
    monkeypatch.setattr(sys, "argv", ["generate", *words])
    generate.main()
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_self_play_goes_on_where_it_was_and_makes_the_same_files_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = generated(tmp_path / "a", monkeypatch, 600)
    assert sorted(first) == ["00000.samples", "00001.samples"]
    assert first["00000.samples"] != first["00001.samples"]
    (tmp_path / "a" / "00000.samples").unlink()
    assert generated(tmp_path / "a", monkeypatch, 900).items() >= first.items()
    samples = np.frombuffer(first["00000.samples"], SAMPLE)
    assert 200 < len(samples) <= 300
    assert set(samples["result"].tolist()) <= {-1, 0, 1, 2}
    assert samples["target"].max() <= ANYWHERE


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Random positions in as many files as make one of them held out."""
    chance = np.random.default_rng(1)
    for number in range(HELD_OUT_EVERY + 1):
        samples = np.zeros(16, SAMPLE)
        samples["patterns"] = chance.choice(classes().open_patterns, (16, 9))
        samples["target"] = chance.integers(0, 10, 16)
        samples["score"] = number
        samples.tofile(tmp_path / f"{number:05}.samples")
    return tmp_path


def test_no_game_is_both_learned_from_and_held_out(folder: Path) -> None:
    learned, held_out = (set(read_rows([folder], held_out=which).score.tolist()) for which in (False, True))
    assert held_out == {0, HELD_OUT_EVERY}
    assert learned == set(range(1, HELD_OUT_EVERY))


def test_a_position_learns_from_those_that_followed_in_its_game() -> None:
    samples = np.zeros(6, SAMPLE)
    game, beside, end, other_game, unrelated = [0, 1, 3], 2, 3, 4, 5
    samples["patterns"][1, 0] = samples["patterns"][beside, 1] = 2  # a stone of the first player, as the second sees it
    samples["patterns"][end, :2] = 1, 2
    samples["patterns"][other_game, :6] = 1
    samples["patterns"][unrelated, 8] = 2
    samples["result"][beside] = NO_RESULT
    samples["score"] = 0, -400, -800, 31_000, 0, 800
    chance = rows_of(samples).chance
    sure, likely = chance[end], 1 / (1 + np.exp(1))
    assert sure > 0.9999
    second = (1 - FOLLOWED) * likely + FOLLOWED * (1 - sure)
    assert np.allclose(chance[game], [(1 - FOLLOWED) / 2 + FOLLOWED * (1 - second), second, sure], atol=1e-5)
    assert np.allclose(chance[[beside, other_game, unrelated]], 1 / (1 + np.exp([2, 0, -2])))


def test_a_folder_without_samples_is_a_clear_error(tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match="no samples in"):
        read_rows([tmp_path], held_out=False)


NOTHING = (classes().count - 1) * SLOTS + 9


def test_every_position_adds_up_one_row_for_each_board_the_forced_one_and_the_target(folder: Path) -> None:
    rows = read_rows([folder], held_out=False)
    mover, other = np.split(table_rows(rows, symmetric=False), 2)
    for side, indices in enumerate((mover, other)):
        assert (indices[:, :9] % SLOTS == np.arange(9)).all()
        free = rows.target == ANYWHERE
        assert (indices[free, 9] == NOTHING).all()
        assert (indices[~free, 9] % SLOTS == 9 + side).all()
        assert (indices[:, 10] // SLOTS == classes().count + rows.target.astype(int)).all()
        assert (indices[free, 11:] == NOTHING).all()
        sent = ~free[:, None] & (indices[:, 11:] != NOTHING)
        assert (indices[:, 11:][sent] // SLOTS == indices[:, :9][sent] // SLOTS).all()
    assert (classes().swapped[mover[:, :9] // SLOTS] == other[:, :9] // SLOTS).all()
    assert ((mover == NOTHING) == (other == NOTHING)).all()


def test_a_destination_says_what_the_move_does_and_whether_the_opponent_wins_there() -> None:
    sample = np.zeros(1, SAMPLE)
    sample["patterns"][0, 1:3] = 2 * (1 + 3 + 9)  # the opponent has won the second and the third board
    sample["patterns"][0, 4] = 1 + 3 + 2 * 27 + 2 * 81  # on the forced board both sides have two in line
    sample["target"] = 4
    mover, other = table_rows(rows_of(sample), symmetric=False)
    quiet, takes, blocks = range(KINDS)
    expected = {2: (0, takes), 5: (0, blocks), 6: (0, quiet), 7: (0, quiet), 8: (0, quiet)}
    for side, found in enumerate((mover, other)):
        assert {cell for cell in range(9) if found[11 + cell] != NOTHING} == set(expected)
        for cell, (loses, kind) in expected.items():
            assert found[11 + cell] % SLOTS == DESTINATIONS + (2 * side + loses) * KINDS + kind
    sample["patterns"][0, 4] = 3
    mover, _ = table_rows(rows_of(sample), symmetric=False)
    assert mover[11] % SLOTS == DESTINATIONS + KINDS + quiet  # whoever wins the first board wins the top row


def test_each_eighth_of_a_batch_is_seen_through_another_symmetry(folder: Path) -> None:
    one = read_rows([folder], held_out=False).part(np.zeros(8, np.intp))
    seen = table_rows(one, symmetric=True)[:8]
    boards, target = one.boards[0], int(one.target[0])
    for number, to in enumerate(symmetries(3, 3)):
        for board in range(9):
            assert seen[number, to[board]] == classes().image[number, boards[board]] * SLOTS + to[board]
        expected = target if target == ANYWHERE else to[target]
        assert seen[number, 10] == (classes().count + expected) * SLOTS


def test_there_are_11093_open_patterns_and_swapping_twice_changes_nothing() -> None:
    known = classes()
    assert len(known.open_patterns) == 11_093
    assert (known.swapped[known.swapped] == np.arange(known.count)).all()
