"""Every claim of an explanation is checked against the rules, not against the code that wrote it."""

from __future__ import annotations

import random
import re

import pytest

from noughts.analysis import EVERY_MOVE, Limit
from noughts.explain.reasons import explain
from noughts.notation import format_move, parse_move, parse_position, start_position
from noughts.rules.mark import Mark, Move, Outcome
from noughts.rules.position import Position
from noughts.rules.ultimate import ANYWHERE, PLACES, UltimatePosition
from noughts.search.analyzer import SearchAnalyzer
from noughts.tablebase import Tablebase

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


def classic_positions() -> list[Position]:
    found: dict[Position, None] = {}

    def walk(position: Position) -> None:
        if position.outcome is None and position not in found:
            found[position] = None
            for move in position.legal_moves():
                walk(position.play(move))

    for mark in Mark:
        walk(start_position()._replace(to_move=mark))
    return list(found)


def distance(position: Position, known: dict[Position, tuple[int, int]]) -> tuple[int, int]:
    """Value for the side to move and plies to the end, with the quickest wins and the slowest losses."""
    if position not in known:
        if position.outcome is not None:
            known[position] = (0 if position.outcome is Outcome.DRAW else -1, 0)
        else:
            below = [distance(position.play(move), known) for move in position.legal_moves()]
            value = max(-v for v, _ in below)
            plies = [p for v, p in below if -v == value]
            known[position] = (value, 1 + (min(plies) if value == 1 else max(plies)))
    return known[position]


Cells = list[Mark | None]
CELL = r"[abc][123]"


def cells_of(position: Position) -> Cells:
    return [position.mark_at(cell) for cell in range(9)]


