"""Answers with words that are no move."""

from __future__ import annotations

from ugi_bot import say, talk

talk(lambda position: say("bestmove the centre, I think"))
