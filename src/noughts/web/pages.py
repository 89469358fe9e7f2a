"""The pages: files of static/, under an address that changes with them."""

from __future__ import annotations

import hashlib
from functools import cache
from importlib.resources import files
from pathlib import Path

from fastapi import APIRouter, FastAPI
from fastapi.responses import FileResponse, HTMLResponse
from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

STATIC = Path(str(files("noughts.web") / "static"))
IMMUTABLE = "public, max-age=31536000, immutable"

router = APIRouter(include_in_schema=False)


@cache
def digest() -> str:
    """Names what all files of static/ hold; a browser keeps what it got under this name for good."""
    found = hashlib.sha256()
    for path in sorted(path for path in STATIC.rglob("*") if path.is_file()):
        found.update(str(path.relative_to(STATIC)).encode() + path.read_bytes())
    return found.hexdigest()[:16]


class KeptFiles(StaticFiles):
    """Files that a browser keeps under the digest, and otherwise asks for again."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        first, _, rest = path.partition("/")
        is_named = first == digest()
        response = await super().get_response(rest if is_named else path, scope)
        response.headers["Cache-Control"] = IMMUTABLE if is_named else "no-cache"
        return response


@cache
def _html(name: str) -> str:
    return (STATIC / name).read_text(encoding="utf-8").replace('"/static/', f'"/static/{digest()}/')


def _page(name: str, status: int = 200) -> HTMLResponse:
    return HTMLResponse(_html(name), status, headers={"Cache-Control": "no-cache"})


def missing_page() -> HTMLResponse:
    """For an address that leads nowhere."""
    return _page("missing.html", 404)


@router.get("/")
async def new_game_page() -> HTMLResponse:
    return _page("new.html")


@router.get("/game/{id}")
async def game_page(id: str) -> HTMLResponse:
    """The same page for every game; it says itself when there is none."""
    return _page("game.html")


@router.get("/games")
async def my_games_page() -> HTMLResponse:
    return _page("games.html")


@router.get("/analyze")
async def analyze_page() -> HTMLResponse:
    return _page("analyze.html")


@router.get("/favicon.ico")
async def favicon() -> FileResponse:
    return FileResponse(STATIC / "favicon.svg", headers={"Cache-Control": "public, max-age=86400"})


def install(app: FastAPI) -> None:
    app.include_router(router)
    app.mount("/static", KeptFiles(directory=STATIC), name="static")
