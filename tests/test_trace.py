"""What a search tells: the lab's debug dump line by line, windows, cuts, counts and bounded trees."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import pytest

from noughts.analysis import INFINITY
from noughts.notation import parse_position, start_position
from noughts.render.trace_text import TraceText
from noughts.rules.position import Position
from noughts.search.alphabeta import alphabeta
from noughts.search.choices import centre_first, plain
from noughts.search.minimax import minimax
from noughts.search.trace import Counter, LineRecorder, TraceGroup, TreeRecorder
from tests.brute_force import assert_line_keeps_promise
from tests.playing import GAMES, random_positions

DATA = Path(__file__).parent / "data"
LAB_BOARD = "O.X/X../XOO x"
Search = Callable[..., int]
SEARCHES: list[Search] = [minimax, alphabeta]


def told(position: Position, *, marks: str = "XO", algorithm: str = "minimax", numbers: bool = False) -> str:
    text = io.StringIO()
    search = {"minimax": minimax, "alphabeta": alphabeta}[algorithm]
    listener = TraceText(text.write, marks=marks, windows=algorithm == "alphabeta", numbers=numbers)
    search(position, scoring=plain, trace=listener)
    return text.getvalue()


def test_the_debug_dump_of_the_lab_line_by_line() -> None:
    lines = told(parse_position(LAB_BOARD), marks="X0").splitlines()
    assert lines == (DATA / "lab_trace.txt").read_text().splitlines()
    assert len(lines) == 65


def test_numbers_count_the_boards_in_the_order_of_the_search() -> None:
    lines = told(parse_position(LAB_BOARD), marks="X0", numbers=True).splitlines()
    assert [line for line in lines if line.startswith("**")] == [f"**Board {number}**" for number in range(1, 11)]
    assert [line for line in lines if not line.startswith("**")] == (DATA / "lab_trace.txt").read_text().splitlines()
    assert all(before.startswith("Invoking") for before, line in pairwise(lines) if "**" in line)


def test_alpha_beta_adds_windows_and_cuts() -> None:
    text = told(parse_position(LAB_BOARD), algorithm="alphabeta", numbers=True)
    assert text == (DATA / "lab_trace_alphabeta.txt").read_text()


def test_a_drawn_board_says_so() -> None:
    assert told(parse_position("XOX/XOO/OX. x")).splitlines() == [
        *("Invoking minimax @ depth = 0", "XOX", "XOO", "OX ", "adding player @ (2, 2)", ""),
        *("Invoking minimax @ depth = 1", "XOX", "XOO", "OXX", "draw, returning score: 0"),
        *("final score: 0", "final choice: (row: 2, column: 2)"),
    ]


def test_scores_are_for_x_whoever_moves_and_ties_take_the_first() -> None:
    lines = told(parse_position("OO./XX./... o")).splitlines()
    assert lines[-2:] == ["final score: -10", "final choice: (row: 0, column: 2)"]
    lines = told(parse_position("XX./OO./X.O o")).splitlines()
    assert lines[-2:] == ["final score: -10", "final choice: (row: 1, column: 2)"]
    lines = told(parse_position("X.X/OO./X.. o")).splitlines()
    assert lines[-2:] == ["final score: -10", "final choice: (row: 0, column: 1)"], "row 1 wins at once, this as surely"
    lines = told(parse_position("XXO/OOX/X..")).splitlines()
    assert lines[-2:] == ["final score: 0", "final choice: (row: 2, column: 1)"]


def test_a_finished_board_has_a_score_and_no_choice() -> None:
    lines = told(parse_position("XXX/OO./... o")).splitlines()
    assert lines[-2:] == ["player wins, returning score: 10", "final score: 10"]


@pytest.mark.parametrize("text", [LAB_BOARD, "XX./.O./... o", "X../.O./..X o", "XXX/OO./... o"])
def test_every_window_is_for_x_and_no_cut_changes_the_answer(text: str) -> None:
    lines = told(parse_position(text), algorithm="alphabeta").splitlines()
    windows = re.findall(r"window: \((\S+), (\S+)\)", "\n".join(lines))
    assert len(windows) == sum(line.startswith("Invoking") for line in lines)
    assert windows[0] == ("-inf", "inf")
    assert all(float(low) < float(high) for low, high in windows)
    assert told(parse_position(text)).splitlines()[-2:] == lines[-2:]


@pytest.mark.parametrize("search", SEARCHES)
@pytest.mark.parametrize("game", GAMES)
def test_a_trace_changes_nothing(game: str, search: Search) -> None:
    for position in random_positions(game, 4, seed=51):
        recorder, counter = TreeRecorder(max_nodes=50), Counter()
        silent = search(position, depth=2)
        assert search(position, depth=2, trace=TraceGroup(recorder, counter)) == silent
        assert recorder.root is not None
        assert recorder.root.score == silent


@pytest.mark.parametrize("search", SEARCHES)
def test_counter_and_tree_add_up(search: Search) -> None:
    for position in random_positions("classic", 12, seed=52):
        if len(position.legal_moves()) > 7:
            continue
        counter, recorder = Counter(), TreeRecorder(max_nodes=100_000)
        search(position, order=centre_first, trace=TraceGroup(counter, recorder))
        assert recorder.root is not None
        assert recorder.complete
        layer, depth = [recorder.root], 0
        while layer:
            assert counter.visited[depth] == len(layer)
            assert counter.terminal[depth] == sum(node.position.outcome is not None for node in layer)
            skipped = sum(node.skipped for node in layer)
            assert skipped == (counter.cut_off[depth + 1] if depth + 1 < len(counter.cut_off) else 0)
            for node in layer:
                tried = len(node.children) + node.skipped
                assert tried == len(node.position.legal_moves())
            layer, depth = [child for node in layer for child in node.children], depth + 1
        assert depth <= len(counter.visited)
        assert counter.total_visited == recorder.visited == len(list(recorder.root.walk()))
        assert sum(counter.cut_off) == recorder.skipped


def test_a_recorded_tree_is_the_search_itself() -> None:
    recorder = TreeRecorder()
    score = alphabeta(parse_position("X../.O./..X o"), trace=recorder)
    root = recorder.root
    assert root is not None
    assert (root.move, root.score, root.alpha, root.beta) == (None, score, -INFINITY, INFINITY)
    numbers = [node.number for node in root.walk()]
    assert numbers == list(range(1, recorder.visited + 1))
    for node in root.walk():
        assert all(child.position == node.position.play(child.move or 0) for child in node.children)
        assert (node.chosen is None) == (not node.children)
        if node.chosen is not None:
            assert node.chosen.score == -node.score
            assert node.score == max(-child.score for child in node.children)


@pytest.mark.parametrize("most", [1, 2, 10, 100])
def test_a_tree_is_bounded_and_counts_what_it_folds(most: int) -> None:
    recorder, everything = TreeRecorder(max_nodes=most), TreeRecorder(max_nodes=10**6)
    alphabeta(start_position("classic"), depth=5, trace=TraceGroup(recorder, everything))
    assert recorder.root is not None
    assert everything.root is not None
    truth = {node.number: node for node in everything.root.walk()}
    nodes = {node.number: node for node in recorder.root.walk()}
    assert set(range(1, most + 1)) <= nodes.keys() <= truth.keys()
    assert not recorder.complete
    for number, node in nodes.items():
        whole = truth[number]
        assert node.visited == whole.visited == sum(1 for _ in whole.walk())
        assert (node.score, node.exact, node.skipped) == (whole.score, whole.exact, whole.skipped)
        assert node.folded == (number > most)
        listed = [] if number > most else [child.number for child in whole.children]
        assert [child.number for child in node.children] == listed


@pytest.mark.parametrize("fold", [0, 1, 20])
def test_a_folded_tree_keeps_the_line_that_matters(fold: int) -> None:
    line, recorder, everything = LineRecorder(), TreeRecorder(10**6, fold=fold), TreeRecorder(10**6)
    alphabeta(parse_position("X../.O./..X o"), trace=TraceGroup(line, recorder, everything))
    node, whole = recorder.root, everything.root
    assert node is not None
    assert whole is not None
    for move in line.line:
        assert [child.visited for child in node.children] == [child.visited for child in whole.children]
        chosen, twin = node.chosen, whole.chosen
        assert chosen is not None
        assert chosen.move == move
        for child in node.children:
            assert child is chosen or child.folded == (child.visited > fold)
            assert child is chosen or sum(1 for _ in child.walk()) == (1 if child.folded else child.visited)
        node, whole = chosen, twin
        assert whole is not None
    assert not node.children


def test_a_search_leaves_every_node_that_it_enters() -> None:
    counter = Counter()
    alphabeta(start_position("ultimate"), depth=2, trace=counter)
    assert counter._depth == -1
    assert counter.visited == [1, 81, counter.visited[2]]


@pytest.mark.parametrize("search", SEARCHES)
def test_the_expected_line_gives_the_score(search: Search) -> None:
    for position in random_positions("classic", 15, seed=53):
        if len(position.legal_moves()) <= 7:
            line = LineRecorder()
            score = search(position, trace=line)
            assert_line_keeps_promise(position, line.line, score)
