"""The lessons as a folder of files that any web host can serve: pages, scripts, and every answer as a file."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from noughts.errors import NotPossibleError
from noughts.learn.futures import futures_document
from noughts.learn.kinds import KINDS, exercise_document, make_exercise
from noughts.learn.lessons import lessons
from noughts.learn.searches import SEARCHES, named_search
from noughts.learn.worksheet import worksheet_file
from noughts.learn.zoo_table import PROGRAMS, zoo_document
from noughts.web.learn_pages import contents_page, embed_text, lesson_page
from noughts.web.pages import STATIC

FILES = "data"
"""Where pages find the answers of a server: /learn/futures in data/learn/futures.json."""
_ADDRESSES = {'"/static/': '"static/', '"/learn/search"': '"embed.html"', '"/learn/worksheet"': '"worksheet.html"'}


def export_lessons(folder: Path, exercises: int) -> int:
    """Write all lessons into a folder that is empty or not there, with so many exercises of each kind; all of them."""
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise NotPossibleError(f"{folder} is there already: lessons are exported into a new or an empty folder")
    pages = {"index": contents_page(), "embed": embed_text()}
    pages |= {str(lesson.number): lesson_page(lesson.number) for lesson in lessons()}
    files = {f"{name}.html": _standing_alone(page, exercises) for name, page in pages.items()}
    files["worksheet.html"] = worksheet_file(1)
    for path, document in _answers(exercises):
        files[f"{FILES}{path}.json"] = json.dumps(document, ensure_ascii=False, separators=(",", ":"))
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    (folder / "static").mkdir()
    for name in _used_files("".join(pages.values())):
        shutil.copyfile(STATIC / name, folder / "static" / name)
    return len(KINDS) * exercises


def _answers(exercises: int) -> Iterator[tuple[str, dict[str, Any]]]:
    """What the pages ask for, by its address below /api."""
    yield "/learn/futures", futures_document()
    for name in SEARCHES:
        yield f"/learn/searches/{name}", named_search(name)
    for name in PROGRAMS:
        yield f"/learn/zoo/{name}", zoo_document(name)
    for kind in KINDS:
        for seed in range(exercises):
            yield f"/learn/exercises/{kind}/{seed}", exercise_document(make_exercise(kind, seed))


def _standing_alone(page: str, exercises: int) -> str:
    """A page that needs no server: its addresses are files beside it, and links to what is not there are gone."""
    page = page.replace('<html lang="en">', f'<html lang="en" data-files="{FILES}" data-seeds="{exercises}">')
    page = re.sub(r'<link rel="manifest".*?>\n', "", page)
    page = re.sub(r'<nav aria-label="Main">.*?</nav>\n', "", page, flags=re.DOTALL)
    for address, file in _ADDRESSES.items():
        page = page.replace(address, file)
    page = re.sub(r'"/learn/(\d)"', r'"\1.html"', page)
    page = re.sub(r'href="/(?:learn)?"', 'href="index.html"', page)
    return re.sub(r'<li>(?:(?!</li>).)*href="/.*?</li>\n', "", page, flags=re.DOTALL)


def _used_files(pages: str) -> list[str]:
    """The files of static/ that pages name, and those that their scripts import."""
    used = list(dict.fromkeys(re.findall(r'"/static/([\w.-]+\.(?:js|css|svg))"', pages)))
    for name in used:  # grows while it is read
        if name.endswith(".js"):
            imported = re.findall(r'(?:from|import) "\./([\w-]+\.js)"', (STATIC / name).read_text(encoding="utf-8"))
            used += [other for other in dict.fromkeys(imported) if other not in used]
    return used
