"""Colours: paper and ink, X blue and O orange, with contrast enough on dark and on light."""

from __future__ import annotations

from dataclasses import asdict, dataclass

from textual.theme import Theme


@dataclass(frozen=True)
class Palette:
    """What each thing on the screen is painted with."""

    paper: str
    panel: str
    ink: str
    soft: str
    line: str
    strong: str
    x: str
    o: str
    active: str
    edge: str
    cursor: str
    good: str
    even: str
    bad: str


DARK = Palette(
    paper="#16181d",
    panel="#1d2026",
    ink="#e9e7e1",
    soft="#9aa0ab",
    line="#454b56",
    strong="#8b93a1",
    x="#7db5ff",
    o="#ff9a6b",
    active="#2f2a17",
    edge="#d9a514",
    cursor="#4a4f5c",
    good="#6fce8d",
    even="#e0c15a",
    bad="#ff8f87",
)

LIGHT = Palette(
    paper="#fbfaf7",
    panel="#ffffff",
    ink="#22252b",
    soft="#6d727c",
    line="#bdb9af",
    strong="#7b7870",
    x="#1b5fb4",
    o="#b83f15",
    active="#fff3cf",
    edge="#a87c00",
    cursor="#d5d9e2",
    good="#2a7d46",
    even="#7d6200",
    bad="#b3261e",
)


def _theme(name: str, palette: Palette, *, dark: bool) -> Theme:
    return Theme(
        name=name,
        primary=palette.x,
        secondary=palette.o,
        accent=palette.edge,
        foreground=palette.ink,
        background=palette.paper,
        surface=palette.paper,
        panel=palette.panel,
        dark=dark,
        variables=asdict(palette),
    )


DARK_THEME = _theme("noughts-dark", DARK, dark=True)
LIGHT_THEME = _theme("noughts-light", LIGHT, dark=False)
