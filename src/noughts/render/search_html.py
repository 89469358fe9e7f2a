"""A search that can be walked through, as one HTML file that needs nothing else: no server, no network."""

from __future__ import annotations

import base64
import html
import json
import re
from importlib.resources import files
from typing import Any

MODULES = (
    *("marks.js", "layout.js", "stepper-board.js", "stepper-walk.js"),
    *("stepper-markup.js", "stepper-parts.js", "stepper-tree.js", "stepper.js"),
)


def search_html(document: dict[str, Any], *, windows: bool, title: str) -> str:
    """The page; `document` is a `search_document`, `windows` whether it is of alpha-beta.

    A page that was opened from a disk may not load modules, so they are part of it, under names of their own.
    """
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{html.escape(title)}</title>
<style>:root {{ color-scheme: light dark; }} * {{ box-sizing: border-box; }} body {{ margin: 0; }}</style>
{stepper_head()}
</head>
<body class="search-page">
<main><h1>{html.escape(title)}</h1>
<search-stepper></search-stepper></main>
<script type="application/json" id="search">{in_script(document)}</script>
<script type="module">
import "noughts/stepper.js";
const search = JSON.parse(document.getElementById("search").textContent);
const at = Number(location.hash.slice(1) || "1") - 1;
const stepper = document.querySelector("search-stepper");
await stepper.show(search, {{ windows: {json.dumps(windows)}, at }});
stepper.addEventListener("step", (event) => history.replaceState(null, "", `#${{event.detail + 1}}`));
</script>
</body>
</html>
"""


def stepper_head() -> str:
    """What a page needs in its head to show a `<search-stepper>` without loading anything."""
    static = files("noughts.web") / "static"
    imports = {f"noughts/{name}": _as_address((static / name).read_text(encoding="utf-8")) for name in MODULES}
    style = (static / "stepper.css").read_text(encoding="utf-8")
    return f'<style>{style}</style>\n<script type="importmap">{json.dumps({"imports": imports})}</script>'


def _as_address(module: str) -> str:
    """A module as an address that holds it, with the names of the modules it imports."""
    renamed = re.sub(r'(from|import) "\./', r'\1 "noughts/', module)
    return f"data:text/javascript;base64,{base64.b64encode(renamed.encode()).decode()}"


def in_script(document: dict[str, Any]) -> str:
    """JSON in which nothing ends the element that it stands in."""
    return json.dumps(document, ensure_ascii=False).replace("<", "\\u003c")
