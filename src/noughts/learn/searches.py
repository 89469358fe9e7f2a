"""Searches that the lessons show, by name: to be walked through on a page, embedded, and exported."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

from noughts.errors import NotPossibleError
from noughts.notation import parse_position
from noughts.render.search_json import search_document
from noughts.search.plans import SearchPlan


class NamedSearch(NamedTuple):
    title: str
    position: str
    plan: SearchPlan


SEARCHES = {
    "minimax": NamedSearch("Three moves left, minimax", "O.X/X../XOO x", SearchPlan("minimax")),
    "alphabeta": NamedSearch("Three moves left, alpha-beta", "O.X/X../XOO x", SearchPlan("alphabeta")),
    "centre": NamedSearch("The same with the centre first", "O.X/X../XOO x", SearchPlan("alphabeta", "centre")),
    "draw": NamedSearch("Five moves left: O has to find the draw", "X.O/.X./..O x", SearchPlan("alphabeta", "centre")),
    "depth": NamedSearch(
        "The empty board, two plies and estimates", "start", SearchPlan("alphabeta", "centre", depth=2)
    ),
    "plain": NamedSearch("Plain scores put the win off", ".X./.O./OXX o", SearchPlan("alphabeta")),
    "quicker": NamedSearch("Quicker wins score higher", ".X./.O./OXX o", SearchPlan("alphabeta", scoring="quicker")),
}


@lru_cache(len(SEARCHES))
def named_search(name: str) -> dict[str, Any]:
    """The document of a search, as `search_document` makes it, with its title and whether it has a window."""
    if name not in SEARCHES:
        raise NotPossibleError(f"there is no search {name!r}: expected one of {', '.join(SEARCHES)}")
    title, position, plan = SEARCHES[name]
    document = search_document(parse_position(position), plan)
    return {"title": title, "windows": plan.algorithm == "alphabeta", "search": document}
