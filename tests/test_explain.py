"""Every claim of an explanation is checked against the rules, not against the code that wrote it."""

from __future__ import annotations

import random
import re

import pytest

from noughts.analysis import EVERY_MOVE, Limit
from noughts.explain.reasons import explain
from noughts.notation import format_move, parse_move, parse_position, start_position
from noughts.rules.mark import Move, Outcome
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

    walk(start_position())
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


def empty_to_complete(position: Position, mark: object) -> set[str]:
    """The cells that complete a line of a mark, by looking at all eight lines."""
    cells = [position.mark_at(cell) for cell in range(9)]
    held = {line: [cells[cell] for cell in line] for line in LINES}
    found = {line[marks.index(None)] for line, marks in held.items() if marks.count(mark) == 2 and None in marks}  # type: ignore[arg-type]
    return {format_move(cell, position) for cell in found}


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
        assert set(re.findall(r"[abc][123]", sentence.partition(":")[2])) == replies
        return
    assert ("blocks" in sentence) == (name in empty_to_complete(position, other))
    made = empty_to_complete(after, mover)
    told = re.search(r"(?:makes two|three) threats \(([^)]*)\)|threatens ([abc][123])", sentence)
    assert set(re.findall(r"[abc][123]", told[0]) if told else []) == made
    assert ("threats (" in sentence) == (len(made) > 1)
    before, (value, plies) = distance(position, known)[0], distance(after, known)
    assert (f"wins in {plies + 1} plies" in sentence) == (value == -1)
    assert ("keeps the draw" in sentence) == (before == value == 0)
    assert ("gives away the win" in sentence) == (before == 1 and value > -1)
    assert ("gives away the draw" in sentence) == (before == 0 and value == 1)
    if value == 1:
        answer = re.search(rf"loses to ([abc][123]) in {plies + 1} plies", sentence)
        assert answer is not None
        assert distance(after.play(parse_move(answer[1], after)), known) == (-1, plies - 1)


def test_every_move_of_every_classic_position_gets_a_true_sentence() -> None:
    table = Tablebase()
    known: dict[Position, tuple[int, int]] = {}
    checked = 0
    for position in classic_positions():
        analysis = table.analyze(position)
        for move in position.legal_moves():
            check_classic(position, move, explain(position, move, analysis), known)
            checked += 1
    assert checked == 16_167


def test_without_an_analysis_only_what_can_be_seen_is_told() -> None:
    for position in classic_positions()[::7]:
        for move in position.legal_moves():
            sentence = explain(position, move)
            assert not re.search(r"plies|draw;|keeps|gives away", sentence)


@pytest.mark.parametrize(
    ("text", "move", "sentence"),
    [
        ("XOX/OOX/...", "c3", "c3 wins at once."),
        ("XX./.O./...", "c1", "c1 blocks X, threatens a3 and keeps the draw."),
        ("X.O/.../..X o", "b2", "b2 blocks X and threatens a3, but loses to a3 in 4 plies."),
        ("X../.O./..X o", "a2", "a2 threatens c2 and keeps the draw."),
    ],
)
def test_sentences_read_like_this(text: str, move: str, sentence: str) -> None:
    position = parse_position(text)
    assert explain(position, parse_move(move, position), Tablebase().analyze(position)) == sentence


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
    if after.target != ANYWHERE:
        assert f"sends {other} to the {PLACES[after.target]} board" in sentence
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
    line = re.findall(r"[a-i][1-9]", sentence.partition("expected: ")[2])
    assert len(line) == 3
    for text in line:
        position = position.play(parse_move(text, position))


def test_a_better_move_is_hinted_at() -> None:
    position = parse_position("start moves e5 d4 b2", "ultimate")
    analysis = SearchAnalyzer().analyze(position, Limit(depth=2), lines=EVERY_MOVE)
    assert "another move looks better" in explain(position, analysis.moves[-1].move, analysis)
