"""Every kind of exercise by its name, and an exercise as a document."""

from __future__ import annotations

from typing import Any

from noughts.errors import NotPossibleError
from noughts.learn import cut_exercises as cuts
from noughts.learn import move_exercises as moves
from noughts.learn import tree_exercises as trees
from noughts.learn.exercises import Exercise, Kind, highest_or_lowest
from noughts.learn.tree_exercises import label
from noughts.notation import format_move, format_position
from noughts.render.search_json import search_document
from noughts.search.plans import SearchPlan
from noughts.search.trace import TreeNode
from noughts.words import describe

KINDS = {
    kind.name: kind
    for kind in (
        Kind("only", "The only move", 1, range(4, 8), moves.one_move_draws, moves.make_only),
        Kind("leaves", "Label the ends", 2, range(3, 4), trees.ends_differ, trees.make_leaves),
        Kind("bet", "Bet, then look", 3, range(3, 5), trees.nobody_wins_at_once, trees.make_bet),
        Kind("inner", "Fill in the tree", 3, range(3, 4), trees.ends_differ, trees.make_inner),
        Kind("cuts", "Cross out", 4, range(3, 4), cuts.has_cuts, cuts.make_cuts),
        Kind("window", "Alpha and beta", 4, range(3, 4), cuts.has_windows, cuts.make_window),
        Kind("order", "The best order", 4, range(3, 4), cuts.order_matters, cuts.make_order),
        Kind("quick", "The quickest win", 5, range(3, 8), moves.first_win_is_slow, moves.make_quick),
    )
}
LARGEST_SEED = 999_999_999
_SEARCHES = {"bet": "minimax", "cuts": "alphabeta"}
"""What can be walked through once the answer is known."""


def make_exercise(kind: str, seed: int) -> Exercise:
    """The exercise of a kind with this number."""
    if kind not in KINDS:
        raise NotPossibleError(f"there is no exercise {kind!r}: expected one of {', '.join(KINDS)}")
    if not 0 <= seed <= LARGEST_SEED:
        raise NotPossibleError(f"exercises are numbered from 0 to {LARGEST_SEED}, got {seed}")
    return KINDS[kind].exercise(seed)


def exercise_document(exercise: Exercise) -> dict[str, Any]:
    """All of an exercise for whoever shows it: nothing is left to be computed or judged."""
    position = exercise.position
    algorithm = _SEARCHES.get(exercise.kind)
    return {
        "kind": exercise.kind,
        "seed": exercise.seed,
        "title": KINDS[exercise.kind].title,
        "task": exercise.task,
        "position": format_position(position),
        "to_move": str(position.to_move),
        "legal": [format_move(move, position) for move in position.legal_moves()],
        "tree": None if exercise.tree is None else _node(exercise.tree, exercise.shown),
        "questions": [
            {
                "asked": question.asked,
                "place": question.place,
                "answers": [{"text": a.text, "right": a.right, "said": a.said} for a in question.answers],
            }
            for question in exercise.questions
        ],
        "search": None if algorithm is None else search_document(position, SearchPlan(algorithm)),
    }


def _node(node: TreeNode, shown: frozenset[int]) -> dict[str, Any]:
    position = node.position
    mover = position.to_move
    turn = "The game is over" if position.outcome else f"{mover} to move, who takes the {highest_or_lowest(mover)}"
    ends = [(line[0], line[-1]) for line in position.winning_lines() if node.number in shown]
    return {
        "number": node.number,
        "move": None if node.move is None else format_move(node.move, position),
        "position": format_position(position),
        "to_move": None if position.outcome else str(mover),
        "label": label(node) if node.number in shown else None,
        "said": f"{describe(position, None)} {turn}.",
        "lines": [[format_move(end, position) for end in line] for line in ends],
        "children": [_node(child, shown) for child in node.children],
    }
