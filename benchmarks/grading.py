"""How long a grading takes, and what it holds: python3 run.py benchmark grading

Wall time beside CPU time of the whole process tree, since a busy machine stretches the first and not the second. The
goals are for two free cores: a fast right solution in 3 s, a slow one (about 10 s for the empty board) in 90 s, one
that loops in 120 s. The grader itself stays under 200 MB.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from pathlib import Path

SOLUTIONS = Path(__file__).parent.parent / "tests" / "grade" / "solutions"
CASES = [("right_alphabeta.py", 3), ("right_remembering.py", 3), ("slow_deepcopy.py", 90), ("endless.py", 120)]
GRADE = """
import resource, sys
from noughts.cli import main
try:
    main(["grade", *sys.argv[1:]])
except SystemExit as end:
    print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024, file=sys.stderr)
    raise
"""


def main() -> None:
    title = f"{'solution':<22}{'wall':>8}{'CPU':>8}{'goal':>8}{'grader':>10}{'exit':>6}"
    print(f"{title}   {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}")
    for name, goal in CASES:
        before, began = os.times(), time.perf_counter()
        command = [sys.executable, "-c", GRADE, str(SOLUTIONS / name)]
        done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, check=False)
        assert done.returncode in (0, 1, 3), f"{name} was not graded"
        wall, after = time.perf_counter() - began, os.times()
        cpu = after.children_user + after.children_system - before.children_user - before.children_system
        megabytes = re.findall(r"[0-9]+", done.stderr)[-1]
        print(f"{name:<22}{wall:6.1f} s{cpu:6.1f} s{goal:6} s{megabytes:>7} MB{done.returncode:>6}", flush=True)


if __name__ == "__main__":
    main()
