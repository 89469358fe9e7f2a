"""What a move of Ultimate does: to its board, to the game, and where it sends the opponent; every claim is computed."""

from __future__ import annotations

from noughts.notation import format_move
from noughts.rules.mark import Move
from noughts.rules.ultimate import ANYWHERE, FULL, HAS_LINE, UltimatePosition
from noughts.words import listed, the_board


def ultimate_facts(position: UltimatePosition, move: Move) -> list[str]:
    """What the move does; it neither ends the game nor leaves the opponent a win in one."""
    board, cell = divmod(move, 9)
    after = position.play(move)
    me, other = position.to_move, position.to_move.other
    facts = []
    if after.boards_won(me) >> board & 1:
        facts.append(f"wins {the_board(board)}{_needs(after)}")
    elif after.closed >> board & 1:
        facts.append(f"fills {the_board(board)}")
    elif HAS_LINE[position.theirs >> 9 * board & FULL | 1 << cell]:
        facts.append(f"blocks {other} in {the_board(board)}")
    return [*facts, _where_to(after)]


def _needs(after: UltimatePosition) -> str:
    """The boards of which the side that moved needs only one more."""
    won = after.theirs_won
    needed = [board for board in range(9) if not after.closed >> board & 1 and HAS_LINE[won | 1 << board]]
    return f" (now {listed([the_board(board) for board in needed], 'or')} would win the game)" if needed else ""


def _where_to(after: UltimatePosition) -> str:
    """Where the opponent has to play, and what can be done there."""
    other, me = after.to_move, after.to_move.other
    taking = _taking(after)
    if after.target == ANYWHERE:
        boards = listed(sorted({the_board(move // 9) for move in taking})) if taking else ""
        return f"lets {other} choose any open board{f' ({other} can take {boards})' if boards else ''}"
    told = f"sends {other} to {the_board(after.target)}, "
    if taking:
        return told + f"which {other} can take with {listed([format_move(move, after) for move in taking], 'or')}"
    if all(_is_gift(after.play(reply)) for reply in after.legal_moves()):
        return told + f"where {other} has no good move: each lets {me} take a board or choose freely"
    return told + f"which {other} cannot take yet"


def _taking(position: UltimatePosition) -> list[Move]:
    """The moves with which the side to move wins a small board."""
    mine = position.mine
    return [move for move in position.legal_moves() if HAS_LINE[mine >> move // 9 * 9 & FULL | 1 << move % 9]]


def _is_gift(position: UltimatePosition) -> bool:
    """Whether the side to move may take a board at once, or play where it likes."""
    return position.outcome is None and (position.target == ANYWHERE or bool(_taking(position)))
