"""How much one address may ask for."""

from __future__ import annotations

import contextlib
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from fastapi import Request

from noughts.web.errors import RefusedError
from noughts.web.settings import Rates

MOST_BUCKETS = 10_000


@dataclass
class _Bucket:
    left: float
    at: float


class RateLimits:
    """Token buckets, one an address and kind of request: full at first, filling up within a minute."""

    def __init__(self, rates: Rates, clock: Callable[[], float] = time.monotonic) -> None:
        self._rates = rates
        self._clock = clock
        self._lock = threading.Lock()
        self._buckets: dict[tuple[str, str], _Bucket] = {}
        self._streams: Counter[str] = Counter()

    def spend(self, address: str, kind: str) -> None:
        """Take one request from the bucket; RefusedError when it is empty."""
        rate = getattr(self._rates, kind)
        now = self._clock()
        with self._lock:
            bucket = self._buckets.setdefault((address, kind), _Bucket(rate, now))
            bucket.left = min(rate, bucket.left + (now - bucket.at) * rate / 60)
            bucket.at = now
            if bucket.left < 1:
                raise RefusedError("too_many", f"that was more than {rate} requests in a minute: wait a little")
            bucket.left -= 1
            if len(self._buckets) > MOST_BUCKETS:
                self._drop_full_buckets(now)

    def _drop_full_buckets(self, now: float) -> None:
        """A bucket that nobody used for a minute is full again, like a new one."""
        self._buckets = {key: bucket for key, bucket in self._buckets.items() if now - bucket.at < 60}

    def require_stream(self, address: str) -> None:
        """Refuse an event stream when the address has enough of them."""
        if self._streams[address] >= self._rates.streams:
            raise RefusedError("too_many", f"{self._rates.streams} pages of yours are listening already")

    @contextlib.contextmanager
    def one_stream(self, address: str) -> Iterator[None]:
        """Count an event stream while it is open."""
        self._streams[address] += 1
        try:
            yield
        finally:
            self._streams[address] -= 1
            self._streams += Counter()  # forgets the zeros


def address_of(request: Request) -> str:
    return request.client.host if request.client else "unknown"


def limited(kind: str) -> Callable[[Request], None]:
    """A dependency that spends one request of a kind."""

    async def spend(request: Request) -> None:
        request.app.state.limits.spend(address_of(request), kind)

    return spend  # type: ignore[return-value]
