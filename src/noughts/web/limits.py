"""How much one address may ask for."""

from __future__ import annotations

import ipaddress
import threading
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

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

    def admit_stream(self, address: str) -> Callable[[], None]:
        """Count an event stream until what this returns is called; RefusedError when there are enough."""
        if self._streams.total() >= self._rates.all_streams:
            raise RefusedError("unavailable", "too many pages are listening: try again in a moment")
        if self._streams[address] >= self._rates.streams:
            raise RefusedError("unavailable", f"{self._rates.streams} pages of yours are listening already")
        self._streams[address] += 1
        return lambda: self._end_stream(address)

    def _end_stream(self, address: str) -> None:
        self._streams[address] -= 1
        if not self._streams[address]:
            del self._streams[address]

    @property
    def streams(self) -> int:
        """How many event streams are open."""
        return self._streams.total()


def address_of(request: Request) -> str:
    return counted_address(request.client.host) if request.client else "unknown"


@lru_cache(MOST_BUCKETS)
def counted_address(host: str) -> str:
    """The address that limits count: of IPv6 the network of 64 bits, because one home has all of it.

    >>> counted_address("2001:db8::1"), counted_address("::ffff:192.0.2.7")
    ('2001:db8::/64', '192.0.2.7')
    """
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if address.version == 4:
        return str(address)
    return str(address.ipv4_mapped or ipaddress.ip_network((address, 64), strict=False))


def limited(kind: str) -> Callable[[Request], None]:
    """A dependency that spends one request of a kind."""

    async def spend(request: Request) -> None:
        request.app.state.limits.spend(address_of(request), kind)

    return spend  # type: ignore[return-value]
