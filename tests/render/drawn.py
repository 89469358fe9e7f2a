"""Reads back what a picture draws, so that tests can ask where things are."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator

SVG = "{http://www.w3.org/2000/svg}"


def parse(svg: str) -> ElementTree.Element:
    """The root of a picture that is valid, stands alone and does nothing but show itself."""
    root = ElementTree.fromstring(svg)
    assert root.tag == f"{SVG}svg"
    assert "url(" not in svg
    assert "@import" not in svg
    for element in root.iter():
        assert element.tag.removeprefix(SVG) in {"svg", "title", "desc", "style", "g", "rect", "path", "circle", "text"}
        assert not any(name.startswith("on") or "href" in name for name in element.attrib)
    return root


def drawn(root: ElementTree.Element, tag: str, kind: str = "") -> list[ElementTree.Element]:
    """The elements of a kind: those with its word among their classes."""
    return [element for element in root.iter(f"{SVG}{tag}") if not kind or kind in element.get("class", "").split()]


def view_box(root: ElementTree.Element) -> tuple[float, float]:
    left, top, width, height = map(float, root.get("viewBox", "").split())
    assert (left, top) == (0, 0)
    return width, height


def points(root: ElementTree.Element) -> Iterator[tuple[float, float]]:
    """The outermost points of everything that is drawn, in the units of the view box."""
    pending = [(root, 0.0, 0.0, 1.0)]
    while pending:
        element, x, y, scale = pending.pop()
        if transform := element.get("transform"):
            numbers = [float(number) for number in re.findall(r"-?[\d.]+", transform)]
            x, y = x + scale * numbers[0], y + scale * numbers[1]
            scale *= numbers[2] if len(numbers) > 2 else 1
        for px, py in own_points(element):
            yield x + scale * px, y + scale * py
        pending.extend((child, x, y, scale) for child in element)


def own_points(element: ElementTree.Element) -> Iterator[tuple[float, float]]:
    number = {name: float(value) for name, value in element.attrib.items() if re.fullmatch(r"-?[\d.]+", value)}
    match element.tag.removeprefix(SVG):
        case "rect":
            x, y = number.get("x", 0), number.get("y", 0)
            yield from [(x, y), (x + number["width"], y + number["height"])]
        case "circle":
            x, y, reach = number["cx"], number["cy"], number["r"] + number["stroke-width"] / 2
            yield from [(x - reach, y - reach), (x + reach, y + reach)]
        case "text":
            yield number["x"], number["y"]
        case "path":
            yield from path_points(element.attrib["d"])


def path_points(trace: str) -> Iterator[tuple[float, float]]:
    x = y = 0.0
    for command, rest in re.findall(r"([MLCHVmlh])([^MLCHVmlh]*)", trace):
        numbers = [float(number) for number in re.findall(r"-?[\d.]+", rest)]
        match command:
            case "M" | "L" | "C":
                x, y = numbers[-2:]
            case "m" | "l":
                x, y = x + numbers[0], y + numbers[1]
            case "H":
                x = numbers[0]
            case "V":
                y = numbers[0]
            case "h":
                x += numbers[0]
        yield x, y
