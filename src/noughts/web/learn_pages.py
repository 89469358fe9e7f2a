"""The pages of the lessons, the worksheet, and what other sites may embed."""

from __future__ import annotations

from functools import cache
from html import escape
from typing import Annotated

from fastapi import APIRouter, Query, Request
from fastapi.responses import HTMLResponse, Response

from noughts.learn.lessons import contents_html, lesson_html, lessons
from noughts.learn.searches import SEARCHES
from noughts.learn.worksheet import LARGEST_SHEET, worksheet_html, worksheet_style
from noughts.web.pages import linked, missing_page, whole_page
from noughts.web.safety import HEADERS

router = APIRouter(include_in_schema=False)

_FRESH = {"Cache-Control": "no-cache"}


@cache
def contents_page() -> str:
    """The list of lessons and what else there is to learn with."""
    return whole_page("lessons.html").replace("<!--contents-->", contents_html())


@cache
def lesson_page(number: int) -> str:
    """A lesson, from its head to its end."""
    lesson = lessons()[number - 1]
    following = lessons()[number] if number < len(lessons()) else None
    further = (
        f'<a class="button main" href="/learn/{following.number}">Next: {escape(following.title)}</a>'
        if following
        else '<a class="button main" href="/learn">All lessons</a>'
    )
    filled = {
        "title": escape(lesson.title),
        "number": str(number),
        "idea": escape(lesson.idea),
        "text": lesson_html(lesson),
        "further": further,
    }
    page = whole_page("lesson.html")
    for name, text in filled.items():
        page = page.replace(f"<!--{name}-->", text)
    return page


@cache
def embed_text() -> str:
    """A search alone, with the named ones to choose from."""
    options = [f'<option value="{name}">{escape(search.title)}</option>' for name, search in SEARCHES.items()]
    return whole_page("embed.html").replace("<!--searches-->", "".join(options))


@router.get("/learn")
async def learn_page() -> HTMLResponse:
    return HTMLResponse(linked(contents_page()), headers=_FRESH)


@router.get("/learn/{number:int}")
def one_lesson(number: int) -> HTMLResponse:
    if not 1 <= number <= len(lessons()):
        return missing_page()
    return HTMLResponse(linked(lesson_page(number)), headers=_FRESH)


@router.get("/learn/worksheet")
def worksheet(seed: Annotated[int, Query(ge=0, le=LARGEST_SHEET)] = 1) -> HTMLResponse:
    """The sheet that `noughts worksheet` writes."""
    return HTMLResponse(worksheet_html(seed, '<link rel="stylesheet" href="/learn/worksheet.css">'), headers=_FRESH)


@router.get("/learn/worksheet.css")
def worksheet_css() -> Response:
    return Response(worksheet_style(), media_type="text/css", headers=_FRESH)


@router.get("/learn/embed")
async def embed_page(request: Request) -> HTMLResponse:
    """A search for a page of somebody else: the origins that were allowed may frame it, and no other."""
    allowed = " ".join(request.app.state.settings.allow_embed) or "'none'"
    policy = HEADERS["Content-Security-Policy"].replace("frame-ancestors 'none'", f"frame-ancestors {allowed}")
    return HTMLResponse(linked(embed_text()), headers={**_FRESH, "Content-Security-Policy": policy})
