"""Levels: what they promise about every position of classic, and how they fare, computed exactly."""

from __future__ import annotations

import random
import runpy
import threading
import time
from functools import cache
from pathlib import Path

import pytest

from noughts.analysis import Limit
from noughts.errors import NotationError, UnsolvedError
from noughts.game import Level, parse_level
from noughts.notation import parse_position, start_position
from noughts.players.levels import BLUNDER_RATES, is_solved
from noughts.players.player import LevelPlayer, PlayerWithChances, RandomPlayer, outcome_chances
from noughts.players.sight import MoveChances
from noughts.rules.mark import Mark, Outcome
from noughts.rules.position import Position

LEVELS: list[Level] = [*range(1, 11), "perfect"]
START = start_position()


def value(position: Position) -> int:
    """1, 0, -1 for the side to move: a plain minimax of its own, so that nothing is checked against itself."""
    if position not in KNOWN:
        if position.outcome is not None:
            KNOWN[position] = 0 if position.outcome is Outcome.DRAW else -1
        else:
            KNOWN[position] = max(-value(position.play(move)) for move in position.legal_moves())
    return KNOWN[position]


KNOWN: dict[Position, int] = {}


def plies_to_win(position: Position) -> int:
    """How soon the side to move wins a won position against the longest defence."""
    won = [position.play(move) for move in position.legal_moves() if value(position.play(move)) == -1]
    return 1 + min(
        0 if after.outcome else max(1 + plies_to_win(after.play(reply)) for reply in after.legal_moves())
        for after in won
    )


@cache
def positions() -> list[Position]:
    """Every position of classic in which there is something to play, whoever opened."""
    found: dict[Position, None] = {}

    def walk(position: Position) -> None:
        if position.outcome is None and position not in found:
            found[position] = None
            for move in position.legal_moves():
                walk(position.play(move))

    walk(START)
    walk(parse_position(".../.../... o"))
    return list(found)


def wins(position: Position) -> set[int]:
    return {move for move in position.legal_moves() if position.play(move).outcome is Outcome.won_by(position.to_move)}


def open_threats(position: Position) -> set[int]:
    """The cells where the other side would win: the position with the mover exchanged."""
    cells = "".join(str(position.mark_at(cell) or ".") for cell in range(9))
    lines = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
    other = str(position.to_move.other)
    held = {line: [cells[cell] for cell in line] for line in lines}
    return {line[marks.index(".")] for line, marks in held.items() if marks.count(other) == 2 and "." in marks}


class Remembered:
    """A player whose chances are computed once a position."""

    def __init__(self, player: PlayerWithChances) -> None:
        self._player = player
        self._known: dict[Position, MoveChances] = {}

    def move_chances(self, position: Position) -> MoveChances:
        if position not in self._known:
            self._known[position] = self._player.move_chances(position)
        return self._known[position]


@cache
def player(level: Level) -> Remembered:
    return Remembered(LevelPlayer(level))


@cache
def loss_chances(level: Level) -> tuple[float, float]:
    """How often perfect play beats a level that opens, and one that does not."""
    opens = outcome_chances(player(level), player("perfect"), START)[Outcome.O_WINS]
    follows = outcome_chances(player("perfect"), player(level), START)[Outcome.X_WINS]
    return opens, follows


@pytest.mark.parametrize("mark", list(Mark))
@pytest.mark.parametrize("level", [10, "perfect"])
def test_level_10_and_perfect_never_lose_whatever_the_opponent_and_their_own_dice_do(level: Level, mark: Mark) -> None:
    for first in Mark:
        start = parse_position(f".../.../... {str(first).lower()}")
        seen, waiting = set(), [start]
        while waiting:
            position = waiting.pop()
            if position in seen:
                continue
            seen.add(position)
            assert position.outcome is not Outcome.won_by(mark.other), position
            if position.outcome is None:
                moves = player(level).move_chances(position) if position.to_move is mark else position.legal_moves()
                waiting += [position.play(move) for move in moves]


@pytest.mark.parametrize("level", LEVELS)
def test_chances_are_those_of_legal_moves_and_sum_to_one(level: Level) -> None:
    for position in positions():
        chances = player(level).move_chances(position)
        assert set(chances) <= set(position.legal_moves())
        assert min(chances.values()) >= 0
        assert sum(chances.values()) == pytest.approx(1)


@pytest.mark.parametrize("level", LEVELS[2:])
def test_from_level_3_on_a_win_in_one_is_taken(level: Level) -> None:
    for position in positions():
        if wins(position):
            assert set(player(level).move_chances(position)) <= wins(position)


@pytest.mark.parametrize("level", LEVELS[3:])
def test_from_level_4_on_a_win_in_one_of_the_opponent_is_blocked(level: Level) -> None:
    for position in positions():
        if not wins(position) and open_threats(position):
            assert set(player(level).move_chances(position)) <= open_threats(position)


def test_levels_1_and_2_overlook_both() -> None:
    for level in (1, 2):
        assert len(player(level).move_chances(parse_position("XX./OO./..."))) == 5


def test_perfect_wins_a_won_game_as_fast_as_possible() -> None:
    for position in positions():
        if value(position) == 1:
            for move in player("perfect").move_chances(position):
                after = position.play(move)
                longest = 0 if after.outcome else max(1 + plies_to_win(after.play(m)) for m in after.legal_moves())
                assert 1 + longest == plies_to_win(position)


def test_perfect_keeps_the_value_and_leaves_the_most_ways_to_go_wrong_each_as_likely() -> None:
    for position in positions():
        if value(position) == 1:
            continue
        shares = {}
        for move in open_threats(position) or position.legal_moves():
            after = position.play(move)
            if -value(after) == value(position):
                replies = [-value(after.play(reply)) for reply in after.legal_moves()]
                shares[move] = sum(reply < value(after) for reply in replies) / max(1, len(replies))
        chances = player("perfect").move_chances(position)
        assert set(chances) == {move for move in shares if shares[move] == max(shares.values())}
        assert len(set(chances.values())) == 1


