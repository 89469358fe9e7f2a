"""The record file: whatever happens while it is written, no game is lost or counted twice."""

from __future__ import annotations

from pathlib import Path

import pytest

from noughts.errors import FileError, JournalError
from noughts.match.contestants import parse_entry
from noughts.match.control import Control
from noughts.match.plan import Batch, Plan, opening_moves, play_batch
from noughts.match.record_file import RecordFile, complete_part
from noughts.match.results import Results
from noughts.record import GameRecord, parse_records
from noughts.rules.mark import Mark

PLAN = Plan((parse_entry("random", "classic"), parse_entry("noughts", "classic")), "classic", Control(nodes=10), 6)


def games_of(plan: Plan) -> list[GameRecord]:
    openings = opening_moves(plan, None)
    appointments = tuple(plan.schedule())
    return play_batch(Batch(plan, appointments, tuple(openings[each.pair] for each in appointments)))


def written(path: Path, records: list[GameRecord]) -> bytes:
    with RecordFile(path, resume=False) as journal:
        for record in records:
            journal.write(record)
    return path.read_bytes()


def test_what_is_written_is_read_again(tmp_path: Path) -> None:
    records = games_of(PLAN)
    written(tmp_path / "games.txt", records)
    with RecordFile(tmp_path / "games.txt", resume=True) as journal:
        assert journal.games == records
        journal.write(records[0])
    assert parse_records((tmp_path / "games.txt").read_text()) == [*records, records[0]]


def test_wherever_writing_breaks_off_whole_games_remain_and_the_next_follows_them(tmp_path: Path) -> None:
    records = games_of(PLAN)
    content = written(tmp_path / "games.txt", records)
    for length in range(0, len(content), 7):
        path = tmp_path / f"{length}.txt"
        path.write_bytes(content[:length])
        with RecordFile(path, resume=True) as journal:
            kept = journal.games
            assert kept == records[: len(kept)]
            assert len(kept) == complete_part(content[:length]).count(b"[Game ")
            journal.write(records[5])
        assert parse_records(path.read_text()) == [*kept, records[5]]
    assert complete_part(content) == content


def test_a_match_that_is_there_is_not_written_over(tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    content = written(path, games_of(PLAN))
    with pytest.raises(FileError, match="--resume goes on"):
        RecordFile(path, resume=False)
    assert path.read_bytes() == content


def test_a_file_of_something_else_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "letter.txt"
    for content in (b"Dear Ada,\nhow are you?\n", b'[Game "chess"]\n\n1. e4\n', b"\xff\xfe\x00"):
        path.write_bytes(content)
        with pytest.raises(JournalError, match="letter"):
            RecordFile(path, resume=True)
        assert path.read_bytes() == content


def test_two_matches_do_not_write_to_one_file(tmp_path: Path) -> None:
    with (
        RecordFile(tmp_path / "games.txt", resume=True),
        pytest.raises(FileError, match="another match"),
    ):
        RecordFile(tmp_path / "games.txt", resume=True)


def test_a_game_counts_once() -> None:
    results = Results(PLAN)
    record = games_of(PLAN)[0]
    results.add(record)
    with pytest.raises(JournalError, match="twice"):
        results.add(record)
    assert results.games == 1


def test_games_of_another_match_are_refused() -> None:
    record = games_of(PLAN)[0]
    for other in (
        Plan(PLAN.entries, "classic", Control(nodes=11), 6),
        Plan(PLAN.entries, "classic", Control(nodes=10), 6, seed=2),
        Plan(PLAN.entries, "4,4,3", Control(nodes=10), 6),
        Plan(PLAN.entries[::-1], "classic", Control(nodes=10), 6),
    ):
        with pytest.raises(JournalError):
            Results(other).add(record)


def test_the_points_of_pairs_are_added_up() -> None:
    results = Results(PLAN)
    records = games_of(PLAN)
    for record in records[:5]:
        results.add(record)
    (meeting,) = results.meetings.values()
    tally = meeting.tally()
    assert tally.games == 5
    assert sum(tally.pairs) == 2
    by_hand = [meeting.points[pair, 0] + meeting.points[pair, 1] for pair in (0, 1)]
    assert sum(count * step / 2 for step, count in enumerate(tally.pairs)) == sum(by_hand)
    assert results.overall(1) == tally.reversed()
    assert (meeting.as_mark(Mark.X).games, meeting.as_mark(Mark.O).games) == (3, 2)
