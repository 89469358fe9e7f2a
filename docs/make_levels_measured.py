"""Fits the temperatures of the levels by matches, measures them, and writes docs/levels-measured.md.

python docs/make_levels_measured.py JOURNAL [GAME ...] [--games 200] [--rounds 10] [--jobs 1] [--dask ADDRESS]
python docs/make_levels_measured.py JOURNAL --write       writes the page and the temperatures that the journal knows

From level 9 down to level 2 the temperature is sought at which the level above, which is fixed by then, scores its
TARGETS against a level. Afterwards neighbours meet again in other games, from other openings: those are the tables. The
journal gets a line for every two games; called again with it, the work goes on where it ended. It knows nothing of the
sights and spreads in noughts.players.sight: who changes them begins a new one. Levels think in positions, not in time,
so the same games come out on every machine.
"""

from __future__ import annotations

import argparse
import json
import math
import random
import sys
from collections.abc import Sequence
from contextlib import closing
from itertools import islice
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))  # for the workers too

from training.journal import Questions

from noughts.analysis import EVERY_MOVE, Limit
from noughts.analyzers import strongest
from noughts.chances import winning_chance
from noughts.game import STRONGEST
from noughts.match.elo import Standing, Tally, standing_of
from noughts.match.executors import executor_for
from noughts.match.game import play_game
from noughts.match.openings import openings
from noughts.match.pairs import points
from noughts.notation import start_position
from noughts.players import sight
from noughts.players.levels import BLOCKS
from noughts.players.player import LevelPlayer
from noughts.rules.mark import Mark
from noughts.rules.position import Position

PAGE = Path(__file__).with_name("levels-measured.md")
TEMPERATURES = Path(__file__).parents[1] / "src" / "noughts" / "data" / sight.TEMPERATURES_FILE
GAMES = ("ultimate", "ultimate-count", "5,5,4", "7,7,5", "15,15,5")
HEADER = """\
| level | looks ahead | temperature | against | wins | draws | losses | score | Elo (95%) | lost a move |
|---|---|---|---|---|---|---|---|---|---|"""

TARGETS = {
    "ultimate": (0.71, 0.68),
    "ultimate-count": (0.70, 0.695),
    "5,5,4": (0.70, 0.675),
    "7,7,5": (0.70, 0.675),
    "15,15,5": (0.70, 0.705),
}
"""Of the points against levels 2 and 3, and against those from 4 on. Chosen with noughts.players.sight.SPREADS so that
the last step, to which nothing is fitted, comes out like the others: that of level 2 over random moves."""
PAIRS = 20
"""The search for a temperature is made of matches of so many pairs of games."""
SLOPE, SLOPE_ERROR = 1.0, 0.5
"""What is believed of the curve before it is measured: by how much the log odds change with the log temperature."""
HOTTEST, COLDEST = 50.0, 0.001
GUESSES = {
    "ultimate": (1.48, 1.36, 1.04, 0.367, 0.143, 0.0753, 0.151, 0.107),
    "ultimate-count": (10.0, 0.8, 0.0041, 0.0067, 0.0055, 0.0047, 0.0043, 0.01),
    "5,5,4": (1.0, 1.0, 1.0, 0.2, 0.2, 0.15, 0.1, 0.05),
    "7,7,5": (10.0, 7.34, 0.0859, 0.334, 0.168, 0.0127, 0.00647, 0.0035),
    "15,15,5": (50.0, 50.0, 0.45, 0.08, 0.0055, 0.0016, 0.0145, 0.009),
}
"""Where the search for the temperatures of levels 2 to 9 begins."""
DICE = 5
"""What a level overlooks is thrown so many times in each position in which moves are judged."""
JUDGE = Limit(nodes=3_000_000)
"""All moves share them, so that the best of them are looked at about as far as level 10 looks."""

Temperatures = dict[int, float]
"""By the level; those of levels 1 and 10, where chance or the engine decides, are never there."""


def meet(game: str, level: int, temperatures: Temperatures, seed: int, pair: int) -> list[float]:
    """The points of a level in two games against the one below."""
    opening = next(islice(openings(game, seed), pair, None))
    numbers = random.Random(f"{game}/{level}/{seed}/{pair}")
    sides = level, level - 1
    won = []
    for mark in Mark:  # with new players: each game has its forms
        players = [LevelPlayer(each, numbers.getrandbits(32), temperatures=temperatures) for each in sides]
        won.append(points(play_game({mark: players[0], mark.other: players[1]}, opening, Limit()), mark))
    return won


