"""Where noughts keeps what nobody has named a file for."""

from __future__ import annotations

import os
from pathlib import Path


def data_folder() -> Path:
    """The folder `noughts` in $XDG_DATA_HOME (default ~/.local/share); it is made."""
    home = os.environ.get("XDG_DATA_HOME", "")
    data = Path(home) if Path(home).is_absolute() else Path.home() / ".local" / "share"
    folder = data / "noughts"
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return folder
