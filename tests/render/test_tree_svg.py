"""Search trees as SVG."""

from __future__ import annotations

from collections import defaultdict
from itertools import pairwise

import pytest
from tests.render.drawn import SVG, drawn, parse, points, view_box

from noughts.notation import parse_position
from noughts.render.tree_svg import tree_svg
from noughts.rules.line_game import line_game
from noughts.search.alphabeta import alphabeta
from noughts.search.minimax import minimax
from noughts.search.trace import TreeNode, TreeRecorder


def recorded(text: str, game: str = "classic", *, nodes: int = 10_000, depth: int | None = None) -> TreeNode:
    recorder = TreeRecorder(nodes)
    alphabeta(parse_position(text, game), depth=depth, trace=recorder)
    assert recorder.root is not None
    return recorder.root


SMALL = recorded("O.X/X../XOO x")
LARGE = recorded("O../.../X.X o", nodes=400)
ULTIMATE = recorded("start moves e5 d4", "ultimate", nodes=30, depth=2)
WIDE = recorded("start", "5,4,4", nodes=60, depth=2)
TREES = pytest.mark.parametrize("root", [SMALL, LARGE, ULTIMATE, WIDE], ids=["small", "large", "ultimate", "5,4,4"])


@TREES
def test_every_node_edge_and_stub_is_drawn(root: TreeNode) -> None:
    picture = parse(tree_svg(root))
    nodes = list(root.walk())
    stubs = sum((node.skipped > 0) + (node.folded and node.visited > 1) for node in nodes)
    assert len(drawn(picture, "g", "node")) == len(drawn(picture, "rect", "card")) == len(nodes)
    edges = [
        *drawn(picture, "path", "chosen"),
        *(edge for edge in drawn(picture, "path", "edge") if "C" in edge.attrib["d"]),
    ]
    assert len(edges) == len(nodes) - 1 + stubs
    assert len(drawn(picture, "path", "stub")) == stubs
    assert len(drawn(picture, "path", "chosen")) == sum(node.chosen is not None for node in nodes)


@TREES
def test_cards_of_a_level_do_not_overlap(root: TreeNode) -> None:
    levels: dict[str, list[tuple[float, float]]] = defaultdict(list)
    for card in drawn(parse(tree_svg(root)), "rect", "card"):
        left = float(card.attrib["x"])
        levels[card.attrib["y"]].append((left, left + float(card.attrib["width"])))
    for cards in levels.values():
        for (_, end), (start, _) in pairwise(sorted(cards)):
            assert start > end


@TREES
def test_all_is_inside_of_the_picture(root: TreeNode) -> None:
    picture = parse(tree_svg(root, number=True))
    width, height = view_box(picture)
    assert all(0 <= x <= width and 0 <= y <= height for x, y in points(picture))


def texts(svg: str) -> list[str]:
    return [element.text or "" for element in drawn(parse(svg), "text")]


def test_values_windows_and_cuts_are_written() -> None:
    shown = texts(tree_svg(SMALL, legend=False))
    assert shown.count("X+3") == 4
    assert shown.count("≤ X+3") == 1
    assert "(X+1, ∞)" in shown
    assert "1 cut" in shown
    assert "X to move: X wins in 1" in shown


def test_numbers_are_the_order_of_visits_and_only_on_request() -> None:
    numbers = {text for text in texts(tree_svg(SMALL, number=True)) if text.startswith("#")}
    assert numbers == {f"#{number}" for number in range(1, 10)}
    assert not any(text.startswith("#") for text in texts(tree_svg(SMALL)))


def test_minimax_has_no_windows() -> None:
    recorder = TreeRecorder()
    minimax(parse_position("O.X/X../XOO x"), trace=recorder)
    assert recorder.root is not None
    assert not any("∞" in text for text in texts(tree_svg(recorder.root)))


def test_the_chosen_edge_is_thicker_and_the_main_line_framed() -> None:
    picture = parse(tree_svg(SMALL))
    thick = {edge.attrib["stroke-width"] for edge in drawn(picture, "path", "chosen")}
    thin = {edge.attrib["stroke-width"] for edge in drawn(picture, "path", "edge") if "C" in edge.attrib["d"]}
    assert min(map(float, thick)) > 2 * max(map(float, thin))
    assert len(drawn(picture, "rect", "picked")) == 2  # the root and b2, which wins at once


def test_what_is_folded_is_counted() -> None:
    root = recorded("XX./.O./... o", nodes=5)
    counts = [f"{node.visited - 1} below" for node in root.walk() if node.folded and node.visited > 1]
    assert len(counts) > 3
    assert sorted(text for text in texts(tree_svg(root)) if text.endswith("below")) == sorted(counts)


def test_every_node_tells_its_story_to_the_mouse() -> None:
    picture = parse(tree_svg(SMALL))
    hints = [node[0].text for node in drawn(picture, "g", "node") if node[0].tag == f"{SVG}title"]
    assert hints[0] == "1. X+1"
    assert "7. c2: ≤ X+3 in (X+1, ∞)" in hints


def test_a_screen_reader_hears_the_result() -> None:
    description = parse(tree_svg(SMALL))[1].text
    assert description == (
        "O.X/X../XOO x. X to move: X wins in 1. Expected moves: b2. The tree has 9 positions on 4 levels."
    )


def test_a_deep_tree_is_drawn_without_trouble() -> None:
    """A game of 100 plies with one child a node: as deep as any game here gets."""
    position = line_game(26, 26, 26)
    root = node = TreeNode(1, None, position, -30_001, 30_001)
    for number in range(2, 102):
        position = position.play(number)
        child = TreeNode(number, number, position, -30_001, 30_001)
        node.children.append(child)
        node = child
    assert len(drawn(parse(tree_svg(root)), "rect", "card")) == 101
