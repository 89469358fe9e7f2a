"""Obeys every limit but stop and quit, and the end of its input."""

from __future__ import annotations

import signal
import time

from ugi_bot import talk

signal.signal(signal.SIGTERM, signal.SIG_IGN)
talk(on_go=lambda position: None, on_stop=lambda: time.sleep(600))
time.sleep(600)
