#!/usr/bin/env python3
"""Set up noughts beside this file, then run it.

python3 run.py [ARGUMENTS]        play, or any other command of noughts: python3 run.py analyze "XOX/OOX/..."
python3 run.py test [ARGUMENTS]   all the tests; the arguments go to pytest
python3 run.py check              format, lint, types, imports and examples
python3 run.py benchmark NAME     a script of benchmarks/, beside the peers it compares with

The first run makes .venv and takes a minute; later ones start at once. Standard library only.
"""

from __future__ import annotations

import contextlib
import hashlib
import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NoReturn

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
BIN = VENV / ("Scripts" if os.name == "nt" else "bin")
PYTHON = BIN / ("python.exe" if os.name == "nt" else "python")
STAMP = VENV / "noughts-setup.json"

RUNTIME = {"tui", "web"}
TEST = RUNTIME | {"test", "dask"}
CHECK = TEST | {"check"}
ALONE = ("tests/grade/test_busy_machine.py",)  # tests that need the machine for themselves
BENCHMARK = RUNTIME | {"peers"}


def fail(message: str) -> NoReturn:
    sys.exit(f"error: {message}")


def say(message: str) -> None:
    print(message, file=sys.stderr, flush=True)


class Steps:
    """What the setup is doing: a line that moves on a terminal, elsewhere a line for each step."""

    SIGNS = (  # how pip says what it does
        ("Installing build dependencies", "preparing to build the C++ core"),
        ("Collecting ", "fetching {}"),
        ("Building editable", "building the C++ core"),
        ("Installing collected packages", "installing"),
    )

    def __init__(self) -> None:
        self.now = ""
        self._began = time.monotonic()
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._move, daemon=True)

    def __enter__(self) -> Steps:
        if sys.stderr.isatty():
            self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        if self._thread.is_alive():
            self._thread.join()

    def begin(self, step: str) -> None:
        self.now = step
        if not self._thread.is_alive():
            say(f"  {step}")

    def read(self, line: str) -> None:
        """Understand a line of pip."""
        for sign, step in self.SIGNS:
            if line.strip().startswith(sign):
                package = re.split(r"[<>=!~;\[ ]", line.strip()[len(sign) :])[0]
                told = step.format(package if self._thread.is_alive() else "packages")
                if told != self.now:
                    self.begin(told)

    def _move(self) -> None:
        while not self._over.wait(0.2):
            print(f"\r\x1b[K  {self.now}, {time.monotonic() - self._began:.0f} s", end="", file=sys.stderr, flush=True)
        print("\r\x1b[K", end="", file=sys.stderr, flush=True)


def sources_digest() -> str:
    """Changes whenever the installed project would come out different."""
    digest = hashlib.sha256()
    native = sorted(path for path in (ROOT / "native").rglob("*") if path.is_file())
    for path in [ROOT / "pyproject.toml", ROOT / "constraints.txt", ROOT / "CMakeLists.txt", *native]:
        digest.update(path.relative_to(ROOT).as_posix().encode() + b"\0" + path.read_bytes())
    for path in sorted((ROOT / "src").rglob("*.py")):  # the editable install remembers where each module is
        digest.update(path.relative_to(ROOT).as_posix().encode() + b"\0")
    return digest.hexdigest()


def read_stamp() -> dict[str, object]:
    try:
        stamp = json.loads(STAMP.read_text())
    except (OSError, ValueError):
        return {}
    return stamp if isinstance(stamp, dict) else {}


