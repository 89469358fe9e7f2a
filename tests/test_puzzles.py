"""Every puzzle has one solution: proved by the solver, and by searches that know only the rules where those suffice."""

from __future__ import annotations

import datetime
import itertools
import sys
from collections import Counter
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import pytest
from training import puzzles as training

from noughts.analysis import value_of
from noughts.errors import IllegalMoveError, NotationError, NotPossibleError
from noughts.explain.puzzle_play import hint, judge, lead_words, solve, task_words
from noughts.explain.puzzles import (
    DIFFICULTIES,
    GAMES,
    LONGEST_DAILY,
    PUZZLE_FILE,
    Puzzle,
    all_puzzles,
    choose_puzzles,
    find_puzzle,
    format_puzzle,
    parse_date,
    parse_puzzle,
    puzzle_id,
    puzzle_of_the_day,
)
from noughts.notation import format_move, format_position, parse_move
from noughts.rules.position import after
from tests.brute_force import BruteForce, end_of_line

DATA = Path(__file__).parent.parent / "src" / "noughts" / "data" / PUZZLE_FILE
FOUR_WAYS = "X.XOOOXOO/..X..X..X/OOXOOO.O./X.XX.O.X./X.X..XX../X.OOOX..X/OO......X/XO......X/OOXO..O.. x 5"
"""Four moves win the centre board, and d5 alone wins the game, in 5 plies; three of the others lose at once to g6."""


def sample(step: int, first: int = 0) -> Sequence[Puzzle]:
    return all_puzzles()[first::step]


# What is shipped


def test_at_least_five_hundred_puzzles_of_ultimate_come_with_noughts() -> None:
    counts = Counter(puzzle.game for puzzle in all_puzzles())
    assert counts["ultimate"] + counts["ultimate-count"] >= 500
    assert set(counts) == set(GAMES)
    assert min(counts.values()) >= 15


@pytest.mark.parametrize("game", ["ultimate", "ultimate-count"])
def test_both_end_rules_have_wins_in_two_to_nine_and_draws(game: str) -> None:
    kinds = Counter((puzzle.goal, puzzle.moves if puzzle.goal == "win" else 0) for puzzle in choose_puzzles(game))
    assert all(kinds["win", moves] >= 10 for moves in range(2, 10))
    assert {puzzle.plies for puzzle in choose_puzzles(game, goal="win")} >= {3, 5, 7, 9}
    assert kinds["draw", 0] >= 10
    assert all(len(choose_puzzles(game, difficulty)) >= 20 for difficulty in DIFFICULTIES)


def test_the_data_say_how_they_were_made_and_are_in_order() -> None:
    first, *lines = DATA.read_text(encoding="utf-8").splitlines()
    assert first.startswith("# noughts ")
    assert "python -m training.puzzles find --games " in first
    assert [format_puzzle(parse_puzzle(line)) for line in lines] == lines
    keys = [(GAMES.index(puzzle.game), puzzle.hardness) for puzzle in all_puzzles()]
    assert keys == sorted(keys)
    assert len({puzzle.id for puzzle in all_puzzles()}) == len(lines)


def test_no_puzzle_is_a_mirror_image_of_another_and_all_say_what_they_are() -> None:
    for puzzle in all_puzzles():
        position = puzzle.position
        assert puzzle_id(position) == puzzle.id
        assert format_position(position) == puzzle.setup
        end = end_of_line(position, puzzle.solution)
        assert len(position.legal_moves()) >= 3
        if puzzle.goal == "win":
            assert end.outcome is not None
            assert end.outcome.winner is position.to_move
        else:
            assert end.outcome is None or end.outcome.winner is None
            assert puzzle.plies % 2 == 1


# Proofs


@pytest.mark.parametrize("puzzle", [p for p in sample(9) if p.game.startswith("ultimate")], ids=lambda p: str(p.id))
def test_the_solver_proves_a_sample_again(puzzle: Puzzle) -> None:
    assert training.problem_of(puzzle) is None


