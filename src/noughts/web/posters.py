"""The strategy map to download and print."""

from __future__ import annotations

from functools import cache

from fastapi import APIRouter
from fastapi.responses import HTMLResponse

from noughts.render.map_svg import Plan, map_html
from noughts.rules.mark import Mark
from noughts.teaching.strategy import perfect_strategy

router = APIRouter(include_in_schema=False)


@cache
def _poster() -> str:
    return map_html([Plan(mark, perfect_strategy(mark)) for mark in Mark])


@router.get("/learn/map.html")
def poster() -> HTMLResponse:
    """What `noughts map -o map.html` writes, as a file: no page of this server has its styles inside."""
    return HTMLResponse(_poster(), headers={"Content-Disposition": 'attachment; filename="noughts-map.html"'})
