"""The pages: files of static/, with a preview for those who share their address."""

from __future__ import annotations

import html
import mimetypes
from importlib.resources import files
from pathlib import Path

from fastapi import APIRouter, FastAPI, Request
from fastapi.responses import FileResponse, HTMLResponse
from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from noughts.errors import NoughtsError
from noughts.web.games import Games
from noughts.words import state_words

mimetypes.add_type("application/manifest+json", ".webmanifest")

STATIC = Path(str(files("noughts.web") / "static"))

router = APIRouter(include_in_schema=False)


class FreshFiles(StaticFiles):
    """Files that a browser asks for again, and gets only when they have changed."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        response = await super().get_response(path, scope)
        response.headers["Cache-Control"] = "no-cache"
        return response


def _page(name: str, status: int = 200) -> FileResponse:
    return FileResponse(STATIC / name, status, headers={"Cache-Control": "no-cache"})


@router.get("/")
def home_page() -> FileResponse:
    return _page("home.html")


@router.get("/game/{id}")
def game_page(id: str, request: Request) -> Response:
    """The same page for every game but for its preview; where there is no such game, a page that says so."""
    games: Games = request.app.state.games
    try:
        game = games.load(id).game
    except NoughtsError:
        return not_found_page()
    names = " against ".join(seat.name for seat in game.seats.values())
    picture = request.url_for("picture", id=id)
    preview = _preview(f"{names} · noughts", f"{game.record.start.game}: {state_words(game.position)}", str(picture))
    text = (STATIC / "game.html").read_text(encoding="utf-8").replace("<!--preview-->", preview)
    return HTMLResponse(text, headers={"Cache-Control": "no-cache"})


def _preview(title: str, description: str, picture: str) -> str:
    tags = {"og:title": title, "og:description": description, "og:image": picture, "og:type": "website"}
    meta = [f'<meta property="{name}" content="{html.escape(text)}">' for name, text in tags.items()]
    return "\n".join([*meta, '<meta name="twitter:card" content="summary">'])


@router.get("/games")
def my_games_page() -> FileResponse:
    return _page("games.html")


@router.get("/analyze")
def analyze_page() -> FileResponse:
    return _page("analyze.html")


@router.get("/worker.js")
def worker() -> FileResponse:
    """At the root, because a service worker serves what lies below it."""
    return _page("worker.js")


def not_found_page() -> FileResponse:
    return _page("missing.html", 404)


def install(app: FastAPI) -> None:
    app.include_router(router)
    app.mount("/static", FreshFiles(directory=STATIC), name="static")
