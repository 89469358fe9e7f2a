"""What every game promises, checked against slow rules that share no code with it."""

from __future__ import annotations

import copy
import pickle
import random
from collections.abc import Iterator

import pytest

from noughts.errors import IllegalMoveError, NoughtsError
from noughts.notation import start_position
from noughts.rules.mark import Mark
from noughts.rules.position import Position, perft
from tests.oracle import cells_of, slow_game
from tests.playing import CELLS, GAMES, random_game, random_positions

pytestmark = pytest.mark.parametrize("game", GAMES)


def finished_positions(game: str, count: int, seed: int) -> Iterator[Position]:
    rng = random.Random(seed)
    for _ in range(count):
        yield random_game(game, rng)[-1][0]


def test_play_agrees_with_the_slow_rules_all_the_way(game: str) -> None:
    rng = random.Random(1)
    outcomes = set()
    for _ in range(60):
        slow = slow_game(game)
        for position, move in random_game(game, rng):
            assert list(position.legal_moves()) == slow.legal_moves()
            assert (position.outcome and str(position.outcome)) == slow.outcome()
            assert cells_of(position, CELLS[game]) == slow.cells
            assert str(position.to_move) == slow.mover
            if move is not None:
                slow.play(move)
        outcomes.add(slow.outcome())
    assert {"X wins", "O wins"} <= outcomes


def test_moves_come_in_ascending_order_and_none_exactly_when_over(game: str) -> None:
    rng = random.Random(2)
    for _ in range(30):
        for position, _ in random_game(game, rng):
            moves = list(position.legal_moves())
            assert moves == sorted(set(moves))
            assert (not moves) == (position.outcome is not None)


def test_everything_but_the_legal_moves_is_refused(game: str) -> None:
    for position in random_positions(game, 40, seed=3):
        legal = set(position.legal_moves())
        for move in range(-CELLS[game] - 2, 2 * CELLS[game] + 2):
            if move in legal:
                continue
            with pytest.raises(IllegalMoveError) as refusal:
                position.play(move)
            assert refusal.value.move == move
            assert refusal.value.position == position
            if not 0 <= move < CELLS[game]:
                assert refusal.value.reason == "there is no such cell"
            elif position.mark_at(move) is not None and not game.startswith("ultimate"):
                assert refusal.value.reason == "the cell is taken"


def test_nothing_is_played_after_the_end(game: str) -> None:
    for position in finished_positions(game, 20, seed=4):
        for move in range(-1, CELLS[game] + 1):
            with pytest.raises(IllegalMoveError, match="the game is over"):
                position.play(move)


def test_a_refused_move_is_a_noughts_error_and_a_value_error(game: str) -> None:
    with pytest.raises(ValueError, match="move -1 is not allowed") as refusal:
        start_position(game).play(-1)
    assert isinstance(refusal.value, NoughtsError)
    assert str(pickle.loads(pickle.dumps(refusal.value))) == str(refusal.value)


def test_positions_cannot_be_changed(game: str) -> None:
    position = start_position(game)
    for name in ("to_move", "outcome", "mine", "anything"):
        with pytest.raises(AttributeError):
            setattr(position, name, None)
    before = copy.deepcopy(position)
    position.play(position.legal_moves()[0])
    assert position == before


def test_positions_are_equal_by_value_whatever_led_there(game: str) -> None:
    one, other = start_position(game), start_position(game)
    first, reply, third = (0, 8, 4) if not game.startswith("ultimate") else (0, 4, 36)
    for move in (first, reply, third):
        one = one.play(move)
    for move in (first, reply, third):
        other = other.play(move)
    assert one == other
    assert hash(one) == hash(other)
    assert one != start_position(game)
    if not game.startswith("ultimate"):
        swapped = start_position(game).play(third).play(reply).play(first)
        assert swapped == one
        assert hash(swapped) == hash(one)


def test_positions_survive_copying_and_pickling(game: str) -> None:
    for position in [*random_positions(game, 20, seed=5), *finished_positions(game, 5, seed=5)]:
        for twin in (pickle.loads(pickle.dumps(position)), copy.copy(position), copy.deepcopy(position)):
            assert twin == position
            assert hash(twin) == hash(position)
            assert twin.legal_moves() == position.legal_moves()
            assert type(twin) is type(position)


def test_marks_alternate(game: str) -> None:
    played = random_game(game, random.Random(6))
    assert [position.to_move for position, _ in played] == [(Mark.X, Mark.O)[ply % 2] for ply in range(len(played))]


def test_a_move_puts_the_movers_mark_on_its_cell_and_changes_no_other(game: str) -> None:
    for position in random_positions(game, 30, seed=7):
        before = cells_of(position, CELLS[game])
        for move in position.legal_moves():
            after = cells_of(position.play(move), CELLS[game])
            assert before[move] is None
            assert after[move] == str(position.to_move)
            assert after[:move] + after[move + 1 :] == before[:move] + before[move + 1 :]


def test_symmetries_keep_the_game_as_it_is(game: str) -> None:
    for position in [*random_positions(game, 12, seed=8), *finished_positions(game, 4, seed=8)]:
        images = position.images()
        assert images[0] == position
        assert len(images) == (4 if game == "5,4,4" else 8)
        for image in images:
            assert set(image.images()) == set(images)
            assert image.canonical() == position.canonical()
            assert image.outcome == position.outcome
            assert image.to_move == position.to_move
            assert perft(image, 2) == perft(position, 2)
        assert position.canonical() in images


def test_symmetries_map_legal_moves_onto_each_other(game: str) -> None:
    for position in random_positions(game, 8, seed=9):
        after = {position.play(move).canonical() for move in position.legal_moves()}
        for image in position.images():
            assert len(image.legal_moves()) == len(position.legal_moves())
            assert {image.play(move).canonical() for move in image.legal_moves()} == after


def test_the_first_moves_fall_into_the_classes_that_the_eye_sees(game: str) -> None:
    start = start_position(game)
    classes = {start.play(move).canonical() for move in start.legal_moves()}
    expected = {"classic": 3, "4,4,3": 3, "5,4,4": 6, "ultimate": 15, "ultimate-count": 15}
    assert len(classes) == expected[game]