@cache
def lines_of(columns: int, rows: int, in_line: int) -> list[frozenset[int]]:
    """All lines of a board, from coordinates."""
    found = []
    for row, column, (down, right) in itertools.product(range(rows), range(columns), [(0, 1), (1, 0), (1, 1), (1, -1)]):
        cells = [(row + step * down, column + step * right) for step in range(in_line)]
        if all(0 <= r < rows and 0 <= c < columns for r, c in cells):
            found.append(frozenset(r * columns + c for r, c in cells))
    return found


class PlainSolver:
    """1, 0 or -1 for the side to move, by trying everything on sets of cells, without any code of the package."""

    def __init__(self, columns: int, rows: int, in_line: int) -> None:
        self.cells = frozenset(range(columns * rows))
        self.lines = lines_of(columns, rows, in_line)
        self.known: dict[tuple[frozenset[int], frozenset[int]], int] = {}

    def completes(self, own: frozenset[int], cell: int) -> bool:
        return any(cell in line and line <= own | {cell} for line in self.lines)

    def value(self, mine: frozenset[int], theirs: frozenset[int]) -> int:
        if (mine, theirs) not in self.known:
            empty = self.cells - mine - theirs
            if not empty:
                best = 0
            elif any(self.completes(mine, cell) for cell in empty):
                best = 1
            else:
                best = -1
                for cell in empty:
                    best = max(best, -self.value(theirs, mine | {cell}))
                    if best == 1:
                        break
            self.known[mine, theirs] = best
        return self.known[mine, theirs]

    def move_values(self, mine: frozenset[int], theirs: frozenset[int]) -> dict[int, int]:
        return {
            cell: 1 if self.completes(mine, cell) else -self.value(theirs, mine | {cell})
            for cell in self.cells - mine - theirs
        }


@pytest.mark.parametrize(("game", "size"), [("classic", (3, 3, 3)), ("4,4,3", (4, 4, 3))])
def test_an_independent_proof_finds_the_same_only_move(game: str, size: tuple[int, int, int]) -> None:
    solver = PlainSolver(*size)
    for puzzle in choose_puzzles(game):
        cells = puzzle.setup.split()[0].replace("/", "")
        mover, other = puzzle.setup.split()[1].upper(), "X" if puzzle.setup.split()[1] == "o" else "O"
        mine, theirs = (frozenset(i for i, cell in enumerate(cells) if cell == mark) for mark in (mover, other))
        values = solver.move_values(mine, theirs)
        goal = 1 if puzzle.goal == "win" else 0
        assert max(values.values()) == goal
        assert [cell for cell, value in values.items() if value == goal] == [puzzle.solution[0]]


def test_brute_force_agrees_on_small_positions_of_ultimate() -> None:
    small = [
        puzzle for puzzle in all_puzzles() if puzzle.game.startswith("ultimate") and puzzle.position.open_cells < 12
    ]
    assert small
    for puzzle in small:
        scores = BruteForce().move_scores(puzzle.position)
        assert [move for move, score in scores.items() if score == max(scores.values())] == [puzzle.solution[0]]
        assert sorted(map(value_of, scores.values()))[-2] < value_of(max(scores.values()))
        if puzzle.goal == "win":
            assert max(scores.values()) == 30_000 - puzzle.plies


def test_a_draw_leaves_one_move_at_every_step() -> None:
    for puzzle in [puzzle for puzzle in sample(3) if puzzle.goal == "draw" and puzzle.plies > 1][:8]:
        for ply in range(0, puzzle.plies, 2):
            values = [value_of(one.score) for one in solve(after(puzzle.position, puzzle.solution[:ply])).moves]
            assert (values[0], values.count(0)) == (0, 1)


def test_a_puzzle_with_a_second_solution_is_noticed() -> None:
    two_ways = Puzzle("00000000", "classic", "win", 1, "X.X/O.O/X.. o", "b2")
    assert training.problem_of(two_ways) is not None
    right = choose_puzzles("classic")[0]
    assert training.problem_of(right) is None
    other = format_move(next(m for m in right.position.legal_moves() if m != right.solution[0]), right.position)
    wrong_line = parse_puzzle(format_puzzle(right).rsplit("\t", 1)[0] + f"\t{other}")
    assert "another move" in str(training.problem_of(wrong_line))


