"""How long a grading takes, and what it holds: python3 run.py benchmark grading [PROGRAMS]

Wall time beside CPU time of the whole process tree, since a busy machine stretches the first and not the second. The
goals are for two free cores: a fast right solution in 3 s, a slow one (about 10 s for the empty board) in 90 s, one
that loops in 120 s. The grader itself stays under 200 MB. With a number, a class of so many typical solutions (plain
minimax, every third with deep copies, every second of these wrong; 20 s each on average): 30 of them in 7 minutes.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

SOLUTIONS = Path(__file__).parent.parent / "tests" / "grade" / "solutions"
CASES = [("right_alphabeta.py", 3), ("right_remembering.py", 3), ("slow_deepcopy.py", 90), ("endless.py", 120)]
GRADE = """
import resource, sys
from noughts.cli import main
if __name__ == "__main__":
    try:
        main(["grade", *sys.argv[1:]])
    except SystemExit as end:
        print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024, file=sys.stderr)
        raise
"""


def grade_class(programs: int) -> None:
    slow = (SOLUTIONS / "slow_deepcopy.py").read_text()
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place) / "class"
        folder.mkdir()
        for number in range(programs):
            source = slow.replace("copy.deepcopy(board)", "[row[:] for row in board]") if number % 3 else slow
            (folder / f"student{number:02}.py").write_text(
                source.replace("min(", "max(") if number % 6 == 3 else source
            )
        wall, cpu, done = timed([str(folder), "--csv", f"{place}/marks.csv", "--html", f"{place}/report"])
    assert done.returncode == (1 if programs > 3 else 0), done.stderr
    print(f"{programs} programs: {wall:.0f} s, {cpu:.0f} s of CPU time, {cpu / programs:.1f} s each")
    print(
        f"30 would take {30 * wall / programs:.0f} s (goal 420); {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}"
    )


def timed(arguments: list[str]) -> tuple[float, float, subprocess.CompletedProcess[str]]:
    """Seconds on the clock and of CPU time, all processes together."""
    before, began = os.times(), time.perf_counter()
    command = [sys.executable, "-c", GRADE, *arguments]
    done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, check=False)
    wall, after = time.perf_counter() - began, os.times()
    return wall, after.children_user + after.children_system - before.children_user - before.children_system, done


def main() -> None:
    if len(sys.argv) > 1:
        grade_class(int(sys.argv[1]))
        return
    title = f"{'solution':<22}{'wall':>8}{'CPU':>8}{'goal':>8}{'grader':>10}{'exit':>6}"
    print(f"{title}   {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}")
    for name, goal in CASES:
        wall, cpu, done = timed([str(SOLUTIONS / name)])
        assert done.returncode in (0, 1, 3), f"{name} was not graded"
        megabytes = re.findall(r"[0-9]+", done.stderr)[-1]
        print(f"{name:<22}{wall:6.1f} s{cpu:6.1f} s{goal:6} s{megabytes:>7} MB{done.returncode:>6}", flush=True)


if __name__ == "__main__":
    main()
