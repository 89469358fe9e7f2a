"""Grading on the page of this machine: a program comes in, how far it is goes out, and at the end its report.

A stranger's code runs here, so this is for a server on loopback and for direct requests of this machine alone.
"""

from __future__ import annotations

import asyncio
import json
import os
import secrets
from collections import OrderedDict
from collections.abc import AsyncIterator

from fastapi import APIRouter, Depends, Request
from fastapi.responses import HTMLResponse, Response, StreamingResponse
from pydantic import Field

from noughts.grade.classes.workers import Task, Told, Worker
from noughts.grade.programs.grading import Settings
from noughts.grade.programs.staging import Staging
from noughts.process.isolation import isolation_tool
from noughts.process.limits import Limits
from noughts.web.errors import RefusedError
from noughts.web.limits import limited
from noughts.web.metrics import may_read
from noughts.web.models import Request as Body
from noughts.web.pages import missing_page, static_page

MOST_AT_ONCE = 2
KEPT_REPORTS = 20
BUDGET = 300.0
REPORT_POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline' data:; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'; sandbox allow-scripts"
)
"""A report is one file with everything inside, and a page that belongs to nobody: it reaches nothing of this server."""


def only_for_this_machine(request: Request) -> None:
    """Refuse what came through a proxy, or from elsewhere."""
    if not may_read(request.scope, ""):
        raise RefusedError("not_for_you", "programs are graded for this machine alone")


router = APIRouter(include_in_schema=False, dependencies=[Depends(only_for_this_machine)])


class Program(Body):
    """A Python file with the functions of the CS50 project."""

    source: str = Field(min_length=1, max_length=200_000)


class Reports:
    """The last reports, by names that nobody can guess, and how many gradings are under way."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, str] = OrderedDict()
        self.under_way = 0

    def keep(self, page: str) -> str:
        name = secrets.token_urlsafe(12)
        self._kept[name] = page
        while len(self._kept) > KEPT_REPORTS:
            self._kept.popitem(last=False)
        return name

    def find(self, name: str) -> str | None:
        return self._kept.get(name)


_reports = Reports()


@router.get("/grade")
async def grade_page() -> HTMLResponse:
    return static_page("grade.html")


@router.get("/grade/report/{name}")
async def report_page(name: str) -> Response:
    page = _reports.find(name)
    if page is None:
        return missing_page()
    return HTMLResponse(page, headers={"Content-Security-Policy": REPORT_POLICY, "Cache-Control": "no-store"})


@router.post("/api/grade", dependencies=[Depends(limited("compute"))])
async def grade(program: Program) -> StreamingResponse:
    """Lines of JSON: how far it is, what was found, and at the end where the report is or why there is none."""
    if _reports.under_way >= MOST_AT_ONCE:
        raise RefusedError("unavailable", f"{MOST_AT_ONCE} programs are being graded: try again in a moment")
    headers = {"Content-Encoding": "identity"}  # compressed, lines would wait for each other
    return StreamingResponse(_graded(program.source), media_type="application/x-ndjson", headers=headers)


async def _graded(source: str) -> AsyncIterator[str]:
    folder = Staging()
    worker = None
    _reports.under_way += 1
    try:
        file, page = folder.path / "tictactoe.py", folder.path / "report.html"
        file.write_text(source, encoding="utf-8")
        settings = Settings(Limits(), isolation_tool() is not None, BUDGET)
        worker = await asyncio.to_thread(Worker)
        worker.begin(Task(file.name, file, settings, frozenset(), page, ("/grade", "Another program")))
        while not (told := await asyncio.to_thread(worker.heard)).is_last:
            yield _line(told)
        if told.document is None:
            yield f"{json.dumps({'error': told.refused})}\n"
        else:
            name = _reports.keep(page.read_text(encoding="utf-8"))
            yield f"{json.dumps({'report': f'/grade/report/{name}', 'verdict': told.document['verdict']})}\n"
    except (EOFError, OSError):
        yield f"{json.dumps({'error': 'the grading came to no end'})}\n"
    finally:  # also when nobody listens any more
        _reports.under_way -= 1
        if worker is not None:
            worker.close()
        folder.close()


def _line(told: Told) -> str:
    words = {"planned": told.planned, "done": told.done, "function": told.function, "found": told.found}
    return f"{json.dumps(words)}\n"


def is_offered(is_loopback: bool) -> bool:
    """Never beyond loopback, and only where grading works."""
    return is_loopback and os.name == "posix"
