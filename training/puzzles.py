"""Finds puzzles in games of weak and strong players, and proves the shipped ones again.

python -m training.puzzles find --games 400 --journal puzzles.jsonl --output src/noughts/data/puzzles.txt
python -m training.puzzles prove

A puzzle is a position where exactly one move wins, or exactly one draws and all others lose; the solver knows the exact
score of every move. The journal keeps what is found: started again, it goes on where it was. The same options give
the same puzzles on every machine.

How hard the first move is to see (hardness): the depth from which on searches without pruning prefer it, up to one more
than SIGHT when none does; two more when the move is quiet, that is, neither takes nor blocks anything; one more for
every second move of the solution after the second.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import Executor
from importlib.metadata import version
from pathlib import Path
from typing import NamedTuple

from noughts.analysis import Limit, final_score, plies_to_end, score_for_parent, value_of
from noughts.errors import UnsolvedError
from noughts.explain.puzzle_play import solve
from noughts.explain.puzzles import GAMES, PUZZLE_FILE, Puzzle, all_puzzles, format_puzzle, parse_puzzle, puzzle_id
from noughts.match.executors import executor_for
from noughts.native.line import fixed_depth as line_fixed_depth
from noughts.native.ultimate import native_evaluation
from noughts.notation import format_move, format_position, start_position
from noughts.players.levels import BLOCKS, instinct
from noughts.players.player import LevelPlayer
from noughts.rules.line_game import LinePosition
from noughts.rules.mark import Move
from noughts.rules.position import Position
from noughts.rules.threats import threats
from noughts.rules.ultimate import FULL, HAS_LINE
from training.journal import Questions

BATCH = 4
"""Games a task: a few seconds of work."""
FEWEST_MOVES = 3
"""With less to choose from it is no puzzle."""
MOVES = range(2, 10)
"""Moves of one's own that a win takes."""
LONGEST_DRAW = 9
SIGHT = 6
"""The deepest search that is asked which move it prefers."""
EACH_WIN, DRAWS, LINE_GAMES = 45, 60, 16
"""How many puzzles are kept: of Ultimate for each number of moves, and draws; of each kind in other games."""
FROM_ONE_GAME = 2
LEVELS = (4, 9)
"""Of those who play Ultimate: strong enough to get somewhere, weak enough to leave wins."""


class Settings(NamedTuple):
    """What the puzzles depend on."""

    seed: int
    nodes: int
    """That the proof of all moves of a position may take."""
    open_cells: int
    """Positions with more open cells are passed over."""


# Finding


def play_game(game: str, number: int, seed: int) -> list[Position]:
    """The positions of a game, equal for equal arguments."""
    chance = random.Random(f"{seed}/{game}/{number}")
    position = start_position(game)
    positions = []
    players = [LevelPlayer(chance.randint(*LEVELS), seed=chance.getrandbits(32)) for _ in range(2)]
    while position.outcome is None:
        positions.append(position)
        if isinstance(position, LinePosition):
            move = chance.choice(instinct(BLOCKS, position))
        else:
            move = players[len(positions) % 2].choose_move(position)
        position = position.play(move)
    return positions


def puzzles_of(game: str, number: int, settings: Settings) -> list[Puzzle]:
    """All puzzles in a game."""
    found = []
    for position in play_game(game, number, settings.seed):
        if position.open_cells <= settings.open_cells and is_a_choice(position):
            try:
                puzzle = puzzle_from(position, Limit(nodes=settings.nodes))
            except UnsolvedError:
                continue
            if puzzle is not None:
                found.append(puzzle)
    return found


def is_a_choice(position: Position) -> bool:
    """Whether there are some moves, and more than one of them that everybody would think of: a win, a block."""
    return len(position.legal_moves()) >= FEWEST_MOVES and len(instinct(BLOCKS, position)) > 1


def puzzle_from(position: Position, limit: Limit) -> Puzzle | None:
    """The puzzle that a position is, where it is one."""
    analysis = solve(position, limit)
    best, second = analysis.moves[:2]
    value = value_of(best.score)
    if value < 0 or value_of(second.score) == value:
        return None
    if value > 0:
        line = best.line
        if len(line) != plies_to_end(best.score) or (len(line) + 1) // 2 not in MOVES:
            return None
    else:
        line = drawing_line(position, best.move, limit)
    return Puzzle(
        puzzle_id(position),
        position.game,
        "win" if value > 0 else "draw",
        hardness(position, line),
        format_position(position),
        " ".join(format_move(move, position) for move in line),
    )


