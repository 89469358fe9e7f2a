"""Search trees as text."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import zip_longest

from noughts.render.canvas import PLAIN, Ink, TextStyle, visible_width
from noughts.render.cell_text import MARK_INK
from noughts.render.text import board_text
from noughts.render.tree_words import TreeWords, leader
from noughts.search.trace import TreeNode
from noughts.words import count


def tree_text(
    root: TreeNode, *, number: bool = False, boards: bool = True, legend: bool = True, style: TextStyle = PLAIN
) -> str:
    """The tree from top to bottom, without a line break at the end.

    An arrow leads to the chosen child of each node, a cross ends the branches that were cut. `number` adds the order
    of visits; without `boards` each node has one line. Folded nodes are one line with the number of their positions.
    """
    words = TreeWords.of(root, unicode=style.unicode)
    lines = _Writer(words, style, number, boards).lines(root)
    return "\n".join([*lines, "", *words.legend(root)] if legend else lines)


@dataclass(frozen=True, slots=True)
class _Branch:
    """A node, or words about nodes that are not there, and what stands before its lines."""

    content: TreeNode | str
    above: str = ""
    """Before the first line, left of the connector: the branches of the ancestors that go on."""
    connector: str = ""
    below: str = ""
    """Before all other lines, and left of the connectors of the children."""
    chosen: bool = False


@dataclass(frozen=True, slots=True)
class _Writer:
    words: TreeWords
    style: TextStyle
    number: bool
    boards: bool

    def lines(self, root: TreeNode) -> list[str]:
        lines: list[str] = []
        pending = [_Branch(root)]
        while pending:
            branch = pending.pop()
            children = self.branches_of(branch)
            content = branch.content
            texts = [self.style.paint(content, Ink.DIM)] if isinstance(content, str) else self.node_lines(content)
            connector = self.style.paint(branch.connector, Ink.STRONG if branch.chosen else Ink.DIM)
            lines.append(f"{self.style.paint(branch.above, Ink.DIM)}{connector}{texts[0]}")
            lines += [f"{self.style.paint(branch.below, Ink.DIM)}{text}" for text in texts[1:]]
            if self.boards and not (isinstance(content, TreeNode) and content.folded):
                stem = f"{branch.below}{self.sign('│', '|')}" if children else branch.below
                lines.append(self.style.paint(stem.rstrip(), Ink.DIM))
            pending.extend(reversed(children))
        return lines if lines[-1].strip() else lines[:-1]

    def sign(self, unicode: str, ascii: str) -> str:
        return unicode if self.style.unicode else ascii

    def branches_of(self, branch: _Branch) -> list[_Branch]:
        node = branch.content
        if isinstance(node, str) or node.folded:
            return []
        chosen = node.chosen
        contents: list[tuple[TreeNode | str, str]] = [
            (child, self.sign("━► ", "=> ") if child is chosen else self.sign("── ", "-- ")) for child in node.children
        ]
        if cut := self.words.cut(node):
            contents.append((cut, self.sign("─╳ ", "-x ")))
        before, last = branch.below, len(contents)
        return [
            _Branch(content, before, self.sign("├", "+") + line, f"{before}{self.sign('│', '|')}   ", content is chosen)
            if place < last
            else _Branch(content, before, self.sign("└", "`") + line, f"{before}    ", content is chosen)
            for place, (content, line) in enumerate(contents, start=1)
        ]

    def node_lines(self, node: TreeNode) -> list[str]:
        side = leader(node)
        ink = MARK_INK[side] if side else Ink.STRONG
        number = f"{self.style.paint(f'#{node.number}', Ink.DIM)} " if self.number else ""
        if node.move is None:
            label = f"{number}{self.style.paint(self.words.headline(node), ink)}"
        else:
            label = f"{number}{self.words.move(node)}  {self.style.paint(self.words.value(node), ink)}"
        window = self.style.paint(self.words.window(node), Ink.DIM)
        if node.folded:
            return [f"{label}  {self.style.paint(count(node.visited, 'position'), Ink.DIM)}"]
        if not self.boards:
            return [f"{label}  {window}".rstrip()]
        board = board_text(node.position, last_move=node.move, coordinates=False, dense=True, style=self.style)
        rows = board.split("\n")
        width = max(map(visible_width, rows))
        return [
            f"{row}{' ' * (width - visible_width(row))}   {beside}".rstrip()
            for row, beside in zip_longest(rows, [label, window] if window else [label], fillvalue="")
        ]
