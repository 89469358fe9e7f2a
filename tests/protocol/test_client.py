"""Programs of others: the good ones play, and every way to misbehave has its name."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from noughts.errors import (
    EngineCrashedError,
    EngineError,
    EngineFloodError,
    EngineGarbageError,
    EngineIllegalMoveError,
    EngineMissingError,
    EngineTimeoutError,
)
from noughts.notation import start_position
from noughts.process.process import Process
from noughts.protocol.client import Answer, CodinGameClient, UgiClient
from noughts.protocol.messages import Go
from noughts.rules.position import Position

BOTS = Path(__file__).parent.parent / "bots"
PATIENCE = 20.0


def bot(name: str, *arguments: str) -> list[str]:
    return [sys.executable, str(BOTS / f"{name}.py"), *arguments]


@contextmanager
def playing(name: str, game: str = "ultimate") -> Iterator[UgiClient]:
    client = UgiClient(bot(name), game)
    try:
        client.new_game()
        yield client
    finally:
        client.close()


def ask(client: UgiClient, position: Position, seconds: float = PATIENCE) -> Answer:
    return client.choose(position, Go(movetime=50), time.monotonic() + seconds)


def two_plies(game: str = "ultimate") -> Position:
    """A position in which a1 is taken."""
    start = start_position(game)
    return start.play(0).play(start.play(0).legal_moves()[0])


def is_alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().split()[2] != "Z"
    except OSError:
        return False


@pytest.mark.parametrize("game", ["ultimate", "ultimate-count", "classic", "5,4,4"])
def test_a_good_program_plays_any_game(game: str) -> None:
    with playing("ugi_bot", game) as client:
        assert client.name == "bot"
        position = two_plies(game)
        assert ask(client, position).move == position.legal_moves()[0]


def test_an_illegal_move_has_its_name() -> None:
    with playing("illegal_move") as client:
        assert ask(client, start_position("ultimate")).move == 0
        with pytest.raises(EngineIllegalMoveError, match="a1 is not allowed"):
            ask(client, two_plies())


def test_garbage_has_its_name_and_is_quoted() -> None:
    with playing("garbage") as client, pytest.raises(EngineGarbageError, match="the centre, I think"):
        ask(client, two_plies())


def test_a_crash_has_its_name_and_the_last_words_are_kept() -> None:
    with playing("crash") as client:
        ask(client, two_plies())
        ask(client, two_plies())
        with pytest.raises(EngineCrashedError, match="exit code 1"):
            ask(client, two_plies())
        with pytest.raises(EngineCrashedError):
            ask(client, two_plies())
        assert any("something terrible" in line for line in client.process.transcript)


@pytest.mark.parametrize("name", ["silent", "slow"])
def test_no_answer_in_time_has_its_name(name: str) -> None:
    with playing(name) as client, pytest.raises(EngineTimeoutError):
        ask(client, two_plies(), seconds=0.2)


def test_a_program_that_never_says_hello_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("noughts.protocol.client.START_SECONDS", 0.3)
    client = UgiClient(bot("mute"), "ultimate")
    with pytest.raises(EngineTimeoutError):
        client.new_game()
    client.close()


@pytest.mark.parametrize("name", ["babbling", "endless_line"])
def test_too_much_output_has_its_name(name: str) -> None:
    with playing(name) as client, pytest.raises(EngineFloodError):
        ask(client, two_plies())


def test_a_closed_output_counts_as_a_crash() -> None:
    with playing("closes_output") as client, pytest.raises(EngineCrashedError, match="closed its output"):
        ask(client, two_plies())


def test_a_program_that_ignores_everything_is_ended_by_force() -> None:
    with playing("ignores_stop") as client:
        pid = client.process.pid
        client.process.send("go infinite")
        client.process.send("stop")
        with pytest.raises(EngineTimeoutError):
            client.read_answer(two_plies(), time.monotonic() + 0.2)
        assert is_alive(pid)
    assert not is_alive(pid)


def test_the_children_of_a_program_end_with_it() -> None:
    with playing("has_children") as client:
        ask(client, start_position("ultimate"))
        words = next(line for line in client.process.transcript if "child" in line)
        child = int(words.split()[-1])
        assert is_alive(child)
    for _ in range(100):
        if not is_alive(child):
            return
        time.sleep(0.02)
    raise AssertionError("the child is still there")


def test_what_cannot_be_started_has_its_name(tmp_path: Path) -> None:
    plain = tmp_path / "plain.txt"
    plain.write_text("hello")
    for command in ([str(tmp_path / "nothing")], [str(plain)], [str(tmp_path)]):
        with pytest.raises(EngineMissingError):
            Process(command)


def test_cpu_time_is_that_of_the_program_and_not_of_its_sleep() -> None:
    work = "import time; time.sleep(0.3); begin = time.process_time()\nwhile time.process_time() < begin + 0.2: pass\n"
    with Process([sys.executable, "-c", work + "print('done'); input()"]) as process:
        process.read_line(time.monotonic() + PATIENCE)
        mine = process.cpu_seconds()
        assert mine >= 0.2
        process.send("")


def test_a_codingame_program_plays_whole_games() -> None:
    client = CodinGameClient(bot("codingame_bot"), "ultimate-count")
    try:
        for opens in (0, 1):
            client.new_game()
            position = start_position("ultimate-count")
            ply = 0
            while position.outcome is None:
                move = position.legal_moves()[-1]
                if ply % 2 == opens:
                    move = client.choose(position, Go(movetime=100), time.monotonic() + PATIENCE).move
                    assert move == position.legal_moves()[0]
                position = position.play(move)
                ply += 1
    finally:
        client.close()


@pytest.mark.parametrize(
    ("says", "error"),
    [
        ("hello", EngineGarbageError),
        ("9 9", EngineGarbageError),
        ("0 0", EngineIllegalMoveError),
        ("-1", EngineGarbageError),
    ],
)
def test_a_codingame_program_can_be_wrong_as_well(says: str, error: type[EngineError]) -> None:
    client = CodinGameClient(bot("codingame_bot", says), "ultimate-count")
    try:
        client.new_game()
        with pytest.raises(error):
            client.choose(start_position("ultimate-count").play(0), Go(movetime=100), time.monotonic() + PATIENCE)
    finally:
        client.close()


def test_codingame_knows_one_game_from_its_beginning_only() -> None:
    with pytest.raises(EngineError, match="ultimate-count"):
        CodinGameClient(bot("codingame_bot"), "classic")
    client = CodinGameClient(bot("codingame_bot"), "ultimate-count")
    try:
        with pytest.raises(EngineError, match="whole games"):
            client.choose(two_plies("ultimate-count"), Go(movetime=100), time.monotonic() + PATIENCE)
    finally:
        client.close()


def noughts(*arguments: str, words: str = "") -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "NO_COLOR": "1"}
    return subprocess.run(
        [sys.executable, "-m", "noughts", *arguments],
        input=words,
        capture_output=True,
        text=True,
        timeout=60,
        env=environment,
    )


def test_our_engine_passes_its_own_check() -> None:
    done = noughts("check-engine", "--", sys.executable, "-m", "noughts", "engine")
    assert done.returncode == 0, done.stdout
    assert "all 14 points are fine" in done.stdout


def test_our_engine_passes_the_codingame_check() -> None:
    done = noughts("check-engine", "--codingame", "--", sys.executable, "-m", "noughts", "engine", "--codingame")
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize(
    ("name", "words"),
    [("illegal_move", "< bestmove a1"), ("garbage", "< bestmove the centre"), ("crash", "! something terrible")],
)
def test_a_failed_check_shows_the_words_of_the_program(name: str, words: str) -> None:
    done = noughts("check-engine", "--game", "classic", "--", *bot(name))
    assert done.returncode == 1
    assert "FAILED" in done.stdout
    assert words in done.stdout


def test_a_check_of_nothing_is_a_misuse() -> None:
    done = noughts("check-engine", "--", "./no-such-program")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("error: cannot start")
    assert len(done.stderr.splitlines()) == 1


def test_codingame_input_that_makes_no_sense_is_one_line_of_error() -> None:
    for words in ("hello\n", "-1 -1\nmany\n", "4 4\n2\n0 0\n0 1\n", "-1 -1\n81\n"):
        done = noughts("engine", "--codingame", words=words)
        assert (done.returncode, done.stdout) == (2, ""), words
        assert len(done.stderr.splitlines()) == 1
        assert done.stderr.startswith("error: ")
