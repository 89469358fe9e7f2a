"""Levels where nothing is known by heart: their promises, and that each errs less than the one below."""

from __future__ import annotations

import random
import threading
from functools import cache
from typing import Any

import pytest

from noughts.analysis import EVERY_MOVE, Limit
from noughts.analyzers import strongest
from noughts.chances import winning_chance
from noughts.notation import parse_move, parse_position, start_position
from noughts.players import sight
from noughts.players.levels import uses_sight
from noughts.players.player import LevelPlayer
from noughts.players.sight import BEST_DAY, SIGHTS, SPREADS, calibrated_game, hardness, sight_of, temperatures
from noughts.rules.mark import Mark, Move
from noughts.rules.position import Position
from noughts.web.thinker import level_move

GAMES = ["ultimate", "ultimate-count", "5,5,4", "7,7,5", "15,15,5"]
JUDGE = Limit(nodes=200_000)


@cache
def met_positions(game: str, count: int, last: int = 7) -> list[Position]:
    """Positions with a choice from games between levels 2 and 5, seeded: the last ones, where something happens."""
    chance = random.Random(f"{game} {count}")
    found: list[Position] = []
    while len(found) < count:
        players = {mark: LevelPlayer(chance.randint(2, 5), chance.getrandbits(32)) for mark in Mark}
        position = start_position(game)
        path = []
        while position.outcome is None:
            path.append(position)
            position = position.play(players[position.to_move].choose_move(position))
        found += [position for position in path[-last:] if len(position.legal_moves()) > 1]
    return found[:count]


def wins(position: Position) -> set[Move]:
    outcomes = {move: position.play(move).outcome for move in position.legal_moves()}
    return {move for move, outcome in outcomes.items() if outcome and outcome.winner is position.to_move}


def wins_left(position: Position, move: Move) -> int:
    """With how many moves the opponent wins at once after this one."""
    return len(wins(position.play(move)))


@pytest.mark.parametrize("game", GAMES)
def test_from_level_3_on_wins_in_one_are_taken_and_from_level_4_on_the_opponents_are_blocked(game: str) -> None:
    """On hundreds of positions, in the best form and the worst; of several wins to block, the fewest are left."""
    taken = blocked = 0
    for number, position in enumerate(met_positions(game, 130)):
        form = BEST_DAY if number % 2 else -BEST_DAY
        if won := wins(position):
            taken += 1
            for level in range(3, 10):
                assert set(LevelPlayer(level, number, form=form).move_chances(position)) <= won
            continue
        left = {move: wins_left(position, move) for move in position.legal_moves()}
        if len(set(left.values())) > 1:
            blocked += 1
            safe = {move for move in left if left[move] == min(left.values())}
            for level in range(4, 10):
                played = set(LevelPlayer(level, number, form=form).move_chances(position))
                assert played <= safe or (position.kind == "line" and max(left[m] for m in played) < max(left.values()))
    assert taken >= 10
    assert blocked >= 10


@pytest.mark.parametrize("game", GAMES)
def test_each_level_gives_away_less_than_the_one_below(game: str) -> None:
    """Winning chance by a search that looks further than all of them; level 1 plays any move."""
    lost = [0.0] * 9
    for number, position in enumerate(met_positions(game, 400, last=16)):
        ranked = strongest(position).analyze(position, JUDGE, lines=EVERY_MOVE).moves
        chances = {each.move: winning_chance(each.score, position) for each in ranked}
        best, least = max(chances.values()), min(chances.values())
        for level in range(1, 10):
            shares = LevelPlayer(level, number, form=0.0).move_chances(position)
            lost[level - 1] += sum(share * (best - chances.get(move, least)) for move, share in shares.items())
    assert lost == sorted(lost, reverse=True)
    assert lost[8] < lost[0] / 3


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("level", [2, 5, 9])
def test_a_seed_decides_every_move_and_no_seed_none(game: str, level: int) -> None:
    position = met_positions(game, 150)[0]
    first, second = (LevelPlayer(level, 7) for _ in range(2))
    assert [first.choose_move(position) for _ in range(5)] == [second.choose_move(position) for _ in range(5)]
    if level == 2:
        assert len({LevelPlayer(level).choose_move(start_position(game)) for _ in range(30)}) > 1


@pytest.mark.parametrize("game", GAMES)
def test_chances_are_those_of_legal_moves_and_sum_to_one(game: str) -> None:
    for number, position in enumerate(met_positions(game, 150)[::5]):
        for level in range(2, 10):
            chances = LevelPlayer(level, number).move_chances(position)
            assert set(chances) <= set(position.legal_moves())
            assert sum(chances.values()) == pytest.approx(1)