def test_perfect_opens_in_any_corner() -> None:
    assert player("perfect").move_chances(START) == dict.fromkeys((0, 2, 6, 8), 0.25)


def test_perfect_beats_each_level_less_often_than_the_one_below_whoever_opens() -> None:
    for level in range(2, 11):
        (opens, follows), (opens_below, follows_below) = loss_chances(level), loss_chances(level - 1)
        assert opens < opens_below
        assert follows < follows_below
    assert loss_chances(10) == (0.0, 0.0)


def test_each_level_beats_random_play_more_often_than_the_one_below() -> None:
    opponent = Remembered(RandomPlayer())
    won = [outcome_chances(player(level), opponent, START)[Outcome.X_WINS] for level in LEVELS]
    assert won == sorted(set(won))


def test_exact_chances_agree_with_games_that_are_played() -> None:
    """585 of 1000 games are won by who opens when both play at random: known from the count of all games."""
    chances = outcome_chances(RandomPlayer(), RandomPlayer(), START)
    assert chances[Outcome.X_WINS] == pytest.approx(0.585, abs=0.001)
    rng = random.Random(5)
    first, second = LevelPlayer(6, seed=1), LevelPlayer(3, seed=2)
    expected = outcome_chances(first, second, START)
    counts = dict.fromkeys(Outcome, 0)
    for _ in range(2000):
        position: Position = START
        while position.outcome is None:
            mover = first if position.to_move is Mark.X else second
            chances_here = mover.move_chances(position)
            position = position.play(rng.choices(list(chances_here), list(chances_here.values()))[0])
        counts[position.outcome] += 1
    for outcome in Outcome:
        assert counts[outcome] / 2000 == pytest.approx(expected[outcome], abs=0.05)


def test_carelessness_ends_at_level_10() -> None:
    assert BLUNDER_RATES[0] == 1.0
    assert BLUNDER_RATES[9] == 0.0


@pytest.mark.parametrize("game", ["classic", "4,3,3", "4,4,3", "5,5,4", "ultimate"])
def test_the_same_seed_plays_the_same_game(game: str) -> None:
    def played(seed: int) -> list[int]:
        players = {Mark.X: LevelPlayer(4, seed), Mark.O: LevelPlayer(2, seed + 1)}
        position = start_position(game)
        moves: list[int] = []
        while position.outcome is None and len(moves) < 14:
            moves.append(players[position.to_move].choose_move(position))
            position = position.play(moves[-1])
        return moves

    assert played(3) == played(3)


def test_players_without_a_seed_differ() -> None:
    """Sixteen random openings of Ultimate are the same with a chance of 81 to the power of -15."""
    for make in (RandomPlayer, lambda: LevelPlayer(1)):
        assert len({make().choose_move(start_position("ultimate")) for _ in range(16)}) > 1


@pytest.mark.parametrize("game", ["ultimate", "ultimate-count", "7,7,5", "15,15,5"])
def test_perfect_play_of_an_unsolved_game_is_refused_and_level_10_named(game: str) -> None:
    with pytest.raises(UnsolvedError, match="level 10"):
        LevelPlayer("perfect").choose_move(start_position(game))


@pytest.mark.parametrize("game", ["4,4,3", "5,3,3", "3,4,3", "1,1,1", "2,1,2", "5,5,4"])
def test_perfect_exists_where_the_game_is_solved(game: str) -> None:
    position = start_position(game)
    assert is_solved(position)
    while position.outcome is None:
        position = position.play(LevelPlayer("perfect", 1).choose_move(position))
    assert position.outcome is (Outcome.DRAW if game in ("2,1,2", "5,5,4") else Outcome.X_WINS)


@pytest.mark.parametrize("level", range(1, 10))
def test_levels_below_10_of_ultimate_take_the_win_from_level_3_on(level: int) -> None:
    """X has boards 1 and 4, and wins with c7, which takes board 7."""
    boards = "XXX....../.OO....../O......../XXX....../O......../OO......./XX......./O......../......O.."
    win = parse_position(f"{boards} x 7", "ultimate")
    chances = LevelPlayer(level, form=0.0).move_chances(win)  # on a good day level 2 takes it too
    assert 9 * 6 + 2 in chances
    assert (len(chances) == 1) == (level >= 3)


def test_level_10_of_ultimate_can_be_stopped_and_limited() -> None:
    position = start_position("ultimate")
    assert LevelPlayer(10).choose_move(position, Limit(nodes=500)) in position.legal_moves()
    stop = threading.Event()
    stop.set()
    began = time.monotonic()
    move = LevelPlayer(10).choose_move(position, Limit(seconds=3_600), stop=stop)
    assert move in position.legal_moves()
    assert time.monotonic() - began < 600, "it did not think for its hour"


def test_levels_are_read_as_people_write_them() -> None:
    assert [parse_level(text) for text in ("1", " 10 ", "PERFECT")] == [1, 10, "perfect"]
    for text in ("0", "11", "best", "", "1.5", "-1", "٣"):
        with pytest.raises(NotationError, match="level from 1 to 10 or perfect"):
            parse_level(text)
    with pytest.raises(ValueError, match="levels go from 1 to 10"):
        LevelPlayer(11)


def test_the_table_in_the_docs_is_what_is_computed() -> None:
    page = Path(__file__).parents[1] / "docs" / "levels.md"
    text = page.read_text(encoding="utf-8")
    assert text == runpy.run_path(str(page.with_name("make_levels.py")))["with_table"](text)
