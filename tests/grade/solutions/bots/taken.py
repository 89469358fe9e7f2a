"""Wrong: always the centre."""

import sys

for line in sys.stdin:
    print("b2", flush=True)
