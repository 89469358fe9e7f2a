"""The documents that other programs read."""

from __future__ import annotations

import json
import re
from itertools import pairwise
from pathlib import Path

import pytest

from noughts.analysis import Analysis, RankedMove
from noughts.notation import format_position, parse_position, start_position
from noughts.record import GameRecord, format_records
from noughts.render.analysis_json import analysis_document
from noughts.search.alphabeta import alphabeta
from noughts.search.choices import centre_first, plain, reading_order
from noughts.search.minimax import minimax
from noughts.search.trace import Counter
from tests.command_line import call
from tests.playing import random_positions
from tests.test_numbers_ultimate import ENDING, after

ANALYZE_KEYS = [
    *(
        "game",
        "position",
        "to_move",
        "outcome",
        "value",
        "score",
        "solved",
        "best",
        "moves",
        "depth",
        "nodes",
        "seconds",
    )
]


def test_analyze_gives_the_promised_document() -> None:
    document = call("analyze", "XOX/OOX/...", "--json").document()
    assert list(document) == ANALYZE_KEYS
    assert document["game"] == "classic"
    assert document["position"] == "XOX/OOX/... x"
    assert (document["to_move"], document["outcome"]) == ("X", None)
    assert (document["value"], document["score"], document["solved"]) == ("win", 29999, True)
    assert document["best"] == "c3"
    assert document["moves"] == [
        {"move": "c3", "value": "win", "score": 29999, "plies": 1, "line": ["c3"], "optimal": True},
        {"move": "b3", "value": "draw", "score": 0, "plies": 3, "line": ["b3", "c3", "a3"], "optimal": False},
        {"move": "a3", "value": "loss", "score": -29998, "plies": 2, "line": ["a3", "b3"], "optimal": False},
    ]
    assert type(document["depth"]) is type(document["nodes"]) is int
    assert isinstance(document["seconds"], float)


@pytest.mark.parametrize(
    ("text", "outcome"), [("XXX/OO./...", "X wins"), ("OOO/XX./X.. x", "O wins"), ("XOX/XOO/OXX", "draw")]
)
def test_a_finished_game_has_an_outcome_and_nothing_else(text: str, outcome: str) -> None:
    document = call("analyze", text, "--json").document()
    assert document["outcome"] == outcome
    assert [document[key] for key in ("to_move", "value", "score", "best")] == [None] * 4
    assert document["moves"] == []
    assert document["solved"] is True


def test_the_game_is_named_in_its_usual_form() -> None:
    assert call("analyze", "start", "--game", "3,3,3", "--json").document()["game"] == "classic"
    assert call("analyze", "start", "--game", "4,3,3", "--json").document()["game"] == "4,3,3"


def test_solved_positions_list_every_move_best_first() -> None:
    for position in random_positions("4,4,3", 5, seed=61):
        document = call("analyze", format_position(position), "--game", "4,4,3", "--json").document()
        assert document["solved"] is True
        assert len(document["moves"]) == len(position.legal_moves())
        scores = [move["score"] for move in document["moves"]]
        assert scores == sorted(scores, reverse=True)
        assert scores[0] == document["score"]
        for move in document["moves"]:
            assert move["optimal"] is (move["value"] == document["value"])
            end = parse_position(f"{format_position(position)} moves {' '.join(move['line'])}", "4,4,3")
            assert (move["line"][0], len(move["line"])) == (move["move"], move["plies"])
            assert end.outcome is not None


def test_unsolved_positions_list_the_best_lines_only() -> None:
    for lines, expected in (([], 5), (["--lines", "2"], 2), (["--lines", "100"], 81)):
        document = call("analyze", "start", "--game", "ultimate", "--depth", "1", *lines, "--json").document()
        assert document["solved"] is False
        assert document["value"] == "unknown"
        assert len(document["moves"]) == expected
        assert document["best"] == document["moves"][0]["move"]
        assert {move["value"] for move in document["moves"]} == {"unknown"}
        assert {move["optimal"] for move in document["moves"]} == {None}
        assert all("plies" not in move for move in document["moves"])


