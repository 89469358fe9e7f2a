"""The strategy map: its plan is played against every line, and the picture is read back board by board."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from noughts.notation import parse_move, parse_position
from noughts.rules.line_game import classic
from noughts.rules.mark import Mark, Move, Outcome
from noughts.rules.position import Position
from noughts.teaching.strategy import perfect_strategy
from tests.brute_force import BruteForce
from tests.command_line import call
from tests.render.drawn import SVG

SOLUTIONS = Path(__file__).parent / "grade" / "solutions"
SIDES = list(Mark)


def lines(mark: Mark, moves: Mapping[Position, Move | None]) -> Iterator[tuple[Position, ...]]:
    """Every game of the plan: the positions it has to answer, then the end."""

    def go_on(position: Position, answered: tuple[Position, ...]) -> Iterator[tuple[Position, ...]]:
        if position.outcome is not None:
            yield *answered, position
        elif position.to_move is mark:
            move = moves[position]
            assert move is not None
            yield from go_on(position.play(move), (*answered, position))
        else:
            for reply in position.legal_moves():
                yield from go_on(position.play(reply), answered)

    return go_on(classic(), ())


@pytest.mark.parametrize("mark", SIDES)
def test_the_plan_never_loses_and_takes_every_forced_win_in_the_fewest_moves(mark: Mark) -> None:
    truth, plan, games = BruteForce(), perfect_strategy(mark), list(lines(mark, perfect_strategy(mark)))
    assert {game[-1].outcome for game in games} == {Outcome.won_by(mark), Outcome.DRAW}
    for position, move in plan.items():
        assert move in truth.best_moves(position)
    for *answered, end in games:
        for place, position in enumerate(answered):
            if truth.score(position) > 0:
                assert end.outcome is Outcome.won_by(mark)
                plies = 2 * (len(answered) - place) - 1
                assert plies <= 30_000 - truth.score(position)  # best defence takes it to just so many
    assert set(plan) == {position for *answered, _ in games for position in answered}


def test_no_opening_wins_more_often_than_the_one_on_the_map() -> None:
    won = Counter(game[-1].outcome for game in lines(Mark.X, perfect_strategy(Mark.X)))
    assert won == {Outcome.X_WINS: 71, Outcome.DRAW: 2}
    assert perfect_strategy(Mark.X)[classic()] == 0  # a corner


# The picture


def read(svg: str) -> dict[Mark, ElementTree.Element]:
    """The map of each page; the pictures do nothing but show themselves."""
    root = ElementTree.fromstring(svg)
    assert "url(" not in svg
    assert "@import" not in svg
    known = {"svg", "title", "desc", "style", "defs", "g", "rect", "path", "line", "text", "use"}
    assert {element.tag.removeprefix(SVG) for element in root.iter()} <= known
    assert all(
        value.startswith("#") for element in root.iter() for name, value in element.attrib.items() if "href" in name
    )
    pages = {Mark(page.attrib["data-side"]): page for page in root.iter(f"{SVG}g") if page.get("class") == "page"}
    return {mark: _only(page.findall(f"{SVG}g[@class='map']/{SVG}g/{SVG}g")) for mark, page in pages.items()}


def _only(found: list[ElementTree.Element]) -> ElementTree.Element:
    (element,) = found
    return element


def is_board(element: ElementTree.Element) -> bool:
    return "at" in element.get("class", "").split()


def cell_at(x: float, y: float) -> Move:
    """The cell of a board of 300 units in which a point lies."""
    return 3 * int(y // 100) + int(x // 100)


def nested(board: ElementTree.Element) -> dict[Move, ElementTree.Element]:
    """The boards in the cells of a board; each lies in its cell alone."""
    found: dict[Move, ElementTree.Element] = {}
    for group in board.findall(f"{SVG}g"):
        x, y, scale = map(float, re.findall(r"[\d.]+", group.attrib["transform"]))
        cell = cell_at(x, y)
        assert cell == cell_at(x + 300 * scale, y + 300 * scale)
        assert cell not in found
        found[cell] = _only(list(group))
    return found


def marks_on(board: ElementTree.Element) -> dict[Move, str]:
    uses = board.findall(f"{SVG}use")
    found = {cell_at(float(use.attrib["x"]), float(use.attrib["y"])): use.attrib["class"] for use in uses}
    assert len(found) == len(uses)
    return found


def read_plan(mark: Mark, board: ElementTree.Element, position: Position) -> Iterator[tuple[Position, Move | None]]:
    """What the map answers along every line of replies, checked against what it draws."""
    assert parse_position(board.attrib["data-position"], "classic") == position
    marks = marks_on(board)
    after = position
    if position.to_move is mark:
        found = [cell for cell, kind in marks.items() if not kind.endswith(" old")]
        assert len(found) <= 1
        bold = found[0] if found else None
        yield position, bold
        if bold is None:
            return
        assert parse_move(board.attrib["data-move"], position) == bold
        after = position.play(bold)
    below = nested(board)
    for cell in range(9):
        reply = after.play(cell) if cell in after.legal_moves() else None
        if (on_board := after.mark_at(cell)) is not None:
            assert marks[cell].startswith(on_board.value)
            assert cell not in below
        elif reply is None:
            assert cell not in below
            assert cell not in marks
        elif reply.outcome is None:
            yield from read_plan(mark, below[cell], reply)
        elif reply.outcome is Outcome.DRAW:
            assert marks[cell] == f"{mark.other} old"
        else:
            assert parse_position(below[cell].attrib["data-end"], "classic") == reply


@pytest.fixture(scope="module")
def perfect(tmp_path_factory: pytest.TempPathFactory) -> dict[Mark, ElementTree.Element]:
    path = tmp_path_factory.mktemp("map") / "map.svg"
    assert call("map", "-o", str(path)).code == 0
    return read(path.read_text())


@pytest.mark.parametrize("mark", SIDES)
def test_the_map_answers_every_line_of_replies_once_and_no_position_is_missing(
    mark: Mark, perfect: dict[Mark, ElementTree.Element]
) -> None:
    answered = list(read_plan(mark, perfect[mark], classic()))
    assert dict(answered) == perfect_strategy(mark)
    on_the_way = {
        answers[: place + 1] for answers in lines(mark, perfect_strategy(mark)) for place in range(len(answers) - 1)
    }
    assert Counter(position for position, _ in answered) == Counter(way[-1] for way in on_the_way)
    boards = [board for board in perfect[mark].iter() if is_board(board)]
    assert len(boards) == len(answered) + (mark is Mark.O)  # the empty board on which X opens


@pytest.mark.parametrize("mark", SIDES)
def test_won_boards_are_told_apart_from_drawn_ones(mark: Mark, perfect: dict[Mark, ElementTree.Element]) -> None:
    ends = Counter(game[-1].outcome for game in lines(mark, perfect_strategy(mark)))
    kinds = Counter(kind for board in perfect[mark].iter() for kind in board.get("class", "").split())
    assert (kinds["won"], kinds["drawn"]) == (ends[Outcome.won_by(mark)], ends[Outcome.DRAW])
    assert not {"lost", "to-loss", "stuck", "unknown"} & set(kinds)


# Programs


def map_of(solution: str, tmp_path: Path, *options: str) -> tuple[str, str]:
    path = tmp_path / "map.svg"
    done = call("map", "--program", str(SOLUTIONS / solution), "-o", str(path), *options)
    assert done.code == 0, done
    return path.read_text(), done.err


def test_a_wrong_program_has_its_own_moves_and_its_lost_games_in_red(tmp_path: Path) -> None:
    svg, told = map_of("max_twice.py", tmp_path)
    truth = BruteForce()
    for mark, board in read(svg).items():
        moves = dict(read_plan(mark, board, classic()))
        ends = Counter(game[-1].outcome for game in lines(mark, moves))
        kinds = Counter(kind for one in board.iter() for kind in one.get("class", "").split())
        assert kinds["lost"] == ends[Outcome.won_by(mark.other)] > 0
        assert f"loses {kinds['lost']} of the {ends.total()} games" in told
        red = {
            one.attrib["data-position"]
            for one in board.iter(f"{SVG}g")
            if one.find(f"{SVG}use[@class='{mark} gives-loss']") is not None
        }
        losing = {
            position
            for position, move in moves.items()
            if move is not None and truth.score(position) >= 0 > truth.move_scores(position)[move]
        }
        assert {parse_position(text, "classic") for text in red} == losing


def test_a_right_program_has_nothing_red(tmp_path: Path) -> None:
    svg, told = map_of("right_alphabeta.py", tmp_path, "--side", "o")
    (mark,) = read(svg)
    assert mark is Mark.O
    assert "loses" not in told
    assert 'class="way"' not in svg


def test_a_program_that_crashes_gets_a_map_that_says_so(tmp_path: Path) -> None:
    svg, told = map_of("crashes.py", tmp_path)
    assert "gives no answer" in told
    kinds = Counter(kind for one in read(svg)[Mark.O].iter() for kind in one.get("class", "").split())
    assert kinds["stuck"] + kinds["unknown"] == 9


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["-o", "map.png"], "a picture is written as .svg, a page as .html, got 'map.png'"),
        (["--side", "z", "-o", "map.svg"], "'z' is not one of 'x', 'o'"),
        ([], "Missing option '-o'"),
        (["-o", "nowhere/map.svg"], "there is no directory 'nowhere' for the map"),
        (["--program", "nothing.py", "-o", "map.svg"], "'nothing.py' does not exist"),
        (["--program", str(SOLUTIONS / "does_not_parse.py"), "-o", "map.svg"], "does_not_parse.py cannot be used: "),
        (["--program", str(SOLUTIONS / "nothing_of_it.py"), "-o", "map.svg"], "has no function 'minimax'"),
    ],
)
def test_what_cannot_be_drawn_is_refused_in_one_line(
    arguments: list[str], says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert says in call("map", *arguments).refusal()
    assert list(tmp_path.iterdir()) == []


def test_the_page_for_printers_has_a_sheet_for_each_side(tmp_path: Path) -> None:
    page = tmp_path / "map.html"
    assert call("map", "-o", str(page)).code == 0
    sheets = re.findall(r"<svg.*?</svg>", page.read_text(), re.DOTALL)
    assert [list(read(sheet)) for sheet in sheets] == [[Mark.X], [Mark.O]]
    assert "<script" not in page.read_text()
