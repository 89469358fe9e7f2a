"""Seats, undo and redo, the running score, and files: all that does not need a screen."""

from __future__ import annotations

from pathlib import Path

import pytest

from noughts.errors import FileError, IllegalMoveError, NotationError, NotPossibleError, UnsolvedError
from noughts.game import Adaptive, Seat, check_name
from noughts.notation import parse_position
from noughts.players.player import LevelPlayer
from noughts.record import GameRecord, read_records
from noughts.rules.mark import Mark, Outcome
from noughts.terminal.game_file import GameFile, load_game, sitting_file
from noughts.terminal.setup import Setup, opening, unbeatable
from noughts.terminal.sitting import Sitting

X_WINS_QUICKLY = (0, 1, 3, 4, 6)


def two_people(**options: object) -> Sitting:
    return Sitting.of(Setup(opponent="two", names=("Ada", "Bob"), **options))  # type: ignore[arg-type]


def against(level: str, mark: Mark = Mark.X, first: Mark = Mark.X) -> Sitting:
    return Sitting.of(Setup(opponent=level, mark=mark, first=first, seed=1))


def play_all(game: Sitting, *moves: int) -> None:
    for move in moves:
        game.play(move)


def let_computer_move(game: Sitting) -> None:
    position = game.game.position
    game.play(game.players[position.to_move].choose_move(position))


def test_a_game_is_played_to_its_end_and_counted() -> None:
    game = two_people()
    play_all(game, *X_WINS_QUICKLY)
    assert game.game.outcome is Outcome.X_WINS
    assert game.score_line() == "Ada 1, Bob 0, draws 0"


def test_undo_takes_back_one_ply_between_people_and_redo_plays_it_again() -> None:
    game = two_people()
    play_all(game, 0, 4)
    before = game.game.position
    game.undo()
    assert game.game.record.moves == (0,)
    game.redo()
    assert game.game.position == before
    with pytest.raises(NotPossibleError, match="nothing to play again"):
        game.redo()


def test_undo_at_the_start_does_nothing() -> None:
    game = two_people()
    assert not game.can_undo
    with pytest.raises(NotPossibleError, match="nothing to take back"):
        game.undo()
    assert game.game.record.moves == ()


def test_undo_against_the_computer_takes_back_both_plies_and_redo_brings_both_back() -> None:
    game = against("1")
    game.play(4)
    let_computer_move(game)
    game.play(game.game.position.legal_moves()[0])
    let_computer_move(game)
    four = game.game.record.moves
    game.undo()
    assert game.game.record.moves == four[:2]
    assert not game.game.waits_for_computer
    game.undo()
    assert game.game.record.moves == ()
    game.redo()
    assert game.game.record.moves == four[:2]
    game.redo()
    assert game.game.record.moves == four


def test_undo_while_the_computer_thinks_takes_back_only_the_own_move() -> None:
    game = against("1")
    game.play(4)
    assert game.game.waits_for_computer
    game.undo()
    assert game.game.record.moves == ()


def test_the_first_move_of_the_computer_cannot_be_taken_back() -> None:
    game = against("1", mark=Mark.O)
    let_computer_move(game)
    assert not game.can_undo
    with pytest.raises(NotPossibleError, match="nothing to take back"):
        game.undo()


def test_a_new_move_forgets_what_was_taken_back() -> None:
    game = two_people()
    play_all(game, 0, 4)
    game.undo()
    game.play(8)
    assert not game.can_redo


def test_undo_after_the_end_takes_the_game_out_of_the_score() -> None:
    game = two_people()
    play_all(game, *X_WINS_QUICKLY)
    game.undo()
    assert game.score_line() == "Ada 0, Bob 0, draws 0"
    game.redo()
    assert game.score_line() == "Ada 1, Bob 0, draws 0"


def test_resigning_gives_the_game_to_the_other_and_can_be_taken_back() -> None:
    game = two_people()
    game.play(0)
    game.resign()
    assert game.game.outcome is Outcome.X_WINS
    assert game.score_line() == "Ada 1, Bob 0, draws 0"
    with pytest.raises(NotPossibleError, match="resignation"):
        game.play(1)
    game.undo()
    assert game.game.outcome is None
    assert game.game.record.moves == (0,)


def test_resigning_a_finished_game_changes_nothing() -> None:
    game = two_people()
    play_all(game, *X_WINS_QUICKLY)
    with pytest.raises(NotPossibleError, match="over"):
        game.resign()
    assert game.game.outcome is Outcome.X_WINS


