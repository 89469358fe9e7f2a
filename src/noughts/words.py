"""The sentences: what is said about boards, turns, moves, results and values, on every screen in the same words.

A board is called by its place ("the top left board"); its number follows where people may have to type it. People who
hold a seat are spoken to. A search scores for the side to move; on cells the words stay with the side that moves (`W3`
wins in three plies), in trees all values are told for X, so that both sides can be compared.
"""

from __future__ import annotations

import enum
import re
from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING

from noughts.analysis import INFINITY, Analysis, RankedMove, Score, is_proved_win, plies_to_end
from noughts.chances import winning_chance
from noughts.rules.line_game import bits
from noughts.rules.mark import Mark, Move, Termination
from noughts.rules.position import Position
from noughts.rules.ultimate import PLACES

if TYPE_CHECKING:
    from noughts.game import Game

# Counting and listing


def count(number: int, noun: str) -> str:
    """`1 ply`, `2 plies`, `3 games`, `4 days`."""
    plural = f"{noun[:-1]}ies" if noun.endswith("y") and not noun.endswith("ay") else f"{noun}s"
    return f"{number:,} {noun if number == 1 else plural}"


def listed(words: Collection[str], last: str = "and") -> str:
    """`a1, b2 and c3`."""
    *most, final = words
    return f"{', '.join(most)} {last} {final}" if most else final


def printable(text: str) -> str:
    r"""A text from elsewhere without what would move a terminal's cursor or change its colours; lines stay lines.

    >>> printable("\x1b[31mred\n")
    '?[31mred\n'
    """
    return "".join(letter if letter.isprintable() or letter in "\n\u200d" else "?" for letter in text)


# Boards and turns


def the_board(board: int) -> str:
    """A small board by its place: `the top left board`."""
    return f"the {PLACES[board]} board"


def where_to_play(position: Position) -> str:
    """Where the next move of Ultimate may be, with a blank before it; nothing to say in line games."""
    targets = position.targets()
    if not targets:
        return ""
    if len(targets) == 1:
        return f" in {the_board(targets[0])}"
    return " in any open board" if any(position.mark_at(cell) for cell in range(position.cells)) else " anywhere"


def state_words(position: Position) -> str:
    """Whose turn it is, and where, or how the game ended."""
    if position.outcome is not None:
        return str(position.outcome)
    return f"{position.to_move} to move{where_to_play(position)}"


def describe(position: Position, last_move: Move | None) -> str:
    """The board for those who do not see it."""
    sentences = []
    for mark in Mark:
        cells = [position.cell_name(move) for move in bits(position.cells_of(mark))]
        sentences.append(f"{mark} on {', '.join(cells)}." if cells else f"No {mark} yet.")
    for board, state in enumerate(position.boards()):
        if state != ".":
            sentences.append(f"{the_board(board).capitalize()} is {'drawn' if state == '=' else f'won by {state}'}.")
    if last_move is not None:
        sentences.append(f"The last move was {position.cell_name(last_move)}.")
    return " ".join(sentences)


def move_words(before: Position, move: Move, after: Position) -> str:
    """What a move did: `X played e5 and took the centre board.`"""
    told = f"{before.to_move} played {before.cell_name(move)}"
    for board, (old, new) in enumerate(zip(before.boards(), after.boards(), strict=True)):
        if old != new:
            told += f" and {'filled' if new == '=' else 'took'} {the_board(board)}"
    return f"{told}."


# A game, for somebody who plays `you` of its marks: none, one, or both at a shared board


def last_words(game: Game, you: Collection[Mark]) -> str:
    """The last move, and the result when the game is over."""
    told = []
    if game.last_move is not None:
        before, after = game.record.positions()[-2:]
        told.append(move_words(before, game.last_move, after))
    if game.outcome is not None:
        told.append(result_words(game, you))
    return " ".join(told) or "A new game."


def result_words(game: Game, you: Collection[Mark]) -> str:
    """How a finished game came out."""
    assert game.outcome is not None
    winner = game.outcome.winner
    how = {Termination.RESIGNATION: "resigned", Termination.TIME: "ran out of time"}.get(
        game.record.termination or Termination.LINE, ""
    )
    if winner is None:
        return "You agreed to a draw." if game.record.termination is Termination.AGREEMENT and you else "A draw."
    loser = "" if not how else f"{_named(game, winner.other, you)} {how}. "
    by_count = ", with more boards" if game.record.termination is Termination.COUNT else ""
    if len(you) != 1:
        return f"{loser}{game.seats[winner].name} ({winner}) won{by_count}."
    return f"{loser}You {'won' if winner in you else 'lost'}{by_count}."


