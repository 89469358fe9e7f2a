"""What a move does on the board of a line game, as a teacher would say it; every claim is computed."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from noughts.analysis import DRAW, Analysis, is_proved_loss
from noughts.analyzers import strongest
from noughts.explain.line_threats import threat_facts
from noughts.notation import format_move
from noughts.rules.line_game import LinePosition, bits
from noughts.rules.mark import Mark, Move
from noughts.rules.threats import threats
from noughts.tablebase import Tablebase
from noughts.words import count, listed

MOST_CELLS_NAMED = 3
"""More cells than this are only counted."""


def line_facts(position: LinePosition, move: Move, analysis: Analysis | None) -> list[str]:
    """What the move does; it neither ends the game nor leaves the opponent a win in one."""
    after, other = position.play(move), position.to_move.other
    made = threats(after)
    if position.grid.in_line > 3 and (named := threat_facts(position, move)):
        return [*named, *(_after_the_block(after, made[0]) if len(made) == 1 else [])]
    facts = [f"blocks {other}"] if move in threats(position) else _about_their_forks(position, move, made)
    if len(made) > 1:
        number = {2: "two", 3: "three", 4: "four"}.get(len(made), str(len(made)))
        return [*facts, f"makes {number} threats ({_cells(made, position, 'and')})"]
    if made:
        return [*facts, f"threatens {_cells(made, position)}", *_after_the_block(after, made[0])]
    ready = forks(after, position.to_move)
    if ready:
        where = f" at {_cells(ready, position)}" if len(ready) <= MOST_CELLS_NAMED else ""
        facts.append(f"prepares two threats{where}")
    return [*(facts or [_about_lines(position, move)]), *_about_answers(after, analysis)]


def forks(position: LinePosition, mark: Mark) -> list[Move]:
    """The cells where a side, if it were its turn, would threaten to complete two lines at once."""
    mine, theirs = position.cells_of(mark), position.cells_of(mark.other)
    threatened: dict[Move, set[Move]] = defaultdict(set)
    standing: set[Move] = set()
    for line in position.grid.lines:
        missing = bits(line & ~mine) if not line & theirs else ()
        if len(missing) == 2:
            threatened[missing[0]].add(missing[1])
            threatened[missing[1]].add(missing[0])
        elif len(missing) == 1:
            standing.add(missing[0])
    return sorted(cell for cell, cells in threatened.items() if len((cells | standing) - {cell}) > 1)


def _about_their_forks(position: LinePosition, move: Move, made: list[Move]) -> list[str]:
    """How the move deals with the cells where the opponent would make two threats, where there are any."""
    other = position.to_move.other
    before = forks(position, other)
    if before == [move]:
        return [f"takes the cell where {other} would make two threats"]
    if before and not forks(position.play(move), other):
        return [f"leaves {other} no cell for two threats"]
    if before and len(made) == 1 and made[0] not in before:
        return [f"leaves {other} no time for two threats"]
    return []


def _after_the_block(after: LinePosition, block: Move) -> list[str]:
    """The double threat that follows when the opponent answers the threat, and cannot win first."""
    answered = after.play(block)
    if answered.outcome is not None:
        return []
    urgent = threats(answered)
    second = [cell for cell in forks(answered, answered.to_move) if not urgent or urgent == [cell]]
    if not second:
        return []
    return [f"makes two threats with {_cells(second[:1], after)} after {after.to_move}'s {_cells([block], after)}"]


def _about_answers(after: LinePosition, analysis: Analysis | None) -> list[str]:
    """The answers that still draw, where most of them lose; known where the whole game is in a table."""
    table = strongest(after) if analysis is not None and analysis.solved else None
    if not isinstance(table, Tablebase) or table.score(after) != DRAW:
        return []
    answers = {reply: table.score(after.play(reply)) for reply in after.legal_moves()}
    drawing = [reply for reply, score in answers.items() if score == DRAW]
    if 2 * len(drawing) > len(answers):
        return []
    few = len(drawing) <= MOST_CELLS_NAMED
    kept = f"{_cells(drawing, after)} to draw" if few else f"{len(drawing)} of {len(answers)} answers that draw"
    return [f"leaves {after.to_move} only {kept}"]


def _about_lines(position: LinePosition, move: Move) -> str:
    """How much a cell is good for: the lines that can still be completed through it."""
    theirs = position.cells_of(position.to_move.other)
    lines = position.grid.lines
    mine = [line for line in position.grid.lines_through[move] if not line & theirs]
    if mine:
        return f"is on {count(len(mine), 'line')} that {position.to_move} can still complete"
    cut = [line for line in position.grid.lines_through[move] if not line & position.cells_of(position.to_move)]
    if cut:
        return f"closes {count(len(cut), 'line')} to {position.to_move.other}"
    both = [line for line in lines if not (line & theirs and line & position.cells_of(position.to_move))]
    return "changes no line that anybody can complete" if both else "changes nothing: every line has both marks"


def refutation(position: LinePosition, move: Move, answer: Move) -> str:
    """Why the answer to a losing move is strong, where it makes two threats; else nothing."""
    after = position.play(move)
    made = threats(after.play(answer)) if after.outcome is None else []
    return f", which makes two threats ({_cells(made, position, 'and')})," if len(made) == 2 else ""


def is_only_move(move: Move, analysis: Analysis) -> bool:
    """Whether every other move of a solved position loses, and this one does not."""
    losing = {ranked.move for ranked in analysis.moves if is_proved_loss(ranked.score)}
    return analysis.solved and len(analysis.moves) > 1 and {ranked.move for ranked in analysis.moves} - losing == {move}


def _cells(moves: Sequence[Move], position: LinePosition, word: str = "or") -> str:
    return listed([format_move(move, position) for move in moves], word)
