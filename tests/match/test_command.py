"""`noughts match` and `noughts book` as people run them: results, refusals, Ctrl-C, kill -9 and going on."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import pytest

from noughts.record import GameRecord, read_records

BOTS = Path(__file__).parent.parent / "bots"
NOUGHTS = [sys.executable, "-m", "noughts"]
PATIENCE = 90


def noughts(*arguments: str, folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*NOUGHTS, *arguments], cwd=folder, capture_output=True, text=True, timeout=PATIENCE, stdin=subprocess.DEVNULL
    )


def start(*arguments: str, folder: Path) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [*NOUGHTS, *arguments],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def wait_for_games(path: Path, count: int) -> None:
    deadline = time.monotonic() + PATIENCE
    while not path.exists() or path.read_text().count("[Result ") < count:
        assert time.monotonic() < deadline
        time.sleep(0.01)


def wait_for_end_of_group(leader: int) -> None:
    """No process of a group is left; the programs that a match starts have groups of their own."""
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            os.killpg(leader, 0)
        except ProcessLookupError:
            return
        assert time.monotonic() < deadline, "workers are still there"
        time.sleep(0.05)


def rounds(records: list[GameRecord]) -> Counter[tuple[str, str, str]]:
    return Counter((record.tags["Round"], record.tags["X"], record.tags["O"]) for record in records)


def every_round(pairs: int, first: str, second: str) -> Counter[tuple[str, str, str]]:
    """Each pair once with the sides either way."""
    numbers = range(1, pairs + 1)
    return Counter([*((f"{n}.1", first, second) for n in numbers), *((f"{n}.2", second, first) for n in numbers)])


def test_a_match_is_played_counted_and_written(tmp_path: Path) -> None:
    done = noughts("match", "noughts:nodes=300", "random", "--games", "12", "--jobs", "2", "--json", folder=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    document = json.loads(done.stdout)
    (match,) = document["matches"]
    assert (document["games"], match["games"], match["wins"], match["score"]) == (12, 12, 12, 1.0)
    assert match["pairs"] == [0, 0, 0, 0, 6]
    assert (match["elo"], match["los"] > 0.99) == (None, True)
    records = read_records(tmp_path / document["record"])
    assert rounds(records) == every_round(6, "noughts:nodes=300", "random")
    by_pair = {record.tags["Round"].split(".")[0]: record.moves[: int(record.tags["Opening"])] for record in records}
    assert len(set(by_pair.values())) == 6
    for record in records:
        assert record.moves[: int(record.tags["Opening"])] == by_pair[record.tags["Round"].split(".")[0]]
        assert 4 <= int(record.tags["Opening"]) <= 8


def test_the_table_says_what_the_games_say(tmp_path: Path) -> None:
    done = noughts("match", "1", "perfect", "--game", "classic", "--games", "20", "--jobs", "1", folder=tmp_path)
    assert done.returncode == 0
    records = read_records(tmp_path / "match-1.txt")
    points = Counter(
        "draw" if record.outcome.winner is None else record.tags[str(record.outcome.winner)]  # type: ignore[union-attr]
        for record in records
    )
    row = re.search(r"^ level 1 +(\d+) +(\d+) +(\d+) +(\d+) ", done.stdout, re.MULTILINE)
    assert row
    assert [int(number) for number in row.groups()] == [20, points["level 1"], points["draw"], points["perfect"]]
    assert "LOS" in done.stdout
    assert "match-1.txt" in done.stdout


def test_sprt_ends_a_match_early(tmp_path: Path) -> None:
    done = noughts(
        "match",
        "noughts:nodes=200",
        "random",
        "--sprt",
        "0,100",
        "--games",
        "400",
        "--jobs",
        "2",
        "--json",
        folder=tmp_path,
    )
    document = json.loads(done.stdout)
    (match,) = document["matches"]
    assert match["sprt"]["accepted"] == "H1"
    assert match["sprt"]["llr"] >= match["sprt"]["bounds"][1]
    assert document["games"] < 400
    assert document["interrupted"] is False
    assert len(read_records(tmp_path / document["record"])) == document["games"]


def test_a_tournament_ranks_everybody(tmp_path: Path) -> None:
    done = noughts(
        *("match", "random", "1", "perfect", "--game", "classic", "--tournament", "round-robin"),
        *("--games", "8", "--jobs", "2", "--json"),
        folder=tmp_path,
    )
    document = json.loads(done.stdout)
    assert document["games"] == document["planned"] == 24
    assert [(match["first"], match["second"]) for match in document["matches"]] == [
        ("random", "level 1"),
        ("random", "perfect"),
        ("level 1", "perfect"),
    ]
    ranking = {row["player"]: row for row in document["ranking"]}
    assert ranking["perfect"]["losses"] == 0
    assert sum(row["wins"] for row in ranking.values()) == sum(row["losses"] for row in ranking.values())
    plain = noughts("match", "random", "1", "2", "--game", "classic", "--games", "2", folder=tmp_path)
    assert plain.returncode == 0
    assert "3 players" in plain.stdout


def test_a_match_goes_on_after_kill_9_and_every_game_counts_once(tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    options = ("match", "noughts:nodes=400", "noughts:nodes=300", "--games", "60", "--jobs", "2", "--record", str(path))
    for games in (5, 20):
        process = start(*options, "--resume", folder=tmp_path)
        wait_for_games(path, games)
        process.kill()
        process.communicate()
    path.write_bytes(path.read_bytes()[:-11])  # as if the machine had stopped in the middle of a line
    done = noughts(*options, "--resume", "--json", folder=tmp_path)
    assert done.returncode == 0, done.stderr
    document = json.loads(done.stdout)
    records = read_records(path)
    assert document["games"] == len(records) == 60
    assert rounds(records) == every_round(30, "noughts:nodes=400", "noughts:nodes=300")
    again = json.loads(noughts(*options, "--resume", "--json", folder=tmp_path).stdout)
    assert again["matches"] == document["matches"]


def test_the_result_does_not_depend_on_interruptions(tmp_path: Path) -> None:
    """With node limits games repeat, so a match that was killed ends like one that was not."""
    options = ("match", "random", "2", "--games", "200", "--game", "classic", "--jobs", "1", "--json")
    path = tmp_path / "killed.txt"
    process = start(*options, "--record", str(path), folder=tmp_path)
    wait_for_games(path, 3)
    process.kill()
    process.communicate()
    killed = json.loads(noughts(*options, "--record", str(path), "--resume", folder=tmp_path).stdout)
    whole = json.loads(noughts(*options, folder=tmp_path).stdout)
    assert killed["matches"] == whole["matches"]


@pytest.mark.parametrize("as_json", [True, False])
def test_ctrl_c_ends_with_a_correct_summary_and_no_process_left(tmp_path: Path, as_json: bool) -> None:
    bot = tmp_path / "bot.py"
    bot.write_text(f"import sys; sys.path.insert(0, {str(BOTS)!r}); import ugi_bot; ugi_bot.talk()")
    program = f"{sys.executable} {bot}"
    options = ["match", "noughts:movetime=20", program, "--games", "1000", "--jobs", "2", *["--json"] * as_json]
    process = start(*options, folder=tmp_path)
    path = tmp_path / "match-1.txt"
    wait_for_games(path, 3)
    os.killpg(process.pid, signal.SIGINT)  # the whole foreground group, as a terminal does it
    output, errors = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    assert errors == ""
    played = len(read_records(path))
    assert played < 1000
    if as_json:
        document = json.loads(output)
        assert (document["games"], document["interrupted"]) == (played, True)
    else:
        assert f"interrupted after {played} of 1000 games" in output
    wait_for_end_of_group(process.pid)
    assert str(bot) not in subprocess.run(["ps", "-eo", "args"], capture_output=True, text=True).stdout


def test_workers_end_when_the_match_is_killed(tmp_path: Path) -> None:
    process = start("match", "noughts:nodes=500", "random", "--games", "2000", "--jobs", "2", folder=tmp_path)
    wait_for_games(tmp_path / "match-1.txt", 2)
    process.kill()
    process.communicate()
    wait_for_end_of_group(process.pid)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("match",), "Missing argument"),
        (("match", "5"), "at least two players"),
        (("match", "5", "12"), "1 to 10"),
        (("match", "5", "./no-such-bot"), "no program"),
        (("match", "5", "6", "--games", "7"), "even"),
        (("match", "5", "6", "--clock", "soon"), "10+0.1"),
        (("match", "5", "6", "--sprt", "5,0"), "smaller first"),
        (("match", "5", "6", "--sprt", "nan,5"), "smaller first"),
        (("match", "5", "6", "7", "--sprt", "0,5"), "two players"),
        (("match", "5", "6", "--movetime", "0"), "--movetime"),
        (("match", "5", "perfect"), "not solved"),
        (("match", "5", "6", "--game", "chess"), "chess"),
        (("match", "5", "6", "--resume"), "match-1.txt"),
        (("match", "5", "6", "--book", "nowhere.txt"), "nowhere.txt"),
        (("match", "5", "codingame:cat"), "ultimate-count"),
        (("match", "5", "6", "--record", "no/such/folder.txt"), "folder.txt"),
        (("book", "--plies", "8-4"), "4-8"),
        (("book", "--count", "0"), "--count"),
    ],
)
def test_misuse_is_one_line_of_error(tmp_path: Path, arguments: tuple[str, ...], words: str) -> None:
    done = noughts(*arguments, folder=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert len(done.stderr.splitlines()) == 1
    assert done.stderr.startswith("error: ")
    assert words in done.stderr


def test_another_match_is_not_gone_on_with(tmp_path: Path) -> None:
    assert noughts("match", "1", "random", "--game", "classic", "--games", "2", folder=tmp_path).returncode == 0
    other = noughts("match", "2", "random", "--game", "classic", "--games", "2", "--resume", folder=tmp_path)
    assert other.returncode == 2
    assert "do not meet" in other.stderr
    assert len(read_records(tmp_path / "match-1.txt")) == 2
    more = noughts("match", "1", "random", "--game", "classic", "--games", "6", "--resume", "--json", folder=tmp_path)
    assert json.loads(more.stdout)["games"] == 6


def test_a_book_of_ones_own_is_used(tmp_path: Path) -> None:
    made = noughts("book", "--count", "3", "--nodes", "500", "--jobs", "1", "-o", "book.txt", folder=tmp_path)
    assert (made.returncode, made.stdout) == (0, "")
    lines = (tmp_path / "book.txt").read_text().splitlines()
    assert lines[0].startswith("# noughts")
    assert len(lines) == 4
    options = ("match", "random", "noughts:nodes=50", "--book", "book.txt", "--games", "6", "--jobs", "1")
    assert noughts(*options, folder=tmp_path).returncode == 0
    listed = (tmp_path / "match-1.txt").read_text()
    for line in lines[1:]:
        first, second, third = line.split()[:3]
        assert listed.count(f"\n1. {first} {second} 2. {third} ") == 2


def test_ctrl_c_leaves_the_openings_found_so_far(tmp_path: Path) -> None:
    process = start("book", "--count", "100000", "--nodes", "300", "--jobs", "1", folder=tmp_path)
    time.sleep(4)
    os.killpg(process.pid, signal.SIGINT)
    output, errors = process.communicate(timeout=PATIENCE)
    assert (process.returncode, errors) == (130, "")
    lines = output.splitlines()
    assert lines[0].startswith("# noughts")
    assert all(re.fullmatch(r"[a-i][1-9]( [a-i][1-9]){3,7}", line) for line in lines[1:])
    wait_for_end_of_group(process.pid)


def test_our_engine_as_a_program_plays_by_the_clock_and_by_cpu_time(tmp_path: Path) -> None:
    program = f"{sys.executable} -m noughts engine"
    for options in (["--clock", "20+0.1"], ["--movetime", "30", "--cpu-time", "--margin", "2000"]):
        done = noughts("match", program, "random", "--games", "2", *options, "--json", folder=tmp_path)
        (match,) = json.loads(done.stdout)["matches"]
        assert (match["wins"], match["games"]) == (2, 2)
        assert match["first_failures"] == {}