def drawing_line(position: Position, move: Move, limit: Limit) -> tuple[Move, ...]:
    """From the one move that draws on, as long as a reply leaves one move alone that draws."""
    line = [move]
    position = position.play(move)
    while position.outcome is None and len(line) < 2 * LONGEST_DRAW - 1:
        chosen = None
        for reply in position.legal_moves():
            following = position.play(reply)
            if following.outcome is not None or not is_a_choice(following):
                continue
            best, second = solve(following, limit).moves[:2]
            if value_of(best.score) == 0 and value_of(second.score) < 0:
                chosen = (reply, best.move)
                break
        if chosen is None:
            break
        line += chosen
        position = position.play(chosen[0]).play(chosen[1])
    return tuple(line)


def hardness(position: Position, line: Sequence[Move]) -> int:
    """How hard the first move of a solution is to see; the text above says how it is counted."""
    depth = SIGHT
    while depth > 0 and preferred(position, depth) == [line[0]]:
        depth -= 1
    own_moves = (len(line) + 1) // 2
    return depth + 1 + 2 * is_quiet(position, line[0]) + max(0, own_moves - 2) // 2


def preferred(position: Position, depth: int) -> list[Move]:
    """The moves that a search so many plies deep, without any pruning, likes best."""
    scores = {}
    for move in position.legal_moves():
        after = position.play(move)
        if after.outcome is not None:
            score = final_score(after.outcome, after.to_move)
        elif isinstance(after, LinePosition):
            score = line_fixed_depth(after, depth - 1)
        elif depth == 1:
            score = native_evaluation().estimate(after)
        else:
            score = native_evaluation().fixed_depth(after, depth - 1)
        scores[move] = score_for_parent(score)
    return [move for move, score in scores.items() if score == max(scores.values())]


def is_quiet(position: Position, move: Move) -> bool:
    """Whether a move takes and blocks nothing: no small board, no line, and on a line board makes no threat."""
    if isinstance(position, LinePosition):
        after = position.play(move)
        return after.outcome is None and move not in threats(position) and not threats(after)
    shift, bit = move // 9 * 9, 1 << move % 9
    return not any(HAS_LINE[cells >> shift & FULL | bit] for cells in (position.mine, position.theirs))


# Choosing


class Found(NamedTuple):
    """A puzzle and the game that it is from."""

    number: int
    puzzle: Puzzle


def kind_of(puzzle: Puzzle) -> tuple[str, str, int]:
    return puzzle.game, puzzle.goal, puzzle.moves if puzzle.goal == "win" else 0


