"""For whoever runs the server: is it alive, can it serve, and what does it do."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response
from prometheus_client import CONTENT_TYPE_LATEST

from noughts.web.errors import RefusedError, refusals
from noughts.web.metrics import may_read
from noughts.web.models import Health

router = APIRouter(prefix="/api")


@router.get("/health", responses=refusals())
async def health() -> Health:
    """Whether the server is alive."""
    return Health(status="ok")


@router.get("/ready", responses=refusals())
def ready(request: Request) -> Health:
    """Whether games can be read and new ones begin now."""
    if request.app.state.drain.has_begun:
        raise RefusedError("unavailable", "the server is about to end")
    request.app.state.store.waiting_for_computer(most=1)
    return Health(status="ok")


@router.get(
    "/metrics",
    response_class=Response,
    responses={**refusals("not_for_you"), 200: {"content": {"text/plain": {"schema": {"type": "string"}}}}},
)
async def metrics(request: Request) -> Response:
    """Counters for Prometheus; for this machine, and for whoever shows the token that the server was started with."""
    if not may_read(request.scope, request.app.state.settings.metrics_token):
        raise RefusedError("not_for_you", "metrics are for this machine, or for whoever shows the token")
    return Response(request.app.state.metrics.text(), media_type=CONTENT_TYPE_LATEST)
