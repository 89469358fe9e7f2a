"""Settings of the whole suite."""

from __future__ import annotations

import os
import signal

import pytest
from hypothesis import settings

settings.register_profile("search", deadline=None, max_examples=100)  # timing never decides a test
settings.register_profile("repeat", settings.get_profile("search"), derandomize=True)
settings.load_profile("repeat" if os.environ.get("NOUGHTS_ALLOW_NO_SKIP") else "search")

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # a job in the background: the programs under test hear Ctrl-C
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_sessionfinish(session: pytest.Session) -> None:
    """With NOUGHTS_ALLOW_NO_SKIP a skipped test is a failure: what nobody runs proves nothing."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if os.environ.get("NOUGHTS_ALLOW_NO_SKIP") and reporter is not None and reporter.stats.get("skipped"):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED
