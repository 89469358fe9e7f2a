"""The examples of README.md and docs/ do what they show.

In ```python blocks every `>>>` is a doctest; the blocks of a file share their names. In ```console blocks the lines
`$ noughts ...` and `$ python3 run.py ...` are run by a shell in a folder that holds what earlier lines of the file
made, and what they print is compared: a line `...` stands for any lines, `... s` for any time. Commands that wait for
people or would run these tests are left out.
"""

from __future__ import annotations

import doctest
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parent.parent
DOCUMENTS = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
FENCE = re.compile(r"^```(\w+)[^\n]*\n(.*?)^```", re.MULTILINE | re.DOTALL)
RUN = ("noughts ", "python3 run.py ", "echo ", "printf ")
LEFT_OUT = {"play", "serve", "engine", "test", "check", "match"}


class Block(NamedTuple):
    language: str
    text: str
    line: int


class Example(NamedTuple):
    command: str
    shown: str


def blocks(text: str) -> Iterator[Block]:
    for fence in FENCE.finditer(text):
        yield Block(fence[1], fence[2], text.count("\n", 0, fence.start()) + 2)


def examples(text: str) -> Iterator[Example]:
    """The commands of a console block, each with the lines shown below it."""
    joined = re.sub(r"\\\n", " ", text)
    for part in re.split(r"^\$ ", joined, flags=re.MULTILINE)[1:]:
        command, _, shown = part.partition("\n")
        yield Example(command, shown)


def is_run(command: str) -> bool:
    if not command.startswith(RUN):
        return False
    words = shlex.split(command.replace("python3 run.py", "noughts"), comments=True)
    return words[0] != "noughts" or (len(words) > 1 and words[1] not in LEFT_OUT)


def as_shown(printed: str, shown: str) -> bool:
    """Whether a command printed what the document shows."""
    pattern = ""
    for line in shown.rstrip().splitlines():
        if line.strip() == "...":
            pattern += r"(?:.*\n)*?"
        else:
            pattern += re.sub(r"(?<![\w./])\\\.\\\.\\\.\\ s\b", r"[0-9.,]+ s", re.escape(line.rstrip())) + r"\n"
    lines = [line.rstrip() for line in printed.rstrip().splitlines()]
    return re.fullmatch(pattern, "".join(f"{line}\n" for line in lines)) is not None


def check_console(block: Block, folder: Path) -> None:
    environment = {
        **{name: value for name, value in os.environ.items() if name not in ("FORCE_COLOR", "NO_COLOR")},
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        "HOME": str(folder),
        "XDG_DATA_HOME": str(folder),
        "COLUMNS": "100",
    }
    for command, shown in examples(block.text):
        if not is_run(command):
            continue
        line = re.sub(r"python3 run\.py(?= )", "noughts", command)
        done = subprocess.run(
            ["bash", "-c", line],
            cwd=folder,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        where = f"line {block.line}: $ {command}\n{done.stdout}"
        if shown.strip():
            assert as_shown(done.stdout, shown), f"prints something else than shown, {where}"
        else:
            assert done.returncode == 0, where


def check_python(block: Block, names: dict[str, object], document: Path) -> None:
    test = doctest.DocTestParser().get_doctest(block.text, names, document.name, str(document), block.line - 1)
    report: list[str] = []
    runner = doctest.DocTestRunner(verbose=False)
    failed, _ = runner.run(test, out=report.append, clear_globs=False)
    names.update(test.globs)
    assert not failed, "".join(report)


@pytest.mark.parametrize("document", DOCUMENTS, ids=[str(path.relative_to(ROOT)) for path in DOCUMENTS])
def test_the_examples_do_what_they_show(document: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {}
    for block in blocks(document.read_text(encoding="utf-8")):
        if block.language == "console":
            check_console(block, tmp_path)
        elif block.language == "python" and ">>>" in block.text:
            check_python(block, names, document)


def test_a_wrong_example_is_noticed(tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match="something else than shown"):
        check_console(Block("console", "$ noughts perft 2\n71 positions at depth 2 (... s)\n", 1), tmp_path)
    with pytest.raises(AssertionError, match="error: "):
        check_console(Block("console", "$ noughts analyze nonsense\n", 1), tmp_path)
    with pytest.raises(AssertionError, match="Expected"):
        check_python(Block("python", ">>> 1 + 1\n3\n", 1), {}, Path("none.md"))


def test_a_right_example_passes(tmp_path: Path) -> None:
    text = """
$ git clone somewhere
$ printf 'b2 a1 *' > games.txt
$ noughts games games.txt --check
games.txt: 1 game, 2 moves, all legal
$ python3 run.py perft 2
72 positions at depth 2 (... s)
$ noughts trace "O.X/X../XOO x" \\
    --marks X0
Invoking minimax @ depth = 0
...
final score: 10
final choice: (row: 1, column: 1)
$ noughts play
$ noughts analyze XX./.../...
error: X has 2 marks and O has 0: they take turns, so the counts differ by one at most
"""
    check_console(Block("console", text, 1), tmp_path)
    names: dict[str, object] = {}
    check_python(Block("python", ">>> import noughts\n>>> game = noughts.classic()\n", 1), names, Path("none.md"))
    check_python(Block("python", ">>> len(game.legal_moves())\n9\n", 5), names, Path("none.md"))


@pytest.mark.parametrize(
    ("printed", "shown", "same"),
    [
        ("a\nb\nc\n", "a\n...\nc\n", True),
        ("a\nc\n", "a\n...\nc\n", True),
        ("a\nb\nc\n", "a\n...\n", True),
        ("a\nb\n", "a\n", False),
        ("XOX/OOX/... x\n", "XOX/OOX/... x\n", True),
        ("XOX/OOX/.X. x\n", "XOX/OOX/... x\n", False),
        ("done (0.003 s)\n", "done (... s)\n", True),
        ("done (soon)\n", "done (... s)\n", False),
        ("a  \n", "a", True),
    ],
)
def test_what_is_printed_is_compared_with_what_is_shown(printed: str, shown: str, same: bool) -> None:
    assert as_shown(printed, shown) is same
