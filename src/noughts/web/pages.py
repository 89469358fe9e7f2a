"""The pages: files of static/ under an address that changes with them, with a preview for those who share them."""

from __future__ import annotations

import hashlib
import html
import mimetypes
import re
from functools import cache
from importlib.resources import files
from pathlib import Path

from fastapi import APIRouter, FastAPI, Request
from fastapi.responses import FileResponse, HTMLResponse
from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from noughts.errors import NoSuchGameError
from noughts.web.games import Games
from noughts.words import state_words

mimetypes.add_type("application/manifest+json", ".webmanifest")

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
def _parts() -> dict[str, str]:
    """What pages have in common, by the names that stand for it: `<!--top /games-->` is the top of /games."""
    text = STATIC.with_name("layout.html").read_text(encoding="utf-8")
    named = re.split(r"<!--part (\w+)-->\n", text)[1:]
    return {name: part.rstrip("\n") for name, part in zip(named[::2], named[1::2], strict=True)}


def _filled(text: str, here: str = "") -> str:
    """A text with the parts that it names; links to where it stands are marked."""

    def part(found: re.Match[str]) -> str:
        place = found[2] or here
        filled = _filled(_parts()[found[1]], place)
        return filled.replace(f'<a href="{place}">', f'<a href="{place}" aria-current="page">')

    return re.sub(rf"<!--({'|'.join(_parts())})(?: (\S+))?-->", part, text)


@cache
def whole_page(name: str) -> str:
    """A page of static/, from its head to its end."""
    head, _, body = (STATIC / name).read_text(encoding="utf-8").partition("<body")
    begun = f"<body{body.replace('>', '>' + chr(10) + '<!--skip-->', 1)}"
    page = _parts()["page"].replace("<!--head-->", head.strip()).replace("<!--body-->", begun.strip())
    return f"{_filled(page)}\n"


def linked(page: str) -> str:
    """A page whose files are asked for under their digest."""
    return page.replace('"/static/', f'"/static/{digest()}/')


@cache
def _html(name: str) -> str:
    return linked(whole_page(name))


def static_page(name: str, status: int = 200) -> HTMLResponse:
    """A page of static/."""
    return HTMLResponse(_html(name), status, headers={"Cache-Control": "no-cache"})


@router.get("/offline")
async def offline_page() -> HTMLResponse:
    """For the service worker, which keeps it with the files that it names."""
    return HTMLResponse(whole_page("offline.html"), headers={"Cache-Control": "no-cache"})


def missing_page() -> HTMLResponse:
    """For an address that leads nowhere."""
    return static_page("missing.html", 404)


@router.get("/")
async def home_page() -> HTMLResponse:
    return static_page("home.html")


@router.get("/game/{id}")
def game_page(id: str, request: Request) -> Response:
    """The same page for every game but for its preview; where there is no such game, a page that says so."""
    return _of_game("game.html", id, request)


@router.get("/game/{id}/review")
def review_page(id: str, request: Request) -> Response:
    return _of_game("review.html", id, request)


def _of_game(name: str, id: str, request: Request) -> Response:
    games: Games = request.app.state.games
    try:
        game = games.load(id).game
    except NoSuchGameError:
        return missing_page()
    names = " against ".join(seat.name for seat in game.seats.values())
    picture = request.url_for("picture", id=id)
    preview = _preview(f"{names} · noughts", f"{game.record.start.game}: {state_words(game.position)}", str(picture))
    text = _html(name).replace("<!--preview-->", preview)
    return HTMLResponse(text, headers={"Cache-Control": "no-cache"})


def _preview(title: str, description: str, picture: str) -> str:
    tags = {"og:title": title, "og:description": description, "og:image": picture, "og:type": "website"}
    meta = [f'<meta property="{name}" content="{html.escape(text)}">' for name, text in tags.items()]
    return "\n".join([*meta, '<meta name="twitter:card" content="summary">'])


@router.get("/games")
async def my_games_page() -> HTMLResponse:
    return static_page("games.html")


@router.get("/analyze")
async def analyze_page() -> HTMLResponse:
    return static_page("analyze.html")


@router.get("/puzzles")
async def puzzles_page() -> HTMLResponse:
    return static_page("puzzles.html")


@router.get("/favicon.ico")
async def favicon() -> FileResponse:
    return FileResponse(STATIC / "favicon.svg", headers={"Cache-Control": "public, max-age=86400"})


@router.get("/learn/search")
async def search_page() -> HTMLResponse:
    return static_page("search.html")


@router.get("/worker.js")
async def worker() -> FileResponse:
    """At the root, because a service worker serves what lies below it."""
    return FileResponse(STATIC / "worker.js", headers={"Cache-Control": "no-cache"})


def install(app: FastAPI) -> None:
    app.include_router(router)
    app.mount("/static", KeptFiles(directory=STATIC), name="static")
