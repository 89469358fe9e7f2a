"""The review of games: planted blunders are found, and nothing is a mistake that an exact solver refutes."""

from __future__ import annotations

import contextlib
import json
import math
import threading
from functools import cache
from pathlib import Path

import pytest

from noughts.analysis import ESTIMATE, NO_LIMIT, WIN, Analysis, Limit, Progress, RankedMove
from noughts.analyzers import strongest
from noughts.chances import SCALES
from noughts.errors import NotPossibleError
from noughts.explain.review import Judgement, Review, ReviewedMove, review
from noughts.explain.review_text import chance_plot, review_text
from noughts.notation import format_move, parse_position, start_position
from noughts.record import GameRecord, parse_records, read_records
from noughts.render.canvas import UNICODE
from noughts.rules.mark import Mark
from noughts.rules.position import Position
from noughts.tablebase import tablebase
from tests.command_line import call, run

PLANTED = Path(__file__).parent / "data" / "planted-blunders.txt"
"""Strong games with one move each that was chosen for being proved to give the win or the draw away."""
GAMES = read_records(PLANTED)
SOLVER = Limit(nodes=1_000_000)
SOLVABLE = 40
"""So few open cells are worth the wait for a proof."""


@cache
def reviewed(number: int) -> Review:
    record = GAMES[number]
    with contextlib.closing(strongest(record.start, cpu_time=True)) as analyzer:
        return review(record, analyzer)  # its time is that of this thread, however busy the machine is


def exact_result(position: Position) -> int | None:
    """1, 0 or -1 for the side to move by proof; None where that takes too long."""
    if position.outcome is not None:
        return 0 if position.outcome.winner is None else -1
    with contextlib.closing(strongest(position, prove=True)) as solver:
        best = solver.analyze(position, SOLVER, lines=1).moves[0]
    if abs(best.score) > ESTIMATE:
        return 1 if best.score > 0 else -1
    return 0 if best.exact else None


@pytest.mark.parametrize("number", range(len(GAMES)), ids=[f"{game.start.game}-{n}" for n, game in enumerate(GAMES)])
def test_a_planted_blunder_is_found_and_nothing_is_a_mistake_that_a_solver_refutes(number: int) -> None:
    found = reviewed(number)
    assert tuple(move.played.move for move in found.moves) == found.record.moves
    ply, name = found.record.tags["Blunder"].split()
    planted = found.moves[int(ply) - 1]
    assert format_move(planted.played.move, planted.position) == name
    assert planted.judgement is Judgement.BLUNDER
    assert planted in found.turning_points
    for move in found.moves:
        if move.judgement not in (Judgement.MISTAKE, Judgement.BLUNDER) or move.position.open_cells > SOLVABLE:
            continue
        before, after = exact_result(move.position), exact_result(move.position.play(move.played.move))
        if before is not None and after is not None:
            assert before > -after, (move.ply, name, move.judgement)


def test_classic_is_judged_exactly_by_the_table() -> None:
    table = tablebase("classic")
    for number in (0, 1):
        for move in reviewed(number).moves:
            before, after = table.score(move.position), -table.score(move.position.play(move.played.move))
            given_away = (before > 0) - (before < 0) > (after > 0) - (after < 0)
            assert (move.judgement is Judgement.BLUNDER) == given_away
            assert move.chance in (0, 50, 100)
            assert move.is_proved


def test_the_moves_of_perfect_play_are_all_best_and_accuracy_is_full() -> None:
    (record,) = parse_records("1. a1 b2 2. b1 c1 3. a3 a2 4. c2 b3 5. c3 draw")
    found = review(record, tablebase("classic"))
    assert {move.judgement for move in found.moves} == {Judgement.BEST}
    assert found.accuracy == {Mark.X: 100, Mark.O: 100}
    assert found.turning_points == ()


class Scripted:
    """An analyzer that says what it was told to say, by the number of open cells."""

    def __init__(self, said: dict[int, RankedMove]) -> None:
        self._said = said

    def analyze(
        self,
        position: Position,
        limit: Limit = NO_LIMIT,
        *,
        lines: int | None = None,
        progress: Progress | None = None,
        stop: threading.Event | None = None,
    ) -> Analysis:
        return Analysis((self._said[position.open_cells],), 1, 1, 0.0, False)

    def clear(self) -> None: ...

    def close(self) -> None: ...


def test_a_move_is_never_taken_for_another_one_where_the_best_is_proved() -> None:
    proved_draw, hopeful_answer = RankedMove(40, 0, (40,), True), RankedMove(3, -30, (3,))
    record = GameRecord(start_position("ultimate"), (0,))
    (move,) = review(record, Scripted({81: proved_draw, 80: hopeful_answer})).moves
    assert (move.played.move, move.best) == (0, proved_draw)
    assert (move.lost, move.judgement) == (0, Judgement.GOOD)


def test_a_proved_draw_beside_a_hope_is_not_said_to_give_a_win_away() -> None:
    drawn, hope = RankedMove(0, 0, (0,), True), RankedMove(40, 900, (40,))
    reason = ReviewedMove(1, start_position("ultimate"), drawn, hope, False).reason
    assert "it comes to a draw. Better: e5 " in reason
    assert "gives away" not in reason


