"""A class of 20 programs: right, each classic mistake, slow, cheating, hanging, by chance, copied."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from tests.grade.grading import SOLUTIONS
from tests.grade.hostile import RIGHT


@dataclass(frozen=True)
class Student:
    """A program, what it must be called, and what must be found out."""

    source: str
    verdict: str
    wrong: int = 0
    """So many functions are wrong."""
    hint: str = ""
    """The beginning of the only hint, or of the first; empty when there must be none."""
    mistakes: tuple[str, ...] = ()
    """What it is grouped by, among others."""


def changed(old: str, new: str, source: str = RIGHT) -> str:
    assert source.count(old) == 1, old
    return source.replace(old, new)


def solution(name: str) -> str:
    return (SOLUTIONS / f"{name}.py").read_text()


UTILITY = "return {X: 1, O: -1, None: 0}[winner(board)]"
LETTERS = """win = winner(board)
    if win == X:
        return 1
    if win == 0:
        return -1
    return 0"""
IN_PLACE = """
def value(board):
    if terminal(board):
        return utility(board)
    values = []
    for i, j in sorted(actions(board)):
        board[i][j] = player(board)
        values.append(value(board))
    return max(values) if player(board) == X else min(values)
"""
CHANCE = """
import random
def minimax(board):
    if terminal(board):
        return None
    choose = max if player(board) == X else min
    best = choose(utility_after(board, action) for action in actions(board))
    return random.choice([action for action in sorted(actions(board)) if utility_after(board, action) == best])
def utility_after(board, action):
    worth = value(result(board, action))
    return (worth > 0) - (worth < 0)
"""
SLOW = (
    "\nimport time\nquick = minimax\ndef minimax(board):\n    end = time.process_time() + (board == initial_state())\n"
    "    while time.process_time() < end: pass\n    return quick(board)\n"
)
CHEAT = "\ntry:\n    from noughts.teaching.cs50 import minimax\nexcept ImportError:\n    pass\n"
COPIED = (
    RIGHT.replace("choose", "pick").replace("known", "memory").replace("values", "found").replace("value(", "worth(")
)

# Without a memory, which would keep what it found on broken boards: then answers depend on what was asked before.
SHALLOW = changed("copy.deepcopy(board)", "copy.copy(board)", changed("if key not in known:", "if key:"))

CLASS = {
    "ada": Student(RIGHT, "right"),
    "alan": Student(solution("right_alphabeta"), "right"),
    "barbara": Student(COPIED, "right"),
    "claude": Student(solution("ignores_depth"), "right"),
    "donald": Student(solution("max_twice"), "wrong", 1, "`max` is used for both sides (line 64): with `min` where O"),
    "edsger": Student(
        solution("misses_a_diagonal"),
        "wrong",
        4,
        "All 133 wrong answers of `winner` miss the same diagonal: c1, b2 and a3.",
        ("winner misses a line", "terminal goes on after a win"),
    ),
    "frances": Student(solution("negative_index"), "wrong", 1, mistakes=("result accepts negative indices",)),
    "grace": Student(
        changed("\n    if i not in range(3) or j not in range(3):", "\n    if max(i, j) > 2:"),
        "wrong",
        1,
        mistakes=("result accepts negative indices",),
    ),
    "hedy": Student(solution("accepts_taken_cells"), "wrong", 1, mistakes=("result accepts a taken cell",)),
    "ida": Student(
        SHALLOW,
        "wrong",
        2,
        "`result` changes the board and does not restore it (line 23): with a copy of it, all 25,941 answers",
        ("result changes the board it was given",),
    ),
    "john": Student(
        changed(UTILITY, "return {X: 1, O: 1, None: 0}[winner(board)]"), "wrong", 2, "The sign is wrong for O (line 5"
    ),
    "katherine": Student(
        changed(UTILITY, LETTERS), "wrong", 2, "`win == 0` does not compare with the letter O (line 5"
    ),
    "linus": Student(solution("wrong_sign_for_o"), "wrong", 1, "`max` is used for both sides"),
    "margaret": Student(
        solution("full_board_goes_on"), "wrong", 2, mistakes=("terminal goes on when the board is full",)
    ),
    "niklaus": Student(
        solution("moves_after_the_end"), "wrong", 1, mistakes=("minimax gives a move when the game is over",)
    ),
    "ole": Student(f"{RIGHT}\n{IN_PLACE}", "wrong", 1, "`value` changes the board and does not restore it"),
    "peter": Student(f"{RIGHT}\n{SLOW}", "right"),
    "radia": Student(f"{RIGHT}\n{CHEAT}", "cheating"),
    "steve": Student(solution("endless"), "not finished"),
    "tim": Student(f"{RIGHT}\n{CHANCE}", "right"),
}


def write_class(folder: Path) -> list[Path]:
    """A file for each student."""
    folder.mkdir()
    for name, student in CLASS.items():
        (folder / f"{name}.py").write_text(student.source)
    return sorted(folder.iterdir())
