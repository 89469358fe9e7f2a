"""Always plays a1, taken or not."""

from __future__ import annotations

from ugi_bot import say, talk

talk(lambda position: say("bestmove a1"))
