"""Search trees as text."""

from __future__ import annotations

import re
from functools import partial

import pytest

from noughts.analysis import Score
from noughts.notation import parse_position
from noughts.render.canvas import COLOR, UNICODE
from noughts.render.tree_text import tree_text
from noughts.render.tree_words import TreeWords
from noughts.rules.mark import Mark
from noughts.rules.position import Position
from noughts.search.alphabeta import alphabeta
from noughts.search.choices import plain, quicker_wins
from noughts.search.minimax import minimax
from noughts.search.trace import TreeNode, TreeRecorder

LAB_BOARD = "O.X/X../XOO x"

ALPHABETA = """\
 O . X   #1 X to move: X wins in 1
 X . .
 X O O
|
+--  O(X)X   #2 b1  O+2
|    X . .
|    X O O
|   |
|   +=> *O*X X    #3 b2  O+2
|   |    X*O*.
|   |    X O*O*
|   |
|   `--  O X X    #4 c2  X+3
|        X .(O)   (-inf, O+2)
|        X O O
|       |
|       `=>  O X*X*   #5 b2  X+3
|            X*X*O    (-inf, O+2)
|           *X*O O
|
+=>  O .*X*   #6 b2  X+1
|    X*X*.    (O+2, inf)
|   *X*O O
|
`--  O . X    #7 c2  <= X+3
     X .(X)   (X+1, inf)
     X O O
    |
    +=>  O(O)X   #8 b1  X+3
    |    X . X   (X+1, inf)
    |    X O O
    |   |
    |   `=>  O O*X*   #9 b2  X+3
    |       *X*X*X*   (X+1, inf)
    |       *X*O O
    |
    `-x 1 cut"""

MINIMAX = """\
X to move: X wins in 1
├── b1  O+2
│   ├━► b2  O+2
│   └── c2  X+3
│       └━► b2  X+3
├━► b2  X+1
└── c2  O+2
    ├── b1  X+3
    │   └━► b2  X+3
    └━► b2  O+2"""


def recorded(text: str = LAB_BOARD, game: str = "classic", *, nodes: int = 10_000, **search: object) -> TreeNode:
    recorder = TreeRecorder(nodes)
    algorithm = search.pop("algorithm", alphabeta)
    algorithm(parse_position(text, game), trace=recorder, **search)  # type: ignore[operator]
    assert recorder.root is not None
    return recorder.root


def test_alphabeta_shows_boards_numbers_windows_and_cuts() -> None:
    assert tree_text(recorded(), number=True, legend=False) == ALPHABETA


def test_minimax_has_no_windows_and_one_line_a_node_without_boards() -> None:
    tree = tree_text(recorded(algorithm=minimax), boards=False, legend=False, style=UNICODE)
    assert tree == MINIMAX


@pytest.mark.parametrize("boards", [True, False])
def test_what_is_folded_has_one_line_with_its_count(boards: bool) -> None:
    root = recorded("XX./.O./... o", nodes=5)
    lines = tree_text(root, boards=boards, legend=False).split("\n")
    folded = [node for node in root.walk() if node.folded]
    assert folded
    for node in folded:
        assert node.move is not None
        name, words = node.position.cell_name(node.move), f"{node.visited} positions?"
        assert any(re.search(rf"[-=][->] {name}  \S.*  {words}$", line) for line in lines)


def test_estimates_have_signs_and_are_no_draws() -> None:
    root = recorded("start", algorithm=minimax, depth=1)
    text = tree_text(root, boards=False)
    assert re.search(r"^\+=> b2  \+16$", text, re.MULTILINE)
    assert "=: a draw" not in text
    assert "an estimate" in text


def test_plain_scores_know_no_distance() -> None:
    text = tree_text(recorded(scoring=plain), boards=False)
    assert text.startswith("X to move: X wins\n")
    assert "+=> b2  X+\n" in text or "+=> b2  X+  " in text


def test_the_legend_explains_what_occurs_and_nothing_else() -> None:
    with_windows, without = tree_text(recorded(), boards=False), tree_text(recorded(algorithm=minimax), boards=False)
    assert "the window" in with_windows
    assert "at least" in with_windows
    assert "the window" not in without
    assert "at least" not in without


def test_a_finished_game_is_a_tree_of_one_node() -> None:
    assert tree_text(recorded("XXX/OO./..."), boards=False, legend=False) == "X wins"


def distance_from_root(depth: int, end: Position, ply: int) -> Score:
    return quicker_wins(end, depth + ply)


@pytest.mark.parametrize("board", [LAB_BOARD, "O.X/.../X.O x", "XX./.O./... o", "O../.../X.X o"])
def test_a_value_without_a_sign_is_exact_and_a_sign_tells_the_truth(board: str) -> None:
    """The truth about every node comes from minimax, which never cuts."""
    root = recorded(board)
    words = TreeWords.of(root, unicode=True)
    depth = {root.number: 0}
    for node in root.walk():
        depth.update({child.number: depth[node.number] + 1 for child in node.children})
        truth = minimax(node.position, scoring=partial(distance_from_root, depth[node.number]))
        sign = 1 if node.position.to_move is Mark.X else -1
        shown = words.value(node)
        if shown.startswith("≥"):
            assert sign * truth >= sign * node.score
        elif shown.startswith("≤"):
            assert sign * truth <= sign * node.score
        else:
            assert truth == node.score


def test_colour_adds_nothing_but_colour() -> None:
    root = recorded()
    colored = tree_text(root, number=True, style=COLOR)
    assert re.sub(r"\x1b\[[0-9;]*m", "", colored) == tree_text(root, number=True, style=UNICODE)


def test_ultimate_boards_stand_in_the_tree() -> None:
    text = tree_text(recorded("start moves e5", "ultimate", depth=1, nodes=3))
    assert text.count("[=======]") == 3 * 2
    assert text.isascii()
