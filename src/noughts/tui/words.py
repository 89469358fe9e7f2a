"""What the game screen says about a game."""

from __future__ import annotations

from noughts.analysis import Analysis
from noughts.notation import format_move
from noughts.play import GameInPlay
from noughts.render.value_words import Kind, cell_values, kind_of
from noughts.rules.mark import Mark, Move, Outcome
from noughts.rules.ultimate import UltimatePosition

WIDEST_VALUE = 3
"""The smallest cells have no more room."""
UNITS = {1: "", 100: " in hundreds", 1000: " in thousands"}
"""What estimates may be counted in; in thousands all of them fit."""


def what_happened(game: GameInPlay) -> str:
    """One sentence: the result, else the last move."""
    if game.outcome is Outcome.DRAW:
        return "A draw. n plays again, w swaps sides."
    if game.outcome is not None and game.outcome.winner is not None:
        winner = game.seats[game.outcome.winner].name
        how = ", the other side resigned" if game.resigned else ""
        return f"{game.outcome}: {winner}{how}. n plays again, w swaps sides."
    if game.last_move is None:
        return "Arrows and Enter, the mouse, a number, or a cell like b2."
    return f"{game.position.to_move.other} played {format_move(game.last_move, game.position)}{_board_closed(game)}."


def _board_closed(game: GameInPlay) -> str:
    """What the last move did to its small board, when it closed it."""
    position = game.position
    if not isinstance(position, UltimatePosition) or game.last_move is None:
        return ""
    board = game.last_move // 9
    if not position.closed >> board & 1:
        return ""
    return f" and took board {board + 1}" if position.board_winner(board) else f" and filled board {board + 1}"


def what_each_does(game: GameInPlay, thinking: str) -> dict[Mark, str]:
    """For each side whether it is to move, and where; or how it came out of the game."""
    if game.outcome is not None:
        winner = game.outcome.winner
        lost = "resigned" if game.resigned else "lost"
        return {mark: "draw" if winner is None else "won" if mark is winner else lost for mark in Mark}
    mover = game.position.to_move
    doing = thinking or f"to move{_where(game)}"
    return {mark: doing if mark is mover else "waiting" for mark in Mark}


def _where(game: GameInPlay) -> str:
    targets = game.position.targets()
    if not targets:
        return ""
    return f" in board {targets[0] + 1}" if len(targets) == 1 else " in any open board"


def values_on_cells(analysis: Analysis) -> tuple[dict[Move, str], str]:
    """What to write on the cells, at most three characters each, and what it means."""
    values = dict(cell_values(analysis))
    certain = "W wins, D draws, L loses: in so many plies."
    if analysis.solved:
        return values, certain
    estimates = {move: int(text) for move, text in values.items() if kind_of(text) is Kind.ESTIMATE}
    longest = max(map(abs, estimates.values()), default=0)
    unit = next(unit for unit in UNITS if round(longest / unit) < 10 ** (WIDEST_VALUE - 1))
    rounded = {move: f"{round(estimate / unit):+d}" for move, estimate in estimates.items()}
    return {**values, **rounded}, f"W wins, D draws, L loses for sure; numbers are estimates{UNITS[unit]}."
