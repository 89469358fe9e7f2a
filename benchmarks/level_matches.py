"""How each level fares against the one below where nothing is solved: games with colours swapped, counted.

python benchmarks/level_matches.py [GAME] [GAMES]
"""

from __future__ import annotations

import math
import sys

from noughts.notation import start_position
from noughts.players import LevelPlayer
from noughts.rules.position import Mark, Outcome


def play_game(game: str, players: dict[Mark, LevelPlayer]) -> Outcome:
    position = start_position(game)
    while position.outcome is None:
        position = position.play(players[position.to_move].choose_move(position))
    return position.outcome


def match(game: str, level: int, games: int) -> tuple[int, int, int]:
    """Wins, draws and losses of a level against the one below."""
    results = [0, 0, 0]
    for number in range(games):
        mark = list(Mark)[number % 2]
        higher, lower = LevelPlayer(level, seed=2 * number), LevelPlayer(level - 1, seed=2 * number + 1)
        winner = play_game(game, {mark: higher, mark.other: lower}).winner
        results[1 if winner is None else 0 if winner is mark else 2] += 1
    return results[0], results[1], results[2]


def main(game: str = "ultimate", games: str = "100", *levels: str) -> None:
    for level in map(int, levels or map(str, range(2, 11))):
        wins, draws, losses = match(game, level, int(games))
        share = (wins + draws / 2) / int(games)
        error = 1.96 * math.sqrt(max(share * (1 - share), 1e-9) / int(games))
        counts = f"{wins:4} {draws:4} {losses:4}"
        print(f"level {level:2} against {level - 1}: {counts}   {share:.2f} +- {error:.2f}", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
