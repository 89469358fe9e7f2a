"""What happened in a game, in sentences for people."""

from __future__ import annotations

from noughts.notation import format_move
from noughts.rules.line_game import LinePosition
from noughts.rules.mark import Mark, Move
from noughts.rules.position import Position
from noughts.rules.ultimate import UltimatePosition
from noughts.storage import StoredGame

BOARD_NAMES = (
    *("top left", "top", "top right"),
    *("left", "centre", "right"),
    *("bottom left", "bottom", "bottom right"),
)


def said(game: StoredGame, before: Position | None, move: Move | None) -> str:
    """The last move and how the game ended; `before` is the position in which the move was made."""
    text = [_told(before, move)] if before is not None and move is not None else []
    outcome = game.record.outcome
    if game.resigned is not None:
        text.append(f"{game.seats[game.resigned].name} ({game.resigned}) resigned: {outcome}.")
    elif outcome is not None:
        winner = outcome.winner
        text.append(f"{game.seats[winner].name} wins with {winner}." if winner else "The game is a draw.")
    return " ".join(text) or "A new game."


def _told(before: Position, move: Move) -> str:
    after = before.play(move)
    text = f"{before.to_move} played {format_move(move, before)}"
    if isinstance(before, UltimatePosition) and isinstance(after, UltimatePosition):
        board = move // 9
        if after.closed >> board & 1 and not before.closed >> board & 1:
            took = after.board_winner(board) is not None
            text += f" and {'took' if took else 'filled'} the {BOARD_NAMES[board]} board"
    return text + "."


def what_next(game: StoredGame, you: frozenset[Mark]) -> str:
    """Whose move it is, and where."""
    mark = game.to_move
    if mark is None:
        return ""
    for free in (mark for mark, seat in game.seats.items() if seat.is_open):
        return f"Waiting for somebody to play {free}."
    seat = game.seats[mark]
    if seat.level is not None:
        return f"{seat.name} is thinking."
    position = game.record.position()
    who = f"{seat.name} to move" if mark not in you or len(you) == 2 else "Your move"
    return f"{who}{_where(position)}."


def _where(position: Position) -> str:
    if isinstance(position, LinePosition):
        return ""
    assert isinstance(position, UltimatePosition)
    targets = position.targets()
    if len(targets) == 1:
        return f", in the {BOARD_NAMES[targets[0]]} board"
    return ", in any board" if position.mine | position.theirs else ", anywhere"
