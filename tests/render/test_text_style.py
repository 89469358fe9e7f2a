"""When text is coloured, and whether the colours can be read."""

from __future__ import annotations

import io
from itertools import product

import pytest

from noughts.render.canvas import COLOR, PLAIN, UNICODE, Ink, TextStyle, style_for
from noughts.render.svg_theme import PALETTES


class Terminal(io.TextIOWrapper):
    def __init__(self, encoding: str = "utf-8", tty: bool = True) -> None:
        super().__init__(io.BytesIO(), encoding=encoding)
        self.tty = tty

    def isatty(self) -> bool:
        return self.tty


def test_a_terminal_gets_everything() -> None:
    assert style_for(Terminal(), {"TERM": "xterm-256color"}) == COLOR


def test_a_pipe_and_a_file_get_plain_text() -> None:
    assert style_for(Terminal(tty=False), {"TERM": "xterm-256color"}) == PLAIN
    assert style_for(io.StringIO(), {}) == PLAIN


@pytest.mark.parametrize(
    ("environment", "color"),
    [
        ({"NO_COLOR": "1"}, False),
        ({"NO_COLOR": "0"}, False),
        ({"NO_COLOR": ""}, True),
        ({"TERM": "dumb"}, False),
        ({}, True),
    ],
)
def test_no_color_counts_when_it_is_not_empty(environment: dict[str, str], color: bool) -> None:
    assert style_for(Terminal(), environment) == (COLOR if color else UNICODE)


def test_the_environment_of_the_process_is_the_default(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "yes")
    assert not style_for(Terminal()).color
    monkeypatch.delenv("NO_COLOR")
    monkeypatch.setenv("TERM", "xterm")
    assert style_for(Terminal()).color


@pytest.mark.parametrize("encoding", ["ascii", "latin-1"])
def test_an_encoding_without_the_signs_gets_ascii(encoding: str) -> None:
    assert style_for(Terminal(encoding), {}) == TextStyle(unicode=False, color=True)


def luminance(red: int, green: int, blue: int) -> float:
    """As WCAG 2 defines it."""
    parts = [
        value / 255 / 12.92 if value <= 10 else ((value / 255 + 0.055) / 1.055) ** 2.4 for value in (red, green, blue)
    ]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


def contrast(one: tuple[int, int, int], other: tuple[int, int, int]) -> float:
    dark, light = sorted([luminance(*one), luminance(*other)])
    return (light + 0.05) / (dark + 0.05)


def hexadecimal(color: str) -> tuple[int, int, int]:
    return int(color[1:3], 16), int(color[3:5], 16), int(color[5:7], 16)


@pytest.mark.parametrize("ink", [ink for ink in Ink if "38;5;" in ink.value])
@pytest.mark.parametrize("background", ["#ffffff", "#000000", "#1e1e1e"])
def test_terminal_colours_can_be_read_on_light_and_dark(ink: Ink, background: str) -> None:
    number = int(ink.value.rsplit(";", 1)[1]) - 16
    levels = (0, 95, 135, 175, 215, 255)
    color = levels[number // 36], levels[number // 6 % 6], levels[number % 6]
    assert contrast(color, hexadecimal(background)) > 3.3


@pytest.mark.parametrize(("theme", "color"), list(product(PALETTES, ["ink", "soft", "x", "o", "good", "even", "bad"])))
def test_colours_of_pictures_can_be_read(theme: str, color: str) -> None:
    palette = PALETTES[theme]
    backgrounds = ["paper", "target"] if color in ("x", "o", "good", "even", "bad") else ["paper"]
    for background in backgrounds:
        assert contrast(hexadecimal(palette[color]), hexadecimal(palette[background])) >= 4.5
