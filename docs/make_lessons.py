"""Write docs/learn and its pictures from the texts of the lessons: what is used by hand on the page is a picture here.

python docs/make_lessons.py
"""

from __future__ import annotations

import re
from pathlib import Path

from noughts.learn.drawing import exercise_svg, key_text
from noughts.learn.kinds import KINDS, make_exercise
from noughts.learn.lessons import PLACE, Lesson, lessons
from noughts.learn.searches import SEARCHES
from noughts.learn.zoo_table import PROGRAMS, trials, zoo_document
from noughts.notation import format_position, parse_position
from noughts.render.svg import board_svg
from noughts.render.tree_svg import tree_svg
from noughts.search.plans import record_search
from noughts.tablebase import tablebase
from noughts.words import cell_values

DOCS = Path(__file__).parent
SEED = 7
"""Which exercise of each kind is shown."""


def documents() -> dict[str, str]:
    """Every file by its path below docs/."""
    found: dict[str, str] = {}
    for lesson in lessons():
        found[f"learn/{lesson.number}.md"] = _page(lesson, found)
    return found


def _page(lesson: Lesson, pictures: dict[str, str]) -> str:
    def shown(place: re.Match[str]) -> str:
        return _exercise(place[2], pictures) if place[1] == "exercise" else _figure(place[2], pictures)

    origin = f"Lesson {lesson.number} of six. With `noughts serve`, then *Learn*, its figures are used by hand."
    text = PLACE.sub(shown, lesson.text)
    return f"# {lesson.title}\n\n{origin}\n\n**{lesson.idea}**\n\n{text}"


def _exercise(kind: str, pictures: dict[str, str]) -> str:
    exercise = make_exercise(kind, SEED)
    for solved in (False, True):
        pictures[f"images/learn/{kind}{'-answer' if solved else ''}.svg"] = exercise_svg(exercise, solved=solved)
    position = format_position(exercise.position)
    return (
        f"## {KINDS[kind].title}\n\n*{exercise.task}*\n\n![{position}](../images/learn/{kind}.svg)\n\n"
        f"<details><summary>The answer</summary>\n\n{key_text(exercise)}\n\n"
        f"![The same with its answers](../images/learn/{kind}-answer.svg)\n\n</details>"
    )


def _figure(name: str, pictures: dict[str, str]) -> str:
    if name == "zoo":
        return "\n\n".join(_program(place, each) for place, each in enumerate(PROGRAMS, start=1))
    if name == "futures":
        position = parse_position("X../.../... o")
        values = cell_values(tablebase().analyze(position))
        pictures["images/learn/futures.svg"] = board_svg(position, values=values)
        return "![After X in the corner: the centre draws (D), all else loses (L)](../images/learn/futures.svg)"
    title, text, plan = SEARCHES[name.removeprefix("search-")]
    recorder = record_search(parse_position(text), plan, 200)
    assert recorder.root is not None
    pictures[f"images/learn/{name}.svg"] = tree_svg(recorder.root)
    return f"![{title}](../images/learn/{name}.svg)"


def _program(place: int, name: str) -> str:
    document = zoo_document(name)
    caught = next(s for s in trials(name) if s.wrong and s.position.open_cells == document["fewest"])
    return (
        f"**{place}. {document['title']}**\n\n```python\n{document['code']}\n```\n\n"
        f"<details><summary>A smallest board, and the mistake</summary>\n\n"
        f"`{format_position(caught.position)}`, {caught.position.open_cells} empty cells. {caught.said} "
        f"The mistake: {document['mistake'][0].lower()}{document['mistake'][1:]}\n\n</details>"
    )


if __name__ == "__main__":
    for name, text in documents().items():
        (DOCS / name).parent.mkdir(parents=True, exist_ok=True)
        (DOCS / name).write_text(text, encoding="utf-8")
        print(name)