def test_a_move_of_unknown_value_is_never_called_worse_than_a_proved_win() -> None:
    text = format_position(after(ENDING[:50]))
    document = call("analyze", text, "--game", "ultimate", "--seconds", "60", "--lines", "81", "--json").document()
    assert document["value"] == "win"
    assert document["moves"][0]["optimal"] is True
    for move in document["moves"]:
        assert (move["optimal"] is None) == (move["value"] == "unknown")


@pytest.mark.parametrize(("option", "number", "key"), [("--depth", 2, "depth"), ("--nodes", 500, "nodes")])
def test_limits_are_kept(option: str, number: int, key: str) -> None:
    for game in ("ultimate", "5,5,4"):
        document = call("analyze", "start", "--game", game, option, str(number), "--json").document()
        assert document[key] <= number


def test_a_dash_reads_one_position_a_line_and_prints_one_document_a_line() -> None:
    boards = ["XOX/OOX/...", "", "O../.../X.X o", "start moves b2", "X O/   /   ", "xoxoox___"]
    result = call("analyze", "-", "--json", stdin="\n".join(boards))
    documents = [json.loads(line) for line in result.out.splitlines()]
    assert [document["position"] for document in documents] == [
        *("XOX/OOX/... x", "O../.../X.X o", ".../.X./... o", "X.O/.../... x", "XOX/OOX/... x")
    ]
    assert call("analyze", "-", "--json", stdin="") == (0, "", "")
    assert call("analyze", "-", stdin="XOX/OOX/...\n").out == call("analyze", "XOX/OOX/...").out


@pytest.mark.parametrize(
    ("text", "game", "expected"),
    [
        ("---/-x-/---", "classic", ".../.X./... o"),
        ("-x-/---/--o", "classic", ".X./.../..O x"),
        ("-x-/---/--o o", "classic", ".X./.../..O o"),
        ("---------", "classic", ".../.../... x"),
        ("--------- o", "classic", ".../.../... o"),
        ("---/---/--- moves b2", "classic", ".../.X./... o"),
        ("-X-", "3,1,2", ".X. o"),
        ("-/-", "1,2,1", "./. x"),
    ],
)
def test_a_position_may_begin_with_a_dash(text: str, game: str, expected: str) -> None:
    assert call("analyze", text, "--game", game, "--json").document()["position"] == expected
    assert call("analyze", "--json", "--game", game, text).document()["position"] == expected
    assert call("perft", "0", "--game", game, "--position", text, "--json").document()["position"] == expected


@pytest.mark.parametrize("ending", ["x 5", "X 5", "x 5 moves e4"])
def test_an_ultimate_position_may_begin_with_a_dash_too(ending: str) -> None:
    boards = ["---------"] * 9
    boards[4] = "x---o----"
    document = call(
        "analyze", f"{'/'.join(boards)} {ending}", "--game", "ultimate", "--depth", "1", "--json"
    ).document()
    assert document["position"].startswith(f"{'/'.join(['.........'] * 4)}/X")


def test_perft_gives_the_promised_document() -> None:
    document = call("perft", "3", "--json").document()
    assert list(document) == ["game", "position", "depth", "nodes", "seconds"]
    assert (document["game"], document["position"]) == ("classic", ".../.../... x")
    assert (document["depth"], document["nodes"]) == (3, 504)
    assert call("perft", "5", "--game", "ultimate", "--json").document()["nodes"] == 473_256
    assert call("perft", "0", "--game", "ultimate-count", "--json").document()["nodes"] == 1
    assert call("perft", "2", "--position", "XOX/OOX/...", "--json").document()["nodes"] == 4
    assert call("perft", "9").out.startswith("127,872 positions at depth 9")


def test_solve_says_the_value_with_one_best_line() -> None:
    assert call("solve").out.splitlines()[0] == "classic: draw with best play"
    result = call("solve", "--game", "4,4,3")
    headline, line = result.out.splitlines()
    assert headline == "4,4,3: X wins in 5 plies with best play"
    assert str(parse_position(f"start moves {line}", "4,4,3").outcome) == "X wins"
    assert call("solve", "--position", "XX./O../... o").out.startswith("classic: X wins in 4 plies with best play\n")
    document = call("solve", "--position", "O../.../X.X o", "--json").document()
    assert (document["solved"], document["value"], document["plies"]) == (True, "loss", 4)