@contextlib.contextmanager
def one_setup_at_a_time() -> Iterator[None]:
    try:
        import fcntl
    except ImportError:  # Windows
        yield
        return
    with (ROOT / ".venv-lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def set_up(extras: set[str]) -> None:
    """Make .venv hold noughts with these extras; nothing to do when it does already."""
    wanted = {"root": str(ROOT), "python": sys.version, "sources": sources_digest()}
    stamp = read_stamp()
    installed = set(map(str, stamp.pop("extras", [])))  # type: ignore[call-overload]
    if stamp == wanted and extras <= installed and PYTHON.exists():
        return
    if not any(map(shutil.which, filter(None, [os.environ.get("CXX"), "c++", "g++", "clang++", "cl"]))):
        fail("no C++ compiler found; install one (Debian, Ubuntu: apt-get install g++; macOS: xcode-select --install)")
    same_place = stamp.get("root") == wanted["root"] and stamp.get("python") == wanted["python"]
    say(f"Setting up noughts in {VENV.name} ({'something changed' if same_place else 'about a minute'}) ...")
    if not same_place or not PYTHON.exists():
        make_venv()
    STAMP.unlink(missing_ok=True)
    extras = extras | installed
    install(extras)
    STAMP.write_text(json.dumps({**wanted, "extras": sorted(extras)}))


def make_venv() -> None:
    say(f"  making {VENV.name}")
    options = [] if importlib.util.find_spec("ensurepip") else ["--without-pip"]
    made = subprocess.run(
        [sys.executable, "-m", "venv", "--clear", *options, str(VENV)], capture_output=True, text=True
    )
    if made.returncode:
        fail(f"could not make {VENV}: {last_line(made.stderr or made.stdout)}")


def pip() -> list[str]:
    """The command that installs into .venv: its own pip, else the one of the Python that runs this file."""
    if subprocess.run([PYTHON, "-c", "import pip"], capture_output=True).returncode == 0:
        return [str(PYTHON), "-m", "pip"]
    if importlib.util.find_spec("pip"):
        return [sys.executable, "-m", "pip", "--python", str(PYTHON)]
    fail("no pip found; install it (Debian, Ubuntu: apt-get install python3-pip python3-venv) and run this again")


def install(extras: set[str]) -> None:
    project = f"{ROOT}[{','.join(sorted(extras))}]"
    options = ["--disable-pip-version-check", "--progress-bar", "off", "-c", "constraints.txt"]
    printed = []
    with Steps() as steps:
        steps.begin("asking PyPI what is needed")
        command = [*pip(), "install", *options, "-e", project]
        with subprocess.Popen(
            command,
            cwd=ROOT,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            env={**os.environ, "PYTHONUNBUFFERED": "1"},
        ) as running:
            for line in running.stdout or ():
                printed.append(line)
                steps.read(line)
    if running.returncode:
        say("".join(printed[-40:]))
        fail("the installation failed; the lines above say why (it needs PyPI and a C++20 compiler)")


def last_line(text: str) -> str:
    return (text.strip().splitlines() or ["no reason given"])[-1]


def run_noughts(arguments: list[str]) -> NoReturn:
    """Become noughts, so that signals and exit codes are its own."""
    program = str(BIN / "noughts")
    if os.name == "nt":
        sys.exit(subprocess.run([program, *arguments]).returncode)
    os.execv(program, [program, *arguments])


def install_for_tests() -> None:
    """The browser and the database of the tests, where apt-get may; without them those tests are skipped."""
    has_postgres = shutil.which("postgres") or any(Path("/usr/lib/postgresql").glob("*/bin/postgres"))
    wanted = {"chromium": shutil.which("chromium"), "postgresql": has_postgres}
    missing = [package for package, found in wanted.items() if not found]
    if not missing or not shutil.which("apt-get") or os.geteuid() != 0:
        return
    say(f"Installing {' and '.join(missing)} with apt-get, for the tests ...")
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for command in (["update"], ["install", "--yes", "--no-install-recommends", *missing]):
        done = subprocess.run(["apt-get", "--quiet", *command], env=environment, capture_output=True, text=True)
        if done.returncode:
            say(f"apt-get {command[0]} failed ({last_line(done.stderr)}); tests that need it are skipped")
            return


def run_tests(arguments: list[str]) -> NoReturn:
    install_for_tests()
    together = arguments or [f"--ignore={path}" for path in ALONE]
    code = subprocess.run([PYTHON, "-m", "pytest", "-n", "auto", *together], cwd=ROOT).returncode
    if code == 0 and not arguments:
        code = subprocess.run([PYTHON, "-m", "pytest", "-q", *ALONE], cwd=ROOT).returncode
    sys.exit(code)


def run_checks() -> NoReturn:
    checks: dict[str, list[str | Path]] = {
        "format": [BIN / "ruff", "format", "--check", "."],
        "lint": [BIN / "ruff", "check", "."],
        "types": [BIN / "mypy"],
        "imports": [BIN / "lint-imports"],
        "examples": [PYTHON, "-m", "pytest", "-q", "--doctest-modules", "src", "tests/test_docs.py"],
    }
    failed = []
    for name, command in checks.items():
        say(f"== {name}")
        if subprocess.run(command, cwd=ROOT).returncode:
            failed.append(name)
    sys.exit(f"error: {', '.join(failed)} failed" if failed else 0)


def run_benchmark(arguments: list[str]) -> NoReturn:
    scripts = sorted(path.stem for path in (ROOT / "benchmarks").glob("*.py"))
    if not arguments or arguments[0] not in scripts:
        fail(f"which benchmark? There are: {', '.join(scripts)}")
    script = ROOT / "benchmarks" / f"{arguments[0]}.py"
    sys.exit(subprocess.run([PYTHON, script, *arguments[1:]], cwd=ROOT).returncode)


def main() -> None:
    if sys.version_info < (3, 11):
        fail(f"noughts needs Python 3.11 or newer, this is {sys.version.split()[0]}")
    command, *rest = sys.argv[1:] or [""]
    extras = {"test": TEST, "check": CHECK, "benchmark": BENCHMARK}.get(command, RUNTIME)
    with one_setup_at_a_time():
        set_up(extras)
    if command == "test":
        run_tests(rest)
    elif command == "check":
        run_checks()
    elif command == "benchmark":
        run_benchmark(rest)
    else:
        run_noughts(sys.argv[1:])


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit(130)
