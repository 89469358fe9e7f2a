"""The strategy map of classic as SVG: for each side a poster of nested boards that answers every game, A3 upright."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from html import escape
from typing import NamedTuple

from noughts.render import map_boards, map_legend
from noughts.render.map_boards import Mistake, NestedBoards, scaled
from noughts.render.map_legend import Legend
from noughts.render.strategy_tree import strategy_tree
from noughts.rules.line_game import classic
from noughts.rules.mark import Mark, Move
from noughts.rules.position import Position

WIDTH, HEIGHT = 297, 420
"""A3 in millimetres; A4 has the same shape."""
MARGIN, TOP = 11.0, 42.0
MAP = WIDTH - 2 * MARGIN


class Plan(NamedTuple):
    """What one side plays, and where that gives something away."""

    mark: Mark
    moves: Mapping[Position, Move | None]
    """None for a position in which no legal move was made."""
    mistakes: Mapping[Position, Mistake] = {}
    name: str = ""
    """Of the program whose moves these are; empty for the perfect plan."""


def summary(plan: Plan) -> str:
    """How the games of a plan end, in a sentence."""
    return _Page(plan).legend.subtitle()


def map_svg(plans: Iterable[Plan]) -> str:
    """The maps of some plans, a page each, one below the other."""
    pages = [_Page(plan).draw(HEIGHT * place) for place, plan in enumerate(plans)]
    height = HEIGHT * len(pages)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}mm" height="{height}mm" '
        f'role="img"><title>Tic-tac-toe: the strategy map</title><style>{map_legend.STYLE}{map_boards.STYLE}</style>'
        f"<defs>{map_boards.SHAPES}</defs>{''.join(pages)}</svg>\n"
    )


def map_html(plans: Iterable[Plan]) -> str:
    """The same as a page that a browser prints on one sheet of paper each."""
    sheets = "".join(map_svg([plan]) for plan in plans)
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Tic-tac-toe: the strategy map</title>'
        "<style>@page{margin:0}html{background:#fffdf8}body{margin:0}"
        "svg{display:block;width:100%;height:auto;max-width:60rem;margin:0 auto}"
        "@media print{svg{width:100vw;height:100vh;max-width:none;break-after:page;break-inside:avoid}}"
        f"</style></head><body>{sheets}</body></html>\n"
    )


class _Page:
    def __init__(self, plan: Plan) -> None:
        self.mark = plan.mark
        self.tree = strategy_tree(plan.mark, plan.moves, classic())
        self.boards = NestedBoards(plan.mark, plan.mistakes)
        self.legend = Legend(plan.mark, plan.name, self.tree, self.boards)

    def draw(self, top: int) -> str:
        left, right = MARGIN, WIDTH - MARGIN
        return (
            f'<g class="page" data-side="{self.mark}" transform="translate(0 {top})">'
            f"<title>{escape(self.legend.title())}</title><desc>{escape(self.legend.subtitle())}</desc>"
            f'<rect class="sheet" width="{WIDTH}" height="{HEIGHT}"/>{self.legend.heading(left, right)}'
            f'<g class="map">{scaled(MARGIN, TOP, MAP, self.boards.draw(self.tree))}</g>'
            f'<g class="legend">{self.legend.below(left, right, TOP + MAP + 7)}</g></g>'
        )
