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
HOST_COOKIE = "__Host-noughts"
"""The same on HTTPS: a browser lets no other host and no plain connection set it."""
YEAR = 365 * 86_400

_TOKEN = re.compile(r"[A-Za-z0-9_-]{43}")


def digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def _shown(request: Request) -> str | None:
    """The token that a browser shows."""
    cookies = request.cookies
    token = cookies.get(HOST_COOKIE) or cookies.get(COOKIE, "")
    return token if _TOKEN.fullmatch(token) else None


def token_of(request: Request) -> str | None:
    """The digest of the token that a browser shows, None without one."""
    token = _shown(request)
    return None if token is None else digest(token)


def known_token(request: Request) -> str | None:
    """The token that a browser shows, when it has a seat somewhere: one that it made up counts for nothing."""
    token = _shown(request)
    return token if token is not None and request.app.state.store.knows(digest(token)) else None


def token_for(request: Request) -> str:
    """The browser's token, a new one where it has none. It holds all the seats of this browser."""
    return known_token(request) or secrets.token_urlsafe(32)


def with_cookie(request: Request, token: str, response: Response) -> Response:
    """The response that also leaves the token in the browser."""
    https = request.url.scheme == "https"
    secure = request.app.state.settings.secure_cookies or https
    name = HOST_COOKIE if https else COOKIE
    response.set_cookie(name, token, max_age=YEAR, httponly=True, samesite="lax", secure=secure)
    return response


def marks_of(game: StoredGame, token: str | None) -> frozenset[Mark]:
    """The sides that a token may move: none, one, or both on a shared screen."""
    return frozenset(mark for mark, stored in game.tokens.items() if _same(stored, token))


def _same(stored: str | None, shown: str | None) -> bool:
    return stored is not None and shown is not None and hmac.compare_digest(stored, shown)


def require_seat(game: StoredGame, token: str | None) -> frozenset[Mark]:
    """The sides that a token may move, at least one."""
    if token is None:
        raise RefusedError("no_seat", "you have no seat here: you can watch")
    if marks := marks_of(game, token):
        return marks
    raise RefusedError("not_your_seat", "you have no seat in this game: you can watch")
