"""A report as one JSON document."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from noughts.grade.findings import Finding, Found, FunctionResult, Kind, Report
from noughts.grade.report.words import ending
from noughts.notation import format_move, format_position
from noughts.rules.line_game import classic


def document(report: Report) -> dict[str, Any]:
    """What `--json` prints."""
    moves, check50 = report.moves, report.check50
    return {
        "target": report.target,
        "form": report.form,
        "passed": report.passed,
        "verdict": report.verdict,
        "interrupted": report.interrupted,
        "isolation": report.isolation,
        "cheating": report.cheating,
        "error": report.broken or None,
        "functions": [_function(result) for result in report.results],
        "games": report.games and asdict(report.games),
        "moves": moves
        and {
            "positions": moves.positions,
            "right": moves.right,
            "turned_into_draw": moves.turned_into_draw,
            "turned_into_loss": moves.turned_into_loss,
            "no_move": moves.no_move,
            "not_finished": moves.not_finished,
            "not_tried": moves.not_tried,
        },
        "unbeatable": {
            str(mark): {
                "answer": told.answer,
                "positions": told.positions,
                "lost_game": [format_move(move, classic()) for move in told.game],
            }
            for mark, told in report.unbeatable.items()
        },
        "check50": check50 and {"passed": check50.passed, "of": check50.of, "failing": list(check50.failing)},
        "by_chance": report.by_chance
        and {"position": format_position(report.by_chance.position), "answers": list(report.by_chance.answers)},
        "hints": [{"functions": list(hint.functions), "words": hint.sentence} for hint in report.hints],
        "why": report.why
        and {
            "position": format_position(report.why.position),
            "function": report.why.place.function,
            "cells": report.why.place.node.cells,
            "words": report.why.place.sentence,
        },
        "shape": report.shape or None,
        "given_up": report.given_up or None,
        "notes": report.notes,
        "seconds": round(report.seconds, 3),
    }


def _function(result: FunctionResult) -> dict[str, Any]:
    found = result.in_order()
    return {
        "name": result.function,
        "verdict": result.verdict,
        "calls": result.tried,
        "failed": result.failed,
        "not_finished": result.unfinished,
        "not_tried": result.not_tried,
        "errors": [_found(one) for one in found if one.smallest.kind.is_error],
        "unfinished": [_found(one) for one in found if one.smallest.kind is Kind.TIMES_OUT],
        "warnings": [_found(one) for one in found if one.smallest.kind is Kind.TYPE],
        "mistakes": [_found(one) for one in result.mistakes.values()],
    }


def _found(found: Found) -> dict[str, Any]:
    finding = found.smallest
    return {
        "kind": finding.kind.name.lower(),
        "words": finding.kind.value,
        "mistake": finding.mistake,
        "count": found.count,
        "in_own_games": found.in_own_games,
        "position": format_position(finding.position) if finding.position else None,
        "call": finding.call,
        "expected": finding.expected,
        "got": finding.got,
        "advice": finding.advice or None,
        **_refutation(finding),
    }


def _refutation(finding: Finding) -> dict[str, Any]:
    if not finding.line or finding.position is None:
        return {}
    line = [format_move(move, finding.position) for move in finding.line]
    return {"refutation": {"line": line, "outcome": ending(finding)}}