def end_words(game: Game, you: Collection[Mark]) -> tuple[str, str]:
    """The title of a finished game with the moves of whoever it speaks of, and how it came about."""
    assert game.outcome is not None
    winner, how = game.outcome.winner, game.record.termination
    told = next(iter(you)) if len(you) == 1 else winner or game.record.start.to_move
    own = sum(position.to_move is told for position in game.record.positions()[:-1])
    reason = {
        Termination.LINE: "Three boards in line." if game.position.kind == "ultimate" else "A line without a gap.",
        Termination.COUNT: "All boards are closed, and one side has more of them.",
        Termination.FULL: "Nobody can move, and nobody has a line.",
        Termination.AGREEMENT: "Both agreed to it.",
    }.get(how or Termination.LINE, "")
    if how in (Termination.RESIGNATION, Termination.TIME) and winner is not None:
        verb = "resigned" if how is Termination.RESIGNATION else "ran out of time"
        reason = f"{_named(game, winner.other, you)} {verb}."
    if winner is None:
        return f"A draw after {count(own, 'move')}", reason
    who = game.seats[winner].name if len(you) != 1 else "You"
    lost = len(you) == 1 and winner not in you
    moves = f" in {count(own, 'move')}" if own else ""
    return f"{who[:1].upper()}{who[1:]} {'lost' if lost else 'won'}{moves}", reason


def offer_words(game: Game, you: Collection[Mark]) -> str:
    """What somebody offers, for the one who offers and the one who decides; empty when nobody does."""
    if game.offer is None:
        return ""
    own = game.offer.by in you
    if own:
        asked = {"undo": "to take back your last move", "draw": "for a draw", "rematch": "for a rematch"}
        return f"You asked {asked[game.offer.kind]}."
    offered = {"undo": "asks to take back a move", "draw": "offers a draw", "rematch": "would like a rematch"}
    return f"{game.seats[game.offer.by].name} {offered[game.offer.kind]}."


def _named(game: Game, mark: Mark, you: Collection[Mark]) -> str:
    return "You" if len(you) == 1 and mark in you else game.seats[mark].name


def turn_words(game: Game, you: Collection[Mark]) -> str:
    """Whose move it is, and where; empty when the game is over."""
    mark = game.to_move
    if mark is None:
        return ""
    if game.waits_for_computer:
        return f"{game.seats[mark].name} is thinking."
    if len(you) == 1 and mark in you:
        return f"Your move{where_to_play(game.position)}."
    name = game.seats[mark].name
    return f"{name if name.endswith(f' {mark}') else f'{name} ({mark})'} to move{where_to_play(game.position)}."


def seat_words(game: Game) -> dict[Mark, str]:
    """For each side whether it is to move, and where; or how it came out of the game."""
    if game.outcome is not None:
        winner = game.outcome.winner
        lost = {Termination.RESIGNATION: "resigned", Termination.TIME: "out of time"}.get(
            game.record.termination or Termination.LINE, "lost"
        )
        return {mark: "draw" if winner is None else "won" if mark is winner else lost for mark in Mark}
    mover = game.position.to_move
    where = where_to_play(game.position).replace(" in the", ",").replace(" in", ",")  # seats are narrow
    return {mark: f"to move{where}" if mark is mover else "waiting" for mark in Mark}


# Values

EVEN_CHANCES = range(45, 56)
"""Percent that count as neither good nor bad."""


class Kind(enum.Enum):
    """What a value on a cell means for the side that moves; the value of a kind names its colour."""

    WIN = "good"
    DRAW = "even"
    LOSS = "bad"
    ESTIMATE = "plain"