# Playing


@pytest.mark.parametrize("puzzle", sample(40, 7), ids=lambda puzzle: str(puzzle.id))
def test_whoever_follows_the_solution_solves_it_and_other_first_moves_are_refuted(puzzle: Puzzle) -> None:
    played: tuple[int, ...] = ()
    for move in puzzle.solution[::2]:
        verdict = judge(puzzle, played, move)
        assert verdict.kept
        played += (move, *verdict.answer)
    assert verdict.solved
    assert played == puzzle.solution[: len(played)]
    goal = 1 if puzzle.goal == "win" else 0
    for move in puzzle.position.legal_moves()[-4:]:
        if move != puzzle.solution[0]:
            wrong = judge(puzzle, (), move)
            assert (wrong.kept, wrong.solved) == (False, False)
            assert wrong.words.startswith(format_move(move, puzzle.position))
            end = end_of_line(puzzle.position, (move, *wrong.answer))
            lost = end.outcome is not None and end.outcome.winner is puzzle.position.to_move.other
            assert lost or goal == 1


def test_a_game_that_the_other_side_has_to_end_is_solved_too() -> None:
    forced = [puzzle for puzzle in choose_puzzles("ultimate-count", goal="win") if puzzle.plies % 2 == 0]
    assert forced
    for puzzle in forced:
        verdict = judge(puzzle, puzzle.solution[:-2], puzzle.solution[-2])
        assert (verdict.kept, verdict.solved, verdict.answer) == (True, True, puzzle.solution[-1:])


def test_a_slower_win_is_accepted_and_answered_with_the_longest_defence() -> None:
    tried = 0
    for puzzle in [puzzle for puzzle in choose_puzzles("ultimate", goal="win") if puzzle.moves == 4]:
        played = puzzle.solution[:2]
        others = [one for one in solve(after(puzzle.position, played)).moves if value_of(one.score) == 1][1:]
        if len(others) > 0 and len(others[0].line) > 1:
            verdict = judge(puzzle, played, others[0].move)
            assert verdict.kept
            assert not verdict.solved
            left = solve(after(puzzle.position, (*played, others[0].move, *verdict.answer))).moves[0].score
            assert left == others[0].score + 2  # no reply lasts longer
            tried += 1
        if tried == 3:
            return
    raise AssertionError("no puzzle has a second way to win later on")


def test_a_wrong_move_is_explained() -> None:
    puzzle = Puzzle("four", "ultimate", "win", 5, FOUR_WAYS, "d5 a6 a8 b4 e8")
    assert training.problem_of(puzzle) == "its name belongs to another position"  # and nothing else is wrong
    verdict = judge(puzzle, (), parse_move("e5", puzzle.position))
    assert verdict.words == "e5 loses at once: O wins with g6."
    assert verdict.answer == (parse_move("g6", after(puzzle.position, [parse_move("e5", puzzle.position)])),)
    assert task_words(puzzle) == "X to move and win in 3"
    assert lead_words(puzzle) == "X has 5 moves. Only one of them wins, whatever O does."


