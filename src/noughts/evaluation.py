"""Estimates of positions whose value nobody has computed, for the side to move.

The estimate of Ultimate is for searches in Python; the network of the core, `noughts.network`, is too slow for them.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from noughts.analysis import ESTIMATE, Score
from noughts.packed import Packing
from noughts.rules.line_game import LinePosition
from noughts.rules.position import Position
from noughts.rules.symmetry import permute_mask, symmetries
from noughts.rules.ultimate import ANYWHERE, FULL, HAS_LINE, SMALL, UltimatePosition


def estimate(position: Position) -> Score:
    """How promising a position is; within plus and minus ESTIMATE, for a game that goes on."""
    if isinstance(position, LinePosition):
        return estimate_line_game(position)
    return estimate_ultimate(position)


def estimate_line_game(position: LinePosition) -> Score:
    """Each line that only one side can still fill counts for it, four times as much with each mark on it."""
    return estimate_lines(position.grid.lines, position.mine, position.theirs)


MOST_COUNTED = 8
"""More marks on a line are not worth more: so many are beyond every bound."""


def estimate_lines(lines: tuple[int, ...], mine: int, theirs: int) -> Score:
    total = 0
    for line in lines:
        if not theirs & line:
            if own := mine & line:
                total += 4 ** min(own.bit_count(), MOST_COUNTED)
        elif not mine & line:
            total -= 4 ** min((theirs & line).bit_count(), MOST_COUNTED)
    return max(-ESTIMATE, min(ESTIMATE, total))


CERTAIN = 2048
"""The potential of a small board that is won."""
HOPE_SHIFT = 21
"""A certain macro line counts CERTAIN ** 3 >> HOPE_SHIFT = 4096."""

_MACRO_LINES = [tuple(cell for cell in range(9) if line >> cell & 1) for line in SMALL.lines]


def estimate_ultimate(position: UltimatePosition) -> Score:
    """What the side to move may hope for, minus what its opponent may.

    A side's potential on a small board, 0 (lost for it) to CERTAIN (won), is looked up by the board's pattern; its
    hope is the sum over the macro lines of the product of their three potentials. Every board also adds a balance of
    its own, and the board that has to be played in has tables of its own.
    """
    rule = _rule(position.count_rule)
    boards = [
        rule.quiet(board, position.mine >> 9 * board & FULL, position.theirs >> 9 * board & FULL) for board in range(9)
    ]
    target = position.target
    if target != ANYWHERE:
        boards[target] = rule.forced(target, position.mine >> 9 * target & FULL, position.theirs >> 9 * target & FULL)
    hope = sum(
        boards[a][0] * boards[b][0] * boards[c][0] - boards[a][1] * boards[b][1] * boards[c][1]
        for a, b, c in _MACRO_LINES
    )
    score = (
        (hope >> HOPE_SHIFT)
        + sum(balance for _, _, balance in boards)
        + (rule.free_move if target == ANYWHERE else rule.tempo)
    )
    if not can_win(position.count_rule, position.theirs, position.mine_won, position.theirs_won):
        score = min(score, 0)
    if not can_win(position.count_rule, position.mine, position.theirs_won, position.mine_won):
        score = max(score, 0)
    return max(-ESTIMATE, min(ESTIMATE, score))


def can_win(count_rule: bool, other: int, won: int, other_won: int) -> bool:
    """Whether a side can still fill a macro line or, where that counts, get more boards than the other."""
    lost = other_won | sum(1 << board for board in range(9) if _blocked(other >> 9 * board & FULL))
    if not _blocked(lost):
        return True
    return count_rule and 9 - lost.bit_count() > other_won.bit_count()


@cache
def _blocked(taken: int) -> bool:
    """Whether no line is left to fill without these cells, or boards."""
    return all(taken & line for line in SMALL.lines)


_Worth = tuple[int, int, int]
"""What a small board is worth: the potentials of the side to move and of the other, and the balance it adds."""

KIND_OF = (0, 1, 0, 1, 2, 1, 0, 1, 0)
"""Corner, edge, centre: symmetries map the boards of one kind onto each other."""
MODELS = (0, 1, 4)
"""For each kind the board that stands for all of it."""

SCALARS = 2 + len(MODELS)
"""Tempo, free move, and the balance of a won corner, edge and centre."""
NUMBERS_PER_PATTERN = 5
"""Potential and balance; on the forced board the potential of the mover, that of the other side, and the balance."""


class _Rule:
    """The tables of one end rule: first the scalars, then the numbers of each open pattern of each kind of board."""

    def __init__(self, numbers: Sequence[int]) -> None:
        self.tempo, self.free_move = numbers[:2]
        self._numbers = numbers
        self.quiet = cache(self._quiet)
        self.forced = cache(self._forced)

    def _quiet(self, board: int, mine: int, theirs: int) -> _Worth:
        won = self._numbers[2 + KIND_OF[board]]
        if HAS_LINE[mine]:
            return CERTAIN, 0, won
        if HAS_LINE[theirs]:
            return 0, CERTAIN, -won
        if mine | theirs == FULL:
            return 0, 0, 0
        own, other = self._numbers_of(board, mine, theirs), self._numbers_of(board, theirs, mine)
        return own[0], other[0], own[1] - other[1]

    def _forced(self, board: int, mine: int, theirs: int) -> _Worth:
        _, _, potential, other_potential, balance = self._numbers_of(board, mine, theirs)
        return potential, other_potential, balance

    def _numbers_of(self, board: int, mine: int, theirs: int) -> Sequence[int]:
        begin = SCALARS + NUMBERS_PER_PATTERN * places()[KIND_OF[board]][canonical_pattern(board, mine, theirs)]
        return self._numbers[begin : begin + NUMBERS_PER_PATTERN]


@cache
def _rule(count_rule: bool) -> _Rule:
    numbers = ultimate_numbers()
    half = len(numbers) // 2
    return _Rule(numbers[half:] if count_rule else numbers[:half])


_TERNARY: list[int] = [sum(3**cell for cell in range(9) if cells >> cell & 1) for cells in range(512)]
_IMAGES = [(to, [permute_mask(cells, to) for cells in range(512)]) for to in symmetries(3, 3)]


@cache
def canonical_pattern(board: int, mine: int, theirs: int) -> int:
    """The pattern that stands for this one, in base three: the least image on the model of the board's kind."""
    model = MODELS[KIND_OF[board]]
    return min(_TERNARY[of[mine]] + 2 * _TERNARY[of[theirs]] for to, of in _IMAGES if to[board] == model)


@cache
def places() -> tuple[dict[int, int], ...]:
    """For each kind of board: where the numbers of a canonical open pattern are, counted over all kinds."""
    found: list[dict[int, int]] = []
    begin = 0
    for model in MODELS:
        patterns = {
            canonical_pattern(model, mine, theirs)
            for mine in range(512)
            if not HAS_LINE[mine]
            for theirs in _subsets(FULL & ~mine)
            if not HAS_LINE[theirs] and mine | theirs != FULL
        }
        found.append({pattern: begin + number for number, pattern in enumerate(sorted(patterns))})
        begin += len(patterns)
    return tuple(found)


def _subsets(mask: int) -> list[int]:
    return [subset for subset in range(mask + 1) if not subset & ~mask]


NUMBERS = Packing("noughts-evaluation 1", "h")


@cache
def ultimate_numbers() -> Sequence[int]:
    """The numbers of both end rules, `ultimate` first, fitted to games of the engine against itself."""
    return NUMBERS.shipped("ultimate-evaluation.bin")
