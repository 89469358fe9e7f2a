"""What stands beside the board: the two seats, a sentence, and the moves."""

from __future__ import annotations

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Static

from noughts.notation import format_move
from noughts.rules.mark import Mark
from noughts.terminal.sitting import Sitting

SEAT_WIDTH = 29


class SeatBox(Static):
    """One side: its mark, its name, the games it has won, and what it is doing."""

    def __init__(self, mark: Mark) -> None:
        super().__init__(id=f"seat-{str(mark).lower()}", classes="seat")
        self._mark = mark

    def show(self, sitting: Sitting, doing: str) -> None:
        name = sitting.game.seats[self._mark].name
        won = str(sitting.wins[self._mark])
        room = max(1, SEAT_WIDTH - 3 - cell_len(name) - len(won))
        self.update(
            Content.assemble(
                (str(self._mark), f"bold ${str(self._mark).lower()}"),
                "  ",
                (name, "bold"),
                " " * room,
                (won, "bold"),
                "\n   ",
                (doing, "$soft"),
            )
        )
        self.set_class(sitting.game.outcome is None and sitting.game.position.to_move is self._mark, "turn")


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

    def show(self, sitting: Sitting, doing: dict[Mark, str], happened: str, reason: str) -> None:
        for mark, box in zip(Mark, self.query(SeatBox), strict=True):
            box.show(sitting, doing[mark])
        draws = self.query_one("#draws", Static)
        draws.update(f"draws {sitting.draws}")
        draws.display = sitting.draws > 0
        self.query_one("#happened", Static).update(happened)
        self.query_one("#reason", Static).update(reason)
        self.query_one("#reason").display = bool(reason)
        self.query_one("#move-list", Static).update(move_list(sitting))
        moves = self.query_one("#moves", VerticalScroll)
        moves.call_after_refresh(moves.scroll_end, animate=False)


def move_list(sitting: Sitting) -> Content:
    """The moves in two columns, the last one standing out."""
    moves = [format_move(move, sitting.game.position) for move in sitting.game.record.moves]
    rows = []
    for number, ply in enumerate(range(0, len(moves), 2), start=1):
        cells: list[tuple[str, str]] = [(f"{number:3}  ", "$soft")]
        for place in range(ply, min(ply + 2, len(moves))):
            cells += [
                (moves[place], "bold underline" if place == len(moves) - 1 else ""),
                (" " * (6 - len(moves[place])), ""),
            ]
        rows.append(Content.assemble(*cells))
    return Content("\n").join(rows)
