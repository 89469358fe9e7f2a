"""What holds for every request: bounded bodies, no commands from other sites, and headers that fence pages in."""

from __future__ import annotations

from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from noughts.web.errors import STATUS, answer
from noughts.web.settings import LONGEST_BODY

HEADERS = {
    "Content-Security-Policy": "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}

_READING = ("GET", "HEAD", "OPTIONS")


class Safety:
    """Wraps the whole app."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def send_safely(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        headers = Headers(scope=scope)
        if scope["method"] not in _READING and is_foreign(headers):
            refusal = answer("foreign_origin", "commands are taken from pages of this server alone")
            await refusal(scope, receive, send_safely)
        elif _too_long(headers):
            await answer("too_large", _TOO_LARGE)(scope, receive, send_safely)
        else:
            await self._app(scope, _bounded(receive), send_safely)


_TOO_LARGE = f"a request has {LONGEST_BODY:,} bytes at most"


def is_foreign(headers: Headers) -> bool:
    """Whether a browser says that the request was made by a page of another site."""
    if headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
        return True
    origin = headers.get("origin")
    return origin is not None and urlsplit(origin).netloc != headers.get("host")


def _too_long(headers: Headers) -> bool:
    length = headers.get("content-length", "0")
    return not length.isascii() or not length.isdigit() or int(length[:20]) > LONGEST_BODY


def _bounded(receive: Receive) -> Receive:
    """A body without a length, or a longer one than it said, is not read to its end."""
    received = 0

    async def receive_bounded() -> Message:
        nonlocal received
        message = await receive()
        received += len(message.get("body", b""))
        if received > LONGEST_BODY:
            raise HTTPException(STATUS["too_large"], _TOO_LARGE)
        return message

    return receive_bounded
