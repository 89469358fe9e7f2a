"""What a server counts, in the text that Prometheus reads."""

from __future__ import annotations

import hmac
from collections.abc import Callable

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from starlette.datastructures import Headers
from starlette.types import Scope

FORWARDED = ("x-forwarded-for", "x-forwarded-proto", "x-real-ip", "forwarded")


class Metrics:
    """Counters of one server."""

    def __init__(self) -> None:
        self._registry = registry = CollectorRegistry()
        self.requests = Counter(
            "noughts_requests", "Requests answered", ["method", "route", "status"], registry=registry
        )
        self.moves = Counter("noughts_moves", "Moves stored", ["by"], registry=registry)
        self.database = Histogram(
            "noughts_database_seconds",
            "Time that the database takes",
            ["kind"],
            registry=registry,
            buckets=(0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10),
        )

    def watch(self, name: str, meaning: str, value: Callable[[], float]) -> None:
        """Show a number as it is when somebody looks."""
        Gauge(f"noughts_{name}", meaning, registry=self._registry).set_function(value)

    def database_time(self, kind: str, seconds: float) -> None:
        self.database.labels(kind).observe(seconds)

    def text(self) -> bytes:
        return generate_latest(self._registry)


def may_read(scope: Scope, token: str) -> bool:
    """Whether a request comes from this machine itself, not through a proxy on it, or shows the token."""
    headers = Headers(scope=scope)
    shown = headers.get("authorization", "").removeprefix("Bearer ")
    if token and hmac.compare_digest(shown.encode(), token.encode()):
        return True
    host = (scope.get("client") or ("",))[0]
    return host in ("127.0.0.1", "::1") and not any(name in headers for name in FORWARDED)