def test_the_score_follows_the_names_when_sides_are_swapped() -> None:
    game = two_people()
    play_all(game, *X_WINS_QUICKLY)
    game.again(swap=True)
    assert game.game.seats[Mark.X].name == "Bob"
    play_all(game, *X_WINS_QUICKLY)
    game.again()
    play_all(game, 0, 4, 8, 1, 7, 6, 2, 5, 3)
    assert game.game.outcome is Outcome.DRAW
    assert game.score_line() == "Ada 1, Bob 1, draws 1"
    assert [record.tags["X"] for record in game.records()] == ["Ada", "Bob", "Bob"]


def test_an_unfinished_game_is_not_counted() -> None:
    game = two_people()
    game.play(0)
    game.again()
    assert game.score_line() == "Ada 0, Bob 0, draws 0"


def test_an_illegal_move_leaves_everything_as_it_was() -> None:
    game = two_people()
    game.play(0)
    game.undo()
    with pytest.raises(IllegalMoveError):
        game.play(9)
    assert game.can_redo


@pytest.mark.parametrize("game", ["classic", "4,4,3", "ultimate", "ultimate-count"])
def test_either_mark_opens_every_game(game: str) -> None:
    assert opening(game, Mark.O).to_move is Mark.O
    assert opening(game, Mark.X).to_move is Mark.X


def test_two_sides_of_the_same_name_are_refused() -> None:
    with pytest.raises(NotationError, match="two names"):
        Sitting.of(Setup(opponent="two", names=("Ada", "Ada")))
    with pytest.raises(NotationError, match="two names"):
        Sitting.of(Setup(opponent="perfect", names=("perfect",)))


def test_two_computers_of_the_same_level_have_scores_and_dice_of_their_own() -> None:
    sitting = Sitting.of(Setup(game="ultimate", opponent="3", watched="3", seed=5))
    assert [sitting.game.seats[mark].name for mark in Mark] == ["level 3", "level 3"]
    position = sitting.game.position
    choices = [[sitting.players[mark].choose_move(position) for _ in range(9)] for mark in Mark]
    assert choices[0] != choices[1]
    sitting.resign()
    assert sitting.wins == {Mark.X: 0, Mark.O: 1}
    sitting.again(swap=True)
    assert sitting.wins == {Mark.X: 1, Mark.O: 0}


def test_a_level_has_its_form_for_a_game_and_another_for_the_next() -> None:
    sitting = Sitting.of(Setup(game="ultimate", opponent="5", seed=1))
    (player,) = sitting.players.values()
    assert isinstance(player, LevelPlayer)
    form = player.form
    play_all(sitting, 40)
    let_computer_move(sitting)
    sitting.undo()
    assert player.form == form
    sitting.again()
    assert player.form != form


def test_perfect_is_refused_where_the_game_is_not_solved() -> None:
    with pytest.raises(UnsolvedError, match="level 10"):
        Sitting.of(Setup(game="ultimate", opponent="perfect"))
    assert (unbeatable("classic"), unbeatable("ultimate")) == ("perfect", "10")


@pytest.mark.parametrize("name", ["", "  ", "a" * 41, "a\nb", "tab\there", "\x1b[31mred"])
def test_names_that_cannot_be_shown_are_refused(name: str) -> None:
    with pytest.raises(NotationError, match="name"):
        check_name(name)


def test_names_may_have_any_letters() -> None:
    assert check_name(" Ada Łovelace [X] ") == "Ada Łovelace [X]"


def test_computers_are_known_by_their_names_in_records() -> None:
    levels = {
        "level 7": 7,
        "level 10": 10,
        "perfect": "perfect",
        "Level 7": 7,
        "Perfect": "perfect",
        "level 7 again": 7,
        "random": 1,  # as older files say it
    }
    assert {name: Seat.named(name).level for name in levels} == levels
    for name in ("7", "level 11", "Ada", "level", "level 7 or so"):
        assert Seat.named(name) == Seat(name)


@pytest.mark.parametrize("name", ["level 5", "Level 5", "perfect", "random"])
def test_nobody_is_called_like_a_computer(name: str) -> None:
    with pytest.raises(NotationError, match="name of a computer"):
        check_name(name)


def test_names_of_a_loaded_game_cannot_write_to_the_terminal() -> None:
    record = GameRecord(parse_position("start"), (), {"X": "\x1b[2JEve\n", "O": "\x07"})
    assert [seat.name for seat in Setup(record=record).new_game().seats.values()] == ["[2JEve", "Player 2"]


def test_a_game_against_a_level_goes_on_against_that_level() -> None:
    record = GameRecord(parse_position("start"), (4,), {"X": "Ada", "O": "Level 5"})
    sitting = Sitting.of(Setup(record=record))
    assert sitting.game.seats[Mark.O] == Seat("level 5", 5)
    assert sitting.game.waits_for_computer


# Files


