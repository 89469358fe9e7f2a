"""Run `noughts grade` in this process and read its report."""

from __future__ import annotations

import contextlib
import io
import json
from functools import cache
from pathlib import Path
from typing import Any

from noughts.cli import main

SOLUTIONS = Path(__file__).parent / "solutions"


def noughts_grade(*arguments: str) -> tuple[int, str, str]:
    """Exit code, standard output and standard error."""
    code: object = None
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            main(["grade", *arguments])
        except SystemExit as end:
            code = end.code
    assert isinstance(code, int)
    return code, out.getvalue(), err.getvalue()


@cache
def report_of(solution: str, *options: str) -> dict[str, Any]:
    """The report about one of our solutions; its exit code must say the same as its verdict."""
    return report(str(SOLUTIONS / solution), *options)


def report(*arguments: str) -> dict[str, Any]:
    code, out, err = noughts_grade(*arguments, "--json")
    assert err == ""
    found = json.loads(out)
    assert isinstance(found, dict)
    assert code == {True: 0, False: 1, None: 3}[found["passed"]]
    return found


def verdicts(found: dict[str, Any]) -> dict[str, str]:
    """The verdict of every function that did not pass though it had to."""
    return {
        one["name"]: one["verdict"] for one in found["functions"] if one["verdict"] not in ("passed", "not offered")
    }


def the_function(found: dict[str, Any], name: str) -> dict[str, Any]:
    [function] = [one for one in found["functions"] if one["name"] == name]
    assert isinstance(function, dict)
    return function


def error_of(found: dict[str, Any], function: str, kind: str) -> dict[str, Any]:
    """What is wrong, or did not finish, which is another thing and told elsewhere."""
    place = "unfinished" if kind == "times_out" else "errors"
    [error] = [one for one in the_function(found, function)[place] if one["kind"] == kind]
    assert isinstance(error, dict)
    return error


def kinds(found: dict[str, Any], function: str) -> list[str]:
    result = the_function(found, function)
    return [one["kind"] for one in result["errors"] + result["unfinished"]]
