"""Writes the tables of docs/levels.md: how each level fares in classic, computed over all lines of play.

python docs/make_levels.py          prints the table
python docs/make_levels.py --write  puts it into docs/levels.md
"""

from __future__ import annotations

import sys
from pathlib import Path

from noughts.game import FixedLevel
from noughts.notation import start_position
from noughts.players.levels import BLUNDER_RATES
from noughts.players.player import LevelPlayer, PlayerWithChances, RandomPlayer, outcome_chances
from noughts.players.sight import MoveChances
from noughts.rules.mark import Outcome
from noughts.rules.position import Position

PAGE = Path(__file__).with_name("levels.md")
BEGIN, END = "<!-- table: begin -->", "<!-- table: end -->"
HEADER = """\
| level | does not look | first v. perfect | second v. perfect | first v. random | second v. random |
|---|---|---|---|---|---|"""


class Remembered:
    """A player whose chances are computed once a position."""

    def __init__(self, player: PlayerWithChances) -> None:
        self._player = player
        self._known: dict[Position, MoveChances] = {}

    def move_chances(self, position: Position) -> MoveChances:
        if position not in self._known:
            self._known[position] = self._player.move_chances(position)
        return self._known[position]


def rates(player: PlayerWithChances, opponent: PlayerWithChances) -> list[str]:
    """Wins, draws and losses in percent: as the side that opens, then as the other."""
    opens = outcome_chances(player, opponent, start_position())
    follows = outcome_chances(opponent, player, start_position())
    both = [
        [opens[Outcome.X_WINS], opens[Outcome.DRAW], opens[Outcome.O_WINS]],
        [follows[Outcome.O_WINS], follows[Outcome.DRAW], follows[Outcome.X_WINS]],
    ]
    return [" / ".join(f"{100 * chance:.1f}" for chance in chances) for chances in both]


def table() -> str:
    perfect, random = Remembered(LevelPlayer("perfect")), Remembered(RandomPlayer())
    levels: list[FixedLevel] = [*range(1, 11), "perfect"]
    rows = [HEADER]
    for level in levels:
        player = Remembered(LevelPlayer(level))
        careless = "0 %" if level == "perfect" else f"{100 * BLUNDER_RATES[level - 1]:.0f} %"
        rows.append(" | ".join([f"| {level}", careless, *rates(player, perfect), *rates(player, random)]) + " |")
    return "\n".join(rows)


def with_table(page: str) -> str:
    """The page with the table between its two marks."""
    before, _, rest = page.partition(BEGIN)
    return f"{before}{BEGIN}\n{table()}\n{END}{rest.partition(END)[2]}"


if __name__ == "__main__":
    if "--write" in sys.argv[1:]:
        PAGE.write_text(with_table(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
    else:
        print(table())