def test_a_game_that_was_saved_goes_on_where_it_was(tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    game = Sitting.of(Setup(game="ultimate", opponent="two", names=("Ada", "Bob"), first=Mark.O))
    play_all(game, 40, 36)
    GameFile(path).save(game.records())
    again = Sitting.of(Setup(record=load_game(path)))
    assert again.game.position == game.game.position
    assert [again.game.seats[mark].name for mark in Mark] == ["Ada", "Bob"]


def test_saving_keeps_the_games_that_are_in_the_file(tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    first, second = two_people(), two_people()
    play_all(first, *X_WINS_QUICKLY)
    second.play(4)
    GameFile(path).save(first.records())
    file = GameFile(path)
    file.save(second.records())
    second.play(0)
    file.save(second.records())
    assert [record.moves for record in read_records(path)] == [X_WINS_QUICKLY, (4, 0)]


def test_a_loaded_game_takes_the_place_it_had_in_the_file(tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    game = two_people()
    game.play(4)
    GameFile(path).save(game.records())
    game.play(0)
    GameFile(path, replacing_last=True).save(game.records())
    assert [record.moves for record in read_records(path)] == [(4, 0)]


def test_nothing_is_left_behind_when_a_file_cannot_be_written(tmp_path: Path) -> None:
    game = two_people()
    game.play(4)
    with pytest.raises(FileError, match="no folder"):
        GameFile(tmp_path / "missing" / "games.txt")
    (tmp_path / "folder").mkdir()
    file = GameFile(tmp_path / "folder" / "games.txt")
    (tmp_path / "folder").rmdir()
    with pytest.raises(FileError, match="cannot be written"):
        file.save(game.records())
    assert list(tmp_path.iterdir()) == []


def test_what_is_no_file_of_games_is_refused_before_anything_is_played(tmp_path: Path) -> None:
    path = tmp_path / "letter.txt"
    path.write_text("Dear Ada, how are you?")
    with pytest.raises(NotationError, match=r"letter\.txt"):
        GameFile(path)
    with pytest.raises(FileError, match="not a file"):
        GameFile(tmp_path)
    assert path.read_text() == "Dear Ada, how are you?"


def test_an_empty_file_can_be_written_to(tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    path.touch()
    game = two_people()
    game.play(4)
    GameFile(path).save(game.records())
    assert load_game(path).moves == (4,)


def test_loading_in_a_sitting_keeps_seats_and_score() -> None:
    game = two_people()
    play_all(game, *X_WINS_QUICKLY)
    game.load(GameRecord(parse_position("start"), (4, 0), {"X": "Eve"}))
    assert game.game.record.tags["X"] == "Ada"
    assert game.game.record.moves == (4, 0)
    assert game.score_line() == "Ada 1, Bob 0, draws 0"
    assert len(game.records()) == 2


def test_a_game_that_does_not_suit_the_seats_is_not_loaded() -> None:
    game = against("perfect")
    with pytest.raises(UnsolvedError):
        game.load(GameRecord(parse_position("start", "ultimate")))
    assert game.game.record.moves == ()


def test_an_adaptive_computer_follows_from_game_to_game_but_not_within_one() -> None:
    sitting = Sitting.of(Setup(opponent="adaptive", names=("Ada",), seed=1))
    assert sitting.game.seats[Mark.O] == Seat("adaptive 4.0", Adaptive(4.0))
    sitting.play(4)
    let_computer_move(sitting)
    assert sitting.game.seats[Mark.O].name == "adaptive 4.0"
    sitting.resign()
    sitting.again(swap=True)
    assert sitting.game.seats[Mark.X] == Seat("adaptive 2.5", Adaptive(2.5))
    assert sitting.players[Mark.X].name == "adaptive 2.5"
    assert sitting.records()[0].tags["O"] == "adaptive 4.0"


def test_an_adaptive_computer_starts_from_what_its_player_did_before() -> None:
    before = Sitting.of(Setup(opponent="5", names=("Ada",), mark=Mark.O))
    before.resign()
    sitting_file(None).save(before.records())
    assert Sitting.of(Setup(opponent="adaptive", names=("Bob",))).game.seats[Mark.O].name == "adaptive 4.0"
    assert Sitting.of(Setup("4,4,3", "adaptive", names=("Ada",))).game.seats[Mark.O].name == "adaptive 4.0"
    sitting = Sitting.of(Setup(opponent="adaptive", names=("Ada",)))
    assert sitting.game.seats[Mark.O].name == "adaptive 3.1", "a loss against level 5"
    sitting.resign()
    sitting_file(None).save(sitting.records())
    sitting.again()
    name = sitting.game.seats[Mark.O].name
    assert Sitting.of(Setup(opponent="adaptive", names=("Ada",))).game.seats[Mark.O].name == name
