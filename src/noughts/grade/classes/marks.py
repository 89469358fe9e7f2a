"""The marks of a class: as a CSV file, as one JSON document, and the exit code."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from typing import Any

from noughts.grade.classes.run import Entry
from noughts.grade.classes.summary import Summary, same_search_words

COLUMNS = ("program", "verdict", "check50", "functions_wrong", "minimax_right", "minimax_asked", "seconds")


def row(entry: Entry) -> dict[str, str | int | float]:
    """By column; empty where nothing is known."""
    found: dict[str, str | int | float] = dict.fromkeys(COLUMNS, "")
    found |= {"program": entry.submitted.name, "verdict": entry.verdict}
    document = entry.document
    if document is None:
        return found
    wrong = [one for one in document["functions"] if one["verdict"] in ("failed", "missing")]
    found |= {"functions_wrong": len(wrong), "seconds": round(document["seconds"], 1)}
    if document["check50"]:
        found["check50"] = document["check50"]["passed"]
    if moves := document["moves"]:
        asked = moves["positions"] - moves["not_tried"] - moves["not_finished"]
        found |= {"minimax_right": moves["right"], "minimax_asked": asked}
    return found


def csv_text(entries: Sequence[Entry]) -> str:
    """The whole file."""
    text = io.StringIO()
    writer = csv.DictWriter(text, COLUMNS)
    writer.writeheader()
    writer.writerows(map(row, entries))
    return text.getvalue()


def class_document(entries: Sequence[Entry], summary: Summary) -> dict[str, Any]:
    """What `--json` prints."""
    return {
        "programs": [{**row(one), "reason": one.reason or None, "report": one.document} for one in entries],
        "mistakes": [
            {
                "function": mistake.function,
                "mistake": mistake.words,
                "programs": _names(mistake.entries),
                "smallest": mistake.smallest,
            }
            for mistake in summary.mistakes
        ],
        "by_chance": _names(summary.by_chance),
        "same_minimax": [
            {"programs": _names(alike), "words": same_search_words(alike)} for alike in summary.same_search
        ],
    }


def _names(entries: Sequence[Entry]) -> list[str]:
    return [entry.submitted.name for entry in entries]


def exit_code(entries: Sequence[Entry]) -> int:
    """1 when any is wrong, else 3 when any is not finished, 2 when there was nothing to grade at all."""
    verdicts = {entry.verdict for entry in entries}
    if verdicts & {"wrong", "cheating"}:
        return 1
    if verdicts == {"not graded"}:
        return 2
    return 3 if verdicts & {"not finished", "not graded"} else 0
