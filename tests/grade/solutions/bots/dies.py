"""Wrong: does not survive its first board."""

import sys

sys.exit("no idea what " + repr(sys.stdin.readline()) + " means")
