"""Positions that are set up instead of played, refused when no game can reach them."""

from __future__ import annotations

from noughts.errors import IllegalPositionError
from noughts.rules.line_game import Grid, LinePosition, bits
from noughts.rules.mark import Mark, Outcome
from noughts.rules.ultimate import ANYWHERE, FULL, HAS_LINE, PLACES, UltimatePosition, board_name


def set_up_line_game(grid: Grid, x: int, o: int, to_move: Mark | None = None) -> LinePosition:
    """A position from the cells of both sides. Without `to_move` X opened, unless O has more marks."""
    to_move = _mover(x, o, to_move)
    mine, theirs = (x, o) if to_move is Mark.X else (o, x)
    outcome = None
    if grid.line_in(mine) is not None:
        if grid.line_in(theirs) is not None:
            raise IllegalPositionError(f"both X and O have {grid.in_line} in a row")
        raise IllegalPositionError(f"{to_move} has {grid.in_line} in a row already, so {to_move} cannot be to move")
    if grid.line_in(theirs) is not None:
        if all(grid.line_in(theirs ^ 1 << cell) is not None for cell in bits(theirs)):
            raise IllegalPositionError(f"play went on after {to_move.other} had won")
        outcome = Outcome.won_by(to_move.other)
    elif mine | theirs == grid.full:
        outcome = Outcome.DRAW
    return LinePosition(grid, mine, theirs, to_move, outcome)


def set_up_ultimate(x: int, o: int, to_move: Mark, target: int, *, count_rule: bool = False) -> UltimatePosition:
    """A position from the cells of both sides, who is to move, and where.

    Refused is what breaks a rule for sure: in a board, on the large board, or because no last move explains the
    target. Whether a whole game leads there move by move is not tried.
    """
    _mover(x, o, to_move)
    mine, theirs = (x, o) if to_move is Mark.X else (o, x)
    won = {Mark.X: _boards_won(x, o, Mark.X), Mark.O: _boards_won(o, x, Mark.O)}
    mine_won, theirs_won = won[to_move], won[to_move.other]
    for board in range(9):
        if (mine_won & theirs_won) >> board & 1:
            raise IllegalPositionError(f"both X and O have three in a row in the {board_name(board)}")
    taken = mine | theirs
    full = sum(1 << board for board in range(9) if taken >> 9 * board & FULL == FULL)
    closed = mine_won | theirs_won | full
    position = UltimatePosition(mine, theirs, mine_won, theirs_won, closed, target, to_move, None, count_rule)
    return _checked_target(position._replace(outcome=_ultimate_outcome(position)))


def _mover(x: int, o: int, to_move: Mark | None) -> Mark:
    lead = x.bit_count() - o.bit_count()
    if abs(lead) > 1:
        counts = f"X has {x.bit_count()} marks and O has {o.bit_count()}"
        raise IllegalPositionError(f"{counts}: they take turns, so the counts differ by one at most")
    leader = None if lead == 0 else Mark.X if lead > 0 else Mark.O
    if to_move is None:
        return Mark.O if leader is Mark.X else Mark.X
    if to_move is leader:
        raise IllegalPositionError(f"{to_move} has more marks, so {to_move} cannot be to move")
    return to_move


def _boards_won(own: int, other: int, mark: Mark) -> int:
    won = 0
    for board in range(9):
        small = own >> 9 * board & FULL
        if HAS_LINE[small]:
            if all(HAS_LINE[small ^ 1 << cell] for cell in bits(small)):
                raise IllegalPositionError(f"play went on in the {board_name(board)} after {mark} had won it")
            won |= 1 << board
    return won


def _ultimate_outcome(position: UltimatePosition) -> Outcome | None:
    to_move = position.to_move
    if HAS_LINE[position.mine_won]:
        if HAS_LINE[position.theirs_won]:
            raise IllegalPositionError("both X and O have three boards in a row")
        raise IllegalPositionError(f"{to_move} has three boards in a row already, so {to_move} cannot be to move")
    if HAS_LINE[position.theirs_won]:
        if all(HAS_LINE[position.theirs_won ^ 1 << board] for board in bits(position.theirs_won)):
            raise IllegalPositionError(f"play went on after {to_move.other} had won")
        return Outcome.won_by(to_move.other)
    if position.closed == FULL:
        return position.when_all_closed(position.mine_won, position.theirs_won)
    return None


def _checked_target(position: UltimatePosition) -> UltimatePosition:
    target, closed, last_mover = position.target, position.closed, position.to_move.other
    if target != ANYWHERE and closed >> target & 1:
        raise IllegalPositionError(f"the board to play in, {PLACES[target]} ({target + 1}), is closed")
    if position.mine | position.theirs == 0:
        if target != ANYWHERE:
            raise IllegalPositionError(f"the first move is free, so nothing sends to the {board_name(target)}")
        return position
    last_cells = {move % 9 for move in bits(position.theirs) if _may_be_last(position, move)}
    sent_to = {ANYWHERE if closed >> cell & 1 else cell for cell in last_cells}
    if target not in sent_to:
        where = "a free choice" if target == ANYWHERE else f"the {board_name(target)}"
        raise IllegalPositionError(f"no move of {last_mover} can have been the last and lead to {where}")
    return position


def _may_be_last(position: UltimatePosition, move: int) -> bool:
    """Whether the board and the game were still open before this mark of the side that moved last."""
    board = move // 9
    small = position.theirs >> 9 * board & FULL
    if position.mine_won >> board & 1 or HAS_LINE[small ^ 1 << move % 9]:
        return False
    return not HAS_LINE[position.theirs_won & ~(1 << board)]