def choose(found: Sequence[Found]) -> list[Puzzle]:
    """So many of each kind, from the easiest to the hardest at even steps, not many from one game."""
    by_id = {one.puzzle.id: one for one in reversed(found)}  # the first of equals stays
    kinds: dict[tuple[str, str, int], list[Found]] = {}
    for one in by_id.values():
        kinds.setdefault(kind_of(one.puzzle), []).append(one)
    chosen = []
    taken: Counter[tuple[str, int]] = Counter()
    for kind, candidates in sorted(kinds.items(), key=lambda item: len(item[1])):  # the rarest choose first
        free = [one for one in candidates if taken[kind[0], one.number] < FROM_ONE_GAME]
        free.sort(key=lambda one: (one.puzzle.hardness, one.puzzle.id))
        wanted = min(len(free), _wanted(kind))
        for index in range(wanted):
            one = free[index * len(free) // wanted]
            taken[kind[0], one.number] += 1
            chosen.append(one.puzzle)
    return sorted(chosen, key=lambda puzzle: (GAMES.index(puzzle.game), puzzle.hardness, puzzle.id))


def _wanted(kind: tuple[str, str, int]) -> int:
    game, goal, _ = kind
    if not game.startswith("ultimate"):
        return LINE_GAMES if goal == "win" else 2 * LINE_GAMES
    return EACH_WIN if goal == "win" else DRAWS


# All games


def search_games(game: str, numbers: Sequence[int], settings: Settings) -> list[tuple[int, list[str]]]:
    """By game its puzzles as text: what travels between processes."""
    return [(number, [format_puzzle(one) for one in puzzles_of(game, number, settings)]) for number in numbers]


def find(games: dict[str, int], settings: Settings, journal: Questions) -> list[Found]:
    """All puzzles of so many games of each kind; those that the journal has are not played again."""
    batches = [
        (game, list(range(first, min(total, first + BATCH))), settings)
        for first in range(0, max(games.values()), BATCH)
        for game, total in games.items()
        if first < total
    ]
    answers = journal.answers(search_games, batches)
    found = [
        (game, Found(number, parse_puzzle(text)))
        for (game, _, _), answer in zip(batches, answers, strict=True)
        for number, texts in answer
        for text in texts
    ]
    return [one for _, one in sorted(found, key=lambda pair: (pair[0], pair[1].number))]


# Proving


def problem_of(puzzle: Puzzle) -> str | None:
    """What is wrong with a puzzle, by a fresh proof; None when nothing is."""
    analysis = solve(puzzle.position)
    values = [value_of(ranked.score) for ranked in analysis.moves]
    goal = 1 if puzzle.goal == "win" else 0
    if values[0] != goal or values.count(goal) != 1:
        return f"{values.count(goal)} moves reach the goal"
    if analysis.moves[0].move != puzzle.solution[0]:
        return f"the solution begins with another move than {format_move(analysis.moves[0].move, puzzle.position)}"
    if goal and plies_to_end(analysis.moves[0].score) != puzzle.plies:
        return f"the win takes {plies_to_end(analysis.moves[0].score)} plies, not {puzzle.plies}"
    end = puzzle.position
    for move in puzzle.solution:
        end = end.play(move)
    if goal and (end.outcome is None or end.outcome.winner is not puzzle.position.to_move):
        return "the solution does not end in a win"
    return None if puzzle.id == puzzle_id(puzzle.position) else "its name belongs to another position"


def prove_some(texts: Sequence[str]) -> list[str | None]:
    return [problem_of(parse_puzzle(text)) for text in texts]


def prove(executor: Executor) -> int:
    """Prove every shipped puzzle; how many are wrong."""
    texts = [format_puzzle(puzzle) for puzzle in all_puzzles()]
    groups = [texts[begin : begin + BATCH] for begin in range(0, len(texts), BATCH)]
    wrong = 0
    for number, (group, problems) in enumerate(zip(groups, executor.map(prove_some, groups), strict=True), start=1):
        for text, problem in zip(group, problems, strict=True):
            if problem is not None:
                wrong += 1
                print(f"{text.split()[0]}: {problem}")
        print(f"\r{min(number * BATCH, len(texts))} of {len(texts)} ", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    print(f"{len(texts) - wrong} of {len(texts)} puzzles proved")
    return wrong


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("command", choices=["find", "prove"])
    parser.add_argument("--games", type=int, default=400, help="of each kind of Ultimate")
    parser.add_argument("--line-games", type=int, default=1500, help="of classic and 4,4,3; a tenth of them of 5,5,4")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--nodes", type=int, default=400_000, help="that the proof of a position may take")
    parser.add_argument("--open-cells", type=int, default=36, help="positions with more are passed over")
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    parser.add_argument("--dask", metavar="ADDRESS", help="work on the cluster of this Dask scheduler")
    parser.add_argument("--journal", type=Path, default=Path("puzzles.jsonl"))
    parser.add_argument("--output", type=Path, default=Path(PUZZLE_FILE))
    told = parser.parse_args()
    with executor_for(told.jobs, told.dask) as (executor, width):
        if told.command == "prove":
            sys.exit(1 if prove(executor) else 0)
        settings = Settings(told.seed, told.nodes, told.open_cells)
        games = {game: told.games if game.startswith("ultimate") else told.line_games for game in GAMES}
        games["5,5,4"] //= 10  # its proofs take longer
        chosen = choose(find(games, settings, Questions(told.journal, executor, width)))
    command = (
        f"python -m training.puzzles find --games {told.games} --line-games {told.line_games} --seed {told.seed} "
        f"--nodes {told.nodes} --open-cells {told.open_cells}"
    )
    lines = [f"# noughts {version('noughts')}: {command}", *map(format_puzzle, chosen)]
    told.output.write_text("\n".join(lines) + "\n", encoding="utf-8")
    for kind, number in sorted(Counter(map(kind_of, chosen)).items()):
        print(*kind, number)


if __name__ == "__main__":
    main()