def kind_of(value: str) -> Kind:
    """Read a value as `cell_value` or `values_on_cells` writes it; a chance is of the kind that it is nearest to.

    >>> kind_of("W3").name, kind_of("D").name, kind_of("L12").name, kind_of("+35").name, kind_of("72%").name
    ('WIN', 'DRAW', 'LOSS', 'ESTIMATE', 'WIN')
    """
    if chance := re.fullmatch(r"(\d+)%", value):
        percent = int(chance[1])
        return Kind.DRAW if percent in EVEN_CHANCES else Kind.WIN if percent > max(EVEN_CHANCES) else Kind.LOSS
    if re.fullmatch(r"[WDL]\d*", value) is None:
        return Kind.ESTIMATE
    return {"W": Kind.WIN, "D": Kind.DRAW, "L": Kind.LOSS}[value[0]]


def cell_value(score: Score, *, exact: bool) -> str:
    """The score of a move, for the side that makes it.

    >>> cell_value(29_997, exact=True), cell_value(0, exact=True), cell_value(-29_996, exact=False)
    ('W3', 'D', 'L4')
    >>> cell_value(0, exact=False), cell_value(120, exact=False)
    ('0', '+120')
    """
    plies = plies_to_end(score)
    if plies is not None:
        return f"{'W' if is_proved_win(score) else 'L'}{plies}"
    return "D" if exact else f"{score:+d}" if score else "0"


def cell_values(analysis: Analysis) -> Mapping[Move, str]:
    """What to write on the cells after an analysis."""
    return {ranked.move: cell_value(ranked.score, exact=ranked.exact) for ranked in analysis.moves}


def score_for_x(score: Score, to_move: Mark) -> Score:
    """A score for the side to move, as one for X."""
    return score if to_move is Mark.X else -score


def short_value(for_x: Score, *, draw: str = "=") -> str:
    """A score for X, short enough for a tree.

    >>> [short_value(score) for score in (29_997, 0, -29_998, 45, -30_000)]
    ['X+3', '=', 'O+2', '+45', 'O+']
    """
    if for_x == 0:
        return draw
    plies = plies_to_end(for_x)
    if plies is None:
        return f"{for_x:+d}"
    return f"{'X' if is_proved_win(for_x) else 'O'}+{plies or ''}"


def value_words(for_x: Score, *, draw: str = "draw") -> str:
    """A score for X, in words.

    >>> [value_words(score) for score in (29_997, 0, -30_000, 45)]
    ['X wins in 3', 'draw', 'O wins', '+45 for X']
    """
    if for_x == 0:
        return draw
    plies = plies_to_end(for_x)
    if plies is None:
        return f"{for_x:+d} for X"
    return f"{'X' if is_proved_win(for_x) else 'O'} wins{f' in {plies}' if plies else ''}"


def window_text(alpha: Score, beta: Score, *, infinity: str = "∞") -> str:
    """A window for X; empty when it is open on both sides and says nothing.

    >>> window_text(-30_001, 0), window_text(-30_001, 30_001), window_text(-29_998, 29_999)
    ('(-∞, =)', '', '(O+2, X+1)')
    """
    if alpha <= -INFINITY and beta >= INFINITY:
        return ""
    low = f"-{infinity}" if alpha <= -INFINITY else short_value(alpha)
    high = infinity if beta >= INFINITY else short_value(beta)
    return f"({low}, {high})"


def chance_text(score: Score, position: Position) -> str:
    """A chance in three characters: nothing is certain that is not proved.

    >>> from noughts.notation import start_position
    >>> [chance_text(score, start_position("ultimate")) for score in (0, 250, -29_000)]
    ['50%', '69%', '1%']
    """
    return f"{min(99, max(1, round(100 * winning_chance(score, position))))}%"


def value_text(ranked: RankedMove, position: Position) -> str:
    """What a move of a position is worth in three characters: `W3`, `D`, `L4`, or a chance."""
    if ranked.exact or plies_to_end(ranked.score) is not None:
        return cell_value(ranked.score, exact=ranked.exact)
    return chance_text(ranked.score, position)


def values_on_cells(analysis: Analysis, position: Position) -> tuple[dict[Move, str], str]:
    """What to write on the cells, best first, at most three characters each, and what it means."""
    values = {ranked.move: value_text(ranked, position) for ranked in analysis.moves}
    certain = "W wins, D draws, L loses, in so many plies"
    return values, f"{certain}." if analysis.solved else f"Percent: {position.to_move}'s chance to win. {certain}."