def test_solve_proves_ultimate_with_half_of_the_cells_open() -> None:
    position = "XO.OO...O/XO.X...X./...O.X.XX/....X..OX/XXO.O.XX./..X.O...X/..O..O..X/X.O.O.OXO/OO..XOXO. x 5"
    document = call("solve", "--game", "ultimate", "--position", position, "--nodes", "100000", "--json").document()
    assert (document["solved"], document["value"], document["plies"]) == (True, "loss", 20)
    end = parse_position(f"{position} moves {' '.join(document['line'])}", "ultimate")
    assert str(end.outcome) == "O wins"


def test_what_is_proved_of_an_unsolved_position_is_said_and_nothing_else() -> None:
    ranked = (
        RankedMove(40, 29_991, (40,)),
        RankedMove(41, 0, (41,), exact=True),
        RankedMove(42, 0, (42,)),
        RankedMove(43, -29_996, (43,), exact=True),
    )
    document = analysis_document(start_position("ultimate"), Analysis(ranked, 9, 1, 0.1, solved=False), 5)
    assert document["value"] == "win"
    assert [(move["value"], move.get("plies")) for move in document["moves"]] == [
        ("win", None),
        ("draw", None),
        ("unknown", None),
        ("loss", 4),
    ]


def test_what_cannot_be_solved_is_not_guessed() -> None:
    result = call("solve", "--game", "5,5,4", "--nodes", "2000")
    assert (result.code, result.err) == (1, "")
    assert "not solved" in result.out
    document = call("solve", "--game", "ultimate", "--nodes", "2000", "--json")
    assert document.code == 1
    assert json.loads(document.out)["solved"] is False


def test_analyze_tells_people_the_board_the_value_and_the_move() -> None:
    text = call("analyze", "XOX/OOX/...").out
    assert "X to move. Value of the best move: win in 1." in text
    assert "Best move: c3 (row 2, column 2 counted from 0)." in text
    assert re.search(r"^c3 +win in 1 +c3$", text, re.MULTILINE)
    assert re.search(r"^b3 +draw +b3 c3 a3$", text, re.MULTILINE)
    assert re.search(r"^a3 +loss in 2 +a3 b3$", text, re.MULTILINE)
    assert "The game is over: X wins." in call("analyze", "XXX/OO./...").out


def test_games_lists_shows_and_checks(tmp_path: Path) -> None:
    file = tmp_path / "games.txt"
    records = [
        GameRecord(start_position(), (4, 0, 3, 8, 5), {"X": "Ada", "O": "Zoë"}),
        GameRecord(start_position("4,4,3"), (0,), {"Result": "O wins"}),
        GameRecord(start_position("ultimate"), (40, 36)),
    ]
    file.write_text(format_records(records), encoding="utf-8")
    listed = call("games", str(file)).out.splitlines()
    assert [line.split() for line in listed[1:]] == [
        ["1", "classic", "Ada", "Zoë", "5", "X", "wins"],
        ["2", "4,4,3", "?", "?", "1", "O", "wins"],
        ["3", "ultimate", "?", "?", "2", "unfinished"],
    ]
    shown = call("games", str(file), "--show", "1").out
    assert "1. b2 a1 2. a2 c3 3. c2\nX wins" in shown
    assert call("games", str(file), "--check").out == f"{file}: 3 games, 8 moves, all legal\n"
    assert "there is no game 4" in call("games", str(file), "--show", "4").refusal()


def test_games_lists_one_line_a_game_whatever_the_names_contain(tmp_path: Path) -> None:
    file = tmp_path / "games.txt"
    file.write_text(
        format_records([GameRecord(start_position(), (4,), {"X": "two\nlines\t\x1b[31mred", "O": "\r\x07"})])
    )
    listed = call("games", str(file)).out
    assert len(listed.splitlines()) == 2
    assert listed.replace("\n", "").isprintable()
    assert "two lines" in listed