def test_a_hint_narrows_the_choice_and_then_gives_the_cell() -> None:
    for puzzle in sample(5):
        first, second = (hint(puzzle, (), step) for step in (1, 2))
        assert second.cells == (puzzle.solution[0],)
        assert puzzle.solution[0] in first.cells
        assert len(first.cells) > 1
    free = next(p for p in choose_puzzles("ultimate") if len(p.position.targets()) > 1)
    assert hint(free, (), 1).words.startswith("Look at the ")
    assert {cell // 9 for cell in hint(free, (), 1).cells} == {free.solution[0] // 9}


def test_what_cannot_be_judged_is_refused() -> None:
    puzzle = choose_puzzles("ultimate", goal="win")[0]
    taken = next(cell for cell in range(81) if puzzle.position.mark_at(cell))
    with pytest.raises(IllegalMoveError, match="not allowed"):
        judge(puzzle, (), taken)
    with pytest.raises(NotPossibleError, match="the puzzle is solved"):
        hint(puzzle, puzzle.solution, 1)


# Choosing


def test_the_puzzle_of_the_day_depends_on_the_date_and_the_data_alone() -> None:
    day = datetime.date(2026, 11, 16)
    daily = [puzzle for puzzle in choose_puzzles("ultimate", goal="win") if puzzle.moves <= LONGEST_DAILY]
    asked = [puzzle_of_the_day(day + datetime.timedelta(later)) for later in range(len(daily))]
    assert {puzzle.id for puzzle in asked} == {puzzle.id for puzzle in daily}  # each has its day before any comes back
    assert puzzle_of_the_day(day + datetime.timedelta(len(daily))) == asked[0] == puzzle_of_the_day(day)
    assert puzzle_of_the_day(day, "classic").game == "classic"


def test_puzzles_are_chosen_by_game_difficulty_and_goal() -> None:
    for game, difficulty in itertools.product(["ultimate", "5,5,4"], DIFFICULTIES):
        chosen = choose_puzzles(game, difficulty, "win")
        assert {(puzzle.game, puzzle.difficulty, puzzle.goal) for puzzle in chosen} == {(game, difficulty, "win")}
    assert choose_puzzles("3,3,3") == choose_puzzles("classic")
    assert find_puzzle(all_puzzles()[5].id) is all_puzzles()[5]
    assert find_puzzle("none") is None


@pytest.mark.parametrize("bad", ["", "today", "2026-02-30", "20261116", "2026-W47-1", "2026-11-16T00", "2026-1-1"])
def test_what_is_no_date_gets_one_sentence(bad: str) -> None:
    with pytest.raises(NotationError, match="expected a date like 2026-11-16"):
        parse_date(bad)


def test_a_game_without_puzzles_and_a_damaged_line_get_one_sentence() -> None:
    with pytest.raises(NotationError, match="not of 7,7,5"):
        choose_puzzles("7,7,5")
    for damaged in ("", "a\tb", "id\tclassic\twin\tmany\t... \ta1"):
        with pytest.raises(NotationError, match="expected a puzzle in six parts"):
            parse_puzzle(damaged)


# Finding


def find_some(folder: Path, monkeypatch: pytest.MonkeyPatch, games: int) -> list[str]:
    words = ["find", "--games", str(games), "--line-games", "20", "--nodes", "20000", "--open-cells", "24"]
    paths = ["--journal", str(folder / "journal"), "--output", str(folder / "puzzles")]
    monkeypatch.setattr(sys, "argv", ["puzzles", *words, *paths])
    training.main()
    return (folder / "puzzles").read_text(encoding="utf-8").splitlines()


def test_a_search_for_puzzles_goes_on_where_it_was_and_finds_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = find_some(tmp_path, monkeypatch, 2)
    assert "--games 2 --line-games 20" in found[0]
    assert len(found) > 3
    journal = tmp_path / "journal"
    lines = journal.read_text(encoding="utf-8").splitlines(keepends=True)
    journal.write_text("".join(lines[:-3]) + lines[-3][:20], encoding="utf-8")  # killed in the middle of a line
    assert find_some(tmp_path, monkeypatch, 2) == found
    assert sorted(journal.read_text(encoding="utf-8").splitlines(keepends=True)) == sorted(lines)
    assert all(training.problem_of(parse_puzzle(line)) is None for line in found[1:])


def test_what_everybody_sees_at_once_is_easier_than_a_quiet_move() -> None:
    loud = parse_puzzle("0\tclassic\twin\t1\tX.X/O.O/... x\tb1")
    assert training.hardness(loud.position, loud.solution) == 1
    quiet = [p for p in choose_puzzles("ultimate") if training.is_quiet(p.position, p.solution[0])]
    noisy = [p for p in choose_puzzles("ultimate") if not training.is_quiet(p.position, p.solution[0])]
    means = [sum(p.hardness for p in some) / len(some) for some in (quiet, noisy)]
    assert means[0] > means[1]
