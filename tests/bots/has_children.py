"""Starts a child that outlives it, and says its number."""

from __future__ import annotations

import subprocess

from ugi_bot import say, talk

child = subprocess.Popen(["sleep", "600"])
talk(lambda position: say(f"info string child {child.pid}\nbestmove a1"))
