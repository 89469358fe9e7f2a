"""Limits and settings, without a server."""

from __future__ import annotations

from pathlib import Path

import pytest

from noughts.web.errors import RefusedError
from noughts.web.limits import RateLimits, counted_address
from noughts.web.settings import Rates, Settings, default_database


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


def test_streams_count_from_the_moment_they_are_admitted() -> None:
    limits = RateLimits(Rates(streams=60, all_streams=100))
    ends = [limits.admit_stream("1.1.1.1") for _ in range(60)]
    with pytest.raises(RefusedError) as refused:
        limits.admit_stream("1.1.1.1")
    assert refused.value.error == "unavailable"
    others = [limits.admit_stream("2.2.2.2") for _ in range(40)]
    with pytest.raises(RefusedError):
        limits.admit_stream("3.3.3.3")
    for end in [*ends, *others]:
        end()
    assert limits.streams == 0
    limits.admit_stream("3.3.3.3")


@pytest.mark.parametrize(
    ("address", "counted"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::1%eth0", "2001:db8:1:2::/64"),
        ("testclient", "testclient"),
    ],
)
def test_an_ipv6_address_counts_with_its_whole_network(address: str, counted: str) -> None:
    assert counted_address(address) == counted


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
