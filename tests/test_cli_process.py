"""What only a whole process can show: pipes, Ctrl-C, closed streams, exit codes and what is imported."""

from __future__ import annotations

import contextlib
import json
import os
import pty
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.command_line import ENVIRONMENT, PROGRAM, call, run

HEAVY = ["rich", "textual", "fastapi", "numpy", "noughts.native.ultimate", "ctypes"]


def imported_by(code: str) -> set[str]:
    program = f"import sys\n{code}\nprint(*sys.modules, sep=',', file=sys.__stderr__)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, env=ENVIRONMENT)
    assert done.returncode == 0, done.stderr
    return set(done.stderr.strip().split(","))


def command(*arguments: str) -> str:
    return f"""
from noughts.cli import main
try:
    main({list(arguments)!r})
except SystemExit as end:
    assert end.code == 0, end.code
"""


@pytest.mark.parametrize(
    "code", ["import noughts", command("--help"), command("analyze", "XOX/OOX/..."), command("solve")]
)
def test_nothing_heavy_is_imported_where_it_is_not_needed(code: str) -> None:
    modules = imported_by(code)
    assert "noughts" in modules
    assert modules.isdisjoint(HEAVY)


def test_importing_the_package_imports_none_of_its_modules() -> None:
    assert {name for name in imported_by("import noughts") if name.startswith("noughts.")} == set()


def test_the_core_is_loaded_where_ultimate_is_counted() -> None:
    assert "noughts.native.ultimate" in imported_by(command("perft", "2", "--game", "ultimate"))


def test_the_installed_command_answers() -> None:
    document = run("analyze", "XOX/OOX/...", "--json").document()
    assert document["best"] == "c3"
    documents = run("analyze", "-", "--json", stdin=b"XOX/OOX/...\r\nO../.../X.X o\r\n").out.splitlines()
    assert [json.loads(line)["value"] for line in documents] == ["win", "loss"]


def test_python_m_noughts_is_the_same_command() -> None:
    done = subprocess.run([sys.executable, "-m", "noughts", "perft", "2", "--json"], capture_output=True, text=True)
    assert json.loads(done.stdout)["nodes"] == 72


def test_version_and_help() -> None:
    assert call("--version").out.startswith("noughts ")
    for arguments in ([], ["analyze"], ["trace"], ["solve"], ["perft"], ["games"], ["tree"]):
        for option in ("--help", "-h"):
            result = call(*arguments, option)
            assert (result.code, result.err) == (0, "")
            assert result.out.startswith("Usage: noughts")


@pytest.mark.parametrize(
    ("words", "place", "expected"),
    [
        ("noughts an", 1, {"analyze"}),
        ("noughts analyze --game u", 3, {"ultimate", "ultimate-count"}),
        ("noughts grade tic", 2, {"file,tic"}),
    ],
)
def test_the_shell_completes_commands_and_games(words: str, place: int, expected: set[str]) -> None:
    asked = {"_NOUGHTS_COMPLETE": "bash_complete", "COMP_WORDS": words, "COMP_CWORD": str(place)}
    assert {line.removeprefix("plain,") for line in run(environment=asked).out.splitlines()} == expected


@pytest.mark.parametrize("arguments", [["trace", "start"], ["trace", "start", "--algorithm", "alphabeta"]])
def test_a_closed_pipe_ends_quietly(arguments: list[str]) -> None:
    process = subprocess.Popen([PROGRAM, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=ENVIRONMENT)
    assert process.stdout is not None
    assert process.stderr is not None
    assert process.stdout.readline() == b"Invoking minimax @ depth = 0\n"
    process.stdout.close()
    error = process.stderr.read()
    process.stderr.close()
    assert process.wait(60) == 0
    assert error == b""


@pytest.mark.parametrize(
    "arguments", [["analyze", "start", "--json"], ["analyze", "start"], ["perft", "1"], ["--help"]]
)
def test_a_pipe_that_was_closed_before_ends_quietly(arguments: list[str]) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run([PROGRAM, *arguments], stdout=writer, stderr=subprocess.PIPE, env=ENVIRONMENT)
    os.close(writer)
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.parametrize("closing", ["<&-", ">&-", "<&- >&-"])
@pytest.mark.parametrize(
    "arguments", ["analyze start", "analyze start --json", "analyze -", "trace X../.../...", "games /"]
)
def test_streams_that_are_closed_cause_no_traceback(arguments: str, closing: str) -> None:
    line = f"'{PROGRAM}' {arguments} {closing}"
    done = subprocess.run(
        ["sh", "-c", line], stdin=subprocess.DEVNULL, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL
    )
    assert b"Traceback" not in done.stderr
    assert done.returncode == (2 if arguments == "games /" else 0)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="only Linux has a disk that is always full")
def test_a_full_disk_is_one_line() -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run([PROGRAM, "perft", "1"], stdout=full, stderr=subprocess.PIPE, text=True, env=ENVIRONMENT)
    assert done.returncode == 2
    assert done.stderr.startswith("error: ")
    assert done.stderr.count("\n") == 1


DEPTH = re.compile(rb"depth (?:[2-9]|[1-9][0-9])")


def interrupt_when_thinking(*arguments: str) -> tuple[int, str]:
    """Exit code and stdout of a command that gets Ctrl-C as soon as its progress line shows a depth."""
    terminal, side = pty.openpty()
    process = subprocess.Popen([PROGRAM, *arguments], stdout=subprocess.PIPE, stderr=side, env=ENVIRONMENT)
    os.close(side)
    seen = b""
    with contextlib.suppress(OSError):  # the terminal reads EIO when the process has ended
        while not (shown := DEPTH.search(seen)) and (more := os.read(terminal, 1024)):
            seen += more
    assert shown
    process.send_signal(signal.SIGINT)
    out, _ = process.communicate(timeout=60)
    os.close(terminal)
    return process.returncode, out.decode()


def test_ctrl_c_prints_what_is_known_and_exits_with_130() -> None:
    code, out = interrupt_when_thinking("analyze", "start", "--game", "9,9,5", "--json", "--seconds", "600")
    assert code == 130
    document = json.loads(out)
    assert document["solved"] is False
    assert document["depth"] >= 2
    assert len(document["moves"]) == 5
    code, out = interrupt_when_thinking("solve", "--game", "ultimate", "--seconds", "600")
    assert code == 130
    assert "not solved" in out


def test_ctrl_c_ends_an_endless_trace() -> None:
    process = subprocess.Popen(
        [PROGRAM, "trace", "start"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=ENVIRONMENT
    )
    assert process.stdout is not None
    process.stdout.readline()
    process.send_signal(signal.SIGINT)
    _, error = process.communicate(timeout=60)
    assert (process.returncode, error) == (130, b"")


def test_strange_names_are_printed_whatever_the_terminal_can_show(tmp_path: Path) -> None:
    file = tmp_path / "games.txt"
    file.write_text('[X "Żółw"]\n\nb2\n', encoding="utf-8")
    result = run("games", str(file), environment={"PYTHONIOENCODING": "ascii:strict"})
    assert (result.code, result.err) == (0, "")
    assert "classic" in result.out
    file.rename(strange := tmp_path / "\udcff.txt")
    result = run("games", str(strange), "--check")
    assert (result.code, result.err) == (0, "")
