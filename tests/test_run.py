"""run.py: when it sets up, when it need not, and what it says when it cannot. Nothing is built here."""

from __future__ import annotations

import importlib.util
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import run

SOURCES = ["pyproject.toml", "constraints.txt", "CMakeLists.txt", "native/position.hpp", "native/deep/new.cpp"]


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project of its own, with a .venv that only looks like one."""
    for name in SOURCES:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(name)
    binaries = tmp_path / ".venv" / "bin"
    binaries.mkdir(parents=True)
    (binaries / "python").touch()
    for name, value in {
        "ROOT": tmp_path,
        "VENV": tmp_path / ".venv",
        "BIN": binaries,
        "PYTHON": binaries / "python",
        "STAMP": tmp_path / ".venv" / "noughts-setup.json",
    }.items():
        monkeypatch.setattr(run, name, value)
    return tmp_path


@pytest.fixture
def steps(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What was done, instead of doing it."""
    done: list[str] = []
    monkeypatch.setattr(run, "make_venv", lambda: done.append("venv"))
    monkeypatch.setattr(run, "install", lambda extras: done.append("install " + " ".join(sorted(extras))))
    monkeypatch.setattr(shutil, "which", lambda name: f"/usr/bin/{name}")
    return done


@pytest.mark.parametrize("name", SOURCES)
def test_the_digest_changes_with_every_file_that_is_built(root: Path, name: str) -> None:
    before = run.sources_digest()
    assert run.sources_digest() == before
    (root / name).write_text("changed")
    assert run.sources_digest() != before


def test_the_digest_changes_when_a_native_file_comes_goes_or_moves(root: Path) -> None:
    digests = {run.sources_digest()}
    (root / "native" / "added.cpp").write_text("")
    digests.add(run.sources_digest())
    (root / "native" / "added.cpp").rename(root / "native" / "moved.cpp")
    digests.add(run.sources_digest())
    (root / "native" / "position.hpp").unlink()
    digests.add(run.sources_digest())
    assert len(digests) == 4


def test_an_edited_python_file_asks_for_no_new_setup_but_one_that_comes_or_moves_does(root: Path) -> None:
    (root / "src").mkdir()
    module = root / "src" / "module.py"
    module.write_text("x = 1")
    before = run.sources_digest()
    module.write_text("x = 2")
    assert run.sources_digest() == before
    module.rename(module.with_name("moved.py"))
    assert run.sources_digest() != before


def test_the_first_run_sets_up_and_the_second_has_nothing_to_do(root: Path, steps: list[str]) -> None:
    run.set_up({"tui"})
    assert steps == ["venv", "install tui"]
    run.set_up({"tui"})
    assert steps == ["venv", "install tui"]


def test_more_extras_are_added_to_those_that_are_there(root: Path, steps: list[str]) -> None:
    run.set_up({"tui"})
    run.set_up({"tui", "test"})
    run.set_up({"tui"})
    run.set_up({"test"})
    assert steps == ["venv", "install tui", "install test tui"]


def test_changed_sources_install_again_into_the_same_environment(root: Path, steps: list[str]) -> None:
    run.set_up({"tui"})
    (root / "native" / "position.hpp").write_text("changed")
    run.set_up({"tui"})
    assert steps == ["venv", "install tui", "install tui"]


@pytest.mark.parametrize("key", ["root", "python"])
def test_another_place_or_another_python_makes_a_new_environment(root: Path, steps: list[str], key: str) -> None:
    run.set_up({"tui"})
    stamp = json.loads(run.STAMP.read_text())
    run.STAMP.write_text(json.dumps({**stamp, key: "other"}))
    run.set_up({"tui"})
    assert steps == ["venv", "install tui"] * 2


def test_a_missing_python_makes_a_new_environment(root: Path, steps: list[str]) -> None:
    run.set_up({"tui"})
    run.PYTHON.unlink()
    run.set_up({"tui"})
    assert steps == ["venv", "install tui"] * 2


@pytest.mark.parametrize("content", ["", "not json", "[]", "null", "{}", '{"extras": ["tui"]}', "\0"])
def test_a_stamp_that_makes_no_sense_counts_as_none(root: Path, steps: list[str], content: str) -> None:
    run.STAMP.write_text(content)
    run.set_up({"tui"})
    assert steps == ["venv", "install tui"]


def test_a_failed_installation_leaves_no_stamp(root: Path, steps: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    run.set_up({"tui"})
    (root / "pyproject.toml").write_text("changed")

    def broken(extras: set[str]) -> None:
        run.fail("no network")

    monkeypatch.setattr(run, "install", broken)
    with pytest.raises(SystemExit) as end:
        run.set_up({"tui"})
    assert end.value.code == "error: no network"
    assert not run.STAMP.exists()


def test_without_a_compiler_one_sentence_says_what_to_install(
    root: Path, steps: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: None)
    with pytest.raises(SystemExit) as end:
        run.set_up({"tui"})
    assert isinstance(end.value.code, str), "a text as exit code prints it on stderr and exits with 1"
    assert end.value.code.startswith("error: no C++ compiler found; install one")
    assert "\n" not in end.value.code
    assert steps == []


def test_without_pip_one_sentence_says_what_to_install(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run.PYTHON.write_text("#!/bin/sh\nexit 1\n")
    run.PYTHON.chmod(0o755)
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(SystemExit) as end:
        run.pip()
    assert str(end.value.code).startswith("error: no pip found; install it")


def test_pip_of_the_running_python_serves_an_environment_without_one(root: Path) -> None:
    run.PYTHON.write_text("#!/bin/sh\nexit 1\n")
    run.PYTHON.chmod(0o755)
    assert run.pip() == [sys.executable, "-m", "pip", "--python", str(run.PYTHON)]


@pytest.mark.parametrize(
    ("arguments", "extras", "then"),
    [
        ([], run.RUNTIME, ("noughts", [])),
        (["analyze", "start"], run.RUNTIME, ("noughts", ["analyze", "start"])),
        (["test", "-x"], run.TEST, ("tests", ["-x"])),
        (["check"], run.CHECK, ("checks", [])),
    ],
)
def test_each_command_gets_what_it_needs(
    root: Path,
    monkeypatch: pytest.MonkeyPatch,
    arguments: list[str],
    extras: set[str],
    then: tuple[str, list[str]],
) -> None:
    called: list[object] = []
    monkeypatch.setattr(run, "set_up", called.append)
    monkeypatch.setattr(run, "run_noughts", lambda rest: called.append(("noughts", rest)))
    monkeypatch.setattr(run, "run_tests", lambda rest: called.append(("tests", rest)))
    monkeypatch.setattr(run, "run_checks", lambda: called.append(("checks", [])))
    monkeypatch.setattr(sys, "argv", ["run.py", *arguments])
    run.main()
    assert called == [extras, then]


def test_an_old_python_is_told_what_is_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "version_info", (3, 10, 0))
    with pytest.raises(SystemExit) as end:
        run.main()
    assert str(end.value.code).startswith("error: noughts needs Python 3.11 or newer")


def test_the_script_imports_the_standard_library_alone() -> None:
    code = "import sys, run; print(*sys.modules)"
    script = Path(run.__file__).parent
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    done = subprocess.run(
        [sys.executable, "-S", "-c", code], capture_output=True, text=True, cwd=script, env=environment, check=True
    )
    tops = {name.split(".")[0] for name in done.stdout.split()} - {"run", "__main__"}
    assert tops <= {*sys.stdlib_module_names, "sitecustomize"}
