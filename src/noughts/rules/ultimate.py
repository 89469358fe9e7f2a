"""Ultimate tic-tac-toe: nine small boards in a large one. The readable twin of native/position.hpp.

A move is `9 * board + cell`, both in reading order, and bit m of a mask of cells stands for move m.
The move sends the opponent to the board with the number of its cell: the target. A board that is won or
full is closed; who is sent to a closed board may play in any open one. Three boards in line win.
When all nine are closed without such a line, the game is drawn, or with `count_rule` won by the side with more boards.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from noughts.errors import IllegalMoveError
from noughts.rules.line_game import bits, cell_at, grid
from noughts.rules.mark import Mark, Move, Outcome
from noughts.rules.symmetry import Permutation, permute_mask, symmetries

ANYWHERE = 9
"""The target that leaves a free choice among the open boards."""

SMALL = grid(3, 3, 3)
"""The small boards and the large one have the same lines."""

FULL = 0b111_111_111

PLACES = ("top left", "top", "top right", "left", "centre", "right", "bottom left", "bottom", "bottom right")
"""What a small board is called."""


def board_name(board: int) -> str:
    """A small board as people call it, and its number for those who type it: `top left board (1)`."""
    return f"{PLACES[board]} board ({board + 1})"


HAS_LINE = tuple(SMALL.line_in(mask) is not None for mask in range(512))
"""For each set of cells of a small board, or of boards: whether it contains three in line."""


_MOVES = [
    [tuple(9 * board + cell for cell in range(9) if not taken >> cell & 1) for taken in range(512)]
    for board in range(9)
]
"""For each board, by the cells that are taken: the moves that are left."""

_PLACES = {move: (move // 9, move // 9 * 9, move % 9, 1 << move % 9, 1 << move) for move in range(81)}
"""For each move its board, where the board begins in a mask, its cell, and its bit among 9 and among 81."""

_X, _O = Mark.X, Mark.O  # members of an Enum are slow to look up
_new = tuple.__new__  # a third of the time of the constructor, which would only do the same


class UltimatePosition(NamedTuple):
    """A position of Ultimate, seen from the side to move."""

    mine: int
    """The cells of the side to move, 81 bits."""
    theirs: int
    """The cells of the other side, which made the last move."""
    mine_won: int
    """The boards that the side to move has won, 9 bits."""
    theirs_won: int
    closed: int
    """The boards that are won or full."""
    target: int
    """The board to play in, 0-8, or ANYWHERE."""
    to_move: Mark
    outcome: Outcome | None
    count_rule: bool
    """Whether more boards win when all are closed without a line."""

    def legal_moves(self) -> tuple[Move, ...]:
        mine, theirs, _, _, closed, target, _, outcome, _ = self
        if outcome is not None:
            return ()
        taken = mine | theirs
        if target != ANYWHERE:
            return _MOVES[target][taken >> 9 * target & FULL]
        moves: tuple[Move, ...] = ()
        for board in _MOVES[0][closed]:  # the numbers of the open boards
            moves += _MOVES[board][taken >> 9 * board & FULL]
        return moves

    def play(self, move: Move) -> UltimatePosition:
        mine, theirs, mine_won, theirs_won, closed, target, to_move, outcome, count_rule = self
        try:
            board, shift, cell, bit, mark = _PLACES[move]
        except KeyError:
            raise IllegalMoveError(self, move, self._why_illegal(move)) from None
        small = mine >> shift & FULL
        taken = small | theirs >> shift & FULL
        if taken & bit or outcome is not None or (board != target and (target != ANYWHERE or closed >> board & 1)):
            raise IllegalMoveError(self, move, self._why_illegal(move))
        if HAS_LINE[small | bit]:
            mine_won |= 1 << board
            closed |= 1 << board
            if HAS_LINE[mine_won]:
                outcome = Outcome.won_by(to_move)
            elif closed == FULL:
                outcome = self.when_all_closed(mine_won, theirs_won)
        elif taken | bit == FULL:
            closed |= 1 << board
            if closed == FULL:
                outcome = self.when_all_closed(mine_won, theirs_won)
        after = (
            theirs,
            mine | mark,
            theirs_won,
            mine_won,
            closed,
            ANYWHERE if closed & bit else cell,
            _O if to_move is _X else _X,
            outcome,
            count_rule,
        )
        return _new(UltimatePosition, after)

    def when_all_closed(self, mine_won: int, theirs_won: int) -> Outcome:
        """How a game without three boards in line ends."""
        lead = mine_won.bit_count() - theirs_won.bit_count()
        if lead == 0 or not self.count_rule:
            return Outcome.DRAW
        return Outcome.won_by(self.to_move if lead > 0 else self.to_move.other)

    def _why_illegal(self, move: Move) -> str:
        if self.outcome is not None:
            return "the game is over"
        if not 0 <= move < 81:
            return "there is no such cell"
        if self.target != ANYWHERE and move // 9 != self.target:
            return f"the move has to be in the {board_name(self.target)}"
        if self.closed >> move // 9 & 1:
            return f"the {board_name(move // 9)} is closed"
        return "the cell is taken"

    def mark_at(self, cell: Move) -> Mark | None:
        if self.mine >> cell & 1:
            return self.to_move
        return self.to_move.other if self.theirs >> cell & 1 else None

    def cells_of(self, mark: Mark) -> int:
        """The cells of one side as a mask."""
        return self.mine if mark is self.to_move else self.theirs

    def boards_won(self, mark: Mark) -> int:
        """The boards that one side has won, as a mask."""
        return self.mine_won if mark is self.to_move else self.theirs_won

    # The board

    @property
    def kind(self) -> Literal["ultimate"]:
        return "ultimate"

    @property
    def game(self) -> str:
        return "ultimate-count" if self.count_rule else "ultimate"

    @property
    def columns(self) -> int:
        return 9

    @property
    def rows(self) -> int:
        return 9

    @property
    def cells(self) -> int:
        return 81

    @property
    def open_cells(self) -> int:
        """How many cells of open boards are empty; the game lasts no longer than that."""
        taken = self.mine | self.theirs
        boards = () if self.outcome is not None else _MOVES[0][self.closed]
        return sum(9 - (taken >> 9 * board & FULL).bit_count() for board in boards)

    def row_and_column(self, cell: Move) -> tuple[int, int]:
        board, place = divmod(cell, 9)
        return board // 3 * 3 + place // 3, board % 3 * 3 + place % 3

    def move_at(self, row: int, column: int) -> Move:
        return 9 * (row // 3 * 3 + column // 3) + row % 3 * 3 + column % 3

    def cell_name(self, cell: Move) -> str:
        """`e5` for the centre of the whole board."""
        return _NAMES[cell] if 0 <= cell < 81 else cell_at(*self.row_and_column(cell))

    def lines_through(self, cell: Move) -> tuple[int, ...]:
        """Of its small board first, then of the large one."""
        return len(SMALL.lines_through[cell % 9]), len(SMALL.lines_through[cell // 9])

    def winning_lines(self) -> tuple[tuple[int, ...], ...]:
        """The lines of boards that won the game."""
        winner = self.outcome.winner if self.outcome else None
        own = self.boards_won(winner) if winner else 0
        return tuple(bits(line) for line in SMALL.lines if own & line == line)

    def winning_cells(self) -> frozenset[Move]:
        """A winning line is made of boards, and no cell stands out."""
        return frozenset()

    def targets(self) -> tuple[int, ...]:
        """The boards in which the next move may be; none when the game is over."""
        if self.outcome is not None:
            return ()
        return _MOVES[0][self.closed] if self.target == ANYWHERE else (self.target,)

    def targets_of(self, move: Move) -> tuple[int, ...]:
        """The boards in which the opponent may play after a legal move."""
        return self.play(move).targets()

    def boards(self) -> tuple[str, ...]:
        """Each small board: `X` or `O` has won it, `=` is full without a winner, `.` is open."""
        x, o, closed = self.boards_won(_X), self.boards_won(_O), self.closed
        return tuple(
            "X" if x >> board & 1 else "O" if o >> board & 1 else "=" if closed >> board & 1 else "."
            for board in range(9)
        )

    def board_winner(self, board: int) -> Mark | None:
        """Who has won a small board; None when nobody has."""
        return next((mark for mark in Mark if self.boards_won(mark) >> board & 1), None)

    # Symmetry

    def images(self) -> tuple[UltimatePosition, ...]:
        return tuple(self._image(to) for to in symmetries(3, 3))

    def _image(self, to: Permutation) -> UltimatePosition:
        """Boards and cells turn alike."""
        cells = tuple(9 * to[move // 9] + to[move % 9] for move in range(81))
        return self._replace(
            mine=permute_mask(self.mine, cells),
            theirs=permute_mask(self.theirs, cells),
            mine_won=permute_mask(self.mine_won, to),
            theirs_won=permute_mask(self.theirs_won, to),
            closed=permute_mask(self.closed, to),
            target=ANYWHERE if self.target == ANYWHERE else to[self.target],
        )

    def canonical(self) -> UltimatePosition:
        return min(self.images(), key=lambda image: (image.mine, image.theirs, image.target))


_NAMES = tuple(cell_at(cell // 27 * 3 + cell % 9 // 3, cell // 9 % 3 * 3 + cell % 3) for cell in range(81))


def ultimate(*, count_rule: bool = False) -> UltimatePosition:
    """The empty board of Ultimate, X to move."""
    return UltimatePosition(0, 0, 0, 0, 0, ANYWHERE, Mark.X, None, count_rule)
