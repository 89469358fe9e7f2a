"""Wrong: the first empty cell, written as row,column."""

import sys

for line in sys.stdin:
    cell = line.replace("/", "").index(".")
    print(f"{cell // 3},{cell % 3}", flush=True)
