"""Search trees as stand-alone SVG pictures."""

from __future__ import annotations

from noughts.notation import format_position
from noughts.render.svg_board import EXTENT, draw_board
from noughts.render.svg_theme import Theme, picture, text
from noughts.render.svg_theme import number as short
from noughts.render.tree_boxes import EDGES, FONT, FRAME, LINE, SMALL_FONT, Box, TreeLayout, lay_out, text_width
from noughts.render.tree_words import TreeWords, leader
from noughts.search.trace import TreeNode

MARGIN = 24.0
SIDE = 84.0
"""The room at the left for whose turn it is."""


def tree_svg(root: TreeNode, *, number: bool = False, legend: bool = True, theme: Theme = "auto") -> str:
    """The tree from top to bottom, the moves of each node from left to right.

    A thick edge leads to the chosen child of each node; the line of play that gives the root its value has thick
    frames. A short dashed edge with a bar stands for moves that were cut. `number` adds the order of visits.
    """
    words = TreeWords.of(root, unicode=True)
    layout = lay_out(root, words, numbers=number)
    lines = [words.headline(root), *(words.legend(root) if legend else [])]
    width = max(SIDE + layout.width, *(text_width(line, 13) for line in lines)) + 2 * MARGIN
    body = (
        f'<g transform="translate({short(MARGIN + SIDE)} {short(MARGIN)})">{_Drawing(layout, words, number).all()}</g>'
    )
    body += _turns(layout)
    body += "".join(
        text(
            MARGIN, MARGIN + layout.height + (place + 1.2) * LINE, line, "ink start" if place == 0 else "soft start", 13
        )
        for place, line in enumerate(lines)
    )
    return picture(
        width,
        layout.height + 2 * MARGIN + (len(lines) + 0.7) * LINE,
        title=f"{root.position.game}: the tree of a search",
        description=_describe(root, words, layout),
        theme=theme,
        body=body,
    )


def _describe(root: TreeNode, words: TreeWords, layout: TreeLayout) -> str:
    """The result of the search for those who do not see the tree."""
    positions = sum(box.node is not None for box in layout.boxes)
    line = words.main_line(root)
    expected = f" Expected moves: {line}." if line else ""
    result = f"{format_position(root.position)}. {words.headline(root)}."
    return f"{result}{expected} The tree has {positions} positions on {len(layout.tops)} levels."


def _turns(layout: TreeLayout) -> str:
    """At the left of each level: whose turn it is there."""
    movers = {
        box.depth: box.node.position.to_move for box in layout.boxes if box.node and not box.node.position.outcome
    }
    to_board = MARGIN + LINE + FRAME + layout.board_height / 2
    return "".join(
        text(MARGIN, to_board + layout.tops[depth], f"{mark} to move", f"{str(mark).lower()} start", 13)
        for depth, mark in movers.items()
    )


class _Drawing:
    def __init__(self, layout: TreeLayout, words: TreeWords, numbers: bool) -> None:
        self.layout = layout
        self.words = words
        self.numbers = numbers
        self.scale = max(layout.board_width, layout.board_height) / EXTENT

    def all(self) -> str:
        boxes = self.layout.boxes
        edges = [self.edge(box, boxes[child]) for box in boxes for child in box.children]
        return "".join(edges + [self.node(box, box.node) if box.node else self.stub(box) for box in boxes])

    def top(self, box: Box) -> float:
        return self.layout.tops[box.depth]

    def edge(self, parent: Box, child: Box) -> str:
        assert parent.node is not None
        lines = 1 + bool(self.words.window(parent.node))
        start = self.top(parent) + LINE + self.layout.board_height + 2 * FRAME + lines * LINE + 5
        end = self.top(child) - 2 if child.node else self.top(child) - EDGES / 3
        half = (start + end) / 2
        kind, width = ("chosen", 4.0) if child.chosen else ("edge", 1.5) if child.node else ("edge stub", 1.5)
        x1, x2 = short(parent.middle), short(child.middle)
        trace = f"M{x1} {short(start)}C{x1} {short(half)} {x2} {short(half)} {x2} {short(end)}"
        return f'<path class="{kind}" stroke-width="{width:g}" d="{trace}"/>'

    def stub(self, box: Box) -> str:
        y = self.top(box) - EDGES / 3
        bar = f'<path class="edge" stroke-width="3" d="M{short(box.middle - 9)} {short(y)}h18"/>' if box.cut else ""
        return bar + text(box.middle, y + 14, box.words, "soft", SMALL_FONT + 1)

    def node(self, box: Box, node: TreeNode) -> str:
        words, x, y = self.words, box.middle, self.top(box)
        width, height = self.layout.board_width, self.layout.board_height
        left, board_top = x - width / 2, y + LINE + FRAME
        drawing = draw_board(node.position, last_move=node.move, values={}, scale=self.scale)
        side = leader(node)
        below = board_top + height + FRAME + LINE / 2
        parts = [
            f"<title>{words.hint(node)}</title>",
            f'<rect class="card{" picked" if box.main_line else ""}" x="{short(left - FRAME)}" y="{short(y + LINE)}" '
            f'width="{short(width + 2 * FRAME)}" height="{short(height + 2 * FRAME)}" rx="8"/>',
            f'<g transform="translate({short(left)} {short(board_top)}) scale({self.scale:.5f})">{drawing}</g>',
            text(x, below + 2, words.value(node), f"{str(side).lower() if side else 'ink'} strong-text", FONT),
        ]
        if node.move is not None:
            parts.append(text(x, y + LINE / 2 - 1, words.move(node), "ink", FONT))
        if self.numbers:
            parts.append(text(x + width / 2 + FRAME, y + LINE / 2, f"#{node.number}", "soft end", SMALL_FONT))
        if window := words.window(node):
            parts.append(text(x, below + LINE, window, "soft", SMALL_FONT))
        return f'<g class="node">{"".join(parts)}</g>'
