"""What a class has in common: the same mistakes, answers by chance, and searches that are the same but for names."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from noughts.grade.classes.run import Entry
from noughts.grade.positions import sort_key
from noughts.notation import parse_position
from noughts.rules.position import Position
from noughts.words import count, listed

VERDICTS = ("right", "wrong", "cheating", "not finished", "not graded")


@dataclass(slots=True)
class Mistake:
    """One mistake and everybody who makes it."""

    function: str
    words: str
    entries: list[Entry] = field(default_factory=list)
    smallest: dict[str, Any] = field(default_factory=dict)
    """The finding on the smallest board, as the document of a report has it."""

    @property
    def position(self) -> Position | None:
        text = self.smallest["position"]
        return parse_position(text) if text else None

    @property
    def sentence(self) -> str:
        """`3 programs: result accepts negative indices`."""
        return f"{count(len(self.entries), 'program')}: {self.function} {self.words}"


@dataclass(frozen=True, slots=True)
class Summary:
    """What to tell about a class besides its marks."""

    verdicts: dict[str, int]
    mistakes: list[Mistake]
    by_chance: list[Entry]
    same_search: list[list[Entry]]

    @property
    def headline(self) -> str:
        """`20 programs: 6 right, 12 wrong, 2 not finished`."""
        parts = [f"{number} {verdict}" for verdict, number in self.verdicts.items() if number]
        return f"{count(sum(self.verdicts.values()), 'program')}: {', '.join(parts)}"


def summary_of(entries: Sequence[Entry]) -> Summary:
    """Mistakes that most make come first."""
    verdicts = {verdict: sum(entry.verdict == verdict for entry in entries) for verdict in VERDICTS}
    graded = [(entry, entry.document) for entry in entries if entry.document is not None]
    by_chance = [entry for entry, document in graded if document["by_chance"]]
    shapes: dict[str, list[Entry]] = {}
    for entry, document in graded:
        if document["shape"]:
            shapes.setdefault(document["shape"], []).append(entry)
    same_search = [alike for alike in shapes.values() if len(alike) > 1]
    return Summary(verdicts, _mistakes(graded), by_chance, same_search)


def _mistakes(graded: Iterable[tuple[Entry, dict[str, Any]]]) -> list[Mistake]:
    found: dict[tuple[str, str], Mistake] = {}
    for entry, document in graded:
        for function in document["functions"]:
            for told in function["mistakes"]:
                key = function["name"], told["mistake"]
                mistake = found.setdefault(key, Mistake(*key, smallest=told))
                mistake.entries.append(entry)
                if _order(told) < _order(mistake.smallest):
                    mistake.smallest = told
    return sorted(found.values(), key=lambda mistake: -len(mistake.entries))


def _order(told: dict[str, Any]) -> tuple[tuple[int, str], str]:
    key = sort_key(parse_position(told["position"])) if told["position"] else (0, "")
    return key, str(told["call"])


def chance_words(entry: Entry) -> str:
    """What one program did when it was asked again."""
    assert entry.document is not None
    first, second = entry.document["by_chance"]["answers"]
    position = entry.document["by_chance"]["position"]
    return f"{entry.submitted.name} plays {first} on {position}, and asked again {second}"


def same_search_words(alike: Sequence[Entry]) -> str:
    """A fact, and no verdict."""
    names = listed([entry.submitted.name for entry in alike])
    return f"{names} have the same minimax, to the letter, but for the names in it"
