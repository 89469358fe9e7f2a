"""Fits how a score turns into a chance: by end rule and phase, on games that nothing was learned from.

python -m training.calibrate --ultimate FOLDER... --count FOLDER...

Prints the scales for `noughts.chances`, and how reliable they are in the files that training.train would hold out.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
import numpy.typing as npt

from noughts.analysis import ESTIMATE
from noughts.chances import PHASES
from training.rows import NO_RESULT, Rows, phases, read_rows

SCALES = np.geomspace(80, 2000, 400)  # below 80 an estimate would look proved
BINS = 10

Floats = npt.NDArray[np.float64]


def chances(score: Floats, scale: float | Floats) -> Floats:
    found: Floats = 1 / (1 + np.exp(-score / scale))
    return found


def best_scale(score: Floats, points: Floats) -> float:
    """The scale with the least squared error of the expected points."""
    errors = [np.mean((chances(score, scale) - points) ** 2) for scale in SCALES]
    return float(SCALES[int(np.argmin(errors))])


def decided_by_play(rows: Rows) -> Rows:
    """Positions of games with their result, where a search could only estimate."""
    return rows.part(np.flatnonzero((rows.result != NO_RESULT) & (np.abs(rows.score.astype(int)) <= ESTIMATE)))


def report(name: str, folders: list[Path]) -> None:
    fitted, checked = (decided_by_play(read_rows(folders, held_out=which)) for which in (False, True))
    score, points, phase = columns(fitted)
    scales = np.array([best_scale(score[phase == p], points[phase == p]) for p in range(PHASES)])
    print(f"{name}: {len(fitted):,} positions; scales from the last phase of the game to the first:")
    counts = np.bincount(phase, minlength=PHASES)
    print("  " + ", ".join(f"{scale:.0f} ({count:,})" for scale, count in zip(scales, counts, strict=True)))
    score, points, phase = columns(checked)
    print_reliability(score, points, scales[phase])


def columns(rows: Rows) -> tuple[Floats, Floats, npt.NDArray[np.int64]]:
    """Score, points and phase of each position."""
    return rows.score.astype(np.float64), (rows.result + 1) / 2, phases()[rows.open_cells]


def print_reliability(score: Floats, points: Floats, scale: float | Floats) -> None:
    """What was promised and what came out, by tenths."""
    print("  | chance | positions | points |")
    expected = chances(score, scale)
    bins = np.minimum((expected * BINS).astype(int), BINS - 1)
    for number in range(BINS):
        inside = bins == number
        if inside.any():
            print(f"  | {expected[inside].mean():.0%} | {inside.sum():,} | {points[inside].mean():.0%} |")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--ultimate", type=Path, nargs="+", required=True)
    parser.add_argument("--count", type=Path, nargs="+", required=True)
    arguments = parser.parse_args()
    for name, folders in (("ultimate", arguments.ultimate), ("ultimate-count", arguments.count)):
        report(name, folders)


if __name__ == "__main__":
    main()
