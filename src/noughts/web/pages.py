"""The pages: files of static/ as they are."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

from fastapi import APIRouter, FastAPI
from fastapi.responses import FileResponse
from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

STATIC = Path(str(files("noughts.web") / "static"))

router = APIRouter(include_in_schema=False)


class FreshFiles(StaticFiles):
    """Files that a browser asks for again, and gets only when they have changed."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        response = await super().get_response(path, scope)
        response.headers["Cache-Control"] = "no-cache"
        return response


def _page(name: str) -> FileResponse:
    return FileResponse(STATIC / name, headers={"Cache-Control": "no-cache"})


@router.get("/")
def new_game_page() -> FileResponse:
    return _page("new.html")


@router.get("/game/{id}")
def game_page(id: str) -> FileResponse:
    """The same page for every game; it says itself when there is none."""
    return _page("game.html")


@router.get("/games")
def my_games_page() -> FileResponse:
    return _page("games.html")


@router.get("/analyze")
def analyze_page() -> FileResponse:
    return _page("analyze.html")


@router.get("/learn/search")
def search_page() -> FileResponse:
    return _page("search.html")


def install(app: FastAPI) -> None:
    app.include_router(router)
    app.mount("/static", FreshFiles(directory=STATIC), name="static")