def meetings(game: str, level: int, temperatures: Temperatures, seed: int, pairs: range) -> list[tuple[Any, ...]]:
    """The questions of a match: with the temperatures that matter to it, so that others may change."""
    matter = {level, level - 1, max(level, BLOCKS)}  # on good days beginners play like the level that blocks
    known = {each: heat for each, heat in temperatures.items() if each in matter}
    return [(game, level, known, seed, pair) for pair in pairs]


def fit(journal: Questions, game: str, level: int, temperatures: Temperatures, rounds: int) -> float:
    """The temperature at which the level above scores what it shall; each match is where it is believed to be then.

    A level that looks no further than the one above is not colder: it may only be better by what it promises.
    """
    above = temperatures.get(level + 1)
    coldest = above if above and looks(game, level) == looks(game, level + 1) else COLDEST
    size, rounds = (PAIRS, rounds) if above else (PAIRS // 2, (rounds + 1) // 2)
    seen: list[tuple[float, float]] = []  # log temperature and points
    log_heat = math.log(GUESSES[game][level - 2])
    for round in range(rounds):
        heat = round_off(math.exp(log_heat))
        pairs = range(round * size, (round + 1) * size)
        questions = meetings(game, level + 1, temperatures | {level: heat}, 1, pairs)
        seen += [(math.log(heat), score) for pair in journal.answers(meet, questions) for score in pair]
        wanted = crossing(seen, TARGETS[game][level > 3])
        log_heat = min(max(wanted, log_heat - 1.2, math.log(coldest)), log_heat + 1.2, math.log(HOTTEST))
    print(f"{game}, level {level}: {math.exp(log_heat):.3g}", flush=True)
    return round_off(math.exp(log_heat))


def round_off(temperature: float) -> float:
    return float(f"{temperature:.3g}")


def crossing(seen: Sequence[tuple[float, float]], target: float) -> float:
    """Where a logistic curve through these points reaches the target: the likeliest one by the SLOPE believed in."""
    middle = sum(x for x, _ in seen) / len(seen)
    level, slope = 0.0, SLOPE
    for _ in range(50):  # Newton's method in two variables
        gradient, hessian = [0.0, (SLOPE - slope) / SLOPE_ERROR**2], [1e-3, 0.0, 1 / SLOPE_ERROR**2]
        for x, score in seen:
            chance = 1 / (1 + math.exp(-level - slope * (x - middle)))
            for i, factor in enumerate((1.0, x - middle)):
                gradient[i] += (score - chance) * factor
            for i, factor in enumerate((1.0, x - middle, (x - middle) ** 2)):
                hessian[i] += chance * (1 - chance) * factor
        a, b, c = hessian
        steps = c * gradient[0] - b * gradient[1], a * gradient[1] - b * gradient[0]
        level, slope = (
            x + min(max(step / (a * c - b * b), -1.0), 1.0) for x, step in zip((level, slope), steps, strict=True)
        )
    slope = max(slope, SLOPE / 4)
    return middle + (math.log(target / (1 - target)) - level) / slope


def fitted(journal: Questions, game: str, rounds: int) -> Temperatures:
    """The temperatures of all levels of a game, from the top to the bottom."""
    found: Temperatures = {}
    for level in range(STRONGEST - 1, 1, -1):
        found[level] = fit(journal, game, level, found, rounds)
    return found


def measured(
    journal: Questions, game: str, temperatures: Temperatures, games: int, top_games: int, seed: int
) -> dict[int, Standing]:
    """How each level fares against the one below, from openings in which nothing was fitted."""
    standings = {}
    for level in range(2, STRONGEST + 1):
        pairs = range((games if level < STRONGEST else min(games, top_games)) // 2)
        answers = journal.answers(meet, meetings(game, level, temperatures, seed, pairs))
        standings[level] = standing_of(Tally.of_points([p for pair in answers for p in pair], map(sum, answers)))
        print(f"{game}, level {level}: {standings[level]}", flush=True)
    return standings


def judge(game: str, temperatures: Temperatures, number: int) -> list[float]:
    """The winning chance that each level is expected to give away in a position, judged by a longer search."""
    position = met_position(game, temperatures, random.Random(f"{game}/{number}"))
    with closing(strongest(position)) as engine:
        ranked = engine.analyze(position, JUDGE, lines=EVERY_MOVE).moves
    chances = {each.move: winning_chance(each.score, position) for each in ranked}
    best, least = max(chances.values()), min(chances.values())
    lost = []
    for level in range(1, STRONGEST + 1):
        dice = range(DICE if sight_matters(level) else 1)
        players = [LevelPlayer(level, DICE * number + each, temperatures=temperatures) for each in dice]
        throws = [player.move_chances(position) for player in players]
        played = [sum(share * (best - chances.get(move, least)) for move, share in throw.items()) for throw in throws]
        lost.append(sum(played) / len(played))
    return lost


def sight_matters(level: int) -> bool:
    return 1 < level < STRONGEST


def met_position(game: str, temperatures: Temperatures, chance: random.Random) -> Position:
    """A position with a choice, from a game between two levels at which people play."""
    levels = [chance.randint(3, STRONGEST - 2) for _ in range(2)]
    players = [LevelPlayer(level, chance.getrandbits(32), temperatures=temperatures) for level in levels]
    while True:
        position, path = start_position(game), []
        while position.outcome is None:
            path.append(position)
            position = position.play(players[len(path) % 2].choose_move(position))
        choices = [each for each in path[1:] if len(each.legal_moves()) > 1]
        if choices:
            return chance.choice(choices)


def table(game: str, temperatures: Temperatures, standings: dict[int, Standing], lost: list[list[float]]) -> str:
    means = [sum(losses) / len(losses) for losses in zip(*lost, strict=True)]
    rows = [HEADER, f"| 1 | | | | | | | | | {100 * means[0]:.1f} % |"]
    for level, standing in standings.items():
        numbers = [level - 1, standing.wins, standing.draws, standing.losses]
        elo = f"{standing.elo:+.0f} ({standing.low:+.0f} to {standing.high:+.0f})"
        rows.append(
            f"| {level} | {looks(game, level)} | {temperatures.get(level, '')} | {' | '.join(map(str, numbers))} "
            f"| {100 * standing.score:.1f} % | {elo} | {100 * means[level - 1]:.1f} % |"
        )
    return "\n".join(rows)


def looks(game: str, level: int) -> str:
    """How far a level looks, in words."""
    if level == STRONGEST:
        return f"{LevelPlayer.NODES:,} positions"
    limit = sight.sight_of(level, start_position(game)).looks
    if limit is None:
        return "first sight"
    plies = [] if limit.depth is None else [f"{limit.depth} {'ply' if limit.depth == 1 else 'plies'}"]
    return ", ".join([*plies, *([] if limit.nodes is None else [f"at most {limit.nodes:,} positions"])])


def with_table(page: str, game: str, rows: str) -> str:
    """The page with a table between the two marks of its game."""
    begin, end = f"<!-- {game}: begin -->", f"<!-- {game}: end -->"
    before, _, rest = page.partition(begin)
    return f"{before}{begin}\n{rows}\n{end}{rest.partition(end)[2]}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("journal", type=Path)
    parser.add_argument("game", nargs="*", default=GAMES)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--top-games", type=int, default=200, help="of level 10, which take a hundred times as long")
    parser.add_argument(
        "--rounds",
        type=int,
        default=10,
        help="matches of 40 games to fit a temperature, 0: none; of 20, and half as many, for level 9",
    )
    parser.add_argument("--seed", type=int, default=5, help="of the openings of the tables; 1 is that of the fits")
    parser.add_argument("--judged", type=int, default=100, help="positions in which moves are judged")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--dask")
    parser.add_argument("--write", action="store_true")
    arguments = parser.parse_args()
    with executor_for(arguments.jobs, arguments.dask) as (executor, jobs):
        journal = Questions(arguments.journal, executor, jobs)
        for game in arguments.game:
            temperatures = fitted(journal, game, arguments.rounds)
            standings = measured(journal, game, temperatures, arguments.games, arguments.top_games, arguments.seed)
            lost = journal.answers(judge, [(game, temperatures, number) for number in range(arguments.judged)])
            rows = table(game, temperatures, standings, lost)
            print(rows, flush=True)
            if arguments.write:
                write(game, temperatures, rows)


def write(game: str, temperatures: Temperatures, rows: str) -> None:
    PAGE.write_text(with_table(PAGE.read_text(encoding="utf-8"), game, rows), encoding="utf-8")
    known = json.loads(TEMPERATURES.read_text(encoding="utf-8"))
    known[game] = [temperatures[level] for level in range(2, STRONGEST)]
    TEMPERATURES.write_text(json.dumps(known, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