def test_what_a_level_did_before_does_not_change_what_it_sees(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(LevelPlayer, "QUICK_SECONDS", 60.0)
    position = met_positions("ultimate", 150)[3]
    practised, fresh = LevelPlayer(9, form=0.0), LevelPlayer(9, form=0.0)
    for other in met_positions("ultimate", 150)[4:10]:
        practised.choose_move(other)
    practised._random, fresh._random = random.Random(1), random.Random(1)
    assert practised.move_chances(position) == fresh.move_chances(position)


def test_the_better_the_form_the_surer_the_move_and_it_stays_for_a_game() -> None:
    position = start_position("ultimate").play(40)
    players = [LevelPlayer(2, form=form) for form in (-BEST_DAY, 0.0, BEST_DAY)]
    likeliest = [max(player.move_chances(position).values()) for player in players]
    assert likeliest == sorted(set(likeliest), reverse=True)

    player = LevelPlayer(2, 1)
    in_one_game = [player.move_chances(position) for _ in range(5)]
    assert in_one_game == in_one_game[:1] * 5
    player.new_game()
    assert player.move_chances(position) != in_one_game[0]


@pytest.mark.parametrize("level", [2, 3])
def test_on_its_good_days_a_beginner_blocks_like_level_4(level: int) -> None:
    position = parse_position("OOOO.../......./X...X../......./..X..../......./X...... x", "7,7,5")
    block = parse_move("e1", position)
    good, bad = (LevelPlayer(level, 1, form=form).move_chances(position) for form in (-BEST_DAY, BEST_DAY))
    assert set(good) == {block}
    assert bad[block] < 0.5
    days = [LevelPlayer(level, seed).move_chances(position) for seed in range(300)]
    share = SPREADS["7,7,5"].good_days[level - 2]
    assert abs(sum(set(day) == {block} for day in days) / 300 - share) < 0.1


def test_a_temperature_that_is_tried_holds_on_good_days_too() -> None:
    """A beginner that plays like level 4 for a day has the temperature that is tried for level 4."""
    position = start_position("7,7,5").play(24)

    def likeliest(tried: dict[int, float]) -> float:
        return max(LevelPlayer(2, 1, form=-BEST_DAY, temperatures=tried).move_chances(position).values())

    assert likeliest({4: 0.001}) > likeliest({4: 50.0})
    assert likeliest({2: 0.001}) == likeliest({2: 50.0}) == likeliest({})


def test_form_decides_how_far_a_level_looks_within_bounds() -> None:
    def looks(level: int, game: str) -> list[Limit]:
        sights = [sight_of(level, start_position(game), form).looks for form in (-BEST_DAY, 0.0, BEST_DAY)]
        return [each for each in sights if each]

    assert [each.depth for each in looks(7, "ultimate-count")] == [10, 8, 6]
    assert [each.nodes for each in looks(9, "ultimate-count")] == [100_000] * 3
    assert [each.nodes for each in looks(8, "15,15,5")] == [60_000, 20_000, 2_222]
    assert [each.nodes for each in looks(9, "15,15,5")] == [60_000] * 3
    assert [each.nodes for each in looks(8, "25,18,5")] == [30_000, 10_000, 1_111]  # twice the cells


def test_only_with_a_seed_a_level_below_10_looks_as_long_as_it_takes(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a slow machine: here in no time at all, in which a level still finds a move."""
    monkeypatch.setattr(LevelPlayer, "QUICK_SECONDS", 1e-9)
    position = start_position("15,15,5").play(112)
    heard: list[Limit] = []
    scores = sight._scores

    def listen(analyzer: Any, position: Any, limit: Limit, *more: Any) -> Any:
        heard.append(limit)
        return scores(analyzer, position, limit, *more)

    monkeypatch.setattr(sight, "_scores", listen)
    for level in range(5, 10):
        assert LevelPlayer(level).choose_move(position) in position.legal_moves()
        LevelPlayer(level, 1).choose_move(position)
    assert [limit.seconds for limit in heard] == [1e-9, None] * 5


def test_in_the_web_a_form_belongs_to_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    forms: list[float] = []

    def note(*_: object, form: float, **__: object) -> sight.MoveChances:
        forms.append(form)
        return {0: 1.0}

    monkeypatch.setattr(sight, "move_chances", note)
    start, stop = start_position("ultimate"), threading.Event()
    for game_id in ("one", "one", "another"):
        level_move(5, start, 1.0, game_id, stop=stop)
    assert forms[0] == forms[1] != forms[2]


def test_quiet_far_and_freeing_moves_are_hard_to_see() -> None:
    line = parse_position("XX.../OO.../...../...../.....", "5,5,4")
    assert hardness(line, 2) < hardness(line, 24)
    boards = "XX......./O......../O......../........./........./........./........./........./........."
    position = parse_position(f"{boards} x 1", "ultimate")
    takes, quiet = 2, 8
    assert hardness(position, takes) < hardness(position, quiet)


def test_every_game_that_is_not_known_by_heart_has_levels_and_takes_the_temperatures_of_the_nearest() -> None:
    assert [calibrated_game(start_position(game)) for game in ("4,4,4", "8,8,5", "19,19,5", "ultimate-count")] == [
        "5,5,4",
        "7,7,5",
        "15,15,5",
        "ultimate-count",
    ]
    for game in GAMES:
        assert len(temperatures(game)) == 8
        assert min(temperatures(game)) > 0
    assert {len(sights) for sights in SIGHTS.values()} == {8}
    assert not uses_sight(5, start_position("classic"))
    for game in ("4,4,3", "6,5,4", "9,9,5", "26,26,6"):
        position = start_position(game)
        assert LevelPlayer(5, 1).choose_move(position) in position.legal_moves()
