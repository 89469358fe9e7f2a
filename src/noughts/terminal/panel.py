"""What stands beside the board: the two seats, a sentence, and the moves."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Static

from noughts.game import Game
from noughts.notation import format_move
from noughts.rules.mark import Mark

PANEL_WIDTH, WIDEST_PANEL = 34, 56
FRAME = 5
"""What the frame of a seat takes of the width."""


@dataclass(frozen=True)
class PanelText:
    """Everything the panel says at one moment."""

    game: Game
    doing: dict[Mark, str]
    happened: str
    reason: str
    ply: int
    """The move that stands out: the last one on the board."""
    to_move: Mark | None = None
    score: dict[Mark, str] = field(default_factory=dict)
    draws: int = 0
    clocks: dict[Mark, str] = field(default_factory=dict)
    signs: Mapping[int, str] = field(default_factory=dict)
    """What a review writes behind moves, by ply."""


class SeatBox(Static):
    """One side: its mark, its name, the games it has won, what it is doing, and its time."""

    def __init__(self, mark: Mark) -> None:
        super().__init__(id=f"seat-{str(mark).lower()}", classes="seat")
        self._mark = mark

    def show(self, text: PanelText, width: int) -> None:
        mark, name = self._mark, text.game.seats[self._mark].name
        won, clock = text.score.get(mark, ""), text.clocks.get(mark, "")
        doing = text.doing[mark]
        self.update(
            Content.assemble(
                (str(mark), f"bold ${str(mark).lower()}"),
                "  ",
                (name, "bold"),
                " " * max(1, width - 3 - cell_len(name) - len(won)),
                (won, "bold"),
                "\n   ",
                (doing, "$soft"),
                " " * max(1, width - 3 - cell_len(doing) - len(clock)),
                (clock, "bold"),
            )
        )
        self.set_class(text.to_move is mark, "turn")


class Panel(Vertical):
    """Seats, sentence and moves, from top to bottom."""

    def compose(self) -> ComposeResult:
        yield SeatBox(Mark.X)
        yield SeatBox(Mark.O)
        yield Static(id="draws", markup=False)
        yield Static(id="happened", markup=False)
        yield Static(id="reason", markup=False)
        with VerticalScroll(id="moves", can_focus=False):
            yield Static(id="move-list")

    def show(self, text: PanelText, width: int) -> None:
        for box in self.query(SeatBox):
            box.show(text, width - FRAME)
        draws = self.query_one("#draws", Static)
        draws.update(f"draws {text.draws}")
        draws.display = text.draws > 0
        self.query_one("#happened", Static).update(text.happened)
        self.query_one("#reason", Static).update(text.reason)
        self.query_one("#reason").display = bool(text.reason)
        self.query_one("#move-list", Static).update(move_list(text.game, text.ply, text.signs))
        moves = self.query_one("#moves", VerticalScroll)
        row = max(0, (text.ply - 1) // 2)
        moves.call_after_refresh(lambda: moves.scroll_to(y=row - moves.size.height // 2, animate=False))


def move_list(game: Game, ply: int, signs: Mapping[int, str] = MappingProxyType({})) -> Content:
    """The moves in two columns, the one on the board standing out, those after it soft."""
    moves = [format_move(move, game.position) + signs.get(at, "") for at, move in enumerate(game.record.moves, 1)]
    rows, width = [], 7 if signs else 6
    for number, first in enumerate(range(0, len(moves), 2), start=1):
        cells: list[tuple[str, str]] = [(f"{number:3}  ", "$soft")]
        for place in range(first, min(first + 2, len(moves))):
            style = "bold underline" if place == ply - 1 else "$soft" if place >= ply else ""
            cells += [(moves[place], style), (" " * (width - len(moves[place])), "")]
        rows.append(Content.assemble(*cells))
    return Content("\n").join(rows)