def judged(before: int, after: int) -> Judgement:
    """What a move is called with such scores, the better one proved or not, on an empty board of Ultimate."""
    position = start_position("ultimate")
    return ReviewedMove(1, position, RankedMove(0, after, (0,)), RankedMove(1, before, (1,)), False).judgement


def test_the_thresholds_are_five_ten_and_twenty_points() -> None:
    assert judged(0, 0) is Judgement.BEST
    scale = SCALES["ultimate"][-1]  # of the first phase
    expected = {0.455: "good", 0.445: "inaccuracy", 0.405: "inaccuracy", 0.395: "mistake", 0.305: "mistake"}
    for chance, judgement in {**expected, 0.295: "blunder"}.items():
        assert judged(0, round(scale * math.log(chance / (1 - chance)))) == judgement
    assert judged(WIN - 9, WIN - 11) is Judgement.GOOD  # a slower win gives nothing away
    assert judged(WIN - 9, 0) is Judgement.BLUNDER


def test_a_stopped_review_tells_what_it_knows_and_progress_counts_up() -> None:
    record, told, stop = GAMES[4], list[tuple[int, int]](), threading.Event()

    def tell(done: int, of: int) -> None:
        told.append((done, of))
        if done == 8:
            stop.set()

    with contextlib.closing(strongest(record.start)) as analyzer:
        found = review(record, analyzer, progress=tell, stop=stop)
    assert told == [(done, len(record.moves)) for done in range(1, 9)]
    assert [move.ply for move in found.moves] == list(range(len(record.moves) - 7, len(record.moves) + 1))
    assert not found.is_complete


def test_a_game_without_moves_has_nothing_to_review() -> None:
    with pytest.raises(NotPossibleError, match="no moves"):
        review(GameRecord(start_position("classic")), tablebase("classic"))


def test_a_game_that_began_somewhere_else_and_was_resigned_is_reviewed() -> None:
    start = parse_position("X../.../... o")
    found = review(GameRecord(start, (1,)).resign(Mark.O), tablebase("classic"))
    (move,) = found.moves
    assert (move.mark, move.judgement, move.chance) == (Mark.O, Judgement.BLUNDER, 100)
    assert format_move(move.best.move, start) == "b2"
    assert found.accuracy[Mark.X] is None


def test_the_document_is_as_promised(tmp_path: Path) -> None:
    document = call("review", str(PLANTED), "--game-number", "2", "--json").document()
    assert document["game"] == "classic"
    assert document["result"] == "X wins"
    assert set(document["accuracy"]) == {"X", "O"}
    moves = document["moves"]
    promised = {"ply", "move", "mark", "judgement", "chance", "best", "line", "reason"}
    assert all(promised <= set(move) for move in moves)
    assert [move["ply"] for move in moves] == [1, 2, 3, 4, 5]
    assert [move["mark"] for move in moves] == ["X", "O", "X", "O", "X"]
    blunder = moves[3]
    assert (blunder["move"], blunder["judgement"], blunder["chance"]) == ("a3", "blunder", 100.0)
    assert blunder["line"][0] == blunder["best"] != "a3"
    assert blunder["reason"].endswith("keeps the draw.")


def test_the_command_prints_a_plot_a_table_and_the_turning_points() -> None:
    printed = call("review", str(PLANTED), "--game-number", "2").out
    assert "O  Bob: accuracy 55 %, 1 blunder\n" in printed
    assert " 2. O a3  ??  blunder    100 %" in printed
    assert "Turning points\n" in printed
    assert printed.isascii()


def test_the_plot_is_as_high_as_the_chance() -> None:
    assert chance_plot([0, 25, 50, 75, 100], UNICODE, 2) == ["100 │   ▄█", "  0 │ ▄███"]


def test_the_text_of_a_review_in_a_terminal_has_block_characters() -> None:
    text = review_text(reviewed(4), UNICODE)
    assert "█" in text
    assert "Winning chance of X" in text


@pytest.mark.parametrize(
    ("content", "arguments", "expected"),
    [
        ("", [], "no game in it"),
        ('[Game "classic"]\n', [], "no moves"),
        ("1. a1 b2 2. a1", [], "move 3 (2. a1): a1 is not allowed"),
        ("1. a1 b2", ["--game-number", "2"], "has 1 game, there is no game 2"),
        ("1. a1 b2", ["--seconds", "0"], "positive number of seconds"),
        ("1. a1 b2 \0", [], "not a text file"),
        ('[Start "XXX/OO./... o"]\n\n', [], "no moves"),
    ],
)
def test_bad_input_gets_one_sentence(tmp_path: Path, content: str, arguments: list[str], expected: str) -> None:
    file = tmp_path / "games.txt"
    file.write_text(content)
    assert expected in call("review", str(file), *arguments).refusal()


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    assert "No such file" in call("review", str(tmp_path / "none.txt")).refusal()


def test_the_command_speaks_json_alone(tmp_path: Path) -> None:
    done = run("review", str(PLANTED), "--game-number", "1", "--json")
    assert json.loads(done.out)["moves"][2]["judgement"] == "blunder"
    assert (done.code, done.err) == (0, "")