def name_of(cell: int) -> str:
    return "abc"[cell % 3] + str(cell // 3 + 1)


def completing(cells: Cells, mark: Mark) -> set[str]:
    """The cells that complete a line of a mark, by looking at all eight lines."""
    held = {line: [cells[cell] for cell in line] for line in LINES}
    return {
        name_of(line[marks.index(None)]) for line, marks in held.items() if marks.count(mark) == 2 and None in marks
    }


def empty_to_complete(position: Position, mark: Mark) -> set[str]:
    return completing(cells_of(position), mark)


def forking(position: Position, mark: Mark) -> set[str]:
    """The empty cells with which a mark would threaten two cells, by putting it there."""
    found = set()
    for cell, there in enumerate(cells := cells_of(position)):
        if there is None and len(completing([*cells[:cell], mark, *cells[cell + 1 :]], mark)) > 1:
            found.add(name_of(cell))
    return found


class Claims:
    """Takes the claims of a sentence one by one, and knows what nobody has checked."""

    def __init__(self, sentence: str) -> None:
        self.sentence = self.rest = sentence

    def take(self, pattern: str) -> re.Match[str] | None:
        found = re.search(pattern, self.rest)
        if found:
            self.rest = self.rest[: found.start()] + self.rest[found.end() :]
        return found

    def unchecked(self) -> str:
        return re.sub(r"\b(and|but)\b|[ ,.]", "", self.rest)


def cells_in(text: str) -> set[str]:
    return set(re.findall(CELL, text))


def check_classic(position: Position, move: Move, sentence: str, known: dict[Position, tuple[int, int]]) -> None:
    mover, other = position.to_move, position.to_move.other
    after = position.play(move)
    name = format_move(move, position)
    assert sentence.startswith(f"{name} ")
    assert sentence.endswith(".")
    assert sentence.count(".") == 1
    assert ("wins at once" in sentence) == (after.outcome is Outcome.won_by(mover))
    assert ("ends the game in a draw" in sentence) == (after.outcome is Outcome.DRAW)
    if after.outcome is not None:
        return
    replies = empty_to_complete(after, other)
    assert ("loses at once" in sentence) == bool(replies)
    if replies:
        assert cells_in(sentence.partition(":")[2]) == replies
        return
    claims = Claims(sentence.removeprefix(f"{name} "))
    check_value(claims, position, move, known)
    check_threats(claims, position, move)
    check_forks(claims, position, move)
    check_lines(claims, position, move)
    if few := claims.take(
        rf"leaves {other} only (?:({CELL}(?:, {CELL})*(?: or {CELL})?) to draw|(\d) of (\d) answers that draw)"
    ):
        assert distance(after, known)[0] == 0
        drawing = {
            format_move(reply, after) for reply in after.legal_moves() if distance(after.play(reply), known)[0] == 0
        }
        if few[1]:
            assert cells_in(few[1]) == drawing
        else:
            assert (int(few[2]), int(few[3])) == (len(drawing), len(after.legal_moves()))
    assert not claims.unchecked(), f"nobody checked {claims.unchecked()!r} of {sentence!r}"


def check_value(claims: Claims, position: Position, move: Move, known: dict[Position, tuple[int, int]]) -> None:
    after = position.play(move)
    before, (value, plies) = distance(position, known)[0], distance(after, known)
    assert bool(claims.take(rf"wins in {plies + 1} plies")) == (value == -1)
    only = bool(claims.take("is the only move that keeps the draw"))
    others = [distance(position.play(other), known)[0] for other in position.legal_moves() if other != move]
    assert only == (before == value == 0 and bool(others) and all(lost == 1 for lost in others))
    assert bool(claims.take("keeps the draw")) == (before == value == 0 and not only)
    gave = re.search("gives away (the win|the draw)", claims.sentence)
    assert (gave[1] if gave else None) == (
        "the win" if before == 1 and value > -1 else "the draw" if before == 0 and value == 1 else None
    )
    claims.take("gives away the win: a draw") or claims.take("gives away the (win|draw)")
    if value == 1:
        told = claims.take(
            rf"loses to ({CELL})(?:, which makes two threats \(({CELL}) and ({CELL})\),)? in {plies + 1} plies"
        )
        assert told is not None
        answered = after.play(parse_move(told[1], after))
        assert distance(answered, known) == (-1, plies - 1)
        made = empty_to_complete(answered, after.to_move)
        assert ({told[2], told[3]} == made) if told[2] else len(made) != 2


def check_threats(claims: Claims, position: Position, move: Move) -> None:
    mover, other, after = position.to_move, position.to_move.other, position.play(move)
    assert bool(claims.take(f"blocks {other}")) == (format_move(move, position) in empty_to_complete(position, other))
    made = empty_to_complete(after, mover)
    told = (
        claims.take(r"makes (?:two|three) threats \(([^)]*)\)") if len(made) > 1 else claims.take(f"threatens ({CELL})")
    )
    assert (cells_in(told[1]) if told else set()) == made
    if then := claims.take(rf"makes two threats with ({CELL}) after {other}'s ({CELL})"):
        assert made == {then[2]}
        answered = after.play(parse_move(then[2], after))
        assert then[1] in forking(answered, mover)
        assert empty_to_complete(answered, other) <= {then[1]}, "it is in time"


def check_forks(claims: Claims, position: Position, move: Move) -> None:
    mover, other, after = position.to_move, position.to_move.other, position.play(move)
    before, left = forking(position, other), forking(after, other)
    if claims.take(f"takes the cell where {other} would make two threats"):
        assert before == {format_move(move, position)}
    if claims.take(f"leaves {other} no cell for two threats"):
        assert before
        assert not left
    if claims.take(f"leaves {other} no time for two threats"):
        made = empty_to_complete(after, mover)
        assert before
        assert len(made) == 1
        assert not made & before
    if ready := claims.take(rf"prepares two threats(?: at ({CELL}(?:, {CELL})*(?: or {CELL})?))?"):
        assert forking(after, mover) == cells_in(ready[1]) if ready[1] else len(forking(after, mover)) > 3


def check_lines(claims: Claims, position: Position, move: Move) -> None:
    cells = cells_of(position)
    through = [{cells[cell] for cell in line} for line in LINES if move in line]
    if mine := claims.take(rf"is on (\d) lines? that {position.to_move} can still complete"):
        assert int(mine[1]) == sum(position.to_move.other not in marks for marks in through)
    if cut := claims.take(rf"closes (\d) lines? to {position.to_move.other}"):
        assert int(cut[1]) == sum(position.to_move not in marks for marks in through)
    if claims.take("changes nothing: every line has both marks"):
        assert all({Mark.X, Mark.O} <= {cells[cell] for cell in line} for line in LINES)
    if claims.take("changes no line that anybody can complete"):
        assert all({Mark.X, Mark.O} <= marks for marks in through)


def test_every_move_of_every_classic_position_gets_a_true_sentence() -> None:
    """Whoever opened."""
    table = Tablebase()
    known: dict[Position, tuple[int, int]] = {}
    checked = 0
    for position in classic_positions():
        analysis = table.analyze(position)
        for move in position.legal_moves():
            check_classic(position, move, explain(position, move, analysis), known)
            checked += 1
    assert checked == 32_334


def test_hints_are_never_without_a_reason() -> None:
    table = Tablebase()
    for position in classic_positions():
        analysis = table.analyze(position)
        assert analysis.best is not None
        sentence = explain(position, analysis.best.move, analysis)
        assert not re.fullmatch(rf"{CELL} (keeps the draw|threatens nothing yet)\.", sentence)


def test_without_an_analysis_only_what_can_be_seen_is_told() -> None:
    for position in classic_positions()[::7]:
        for move in position.legal_moves():
            sentence = explain(position, move)
            assert not re.search(r"plies|to draw|that draw|keeps|gives away", sentence)


@pytest.mark.parametrize(
    ("text", "move", "sentence"),
    [
        ("XOX/OOX/...", "c3", "c3 wins at once."),
        ("XX./.O./...", "c1", "c1 blocks X, threatens a3 and is the only move that keeps the draw."),
        (
            "X.O/.../..X o",
            "b2",
            "b2 blocks X and threatens a3, but loses to a3, which makes two threats (a2 and b3), in 4 plies.",
        ),
        ("X../.O./..X o", "a2", "a2 leaves X no time for two threats, threatens c2 and keeps the draw."),
        ("start", "a1", "a1 is on 3 lines that X can still complete, leaves O only b2 to draw and keeps the draw."),
        ("start moves b2 b1", "a1", "a1 threatens c3, makes two threats with a2 after O's c3 and wins in 5 plies."),
    ],
)
def test_sentences_read_like_this(text: str, move: str, sentence: str) -> None:
    position = parse_position(text)
    assert explain(position, parse_move(move, position), Tablebase().analyze(position)) == sentence


def is_gift(position: UltimatePosition, mover: Mark) -> bool:
    """Whether the mover takes a board at once, or plays where it likes."""
    takes = any(position.play(m).boards_won(mover) != position.boards_won(mover) for m in position.legal_moves())
    return position.outcome is None and (position.target == ANYWHERE or takes)


def completes(position: UltimatePosition, mark: Mark, board: int) -> bool:
    """Whether an open board would be the third in a row."""
    won = [str(mark) == state for state in position.boards()]
    lines = (line for line in LINES if board in line)
    return position.boards()[board] == "." and any(all(won[b] for b in line if b != board) for line in lines)


def check_ultimate(position: UltimatePosition, move: Move, sentence: str) -> None:
    after = position.play(move)
    mover, other, board = position.to_move, position.to_move.other, f"the {PLACES[move // 9]} board"
    assert ("wins at once" in sentence) == (after.outcome is Outcome.won_by(mover))
    if after.outcome is not None:
        return
    wins = [format_move(m, after) for m in after.legal_moves() if after.play(m).outcome is Outcome.won_by(other)]
    assert ("loses at once" in sentence) == bool(wins)
    if wins:
        assert set(re.findall(r"[a-i][1-9]", sentence)) - {format_move(move, position)} == set(wins)
        return
    won_before, won_after = position.boards_won(mover), after.boards_won(mover)
    assert (f"wins {board}" in sentence) == (won_before != won_after)
    assert (f"fills {board}" in sentence) == (after.closed != position.closed and won_before == won_after)
    assert ("choose any open board" in sentence) == (after.target == ANYWHERE)
    assert ("sends" in sentence) == (after.target != ANYWHERE)
    taking = [m for m in after.legal_moves() if after.play(m).boards_won(other) != after.boards_won(other)]
    if after.target != ANYWHERE:
        assert f"sends {other} to the {PLACES[after.target]} board" in sentence
        told = re.search(rf"which {other} can take with ([a-i1-9, or]+)", sentence)
        assert set(re.findall(r"[a-i][1-9]", told[1]) if told else []) == {format_move(m, after) for m in taking}
        gifts = [is_gift(after.play(m), mover) for m in after.legal_moves()]
        assert ("has no good move" in sentence) == (not taking and all(gifts))
        assert ("cannot take yet" in sentence) == (not taking and not all(gifts))
    else:
        places = {f"the {PLACES[m // 9]} board" for m in taking}
        told = re.search(rf"\({other} can take ([^)]*)\)", sentence)
        assert set(re.findall(r"the [a-z ]*? board", told[1]) if told else []) == places
    needed = re.search(r"\(now (.*) would win the game\)", sentence)
    winning = {PLACES[b] for b in range(9) if won_before != won_after and completes(after, mover, b)}
    assert set(re.findall(r"the ([a-z ]*?) board", needed[1]) if needed else []) == winning
    if "blocks" in sentence:
        cells = [position.mark_at(move // 9 * 9 + cell) for cell in range(9)]
        cells[move % 9] = other
        assert any(all(cells[cell] is other for cell in line) for line in LINES)


def test_sentences_about_ultimate_are_true_in_random_games() -> None:
    rng = random.Random(8)
    for _ in range(15):
        position = start_position("ultimate")
        while position.outcome is None:
            assert isinstance(position, UltimatePosition)
            for move in position.legal_moves():
                check_ultimate(position, move, explain(position, move))
            position = position.play(rng.choice(position.legal_moves()))


def test_the_expected_line_of_ultimate_can_be_played() -> None:
    position = parse_position("start moves e5 d4 b2", "ultimate")
    analysis = SearchAnalyzer().analyze(position, Limit(depth=3), lines=EVERY_MOVE)
    assert analysis.best is not None
    sentence = explain(position, analysis.best.move, analysis)
    assert re.search(r"O's chance to win: [1-9]\d?%, expected: ", sentence)
    line = re.findall(r"[a-i][1-9]", sentence.partition("expected: ")[2])
    assert len(line) == 3
    for text in line:
        position = position.play(parse_move(text, position))


def test_a_better_move_is_hinted_at() -> None:
    position = parse_position("start moves e5 d4 b2", "ultimate")
    analysis = SearchAnalyzer().analyze(position, Limit(depth=2), lines=EVERY_MOVE)
    assert "another move looks better" in explain(position, analysis.moves[-1].move, analysis)
