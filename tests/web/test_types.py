"""The scripts of the page are typed: tsc reads their JSDoc."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from noughts.web.pages import whole_page

CONFIGURATION = Path(__file__).with_name("tsconfig.json")


def test_the_scripts_have_no_type_error(tmp_path: Path) -> None:
    npm = shutil.which("npm")
    if npm is None:
        pytest.skip("Node.js is not installed")
    install = [npm, "install", "--no-audit", "--no-fund", "--silent", "--prefix", str(tmp_path), "typescript@5"]
    installed = subprocess.run(install, capture_output=True, text=True)
    if installed.returncode:
        pytest.skip(f"npm cannot install typescript: {installed.stderr.strip().splitlines()[-1:]}")
    compiler = tmp_path / "node_modules" / "typescript" / "bin" / "tsc"
    checked = subprocess.run(["node", str(compiler), "-p", str(CONFIGURATION)], capture_output=True, text=True)
    assert checked.stdout + checked.stderr == ""


def test_no_page_has_a_style_or_a_script_in_its_text() -> None:
    static = CONFIGURATION.parents[2] / "src" / "noughts" / "web" / "static"
    for page in static.glob("*.html"):
        text = whole_page(page.name)
        assert " style=" not in text
        assert "<style" not in text
        assert " on" not in "".join(part.split(">")[0] for part in text.split("<")[1:])  # onclick and its kind
        scripts = text.count('<script type="module" src="/static/') + text.count('<script src="/static/theme.js">')
        assert text.count("<script") == scripts
        assert "//" not in text
