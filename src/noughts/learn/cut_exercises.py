"""Exercises of lesson 4: what alpha-beta does not look at, the window it comes with, and the order that cuts most."""

from __future__ import annotations

import random
from functools import lru_cache
from itertools import pairwise, permutations
from typing import NamedTuple

from noughts.analysis import INFINITY
from noughts.learn.exercises import Answer, Exercise, Question, judged, search_tree, way_to, way_words
from noughts.learn.tree_exercises import leaves
from noughts.render.search_words import Scale, SearchWords
from noughts.rules.line_game import LinePosition
from noughts.rules.mark import Mark
from noughts.search.plans import SearchPlan
from noughts.search.trace import Counter, TreeNode
from noughts.words import count, score_for_x

BOUNDS = ("−∞", "−10", "0", "+10", "+∞")
LOOKED, NEVER = "looked at", "never looked at"
_SCALE = Scale(plain=True)
_WORDS = SearchWords(_SCALE, None)


class Visit(NamedTuple):
    """Whether alpha-beta looks at a board, and why."""

    looked: bool
    why: str


def has_cuts(position: LinePosition) -> bool:
    return search_tree(position, "alphabeta").visited < search_tree(position).visited


def has_windows(position: LinePosition) -> bool:
    return bool(_bounded(search_tree(position, "alphabeta")))


def order_matters(position: LinePosition) -> bool:
    return len(set(_costs(position).values())) > 1


def make_cuts(kind: str, seed: int, position: LinePosition, rng: random.Random) -> Exercise:
    root = search_tree(position)
    visits = _visits(search_tree(position, "alphabeta"))
    questions = []
    for number, way in way_to(root).items():
        if not way:
            continue
        known = next(way[:end] for end in range(len(way), -1, -1) if way[:end] in visits)  # the cut may be above
        looked, why = visits[known]
        answers = judged((LOOKED, NEVER), LOOKED if looked else NEVER, why)
        questions.append(Question(f"the board {way_words(position, way)}", answers, number))
    task = "Alpha-beta tries the moves in the order of the tree. Cross out every board that it never looks at."
    return Exercise(kind, seed, position, task, tuple(questions), root, leaves(root))


def _visits(searched: TreeNode) -> dict[tuple[int, ...], Visit]:
    """Each board that is looked at, and each move that is cut, by the moves that lead there."""
    ways = way_to(searched)
    found: dict[tuple[int, ...], Visit] = {}
    for node in searched.walk():
        alpha, beta = _window(node)
        found[ways[node.number]] = Visit(
            True, f"The search comes here with alpha {alpha} and beta {beta}: they have not met, so it looks."
        )
        if node.skipped:
            cut = Visit(False, _WORDS.steps(node)[-2])
            for move in node.position.legal_moves()[-node.skipped :]:
                found[(*ways[node.number], move)] = cut
    return found


def make_window(kind: str, seed: int, position: LinePosition, rng: random.Random) -> Exercise:
    root, searched = search_tree(position), search_tree(position, "alphabeta")
    places = {way: number for number, way in way_to(root).items()}
    ways = way_to(searched)
    node = rng.choice(_bounded(searched))
    path = _path(searched, ways[node.number])
    alpha, beta = _window(node)
    where = way_words(position, ways[node.number])
    number = places[ways[node.number]]
    questions = tuple(
        Question(f"{name} {where}", judged(BOUNDS, right, _holder(path, side, right)), number)
        for name, right, side in (("alpha", alpha, Mark.X), ("beta", beta, Mark.O))
    )
    task = f"Alpha-beta, in the order of the tree, has come to the framed board, {where}. With which alpha and beta?"
    return Exercise(kind, seed, position, task, questions, root, leaves(root))


def make_order(kind: str, seed: int, position: LinePosition, rng: random.Random) -> Exercise:
    root = search_tree(position)
    costs = _costs(position)
    fewest = min(costs.values())
    answers = []
    for order, cost in costs.items():
        text = " ".join(position.cell_name(move) for move in order)
        right = cost == fewest
        rest = ", and no order needs fewer." if right else f". {fewest} suffice."
        said = f"In this order alpha-beta looks at {cost} of {count(root.visited, 'board')}{rest}"
        answers.append(Answer(text, right, said))
    task = "Put the moves of the top board into the order in which alpha-beta looks at the fewest boards."
    question = Question("the order of the moves", tuple(answers))
    return Exercise(kind, seed, position, task, (question,), root, leaves(root))


@lru_cache(100)
def _costs(position: LinePosition) -> dict[tuple[int, ...], int]:
    """How many boards alpha-beta visits for each order of the first moves."""
    costs = {}
    for order in permutations(position.legal_moves()):
        counter = Counter()
        SearchPlan("alphabeta", order).run(position, counter)
        costs[order] = counter.total_visited
    return costs


def _bounded(searched: TreeNode) -> list[TreeNode]:
    """The boards that are entered with alpha or beta."""
    return [node for node in searched.walk() if node.alpha > -INFINITY or node.beta < INFINITY]


def _path(root: TreeNode, way: tuple[int, ...]) -> list[TreeNode]:
    path = [root]
    for move in way:
        path.append(next(child for child in path[-1].children if child.move == move))
    return path


def _window(node: TreeNode) -> tuple[str, str]:
    low, high = (node.alpha, node.beta) if node.position.to_move is Mark.X else (-node.beta, -node.alpha)
    return ("−∞" if low <= -INFINITY else _SCALE.text(low)), ("+∞" if high >= INFINITY else _SCALE.text(high))


def _holder(path: list[TreeNode], side: Mark, bound: str) -> str:
    """Why a bound is what it is: which move that was tried before gives it to the side."""
    name = "alpha" if side is Mark.X else "beta"
    for node, below in pairwise(path):
        if node.position.to_move is not side:
            continue
        for child in node.children[: node.children.index(below)]:
            if _SCALE.text(score_for_x(child.score, child.position.to_move)) == bound:
                assert child.move is not None
                move = child.position.cell_name(child.move)
                return f"{side} has {bound} in hand already, with {move}: {name} is {bound}."
    return f"{side} has tried nothing else yet, so {name} is still {bound}."
