"""What holds for every request: our host, bounded bodies, no commands of other sites, headers that fence pages in."""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
import json
import re
import socket
import sys
import time
from functools import lru_cache
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from noughts.web.errors import STATUS, answer
from noughts.web.metrics import Metrics
from noughts.web.settings import LONGEST_BODY, LONGEST_PROGRAM, Settings

HEADERS = {
    "Content-Security-Policy": "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}
_RAW_HEADERS = [(name.lower().encode(), value.encode()) for name, value in HEADERS.items()]
_NO_STORE = (b"cache-control", b"no-store")

_READING = ("GET", "HEAD", "OPTIONS")
_COUNTED = ("GET", "HEAD", "POST")
_HOST = re.compile(r"(?P<name>[A-Za-z0-9._-]{1,253}|\[[0-9A-Fa-f:.]{2,45}\])(?::[0-9]{1,5})?")


class Safety:
    """Wraps the whole app, what answers its errors included."""

    def __init__(self, app: ASGIApp, settings: Settings, metrics: Metrics) -> None:
        self._app = app
        self._hosts = allowed_hosts(settings)
        self._metrics = metrics
        self._grades = settings.is_loopback
        self._log = _log_line if settings.log_requests else None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        began, status, started = time.perf_counter(), 0, asyncio.Event()
        personal = scope["path"].startswith("/api/")

        async def send_safely(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                given = {name for name, _ in message.get("headers", [])}
                ours = [header for header in _RAW_HEADERS if header[0] not in given]
                message["headers"] = [*message.get("headers", []), *ours]
                if personal and not any(name == b"cache-control" for name, _ in message["headers"]):
                    message["headers"].append(_NO_STORE)
            await send(message)
            started.set()

        inner = scope
        if scope["method"] == "HEAD":  # the server sends no body then
            inner = {**scope, "method": "GET"}
            receive = _until(started)
        try:
            refusal = self._refusal(scope)
            if refusal is not None:
                await refusal(scope, receive, send_safely)
            else:
                await self._app(inner, _bounded(receive, self._most(scope)), send_safely)
        finally:
            route = getattr(inner.get("route"), "path", "other")
            self._metrics.requests.labels(
                scope["method"] if scope["method"] in _COUNTED else "other", route, status or 499
            ).inc()
            if self._log:
                self._log(scope, route, status, time.perf_counter() - began)

    def _refusal(self, scope: Scope) -> Response | None:
        """Why a request is not even looked at; headers are judged here and nowhere else."""
        headers = Headers(scope=scope)
        host = _HOST.fullmatch(headers.get("host", ""))
        if host is None:
            return answer("unreadable", "expected a header Host with the name of this server")
        if not self._is_allowed(host["name"].lower(), scope):
            return answer(
                "foreign_host", f"this server is not known as {host['name']}: see noughts serve --allowed-hosts"
            )
        if scope["method"] not in _READING and is_foreign(headers):
            return answer("foreign_origin", "commands are taken from pages of this server alone")
        most = self._most(scope)
        return answer("too_large", _too_large(most)) if _too_long(headers, most) else None

    def _most(self, scope: Scope) -> int:
        """Bytes of the longest body."""
        return LONGEST_PROGRAM if self._grades and scope["path"] == "/api/grade" else LONGEST_BODY

    def _is_allowed(self, host: str, scope: Scope) -> bool:
        """A name of ours, or the very address that was connected to: pages of others cannot choose that."""
        name = host.strip("[]")
        local = (scope.get("server") or ("",))[0]
        return name in self._hosts or "*" in self._hosts or name.endswith(".localhost") or name == local


def allowed_hosts(settings: Settings) -> frozenset[str]:
    """The names of this server: of loopback, of the machine where it listens beyond it, and those that were given."""
    names = {"localhost", "127.0.0.1", "::1", settings.host.lower(), *map(str.lower, settings.allowed_hosts)}
    if not settings.is_loopback:
        machine = socket.gethostname().lower()
        names |= {machine, f"{machine.partition('.')[0]}.local", socket.getfqdn().lower(), *own_addresses()}
    return frozenset(names)


@lru_cache(1)
def own_addresses() -> tuple[str, ...]:
    """The addresses of this machine, the one that leads to other networks first; none of loopback."""
    found: list[str] = []
    for family, elsewhere in ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1")):
        try:
            with socket.socket(family, socket.SOCK_DGRAM) as probe:
                probe.connect((elsewhere, 9))  # sends nothing
                found.append(probe.getsockname()[0])
        except OSError:
            continue
    with contextlib.suppress(OSError):
        found += [str(info[4][0]) for info in socket.getaddrinfo(socket.gethostname(), None)]
    plain = dict.fromkeys(address.partition("%")[0] for address in found)
    return tuple(address for address in plain if not ipaddress.ip_address(address).is_loopback)


def is_foreign(headers: Headers) -> bool:
    """Whether a browser says that the request was made by a page of another site."""
    if headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
        return True
    origin = headers.get("origin")
    try:
        return origin is not None and urlsplit(origin).netloc != headers.get("host")
    except ValueError:
        return True


def _too_large(most: int) -> str:
    return f"a request has {most:,} bytes at most"


def _too_long(headers: Headers, most: int) -> bool:
    length = headers.get("content-length", "0")
    return not length.isascii() or not length.isdigit() or int(length[:20]) > most


def _bounded(receive: Receive, most: int) -> Receive:
    """A body without a length, or a longer one than it said, is not read to its end."""
    received = 0

    async def receive_bounded() -> Message:
        nonlocal received
        message = await receive()
        received += len(message.get("body", b""))
        if received > most:
            raise HTTPException(STATUS["too_large"], _too_large(most))
        return message

    return receive_bounded


def _until(started: asyncio.Event) -> Receive:
    """Who asks for the head alone is gone when the answer has begun, and does not wait for the end of a stream."""

    async def receive() -> Message:
        await started.wait()
        return {"type": "http.disconnect"}

    return receive


def _log_line(scope: Scope, route: str, status: int, seconds: float) -> None:
    client = scope.get("client") or ("",)
    line = {
        "time": round(time.time(), 3),
        "address": client[0],
        "method": scope["method"],
        "route": route,
        "status": status,
        "ms": round(seconds * 1000, 1),
    }
    print(json.dumps(line), file=sys.stderr, flush=True)
