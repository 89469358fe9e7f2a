"""Who may move: a secret token in a cookie that only one browser gets. The store keeps its digest alone."""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets

from fastapi import Request, Response

from noughts.rules.mark import Mark
from noughts.storage import StoredGame
from noughts.web.errors import RefusedError

COOKIE = "noughts"
YEAR = 365 * 86_400

_TOKEN = re.compile(r"[A-Za-z0-9_-]{43}")
_LONGEST_NAME = 40


def digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def token_of(request: Request) -> str | None:
    """The digest of the token that a browser shows, None without one."""
    token = request.cookies.get(COOKIE, "")
    return digest(token) if _TOKEN.fullmatch(token) else None


def give_token(request: Request, response: Response) -> str:
    """The digest of the browser's token; a browser that has none gets one. It holds all the seats of this browser."""
    token = request.cookies.get(COOKIE, "")
    if not _TOKEN.fullmatch(token):
        token = secrets.token_urlsafe(32)
    secure = request.app.state.settings.secure_cookies or request.url.scheme == "https"
    response.set_cookie(COOKIE, token, max_age=YEAR, httponly=True, samesite="lax", secure=secure)
    return digest(token)


def marks_of(game: StoredGame, token: str | None) -> frozenset[Mark]:
    """The sides that a token may move: none, one, or both on a shared screen."""
    return frozenset(mark for mark, seat in game.seats.items() if _same(seat.token, token))


def _same(stored: str | None, shown: str | None) -> bool:
    return stored is not None and shown is not None and hmac.compare_digest(stored, shown)


def require_seat(game: StoredGame, token: str | None) -> frozenset[Mark]:
    """The sides that a token may move, at least one."""
    if token is None:
        raise RefusedError("no_seat", "you have no seat here: you can watch")
    if marks := marks_of(game, token):
        return marks
    raise RefusedError("not_your_seat", "you have no seat in this game: you can watch")


def clean_name(name: str, otherwise: str) -> str:
    """A name that fits on one line: nothing unprintable, not too long, not empty."""
    plain = "".join(letter for letter in " ".join(name.split()) if letter.isprintable())
    return plain[:_LONGEST_NAME].strip() or otherwise
