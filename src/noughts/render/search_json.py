"""A recorded search as the document that the page draws."""

from __future__ import annotations

import threading
from typing import Any

from noughts.notation import format_move, format_position
from noughts.render.search_words import Scale, SearchWords, for_x
from noughts.rules.mark import Mark
from noughts.rules.position import Position
from noughts.search.plans import SearchPlan, TreeSizes, record_search
from noughts.search.trace import TreeNode


def scale_of(plan: SearchPlan) -> Scale:
    """10, 0 and -10 suffice where every line is searched to its end and a win is a win."""
    return Scale(plain=plan.scoring == "plain" and plan.depth is None)


def search_document(
    position: Position, plan: SearchPlan, most: int = 2_000, stop: threading.Event | None = None
) -> dict[str, Any]:
    """Run a search and describe it; NotPossibleError when it is too large."""
    recorder = record_search(position, plan, most, stop)
    assert recorder.root is not None
    sizes = TreeSizes(position, plan.depth)
    scale = scale_of(plan)
    words = SearchWords(scale, sizes.total if plan.ply == 0 else None)
    order = plan.order_from(position)

    def described(node: TreeNode) -> dict[str, Any]:
        at, mover = node.position, node.position.to_move
        low, high = (node.alpha, node.beta) if mover is Mark.X else (-node.beta, -node.alpha)
        rest = order(at, at.legal_moves())[len(node.children) :] if node.skipped and not node.folded else ()
        cut = [(move, at.play(move)) for move in rest]
        known = [sizes.sizes.get(after) for _, after in cut]
        saved = sum(size for size in known if size is not None) if None not in known else None
        chosen = node.chosen
        boards = at.boards()
        return {
            "number": node.number,
            "move": None if node.move is None else format_move(node.move, at),
            "position": format_position(at),
            "to_move": str(mover),
            "alpha": scale.number(low),
            "beta": scale.number(high),
            "score": scale.number(for_x(node)),
            "label": words.value(node, short=True),
            "skipped": node.skipped,
            "visited": node.visited,
            "steps": node.steps,
            "chosen": None if chosen is None else node.children.index(chosen),
            "children": None if node.number > most else [described(child) for child in node.children],
            "outcome": None if at.outcome is None else str(at.outcome),
            "boards": "".join(boards),
            "lines": [[str(end) if boards else format_move(end, at) for end in line] for line in _ends(at)],
            "cut": [
                {
                    "move": format_move(move, after),
                    "position": format_position(after),
                    "boards": "".join(after.boards()),
                    "visited": size,
                }
                for (move, after), size in zip(cut, known, strict=True)
            ],
            "said": words.steps(node, saved, first=node.move is None and plan.ply == 0),
        }

    return {
        "visited": recorder.visited,
        "skipped": recorder.skipped,
        "complete": recorder.complete,
        "minimax": sizes.total,
        "plain": scale.plain,
        "columns": position.columns,
        "rows": position.rows,
        "root": described(recorder.root),
    }


def _ends(position: Position) -> list[tuple[int, int]]:
    return [(line[0], line[-1]) for line in position.winning_lines()]
