"""Does not even say hello."""

from __future__ import annotations

import sys

for _ in sys.stdin:
    pass
