"""Positions to learn from: games of the engine against itself, each position labelled by a search.

python -m training.generate --game ultimate-count --positions 3000000 --nodes 2000 FOLDER

FOLDER fills with files of whole games, numbered; started again, it goes on where it was.
"""

from __future__ import annotations

import argparse
import sys
import time
from concurrent.futures import FIRST_COMPLETED, Future, wait
from pathlib import Path

from noughts.match.executors import executor_for
from noughts.match.openings import shipped_book
from noughts.native.ultimate import NativeEvaluation, native_evaluation
from noughts.network import WEIGHTS
from noughts.record import GameRecord
from noughts.rules.ultimate import UltimatePosition, ultimate

CHUNK = 20_000
"""Positions a file: some ten seconds of work."""


def play_chunk(network: Path | None, count_rule: bool, nodes: int, seed: int, capacity: int) -> bytes:
    """Samples of whole games, at most `capacity`."""
    native = NativeEvaluation(WEIGHTS.unpack(network.read_bytes()) * 2) if network else native_evaluation()
    start = ultimate(count_rule=count_rule)
    ends = (GameRecord(start, moves).position() for moves in shipped_book())
    book = [position for position in ends if isinstance(position, UltimatePosition)]
    return native.self_play(book, count_rule=count_rule, nodes=nodes, seed=seed, capacity=capacity)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--network", type=Path, help="that plays; the shipped one unless told")
    parser.add_argument("--game", choices=["ultimate", "ultimate-count"], default="ultimate-count")
    parser.add_argument("--positions", type=int, default=3_000_000)
    parser.add_argument("--nodes", type=int, default=2000, help="of the search of each position")
    parser.add_argument("--seed", type=int, default=1, help="equal seeds and settings give equal files")
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    parser.add_argument("--dask", metavar="ADDRESS", help="work on the cluster of this Dask scheduler")
    parser.add_argument("folder", type=Path)
    arguments = parser.parse_args()
    arguments.folder.mkdir(parents=True, exist_ok=True)
    chunks = [arguments.folder / f"{number:05}.samples" for number in range(-(-arguments.positions // CHUNK))]
    missing = [chunk for chunk in chunks if not chunk.exists()]
    began, written = time.monotonic(), 0
    with executor_for(arguments.jobs, arguments.dask) as (executor, width):
        running: dict[Future[bytes], Path] = {}
        while missing or running:
            while missing and len(running) < 2 * width:
                chunk = missing.pop(0)
                seed = arguments.seed * 1_000_003 + int(chunk.stem)
                settings = arguments.network, arguments.game == "ultimate-count", arguments.nodes, seed, CHUNK
                running[executor.submit(play_chunk, *settings)] = chunk
            for done in wait(running, return_when=FIRST_COMPLETED).done:
                chunk = running.pop(done)
                partial = chunk.with_suffix(".partial")
                partial.write_bytes(done.result())
                partial.rename(chunk)
                written += CHUNK
            left = CHUNK * (len(missing) + len(running))
            rate = written / (time.monotonic() - began)
            print(
                f"\r{written:,} positions, {rate:,.0f} a second, {left / rate / 60:.0f} minutes left ",
                end="",
                file=sys.stderr,
                flush=True,
            )
    print(file=sys.stderr)


if __name__ == "__main__":
    main()
