"""The colours of every picture, and the outer element that carries them."""

from __future__ import annotations

from html import escape
from typing import Literal, TypeAlias

Theme: TypeAlias = Literal["auto", "light", "dark"]
"""`auto` follows the reader's system."""

FONT = 'system-ui,-apple-system,"Segoe UI",Roboto,"DejaVu Sans",sans-serif'

PALETTES = {
    "light": {
        "paper": "#fbfaf7",
        "ink": "#22252b",
        "soft": "#6d727c",
        "line": "#d9d6ce",
        "strong": "#8d8a82",
        "x": "#1b5fb4",
        "o": "#c04418",
        "target": "#fff3cf",
        "target_edge": "#e0a800",
        "good": "#2a7d46",
        "even": "#806500",
        "bad": "#b3261e",
    },
    "dark": {
        "paper": "#16181d",
        "ink": "#e9e7e1",
        "soft": "#9aa0ab",
        "line": "#3a3f48",
        "strong": "#737a87",
        "x": "#7db5ff",
        "o": "#ff9a6b",
        "target": "#2f2a17",
        "target_edge": "#d9a514",
        "good": "#6fce8d",
        "even": "#e0c15a",
        "bad": "#ff8f87",
    },
}

# Concrete colours by class instead of CSS variables, which many viewers of SVG files do not know.
_FILLED = {"paper": "paper", "ink": "ink", "soft": "soft", "good": "good", "even": "even", "bad": "bad", "plain": "ink"}
_STROKED = {
    "line": "line",
    "strong": "strong",
    "x": "x",
    "o": "o",
    "through": "ink",
    "drawn": "strong",
    "last": "strong",
    "edge": "strong",
    "chosen": "ink",
}


def _rules(theme: str, scope: str) -> str:
    palette = PALETTES[theme]
    rules = [f"{scope} .{name}{{fill:{palette[color]}}}" for name, color in _FILLED.items()]
    rules += [f"{scope} .{name}{{stroke:{palette[color]}}}" for name, color in _STROKED.items()]
    rules += [f"{scope} text.{side}{{fill:{palette[side]};stroke:none}}" for side in ("x", "o")]
    rules.append(f"{scope} .target{{fill:{palette['target']};stroke:{palette['target_edge']}}}")
    rules.append(f"{scope} .blank{{fill:{palette['paper']};stroke:{palette['soft']}}}")
    rules.append(f"{scope} .here{{fill:none;stroke:{palette['target_edge']};stroke-width:3}}")
    rules.append(f"{scope} .crossed{{stroke:{palette['bad']};stroke-width:3}}")
    rules.append(f"{scope} .spot{{fill:{palette['line']}}}")
    rules.append(f"{scope} .card{{fill:{palette['paper']};stroke:{palette['line']}}}")
    rules.append(f"{scope} .picked{{stroke:{palette['ink']};stroke-width:3}}")
    return "".join(rules)


def style_sheet(theme: Theme) -> str:
    """The rules of a picture; scoped, so that pictures of different themes can stand in one page."""
    scope = f".noughts-{theme}"
    fixed = (
        f"{scope}{{font-family:{FONT};font-variant-numeric:tabular-nums}}"
        f"{scope} path,{scope} circle{{fill:none;stroke-linecap:round;stroke-linejoin:round}}"
        f"{scope} .faded{{opacity:.22}}{scope} .big{{opacity:.92}}{scope} text{{text-anchor:middle}}"
        f"{scope} .start{{text-anchor:start}}{scope} .end{{text-anchor:end}}{scope} .strong-text{{font-weight:600}}"
        f"{scope} .stub{{stroke-dasharray:4 5}}"
    )
    if theme != "auto":
        return fixed + _rules(theme, scope)
    return f"{fixed}{_rules('light', scope)}@media (prefers-color-scheme:dark){{{_rules('dark', scope)}}}"


def number(value: float) -> str:
    """A coordinate without needless digits."""
    return f"{round(value, 2) + 0:.2f}".rstrip("0").rstrip(".")  # + 0 turns -0.0 into 0.0


def text(x: float, y: float, words: str, kind: str, size: float) -> str:
    """Words centred on a point; on its height too, as far as capital letters and digits go."""
    place = f'x="{number(x)}" y="{number(y + 0.36 * size)}"'
    return f'<text class="{kind}" {place} font-size="{number(size)}">{escape(words)}</text>'


def picture(
    width: float, height: float, *, title: str, description: str, theme: Theme, body: str, styled: bool = True
) -> str:
    """A stand-alone SVG document that also fits into a page; without its style where the page has `style_sheet`."""
    style = f"<style>{style_sheet(theme)}</style>" if styled else ""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="noughts-{theme}" role="img" '
        f'viewBox="0 0 {number(width)} {number(height)}" width="{number(width)}" height="{number(height)}">'
        f"<title>{escape(title)}</title><desc>{escape(description)}</desc>{style}"
        f'<rect class="paper" width="{number(width)}" height="{number(height)}"/>{body}</svg>\n'
    )
