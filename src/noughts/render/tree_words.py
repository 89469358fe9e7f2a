"""What is written beside the nodes of a search tree: moves, values, windows, and what was left out."""

from __future__ import annotations

from dataclasses import dataclass

from noughts.analysis import is_proved_loss, is_proved_win, plies_to_end
from noughts.notation import format_move
from noughts.rules.mark import Mark, Outcome
from noughts.search.trace import TreeNode
from noughts.words import score_for_x, short_value, value_words, window_text


@dataclass(frozen=True, slots=True)
class TreeWords:
    """The words for the nodes of one tree."""

    unicode: bool
    estimates: bool
    """Whether the search stopped before the end of games, so that 0 need not be a draw."""

    @staticmethod
    def of(root: TreeNode, *, unicode: bool) -> TreeWords:
        estimates = any(is_leaf(node) and node.position.outcome is None for node in root.walk())
        return TreeWords(unicode, estimates)

    def legend(self, root: TreeNode) -> list[str]:
        """Explains the signs that occur."""
        nodes = list(root.walk())
        lines = []
        distances = [plies_to_end(node.score) for node in nodes]
        if any(distances):
            lines.append("X+3: X wins, 3 plies below the root. O+2: O wins, 2 plies below the root.")
        elif 0 in distances:
            lines.append("X+: X wins. O+: O wins.")
        if any(node.position.outcome is Outcome.DRAW for node in nodes):
            lines.append("=: a draw.")
        if self.estimates:
            lines.append("+45: an estimate, good for X. -45: good for O.")
        if not all(node.exact for node in nodes):
            at_least, at_most = self._signs
            lines.append(f"{at_least} at least, {at_most} at most: cut off before the exact value was known.")
        if any(self.window(node) for node in nodes):
            lines.append("(a, b): the window. Only a value between a and b can change the result.")
        return lines

    @property
    def _signs(self) -> tuple[str, str]:
        return ("≥", "≤") if self.unicode else (">=", "<=")

    def move(self, node: TreeNode) -> str:
        return "" if node.move is None else format_move(node.move, node.position)

    def headline(self, root: TreeNode) -> str:
        """What the search found out: whose turn it is, and what that is worth."""
        if root.position.outcome is not None:
            return str(root.position.outcome)
        for_x = score_for_x(root.score, root.position.to_move)
        return f"{root.position.to_move} to move: {value_words(for_x, draw='0' if self.estimates else 'draw')}"

    def main_line(self, root: TreeNode) -> str:
        """The moves that give the root its value, as far as they are in the tree."""
        moves, node = [], root.chosen
        while node is not None:
            moves.append(self.move(node))
            node = node.chosen
        return " ".join(moves)

    def value(self, node: TreeNode) -> str:
        """The value for X, with a sign in front where it is only a bound."""
        for_x = score_for_x(node.score, node.position.to_move)
        drawn = not self.estimates or node.position.outcome is not None
        bound = self._bound(node)
        if not bound:
            return short_value(for_x, draw="=" if drawn else "0")
        return f"{bound} {short_value(for_x, draw='draw' if drawn else '0')}"

    def _bound(self, node: TreeNode) -> str:
        if node.exact:
            return ""
        too_good_to_be_allowed = node.score >= node.beta
        return self._signs[0 if too_good_to_be_allowed == (node.position.to_move is Mark.X) else 1]

    def window(self, node: TreeNode) -> str:
        low, high = node.alpha, node.beta
        if node.position.to_move is Mark.O:
            low, high = -high, -low
        return window_text(low, high, infinity="∞" if self.unicode else "inf")

    def hint(self, node: TreeNode) -> str:
        """All about a node in a sentence."""
        move = self.move(node)
        window = self.window(node)
        return f"{node.number}. {f'{move}: ' if move else ''}{self.value(node)}{f' in {window}' if window else ''}"

    @staticmethod
    def folded(node: TreeNode) -> str:
        """How many positions below are left out; empty when there are none."""
        return f"{node.visited - 1:,} below" if node.folded and node.visited > 1 else ""

    @staticmethod
    def cut(node: TreeNode) -> str:
        """How many moves were never tried; empty when there are none."""
        return f"{node.skipped} cut" if node.skipped else ""


def is_leaf(node: TreeNode) -> bool:
    """Whether the search did not look further: the game is over there, or the depth was reached."""
    return node.visited == 1


def leader(node: TreeNode) -> Mark | None:
    """The side for which a node is a proved win."""
    for_x = score_for_x(node.score, node.position.to_move)
    return Mark.X if is_proved_win(for_x) else Mark.O if is_proved_loss(for_x) else None
