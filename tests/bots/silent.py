"""Thinks for ever."""

from __future__ import annotations

from ugi_bot import talk

talk(lambda position: None)
