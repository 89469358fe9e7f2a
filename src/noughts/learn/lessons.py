"""The six lessons: one text each, the same for the page and for docs/learn.

A text is Markdown. A line `<!--figure NAME-->` or `<!--exercise KIND-->` stands for something to be used by hand on
the page, and for a picture of it in docs.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from html import escape
from importlib.resources import files

from noughts.learn.zoo_table import PROGRAMS

PLACE = re.compile(r"^<!--(figure|exercise) ([\w-]+)-->$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Lesson:
    """One idea, one figure, some exercises."""

    number: int
    title: str
    idea: str
    """In one sentence."""
    text: str
    """Markdown, what follows the idea."""

    @property
    def exercises(self) -> tuple[str, ...]:
        """The kinds, in their order."""
        return tuple(found[2] for found in PLACE.finditer(self.text) if found[1] == "exercise")

    @property
    def goals(self) -> tuple[str, ...]:
        """What has to be done for the lesson to be done, by the names under which a browser remembers it."""
        return self.exercises or tuple(f"zoo-{name}" for name in PROGRAMS)


@cache
def lessons() -> tuple[Lesson, ...]:
    return tuple(_read(number) for number in range(1, 7))


def _read(number: int) -> Lesson:
    source = (files("noughts.learn") / "texts" / f"{number}.md").read_text(encoding="utf-8")
    title, idea, text = source.split("\n\n", 2)
    return Lesson(number, title.removeprefix("# "), " ".join(idea.split()), text)


@cache
def lesson_html(lesson: Lesson) -> str:
    """The text as HTML; figures and exercises are empty sections that name what belongs there."""
    from markdown_it import MarkdownIt

    made: str = MarkdownIt("commonmark").enable("table").render(lesson.text)
    named = PLACE.sub(r'<section class="hand" data-\1="\2"></section>', made)
    named = named.replace('data-figure="zoo"', f'data-figure="zoo" data-programs="{" ".join(PROGRAMS)}"')
    focusable = named.replace("<pre>", '<pre tabindex="0">')  # what scrolls can be scrolled by keys
    return _links(focusable)


def _links(text: str) -> str:
    """Links between lessons, and to documents that the page does not have as their titles alone."""
    text = re.sub(r'<a href="(\d)\.md">', r'<a href="/learn/\1">', text)
    return re.sub(r'<a href="\.\./[^"]*">([^<]*)</a>', r"<cite>\1</cite>", text)


def contents_html() -> str:
    """The list of lessons."""
    lines = [
        f'<li data-lesson="{lesson.number}" data-goals="{" ".join(lesson.goals)}">'
        f'<a href="/learn/{lesson.number}">{escape(lesson.title)}</a> <span>{escape(lesson.idea)}</span>'
        f'<em class="soft"></em></li>'
        for lesson in lessons()
    ]
    return f'<ol class="contents">\n{chr(10).join(lines)}\n</ol>'
