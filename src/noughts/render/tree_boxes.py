"""The boxes of a drawn search tree: what is in them and where they stand."""

from __future__ import annotations

from dataclasses import dataclass, field

from noughts.render.tidy_tree import tidy_tree
from noughts.render.tree_words import TreeWords
from noughts.search.trace import TreeNode

GAP = 18.0
"""Between neighbours."""
EDGES = 64.0
"""From one level to the next: the room for the edges, at least."""
FLATTEST, HIGHEST = 0.05, 240.0
"""Where edges lead far to the side they get this part of it as height, up to a limit."""
FRAME = 8.0
"""Between a board and the frame around it."""
FONT, SMALL_FONT = 15.0, 11.0
LINE = 20.0
"""The height of a line of text."""


def text_width(words: str, font: float) -> float:
    """About as wide as the words will be; no font is known here, so a little more than most need."""
    return 0.62 * font * len(words)


@dataclass(slots=True)
class Box:
    """What takes a place in the tree: a node, or a stub for branches that are not there."""

    depth: int
    width: float
    node: TreeNode | None = None
    words: str = ""
    """Of a stub."""
    chosen: bool = False
    """Whether the parent has its value from here."""
    main_line: bool = False
    """Whether the root has its value from here."""
    cut: bool = False
    """Whether the stub stands for moves that were never tried."""
    children: list[int] = field(default_factory=list)
    middle: float = 0.0


@dataclass(frozen=True, slots=True)
class TreeLayout:
    """Sizes that all nodes of a tree share, and the boxes: the root first, every parent before its children."""

    board_width: float
    board_height: float
    node_height: float
    tops: list[float]
    """Where the levels begin."""
    boxes: list[Box]

    @property
    def width(self) -> float:
        return max(box.middle + box.width / 2 for box in self.boxes)

    @property
    def height(self) -> float:
        return self.tops[-1] + self.node_height


def lay_out(root: TreeNode, words: TreeWords, *, numbers: bool) -> TreeLayout:
    columns, rows = root.position.columns, root.position.rows
    largest = 132.0 if root.position.boards() else min(132.0, max(66.0, 12.0 * max(columns, rows)))
    board_width, board_height = (largest * side / max(columns, rows) for side in (columns, rows))

    def node_box(node: TreeNode, depth: int, *, chosen: bool, main_line: bool) -> Box:
        above = words.move(node) + (f"  #{node.number}" if numbers else "")
        texts = [
            text_width(above, FONT),
            text_width(words.value(node), FONT),
            text_width(words.window(node), SMALL_FONT),
        ]
        return Box(depth, max(board_width + 2 * FRAME, *texts), node, chosen=chosen, main_line=main_line)

    boxes = [node_box(root, 0, chosen=False, main_line=True)]
    for box in boxes:  # grows while it is read: level by level
        if (node := box.node) is None:
            continue
        chosen = node.chosen
        below = [
            node_box(child, box.depth + 1, chosen=child is chosen, main_line=box.main_line and child is chosen)
            for child in node.children
        ]
        for stub, cut in ((words.folded(node), False), (words.cut(node), True)):
            if stub:
                below.append(Box(box.depth + 1, text_width(stub, FONT), words=stub, cut=cut))
        box.children = list(range(len(boxes), len(boxes) + len(below)))
        boxes.extend(below)
    middles = tidy_tree([box.children for box in boxes], [box.width for box in boxes], GAP)
    for box, middle in zip(boxes, middles, strict=True):
        box.middle = middle
    lines = 2 + any(words.window(node) for node in root.walk())  # move, value, window
    node_height = board_height + 2 * FRAME + lines * LINE
    return TreeLayout(board_width, board_height, node_height, _tops(boxes, node_height), boxes)


def _tops(boxes: list[Box], node_height: float) -> list[float]:
    farthest = [0.0] * (boxes[-1].depth + 1)
    for box in boxes:
        for child in box.children:
            below = boxes[child]
            farthest[below.depth] = max(farthest[below.depth], abs(below.middle - box.middle))
    tops = [0.0]
    for distance in farthest[1:]:
        tops.append(tops[-1] + node_height + min(HIGHEST, max(EDGES, FLATTEST * distance)))
    return tops
