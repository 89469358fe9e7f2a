"""The report in its three shapes."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from tests.grade.grading import SOLUTIONS, noughts_grade

WRONG = str(SOLUTIONS / "wins_and_blocks.py")


@pytest.fixture(scope="module")
def shapes(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, str]:
    page = tmp_path_factory.mktemp("report") / "report.html"
    code, out, err = noughts_grade(WRONG, "--only", "minimax", "--html", str(page))
    assert (code, err) == (1, "")
    return out, page.read_text(encoding="utf-8")


def test_the_text_is_plain_when_nobody_sees_colours(shapes: tuple[str, str]) -> None:
    text, _ = shapes
    assert text.isascii()
    assert "\x1b" not in text
    assert max(map(len, text.splitlines())) <= 100
    assert not any(line != line.rstrip() for line in text.splitlines())


def test_the_text_says_it_all(shapes: tuple[str, str]) -> None:
    text, _ = shapes
    assert text.startswith("wins_and_blocks.py is not right\n")
    assert "right in 595 of 627 positions, 22 turned into a draw, 10 turned into a loss" in text
    assert re.search(r"unbeatable as X: no \(\d+ positions?\), as O: no \(\d+ positions?\)", text)
    assert "How it goes on, with perfect play of both sides: X wins" in text
    assert "*X*| O | O" in text


class Reader(HTMLParser):
    """Every tag is closed, and nothing comes from elsewhere."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.pictures = 0

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.pictures += tag == "svg"
        assert not {"src", "href"} & {name for name, _ in attributes}
        assert tag != "link"
        if tag not in ("meta", "rect", "path", "circle"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in ("rect", "path", "circle"):
            assert self.open.pop() == tag


def test_the_page_is_one_whole_file_with_a_picture_of_each_board(shapes: tuple[str, str]) -> None:
    _, page = shapes
    reader = Reader()
    reader.feed(page)
    assert reader.open == []
    assert reader.pictures == 2 + 4 + 7  # two counterexamples and their refutations
    assert set(re.findall(r"url\(.", page)) <= {"url(#"}, "what is painted with lies in the page"


def test_what_the_program_says_cannot_break_the_page(tmp_path: Path) -> None:
    (tmp_path / "evil.py").write_text("def player(board):\n    return '</code><script>alert(1)</script>'\n")
    page = tmp_path / "report.html"
    code, out, _ = noughts_grade(str(tmp_path / "evil.py"), "--only", "player", "--html", str(page))
    assert code == 1
    assert "<script>" in out
    assert "<script" not in page.read_text()


def test_a_program_cannot_steer_the_terminal(tmp_path: Path) -> None:
    (tmp_path / "odd.py").write_text("def player(board):\n    raise ValueError('\\x1b[2J\\n\\ud800')\n")
    code, out, _ = noughts_grade(str(tmp_path / "odd.py"), "--only", "player")
    assert code == 1
    assert "\x1b" not in out
    assert "raises ValueError:  [2J ? (line 2 in player)" in out


def test_marks_of_rich_in_what_the_program_says_are_only_text(tmp_path: Path) -> None:
    (tmp_path / "odd.py").write_text("def player(board):\n    raise ValueError('[bold]hello[/nonsense]')\n")
    _, out, _ = noughts_grade(str(tmp_path / "odd.py"), "--only", "player")
    assert "[bold]hello[/nonsense]" in out
