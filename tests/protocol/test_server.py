"""`noughts engine`: answers, refusals that lose nothing, stopping, and how it ends."""

from __future__ import annotations

import re
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from noughts.analysis import Analysis, Limit, RankedMove
from noughts.notation import format_position, parse_move, start_position
from noughts.protocol.client import UgiClient
from noughts.protocol.messages import (
    Go,
    format_info,
    format_score,
    parse_go,
    parse_score,
    parse_setoption,
    parse_ugi_position,
)
from noughts.protocol.server import UgiServer

ENGINE = [sys.executable, "-m", "noughts", "engine"]


class Output:
    """Collects lines, and lets a test wait for one."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self._changed = threading.Condition()

    def write(self, text: str) -> None:
        with self._changed:
            self.lines += text.splitlines()
            self._changed.notify_all()

    def flush(self) -> None: ...

    def wait_for(self, beginning: str) -> str:
        with self._changed:
            assert self._changed.wait_for(lambda: any(line.startswith(beginning) for line in self.lines), timeout=20)
            return next(line for line in self.lines if line.startswith(beginning))


def answers(*commands: str) -> list[str]:
    """Everything that the server says to these commands; searches with a limit are finished."""
    output = Output()
    UgiServer(output, "0").run(iter(commands))  # type: ignore[arg-type]
    return output.lines


def without_info(lines: list[str]) -> list[str]:
    return [line for line in lines if not line.startswith("info depth")]


def test_it_says_who_it_is_and_which_options_it_has() -> None:
    lines = answers("ugi")
    assert lines[0].startswith("id name noughts")
    assert lines[1].startswith("id author ")
    assert [re.match(r"option name (\w+) type", line)[1] for line in lines[2:-1]] == ["Hash", "Threads", "Game"]  # type: ignore[index]
    assert lines[-1] == "ugiok"


@pytest.mark.parametrize(
    "line",
    [
        "rubbish",
        "go movetime 10",
        "query result",
        "query",
        "position",
        "position fen",
        "position fen X........",
        "position startpos e5",
        "position startpos moves e5 e5",
        "position startpos moves 5/5",
        "setoption",
        "setoption name Hash value lots",
        "setoption name Hash value 0",
        "setoption name Threads value 1000000",
        "setoption name Game value chess",
        "setoption name Colour value red",
        "UGI",
        "\ufffd\ufffd",
    ],
)
def test_what_it_cannot_do_it_says_in_one_line(line: str) -> None:
    said = answers(line)
    assert len(said) == 1
    assert said[0].startswith("info string ")


@pytest.mark.parametrize(
    "go", ["", "movetime", "movetime x", "movetime 0", "depth -1", "nodes 1 nodes 2", "p1time 5", "now"]
)
def test_a_go_that_makes_no_sense_is_refused(go: str) -> None:
    said = answers("position startpos", f"go {go}")
    assert len(said) == 1
    assert said[0].startswith("info string ")


def test_a_refused_position_leaves_the_old_one() -> None:
    lines = answers("position startpos moves e5", "position startpos moves e5 e5", "query p1turn")
    assert lines[0].startswith("info string ")
    assert lines[1:] == ["response false"]


def test_nothing_is_said_to_an_empty_line_or_an_idle_stop() -> None:
    assert answers("", "   ", "stop") == []


def test_d_shows_the_position_and_help_every_command() -> None:
    lines = "\n".join(answers("setoption name Game value classic", "position startpos moves b2", "d")).splitlines()
    assert lines[-1] == "position fen .../.X./... o"
    assert any("X" in line for line in lines[:-1])
    server_commands = UgiServer(sys.stdout, "0")._commands
    told = [line.split()[0] for line in "\n".join(answers("help")).splitlines()]
    assert set(server_commands) - {"help"} <= set(told)
    assert answers("d")[0].startswith("info string no position yet")


def test_queries_know_the_game() -> None:
    won = "position fen XXX/OO./... o"
    lines = answers("setoption name Game value classic", won, "query gameover", "query result", "query p1turn")
    assert lines == ["response true", "response p1win", "response false"]
    lines = answers("position startpos", "query gameover", "query result", "query p1turn")
    assert lines == ["response false", "response none", "response true"]


def test_a_finished_game_is_nothing_to_think_about() -> None:
    lines = answers("setoption name Game value classic", "position fen XXX/OO./... o", "go depth 1")
    assert [line.split()[:2] for line in lines] == [["info", "string"]]


@pytest.mark.parametrize("game", ["ultimate", "ultimate-count", "classic", "4,4,3", "7,7,5"])
def test_every_game_gets_one_legal_best_move_with_its_infos(game: str) -> None:
    lines = answers(f"setoption name Game value {game}", "position startpos", "go nodes 300")
    assert [line for line in lines if line.startswith("bestmove")] == lines[-1:]
    start = start_position(game)
    assert parse_move(lines[-1].split()[1], start) in start.legal_moves()
    pattern = r"info depth \d+ score (cp|mate) -?\d+ nodes \d+ nps \d+ time \d+ (hashfull \d+ )?pv( [a-i][1-9])+"
    assert all(re.fullmatch(pattern, line) for line in lines[:-1])
    assert lines[:-1]


def test_line_games_of_every_size_are_played() -> None:
    lines = answers("setoption name Game value 15,15,5", "position startpos", "go depth 3")
    assert lines[-1] == "bestmove h8"
    open_three = "position startpos moves h8 a1 i8 c1 j8 e1"
    lines = answers("setoption name Game value 15,15,5", "setoption name Hash value 4", open_three, "go nodes 2000")
    assert any(" score mate 3 " in line for line in lines)
    assert lines[-1] in ("bestmove g8", "bestmove k8")


def test_a_win_is_told_in_plies() -> None:
    lines = answers("setoption name Game value classic", "position fen XX./OO./... x", "go depth 9")
    assert " score mate 1 " in lines[-2]
    assert lines[-1] == "bestmove c1"
    lines = answers("setoption name Game value classic", "position fen X.X/OOX/O.. o", "go depth 9")
    assert " score mate -2 " in lines[-2] or " score mate 1 " in lines[-2]


def test_options_are_forgotten_by_nobody_and_hash_may_change_between_games() -> None:
    lines = answers(
        "setoption name Hash value 2",
        "setoption name Threads value 2",
        "isready",
        "position startpos",
        "uginewgame",
        "go depth 3",
    )
    assert lines[0] == "readyok"
    assert lines[-1].startswith("bestmove ")


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="memory is read from /proc")
def test_a_large_table_is_ready_at_once_because_no_page_of_it_is_touched() -> None:
    with subprocess.Popen(ENGINE, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as engine:
        assert engine.stdin is not None
        assert engine.stdout is not None
        engine.stdin.write("setoption name Hash value 4096\nisready\n")
        engine.stdin.flush()
        assert engine.stdout.readline() == "readyok\n"
        status = Path(f"/proc/{engine.pid}/status").read_text()
        engine.stdin.write("quit\n")
        engine.stdin.flush()
    resident = re.search(r"VmRSS:\s+(\d+) kB", status)
    assert resident is not None
    assert int(resident[1]) < 1_000_000


def test_a_changed_game_has_no_position_yet() -> None:
    lines = answers("position startpos", "setoption name Game value classic", "go depth 1")
    assert lines == ["info string no position yet: send 'position startpos' first"]


def test_infinite_thought_ends_with_one_best_move_only_after_stop() -> None:
    output = Output()

    def conversation() -> Iterator[str]:
        yield "position startpos moves e5"
        yield "go infinite"
        output.wait_for("info depth 4")
        yield from ("position startpos", "go depth 1", "setoption name Hash value 1", "uginewgame", "isready")
        output.wait_for("readyok")
        assert not any(line.startswith("bestmove") for line in output.lines)
        yield "stop"
        assert output.lines[-1].startswith("bestmove ")
        yield "go depth 2"

    UgiServer(output, "0").run(conversation())  # type: ignore[arg-type]
    refused = [line for line in output.lines if line.startswith("info string")]
    assert [line.split()[2] for line in refused] == ["position", "go", "setoption", "uginewgame"]
    assert sum(line.startswith("bestmove ") for line in output.lines) == 2


def test_even_a_solved_position_waits_for_stop() -> None:
    output = Output()

    def conversation() -> Iterator[str]:
        yield "setoption name Game value classic"
        yield "position startpos"
        yield "go infinite"
        output.wait_for("info depth")
        assert not any(line.startswith("bestmove") for line in output.lines)
        yield "stop"

    UgiServer(output, "0").run(conversation())  # type: ignore[arg-type]
    assert output.lines[-1].startswith("bestmove")


def test_a_stop_at_once_after_go_is_not_lost() -> None:
    """The search may not have begun when the stop comes."""
    commands = [command for _ in range(50) for command in ("go infinite", "stop")]
    lines = answers("position startpos", *commands)
    assert sum(line.startswith("bestmove ") for line in lines) == 50


def test_the_next_command_may_follow_the_best_move_at_once() -> None:
    client = UgiClient(ENGINE, "ultimate")
    try:
        client.new_game()
        position = start_position("ultimate")
        while position.outcome is None:
            answer = client.choose(position, Go(nodes=50), time.monotonic() + 20)
            position = position.play(answer.move)
        assert not any("while thinking" in line for line in client.process.transcript)
    finally:
        client.close()


@pytest.mark.parametrize("ending", ["quit\n", "", "go infinite\nquit\n", "go infinite\n", "go depth 4"])
def test_it_ends_quietly_with_quit_or_the_end_of_input(ending: str) -> None:
    done = subprocess.run(ENGINE, input=f"position startpos\n{ending}", capture_output=True, text=True, timeout=30)
    assert (done.returncode, done.stderr) == (0, "")
    assert ("bestmove" in done.stdout) == ("go" in ending)


def test_a_closed_output_ends_it() -> None:
    with subprocess.Popen(ENGINE, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdin.write(b"ugi\n")
        process.stdin.flush()
        process.stdout.readline()
        process.stdout.close()
        process.stdin.write(b"position startpos\ngo depth 80\n")
        process.stdin.close()
        assert process.wait(20) == 0
        assert process.stderr.read() == b""


def test_a_clock_is_shared_out_over_the_game() -> None:
    go = parse_go("p1time 60000 p2time 1000 p1inc 0 p2inc 100")
    first = start_position("15,15,5")
    assert go.limit(first) == Limit(seconds=4.0)
    seconds = go.limit(first.play(first.legal_moves()[0])).seconds
    assert seconds is not None
    assert 0.1 < seconds < 0.2
    assert parse_go("p1time -20 p2time 0").limit(first).seconds == 0.001


def test_a_clock_has_more_time_where_games_of_ultimate_are_decided() -> None:
    position, shares = start_position("ultimate"), {}
    while position.outcome is None:
        shares[position.open_cells] = Go(p1time=1000, p2time=1000).limit(position).seconds or 0.0
        position = position.play(position.legal_moves()[0])
    assert max(shares[cells] for cells in shares if cells > 56) < min(shares[cells] for cells in shares if cells <= 56)


def test_a_limit_in_time_leaves_room_for_the_answer() -> None:
    first = start_position("ultimate")
    assert Go(movetime=100).limit(first, overhead=0.01).seconds == pytest.approx(0.09)
    assert Go(movetime=1).limit(first, overhead=0.01).seconds == 0.001


@pytest.mark.parametrize(
    "go", ["go movetime 5", "go depth 3 nodes 10", "go p1time 1 p2time 2 p1inc 3 p2inc 4", "go infinite"]
)
def test_go_is_written_as_it_is_read(go: str) -> None:
    assert str(parse_go(go.removeprefix("go "))) == go


@pytest.mark.parametrize("score", [0, 17, -29_000, 29_999, -29_998])
def test_scores_are_read_as_they_are_written(score: int) -> None:
    assert parse_score(f"info depth 3 score {format_score(score)} nodes 5") == score


def test_a_table_that_tells_how_full_it_is_is_quoted() -> None:
    analysis = Analysis((RankedMove(40, 12, (40, 36)),), 5, 2000, 0.5, solved=False, table_per_mille=17)
    line = format_info(analysis, start_position("ultimate"))
    assert line == "info depth 5 score cp 12 nodes 2000 nps 4000 time 500 hashfull 17 pv e5 d4"


def test_option_names_and_values_may_have_spaces() -> None:
    assert parse_setoption("name Evaluation File value my file.bin") == ("Evaluation File", "my file.bin")
    assert parse_setoption("name Clear Hash") == ("Clear Hash", "")


def test_a_position_of_ugi_is_the_same_in_both_forms() -> None:
    played = parse_ugi_position("startpos moves e5 d4", "ultimate")
    assert played == parse_ugi_position(f"fen {format_position(played)}", "ultimate")
    assert played == parse_ugi_position(
        "fen ........./........./........./........./O...X..../........./........./........./......... x 1", "ultimate"
    )
