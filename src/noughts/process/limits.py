"""What a stranger's program may use."""

from __future__ import annotations

from dataclasses import dataclass

LARGEST_FILE = 16 << 20


@dataclass(frozen=True, slots=True)
class Limits:
    """For the program and everything that it starts, together."""

    seconds: float = 60.0
    """CPU time for one answer."""
    megabytes: int = 1_024
    processes: int = 64
    disk_megabytes: int = 64
    """Files in its own folder; what it writes elsewhere is prevented by isolation alone."""
    patience: float = 10.0
    """So many times the seconds may pass on the clock before an answer is given up: a busy machine must not decide."""

    def for_the_system(self) -> dict[str, int]:
        """What the system itself checks, process by process; `RLIMIT_` goes before the names."""
        return {"AS": self.megabytes << 20, "FSIZE": LARGEST_FILE, "CORE": 0}


def clean_environment(home: str) -> dict[str, str]:
    """Nothing of ours."""
    return {
        "PATH": "/usr/local/bin:/usr/bin:/bin",
        "HOME": home,
        "TMPDIR": home,
        "LANG": "C.UTF-8",
        "PYTHONDONTWRITEBYTECODE": "1",
        "PYTHONHASHSEED": "0",
        "PYTHONUTF8": "1",
    }
