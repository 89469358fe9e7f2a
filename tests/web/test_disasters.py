"""What was acknowledged survives: a killed writer, a full disk."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from noughts.errors import StorageError
from noughts.game import Game, Seat
from noughts.notation import start_position
from noughts.record import GameRecord
from noughts.rules.mark import Mark
from noughts.storage import GameStore, StoredGame, open_store
from noughts.storage.databases import SqliteDatabase

WRITES = 1000

WRITER = """
import sys
from dataclasses import replace
from noughts.game import Game, Seat
from noughts.notation import start_position
from noughts.record import GameRecord
from noughts.rules.mark import Mark
from noughts.storage import open_store

store = open_store(sys.argv[1])
stored, left = None, int(sys.argv[2])
while left:
    if stored is None or stored.game.to_move is None:
        game = Game(GameRecord(start_position("ultimate")), {Mark.X: Seat("Ada"), Mark.O: Seat("Grace")})
        stored = store.create(game, dict.fromkeys(Mark))
    moves = stored.game.position.legal_moves()
    move = moves[left % len(moves)]
    stored = store.change(stored.id, stored.version, lambda stored: replace(stored, game=stored.game.play(move)))
    print(stored.id, " ".join(map(str, stored.game.record.moves)), flush=True)
    left -= 1
"""


@pytest.mark.parametrize("killed_after", [3, 250, 777])
def test_killing_the_writer_loses_no_acknowledged_move(database: str, killed_after: int) -> None:
    writer = subprocess.Popen([sys.executable, "-c", WRITER, database, str(WRITES)], stdout=subprocess.PIPE, text=True)
    assert writer.stdout is not None
    acknowledged = [writer.stdout.readline() for _ in range(killed_after)]
    writer.send_signal(signal.SIGKILL)
    acknowledged += writer.stdout.readlines()
    writer.stdout.close()
    assert writer.wait() == -signal.SIGKILL
    store = open_store(database)
    moves = {line.split()[0]: tuple(map(int, line.split()[1:])) for line in acknowledged if line.endswith("\n")}
    for id, played in moves.items():
        stored = store.load(id)
        assert stored.game.record.moves[: len(played)] == played
        assert len(stored.game.record.moves) <= len(played) + 1  # one move may be on disk and not yet acknowledged
        assert stored.version == len(stored.game.record.moves) + 1
    store.close()


def test_a_full_disk_refuses_changes_and_leaves_whole_games(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite3"
    database = SqliteDatabase(path)
    store = GameStore(database)
    run = database._writer.execute
    pages = run("PRAGMA page_count").fetchone()[0]
    run(f"PRAGMA max_page_count = {pages + 8}")  # as far as SQLite is concerned, the disk ends there
    stored: dict[str, StoredGame] = {}

    def fill() -> None:
        for _ in range(10_000):
            record = GameRecord(start_position("ultimate"), (40, 36, 1))
            game = Game(record, {Mark.X: Seat("Ada"), Mark.O: Seat("Grace")})
            created = store.create(game, dict.fromkeys(Mark))
            stored[created.id] = created

    with pytest.raises(StorageError, match="full"):
        fill()
    assert len(stored) > 5
    for id, game in stored.items():
        assert store.load(id) == game
    store.close()
    again = open_store(path)
    assert all(again.load(id) == game for id, game in stored.items())
    third = SqliteDatabase(path)
    assert third.read(lambda run: run("SELECT count(*) FROM games", []))[0][0] == len(stored)
    assert third.read(lambda run: run("PRAGMA integrity_check", []))[0][0] == "ok"
    third.close()
    again.close()
