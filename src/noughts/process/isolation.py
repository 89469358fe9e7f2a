"""What an isolated program can see, and how this system isolates it.

Our own namespaces come first: they also limit the number of files and processes, and root becomes nobody. Some systems
allow namespaces to bwrap alone.
"""

from __future__ import annotations

import os
import shutil
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from noughts.process.limits import Limits

SYSTEM = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/etc/alternatives", "/etc/ld.so.cache")
"""What programs and compilers need of the system."""
HOME = "/tmp/home"
"""The folder of an isolated program, in a file system of its own."""
BWRAP, UNSHARE = "bwrap", "unshare"


@dataclass(frozen=True, slots=True)
class View:
    """Files and folders that an isolated program can see besides the system's programs and libraries."""

    readable: tuple[Path, ...] = ()
    writable: tuple[Path, ...] = ()
    hidden: tuple[Path, ...] = ()
    """Folders inside of the others that look empty."""

    def paths(self) -> tuple[list[str], list[str], list[str]]:
        """As absolute texts, each once: readable with the system, writable, hidden."""
        readable = [path for path in SYSTEM if os.path.lexists(path)]
        for path in sorted({str(path.absolute()) for path in self.readable}):
            if not any(Path(path).is_relative_to(other) for other in readable):
                readable.append(path)
        seen = [*readable, *map(str, self.writable)]
        hidden = sorted({str(path.absolute()) for path in self.hidden if path.is_dir()})
        hidden = [path for path in hidden if any(Path(path).is_relative_to(other) for other in seen)]
        return readable, [str(path.absolute()) for path in self.writable], hidden


def isolated(plan: dict[str, Any], view: View, limits: Limits, tool: str, root: Path) -> dict[str, Any]:
    """The plan of a launcher, isolated; the root of the new file system is mounted over an empty folder."""
    readable, writable, hidden = view.paths()
    if tool == BWRAP:
        wrapper = _bwrap(readable, writable, hidden, limits.disk_megabytes)
        return plan | {"command": [*wrapper, *plan["command"]], "wrapped": True, "folder": None}
    system_limits = plan["limits"] | ({"NPROC": limits.processes} if _counts_processes_apart() else {})
    shown = {"root": str(root), "folder": HOME, "megabytes": limits.disk_megabytes}
    shown |= {"readable": readable, "writable": writable, "hidden": hidden}
    return plan | {"view": shown, "limits": system_limits, "folder": HOME}


def _counts_processes_apart() -> bool:
    """Whether a limit of processes is about the namespace alone (Linux 5.14), not about all that the user runs."""
    numbers = os.uname().release.split(".")
    return (int(numbers[0]), int(numbers[1])) >= (5, 14)


def _bwrap(readable: list[str], writable: list[str], hidden: list[str], megabytes: int) -> list[str]:
    words = ["bwrap", "--unshare-all", "--unshare-user", "--die-with-parent", "--uid", "1000", "--gid", "1000"]
    words += ["--size", str(megabytes << 20), "--tmpfs", "/tmp", "--proc", "/proc", "--dev", "/dev"]
    words += ["--size", str(1 << 20), "--tmpfs", "/dev/shm", "--remount-ro", "/dev"]
    for path in readable:
        link = Path(path).is_symlink()  # /bin, /lib and the like
        words += ["--symlink", str(Path(path).readlink()), path] if link else ["--ro-bind", path, path]
    for path in writable:
        words += ["--bind", path, path]
    for path in hidden:
        words += ["--size", "4096", "--tmpfs", path, "--remount-ro", path]
    return [*words, "--dir", HOME, "--chdir", HOME, "--remount-ro", "/", "--"]


@cache
def isolation_tool() -> str | None:
    """What isolates programs here: tried once, None when the system allows nothing of it."""
    from noughts.errors import EngineError
    from noughts.process.process import Process

    for tool in (UNSHARE, BWRAP) if shutil.which(BWRAP) else (UNSHARE,):
        try:
            with Process(["/bin/sh", "-c", "echo isolated"], limits=Limits(), view=View(), tool=tool) as process:
                if process.read_line() == "isolated":
                    return tool
        except EngineError:
            continue
    return None
