"""Worksheets: the same exercises as on the page, blanks without answers, and a key that is right."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from noughts.learn.worksheet import SHEET, worksheet_exercises, worksheet_html
from tests.command_line import call


def test_a_worksheet_is_one_file_with_its_key(tmp_path: Path) -> None:
    sheet = tmp_path / "sheet.html"
    made = call("worksheet", "--seed", "7", "-o", str(sheet))
    assert (made.code, made.err) == (0, "")
    assert made.out == f"8 exercises and their answers are in {sheet}\n"
    text = sheet.read_text(encoding="utf-8")
    assert "<script" not in text
    assert re.findall(r'(?:src|href)="(.*?)"', text) == ["data:,"]  # it needs nothing else
    asked, key = text.split('<section class="key">')
    assert asked.count("<svg") == key.count("<svg") == sum(SHEET.values()) == 8
    assert 'class="crossed"' not in asked


def test_blanks_are_blank_and_the_key_fills_each_of_them() -> None:
    asked, key = worksheet_html(3, "").split('<section class="key">')
    exercises = worksheet_exercises(3)
    blanks = sum(len(exercise.questions) for exercise in exercises if exercise.kind in ("leaves", "inner"))
    assert asked.count('class="blank"') == key.count('class="blank"') == blanks
    values = r">(?:\+10|0|−10)</text>"
    shown = sum(len(exercise.shown) for exercise in exercises)
    assert len(re.findall(values, asked)) == shown
    assert len(re.findall(values, key)) == shown + blanks
    never = sum(question.right == ("never looked at",) for exercise in exercises for question in exercise.questions)
    assert key.count('class="crossed"') == never > 0
    order = next(exercise for exercise in exercises if exercise.kind == "order")
    assert all(right in key for right in order.questions[0].right)


def test_sheets_with_different_numbers_are_made_of_different_exercises() -> None:
    numbers = [{(each.kind, each.seed) for each in worksheet_exercises(seed)} for seed in range(20)]
    assert sum(map(len, numbers)) == len(set.union(*numbers)) == 160


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--seed", "7"], "Missing option '-o'"),
        (["--seed", "x", "-o", "sheet.html"], "'x' is not a valid integer"),
        (["--seed", "-1", "-o", "sheet.html"], "-1 is not in the range"),
        (["-o", "sheet.pdf"], "a worksheet is written as .html, got 'sheet.pdf'"),
        (["-o", "nowhere/at/all/sheet.html"], "nowhere/at/all/sheet.html: No such file or directory"),
        (["-o", "/dev/full.html/sheet.html"], "/dev/full.html/sheet.html: "),
    ],
)
def test_what_cannot_be_written_is_one_line(arguments: list[str], says: str) -> None:
    assert says in call("worksheet", *arguments).refusal()
