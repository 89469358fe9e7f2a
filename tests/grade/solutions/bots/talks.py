"""Wrong: greets before it moves."""

import sys

for line in sys.stdin:
    print("Let me see ...")
    print("b2", flush=True)
