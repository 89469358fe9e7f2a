"""One sentence for each step of a search: what is tried, what it brings, what is cut, and what goes up.

Every sentence claims only what the recorded search knows about its own node; tests/test_search_words.py checks all of
them against values that were computed in another way.
"""

from __future__ import annotations

from dataclasses import dataclass

from noughts.analysis import INFINITY, WIN, Score
from noughts.errors import NotPossibleError
from noughts.notation import format_move
from noughts.render.trace_json import plain_scale
from noughts.rules.mark import Mark
from noughts.search.trace import TreeNode
from noughts.words import count, score_for_x, short_value


@dataclass(frozen=True, slots=True)
class Scale:
    """How scores are told, all for X: 10, 0, -10, or on the library's scale, which also has distances and estimates."""

    plain: bool

    def number(self, for_x: Score) -> int | None:
        """A score, or the bound of a window; None when it is infinite."""
        return plain_scale(for_x) if self.plain else None if abs(for_x) >= INFINITY else for_x

    def score(self, number: int | None, infinite: Score) -> Score:
        """What `number` was made from."""
        if number is None:
            return infinite
        if self.plain and number not in (10, 0, -10):
            raise NotPossibleError(f"expected a bound of 10, 0 or -10, got {number}")
        if abs(number) > WIN:
            raise NotPossibleError(f"expected a bound from {-WIN} to {WIN}, got {number}")
        return WIN * number // 10 if self.plain else number

    def text(self, for_x: Score) -> str:
        """
        >>> Scale(plain=True).text(-30_000), Scale(plain=False).text(29_997), Scale(plain=False).text(-45)
        ('−10', 'X+3', '−45')
        """
        if self.plain and for_x:
            return "+10" if for_x > 0 else "−10"
        return short_value(for_x, draw="0").replace("-", "−")


def for_x(node: TreeNode) -> Score:
    return score_for_x(node.score, node.position.to_move)


@dataclass(frozen=True, slots=True)
class SearchWords:
    """Tells the steps of one search."""

    scale: Scale
    whole: int | None
    """How many positions minimax visits; None when nobody counted."""

    def value(self, node: TreeNode, *, short: bool = False) -> str:
        """The value for X: `+10`, `at most 0`, and short `≤ 0`."""
        text = self.scale.text(for_x(node))
        if node.exact:
            return text
        at_least = (node.score >= node.beta) == (node.position.to_move is Mark.X)
        words = ("≥", "≤") if short else ("at least", "at most")
        return f"{words[0 if at_least else 1]} {text}"

    def steps(self, node: TreeNode, saved: int | None = None, *, first: bool = False) -> list[str]:
        """What to say at a node: when it is entered, after each of its children, at a cut, and when it is left.

        A leaf has one sentence, a folded node two: that it is entered, and what was found there. `saved` positions
        are known not to be visited because of the cut; the `first` node is the root of the whole search.
        """
        if node.visited == 1:
            return [self._leaf(node)]
        if node.folded:
            seen = f"{count(node.visited, 'position')} in one step"
            return [self._entered(node, first), f"{seen}: this board is worth {self.value(node)} to X."]
        said = [self._entered(node, first)]
        best: TreeNode | None = None
        for child in node.children:
            said.append(self._tried(node, child, best))
            best = child if best is None or child.score < best.score else best
        assert best is not None
        if node.skipped:
            said.append(self._cut(node, best, saved))
        return [*said, self._left(node, best, first)]

    def _entered(self, node: TreeNode, first: bool) -> str:
        mover = node.position.to_move
        if first or node.move is None:
            moves = count(len(node.position.legal_moves()), "move")
            return f"{mover} is to move and has {moves}. {_takes(mover)}."
        return f"{mover.other} tries {_name(node)}. Now {mover} is to move. {_takes(mover)}."

    def _leaf(self, node: TreeNode) -> str:
        value, mover = self.scale.text(for_x(node)), node.position.to_move.other
        tried = "" if node.move is None else f"{mover} tries {_name(node)}"
        outcome = node.position.outcome
        if outcome is None:
            return f"{f'{tried}. ' if tried else ''}The search looks no further here and estimates {value}."
        if not tried:
            return f"The game is over: {outcome}. That is worth {value}."
        if outcome.winner is mover:
            return f"{tried} and wins. The game is over: {value}."
        return f"{tried}. The game is over: {outcome}, worth {value}."

    def _tried(self, node: TreeNode, child: TreeNode, best: TreeNode | None) -> str:
        mover = node.position.to_move
        brings = f"{_name(child)} brings {self.value(child)}"
        if best is not None and child.score >= best.score:
            return f"{brings}. {mover} keeps {_name(best)}, which brings {self.value(best)}."
        compared = "" if best is None else f", {'higher' if mover is Mark.X else 'lower'} than {_name(best)} does"
        return f"{brings}{compared}. {_takes(mover)}: so far {self.value(child)}."

    def _cut(self, node: TreeNode, best: TreeNode, saved: int | None) -> str:
        mover = node.position.to_move
        has = self.scale.text(for_x(best))
        if not best.exact:
            has += " or higher" if mover is Mark.X else " or lower"
        bound = self.scale.text(score_for_x(node.beta, mover))
        why = "gains nothing here" if -best.score == node.beta else "will not come here"
        rest = "other move needs" if node.skipped == 1 else f"other {node.skipped} moves need"
        spared = "" if saved is None else f" That saves {count(saved, 'position')}."
        return (
            f"{_takes(mover)} and has {has} in hand here. {mover.other} has {bound} elsewhere already and {why}, "
            f"so {mover}’s {rest} no look.{spared}"
        )

    def _left(self, node: TreeNode, best: TreeNode, first: bool) -> str:
        if not first:
            return f"This board is worth {self.value(node)} to X. The answer goes up."
        looked = f"looked at {count(node.visited, 'position')}"
        if self.whole is not None:
            looked = f"looked at {node.visited:,} of {count(self.whole, 'position')}"
            if self.whole == node.visited:
                looked = f"looked at all {count(self.whole, 'position')}"
        return f"{node.position.to_move} plays {_name(best)}, worth {self.value(node)}. The search {looked}."


def _takes(mover: Mark) -> str:
    return f"{mover} takes the {'highest' if mover is Mark.X else 'lowest'}"


def _name(node: TreeNode) -> str:
    assert node.move is not None
    return format_move(node.move, node.position)
