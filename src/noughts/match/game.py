"""One game between two players."""

from __future__ import annotations

from collections.abc import Mapping

from noughts.analysis import Limit
from noughts.players import Player
from noughts.record import GameRecord
from noughts.rules.position import Mark


def play_game(players: Mapping[Mark, Player], record: GameRecord, limit: Limit) -> GameRecord:
    """Play a game on to its end; the limit holds for each move."""
    moves = list(record.moves)
    position = record.position()
    while position.outcome is None:
        move = players[position.to_move].choose_move(position, limit)
        moves.append(move)
        position = position.play(move)
    names = {str(mark): player.name for mark, player in players.items()}
    return GameRecord(record.start, tuple(moves), {**record.tags, **names})