def test_trace_shows_the_whole_grid_of_ultimate() -> None:
    lines = call("trace", "start moves e5", "--game", "ultimate", "--depth", "1").out.splitlines()
    assert lines[1:10] == [" " * 9] * 4 + ["    X    "] + [" " * 9] * 4
    assert lines[10] == "adding opponent @ (3, 3)"
    assert sum(line.startswith("Invoking") for line in lines) == 9
    assert sum(line.startswith("estimate, returning score") for line in lines) == 8


def test_trace_prints_the_dump_of_the_lab() -> None:
    expected = (Path(__file__).parent / "data" / "lab_trace.txt").read_text()
    assert call("trace", "O.X/X../XOO x", "--marks", "X0").out == expected
    numbered = call("trace", "O.X/X../XOO x", "--algorithm", "alphabeta", "--number").out
    assert numbered == (Path(__file__).parent / "data" / "lab_trace_alphabeta.txt").read_text()


@pytest.mark.parametrize("algorithm", ["minimax", "alphabeta"])
def test_a_trace_is_one_document_of_events(algorithm: str) -> None:
    """The text of the trace tells the same: boards, windows, cuts and scores."""
    options = ["X../.O./..X o", "--algorithm", algorithm]
    text = call("trace", *options).out
    events = call("trace", *options, "--json").document()["events"]
    entered = [event for event in events if event[0] == "enter"]
    assert len(entered) == text.count("Invoking minimax")
    assert events[0] == ["enter", None, "X../.O./..X o", None, None]
    windows = [(str(low), str(high)) for _, _, _, low, high in entered]
    printed = re.findall(r"window: \((.*), (.*)\)", text)
    bounds = {"inf": "None", "-inf": "None"}
    assert printed == [] or windows == [(bounds.get(low, low), bounds.get(high, high)) for low, high in printed]
    cuts = [str(event[1]) for event in events if event[0] == "cut"]
    assert cuts == re.findall(r"cut: (\d+) moves", text)
    assert events[-1] == ["leave", int(re.findall(r"final score: (-?\d+)", text)[0])]
    depth = 0
    for before, event in pairwise(events):
        depth += {"enter": 1, "cut": 0, "leave": -1}[before[0]]
        assert depth > 0
        if before[0] == "enter" and event[0] == "leave":  # a leaf: its board says who won
            outcome = parse_position(before[2]).outcome
            assert event[1] == {"X wins": 10, "O wins": -10, "draw": 0}[str(outcome)]


@pytest.mark.parametrize("game", ["classic", "4,3,3", "ultimate"])
def test_the_costs_are_those_of_the_searches_themselves(game: str) -> None:
    depth = 3
    position = start_position(game)
    costs = call("compare", "start", "--game", game, "--depth", str(depth), "--json").document()
    assert list(costs) == ["minimax", "alphabeta", "alphabeta_centre", "table", "symmetry"]
    for name, search, order in [
        ("minimax", minimax, reading_order),
        ("alphabeta", alphabeta, reading_order),
        ("alphabeta_centre", alphabeta, centre_first),
    ]:
        counter = Counter()
        search(position, depth=depth, order=order, scoring=plain, trace=counter)
        assert costs[name] == counter.total_visited
    layer = seen = {position}
    for _ in range(depth):
        layer = {each.play(move) for each in layer for move in each.legal_moves()}
        seen = seen | layer
    assert (costs["table"], costs["symmetry"]) == (len(seen), len({min(each.images()) for each in seen}))


def test_the_costs_of_the_empty_board_and_of_one_that_is_too_large() -> None:
    costs = call("compare", "start", "--json").document()
    assert list(costs.values()) == [549_946, 18_297, 7_275, 5_478, 765]
    refused = call("compare", "start", "--game", "6,6,4")
    assert (refused.code, refused.out) == (2, "")
    assert re.fullmatch(
        r"error: there are more than [\d,]+ different positions here: give a smaller depth\n", refused.err
    )


def test_a_folded_tree_of_the_empty_board_can_be_read() -> None:
    drawn = call("tree", "start", "--algorithm", "alphabeta", "--order", "centre", "--fold")
    assert drawn.code == 0
    assert len(drawn.out.splitlines()) < 150
    moves = re.findall(r"^[+`][-=][->] .*?(\w\d)  ", drawn.out, re.MULTILINE)
    assert len(moves) == 9
