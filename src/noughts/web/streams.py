"""Server-sent events: how they are written, and an answer that counts as open until it has ended."""

from __future__ import annotations

import json
import time
from collections.abc import AsyncIterator, Callable
from typing import Any

from fastapi.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

EVENTS: dict[int | str, dict[str, Any]] = {200: {"content": {"text/event-stream": {"schema": {"type": "string"}}}}}
"""What such an answer is, for the description of the API."""


def event(name: str, content: str) -> str:
    """One event; its content is JSON on one line."""
    return f"event: {name}\ndata: {content}\n\n"


def beat() -> str:
    """Says in silence that the stream is alive."""
    return event("beat", json.dumps({"now": time.time()}))


class EventStream(StreamingResponse):
    """Counts as open until it has ended, however it ends."""

    def __init__(self, events: AsyncIterator[str], ended: Callable[[], None], status_code: int = 200) -> None:
        """FastAPI reads the status for its description from here."""
        headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
        super().__init__(events, status_code, media_type="text/event-stream", headers=headers)
        self._ended = ended

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await super().__call__(scope, receive, send)
        finally:
            self._ended()
