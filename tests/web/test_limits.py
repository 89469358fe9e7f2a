"""Limits and settings, without a server."""

from __future__ import annotations

import asyncio
import threading
from pathlib import Path

import pytest

from noughts.web.errors import RefusedError
from noughts.web.limits import RateLimits
from noughts.web.settings import Rates, Settings, default_database
from noughts.web.workers import Workers


def test_an_address_has_its_requests_at_once_and_gets_them_back_in_a_minute() -> None:
    now = 0.0
    limits = RateLimits(Rates(create=3), clock=lambda: now)

    def served(address: str) -> int:
        for count in range(100):
            try:
                limits.spend(address, "create")
            except RefusedError as refusal:
                return count if refusal.error == "too_many" else -1
        return 100

    assert served("1.1.1.1") == 3
    assert served("2.2.2.2") == 3
    now = 20.0
    assert served("1.1.1.1") == 1
    now = 600.0
    assert served("1.1.1.1") == 3


def test_limits_forget_addresses_that_went_away(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("noughts.web.limits.MOST_BUCKETS", 10)
    now = 0.0
    limits = RateLimits(Rates(), clock=lambda: now)
    for number in range(100):
        now += 10
        limits.spend(str(number), "read")
    assert len(limits._buckets) <= 11


def test_the_queue_of_thoughts_has_a_bound() -> None:
    async def crowd() -> list[str]:
        workers = Workers(threads=1, queue=2)
        go_on = threading.Event()
        thoughts = [asyncio.create_task(workers.run(go_on.wait)) for _ in range(5)]
        await asyncio.sleep(0)
        go_on.set()
        results = await asyncio.gather(*thoughts, return_exceptions=True)
        workers.close()
        return ["refused" if isinstance(result, RefusedError) else str(result) for result in results]

    assert asyncio.run(crowd()) == ["True", "True", "True", "refused", "refused"]


@pytest.mark.parametrize(
    ("host", "secure"), [("127.0.0.1", False), ("localhost", False), ("::1", False), ("0.0.0.0", True), ("::", True)]
)
def test_cookies_are_secure_beyond_loopback(host: str, secure: bool) -> None:
    assert Settings(host=host).secure_cookies is secure
    assert Settings(host=host, plain_http=True).secure_cookies is False


def test_games_are_kept_in_the_data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    assert default_database() == tmp_path / "data" / "noughts" / "games.sqlite3"
    monkeypatch.delenv("XDG_DATA_HOME")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert default_database() == tmp_path / ".local" / "share" / "noughts" / "games.sqlite3"
    assert (tmp_path / ".local" / "share" / "noughts").stat().st_mode & 0o077 == 0
