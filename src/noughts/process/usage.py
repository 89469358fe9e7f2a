"""What a program and everything that it started use at this moment, where the system tells (Linux)."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

_PROCESSES = Path("/proc")


@dataclass(frozen=True, slots=True)
class Usage:
    """The sum over a process and all its descendants."""

    cpu_seconds: float = 0.0
    """With that of descendants that ended."""
    megabytes: float = 0.0
    """Memory of their own: what processes share, such as the interpreter, is not counted."""
    processes: int = 0
    is_busy: bool = True
    """Whether any of them computes, waits for a core, or waits for the disk."""


def usage_of(process: int, most: int = 1_000) -> Usage | None:
    """None where the system does not tell, or when the process has ended; counts few more processes than the most."""
    ticks = pages = processes = 0
    is_busy = False
    for one in _with_descendants(process, most):
        try:
            fields = (one / "stat").read_bytes().rpartition(b")")[2].split()
            resident, shared = (one / "statm").read_bytes().split()[1:3]
        except OSError:
            continue
        ticks += sum(map(int, fields[11:15]))
        pages += int(resident) - int(shared)
        processes += fields[0] not in b"ZX"
        is_busy |= fields[0] in b"RD"
    if not processes:
        return None
    megabytes = pages * os.sysconf("SC_PAGE_SIZE") / (1 << 20)
    return Usage(ticks / os.sysconf("SC_CLK_TCK"), megabytes, processes, is_busy)


def _with_descendants(process: int, most: int) -> list[Path]:
    found = [_PROCESSES / str(process)]
    for one in found:  # grows while it is read
        if len(found) > 2 * most:
            break
        try:
            for task in (one / "task").iterdir():
                found += [_PROCESSES / child for child in (task / "children").read_text().split()]
        except OSError:
            continue
    return found


def megabytes_in(folder: Path) -> float:
    """How much a folder holds; every file counts as a block at least."""
    blocks = 0
    for name, folders, files in os.walk(folder):
        for entry in (*folders, *files):
            try:
                blocks += max(8, Path(name, entry).lstat().st_blocks)
            except OSError:
                continue
    return blocks / 2_048
