"""How long a grading takes: python3 run.py benchmark grading

Wall time beside CPU time of the whole process tree, since a busy machine stretches the first and not the second. The
goals are for two free cores: a fast solution in 5 s, a slow one (about 10 s for the empty board) in 90 s, one that
loops in 45 s with the usual 20 s a call.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

SOLUTIONS = Path(__file__).parent.parent / "tests" / "grade" / "solutions"
CASES = [("right_alphabeta.py", 5), ("right_remembering.py", 5), ("slow_deepcopy.py", 90), ("endless.py", 45)]


def main() -> None:
    print(f"{'solution':<22}{'wall':>8}{'CPU':>8}{'goal':>8}   {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}")
    for name, goal in CASES:
        before, began = os.times(), time.perf_counter()
        command = [sys.executable, "-m", "noughts", "grade", str(SOLUTIONS / name)]
        code = subprocess.run(command, stdout=subprocess.DEVNULL, check=False).returncode
        assert code in (0, 1), f"{name} was not graded"
        wall, after = time.perf_counter() - began, os.times()
        cpu = after.children_user + after.children_system - before.children_user - before.children_system
        print(f"{name:<22}{wall:6.1f} s{cpu:6.1f} s{goal:6} s", flush=True)


if __name__ == "__main__":
    main()
